#include "benchmarks/aggregate_line.h"

#include <algorithm>
#include <cmath>

#include "benchmarks/flags.h"

namespace attn {
ReportLine aggregate_line(std::span<const ReportLine> rounds, const std::string& aggregate, bool relative,
                          const std::map<std::string, double>& figures) {
  const auto ok = std::ranges::find(rounds, Status::kOk, &ReportLine::status);
  ReportLine line = *ok;
  line.round.reset();
  line.aggregate = aggregate;
  line.relative = relative;
  line.iterations = count_ok(rounds);
  FlagSet flags;
  for (const ReportLine& round : rounds) flags.merge(parse_flags(round.flags));
  line.flags = text_of(flags);
  for (const ReportLine& round : rounds)
    if (round.status == Status::kOk && round.backend != line.backend) line.backend.clear();
  line.figures = {};
  for (const FigureName& figure : kFigureNames) {
    const auto found = figures.find(std::string(figure.name));
    if (found != figures.end() && std::isfinite(found->second)) line.figures.*figure.member = found->second;
  }
  return line;
}

int64_t count_ok(std::span<const ReportLine> rounds) {
  return std::ranges::count(rounds, Status::kOk, &ReportLine::status);
}

}  // namespace attn
