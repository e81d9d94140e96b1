# attn_embed_text(TARGET NAME FILE...): adds a generated source to TARGET that defines
#   extern const std::map<std::string, std::string_view> attn::NAME;   // file name without folder and extension → its text
# so that the program needs no data files beside it. The files are read again when they change.
function(attn_embed_text target name)
  set(entries "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file NORMALIZE)
    cmake_path(GET file STEM stem)
    file(READ ${file} text)
    string(APPEND entries "    {\"${stem}\", R\"attn_text(${text})attn_text\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endforeach()
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${generated} @ONLY CONTENT [[
#include <map>
#include <string>
#include <string_view>
namespace attn {
extern const std::map<std::string, std::string_view> @name@;
const std::map<std::string, std::string_view> @name@ = {
@entries@};
}  // namespace attn
]])
  target_sources(${target} PRIVATE ${generated})
endfunction()
