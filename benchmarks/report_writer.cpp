#include "benchmarks/report_writer.h"

namespace attn {

std::unique_ptr<ReportWriter> make_report_writer(const std::string& format, std::ostream& out, ReportFrame frame) {
  if (format == "json") return make_json_report(out, std::move(frame));
  if (format == "csv") return make_csv_report(out, std::move(frame));
  return make_console_table(out, std::move(frame));
}

}  // namespace attn
