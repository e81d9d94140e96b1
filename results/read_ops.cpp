#include "results/read_ops.h"

namespace attn {

OpRow read_op(const CsvLine& line) {
  return {.order = line.integer("order"),
          .op_path = std::string(line.text("op_path")),
          .calls = line.integer("calls"),
          .self_host_time_s = line.find_number("self_host_time_s"),
          .total_host_time_s = line.find_number("total_host_time_s"),
          .self_device_time_s = line.find_number("self_device_time_s"),
          .total_device_time_s = line.find_number("total_device_time_s"),
          .bytes = line.find_integer("bytes"),
          .flops = line.find_number("flops"),
          .floor_s = line.find_number("floor_s")};
}

}  // namespace attn
