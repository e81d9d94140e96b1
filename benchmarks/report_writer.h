#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

#include "benchmarks/report_line.h"

namespace attn {

/// What a writer needs besides the lines.
struct ReportFrame {
  std::string first_line;
  size_t name_width = 0;                            ///< of the longest name
  std::string time_unit;                            ///< as --benchmark_time_unit; may be empty
  bool color = false;                               ///< console
  std::shared_ptr<nlohmann::ordered_json> context;  ///< the JSON's "context"
};

/// A report on a stream, line by line; each call leaves the stream flushed, so that a killed run keeps its lines.
class ReportWriter {
 public:
  virtual ~ReportWriter() = default;
  virtual void begin() = 0;
  virtual void line(const ReportLine& line) = 0;
  virtual void end(const std::string& summary) = 0;
};

/// `format` is "console", "json" or "csv"; `out` must outlive the writer.
std::unique_ptr<ReportWriter> make_report_writer(const std::string& format, std::ostream& out, ReportFrame frame);

// The three formats, each in a file of its own.
std::unique_ptr<ReportWriter> make_console_table(std::ostream& out, ReportFrame frame);
std::unique_ptr<ReportWriter> make_json_report(std::ostream& out, ReportFrame frame);
std::unique_ptr<ReportWriter> make_csv_report(std::ostream& out, ReportFrame frame);

}  // namespace attn
