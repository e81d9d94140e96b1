#pragma once

#include <string>

#include "results/program/report.h"

namespace attn {

// One format of report_text each.
std::string table_text(const Report& report);
std::string markdown_text(const Report& report);
std::string csv_text(const Report& report);
std::string json_text(const Report& report);

}  // namespace attn
