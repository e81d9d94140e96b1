#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How a kernel wants its query, key, value and gives its output. S: q_len or kv_len, H: q_heads or kv_heads.
enum class KernelLayout {
  kBhsd,    ///< [batch, H, S, head_dim], as scaled_dot_product_attention
  kBshd,    ///< [batch, S, H, head_dim], as FlashAttention
  kVarlen,  ///< [batch·S, H, head_dim] with cu_seqlens, the sequences' bounds, int32 [batch + 1]
};

/// "bhsd", "bshd", "varlen".
std::string_view name_of(KernelLayout layout);

/// --kernel=NAME=PATH[:op] with what the other options say of it.
struct KernelRequest {
  std::string name;                              ///< of the variant, "Mine"
  std::filesystem::path path;                    ///< of a library or of a Hugging Face kernel's folder
  std::optional<std::string> op;                 ///< "fwd" or "space::fwd"; nothing: the one that is an attention
  std::optional<KernelLayout> layout;            ///< nothing: as its op's arguments say
  std::map<std::string, std::string> arguments;  ///< --kernel_arg: by the schema's name, as given
};

/// A --kernel_layout or --kernel_arg before it is given to the kernels that it is for.
struct KernelSetting {
  std::string option;    ///< "--kernel_layout"
  std::string given;     ///< its whole value
  std::string kernel;    ///< empty: for all
  std::string argument;  ///< of --kernel_arg
  std::string value;
};

/// --kernel and its companions.
struct KernelOptions {
  std::vector<KernelRequest> kernels;
  std::vector<KernelSetting> settings;
  bool include_layout = false;  ///< the change of layout is part of the measured call
  double timeout_s = 60;        ///< for which a kernel may stay in a call, or in being loaded
  std::string process;          ///< hidden --kernel_process: this process serves the kernel of that name
};

}  // namespace attn
