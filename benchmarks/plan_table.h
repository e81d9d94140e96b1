#pragma once

#include <ostream>
#include <string>

#include "benchmarks/planned_line.h"

namespace attn {

struct PlanTableFrame {
  std::string first_line;  ///< the card, the LibTorch
  size_t name_width = 0;   ///< of the longest case name
  bool shows_fit = false;
  bool color = false;
};

/// The table of a launch plan, line by line; each call leaves the stream flushed.
class PlanTable {
 public:
  PlanTable(std::ostream& out, PlanTableFrame frame);
  void begin();
  void line(const PlannedLine& line);
  /// What the columns are not, and how the cases ended.
  void end(const std::string& summary);

 private:
  std::ostream& out_;
  PlanTableFrame frame_;
};

}  // namespace attn
