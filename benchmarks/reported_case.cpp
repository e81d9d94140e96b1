#include "benchmarks/reported_case.h"

namespace attn {

std::string_view name_of(Status status) {
  switch (status) {
    case Status::kOk:
      return "ok";
    case Status::kUnsupported:
      return "unsupported";
    case Status::kOutOfMemory:
      return "out_of_memory";
    case Status::kIncorrect:
      return "incorrect";
    case Status::kFailed:
      return "failed";
  }
  return "failed";
}

}  // namespace attn
