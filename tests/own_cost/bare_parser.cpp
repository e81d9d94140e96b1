#include "tests/own_cost/bare_parser.h"

#define CSV_IO_NO_THREAD
#include <csv.h>

#include <array>
#include <string>
#include <utility>

#include "results/file_layout.h"

namespace attn {
namespace {

constexpr unsigned kColumns = 32;

template <std::size_t... index>
int64_t count_rows(const std::string& file, std::index_sequence<index...> /*columns*/) {
  io::CSVReader<kColumns, io::trim_chars<>, io::double_quote_escape<',', '"'>> reader(file);
  const FileLayout& layout = results_layout();
  std::array<std::string, kColumns> names;
  for (std::size_t i = 0; i < kColumns; ++i) names[i] = layout.columns.at(i);
  reader.read_header(io::ignore_extra_column, names[index]...);
  std::array<char*, kColumns> cells{};
  int64_t rows = 0;
  while (reader.read_row(cells[index]...)) ++rows;
  return rows;
}

}  // namespace

int64_t count_rows_with_bare_parser(const std::filesystem::path& results_file) {
  return count_rows(results_file.string(), std::make_index_sequence<kColumns>());
}

}  // namespace attn
