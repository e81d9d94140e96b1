#include "benchmarks/aggregate_line.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

namespace attn {
namespace {

std::string all_flags(std::span<const ReportLine> rounds) {
  std::vector<std::string> flags;
  for (const ReportLine& round : rounds) {
    std::istringstream words(round.flags);
    for (std::string word; words >> word;)
      if (std::ranges::find(flags, word) == flags.end()) flags.push_back(word);
  }
  std::string text;
  for (const std::string& flag : flags) text += (text.empty() ? "" : " ") + flag;
  return text;
}

}  // namespace

ReportLine aggregate_line(std::span<const ReportLine> rounds, const std::string& aggregate, bool relative,
                          const std::map<std::string, double>& figures) {
  const auto ok = std::ranges::find(rounds, Status::kOk, &ReportLine::status);
  ReportLine line = *ok;
  line.round.reset();
  line.aggregate = aggregate;
  line.relative = relative;
  line.iterations = count_ok(rounds);
  line.flags = all_flags(rounds);
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
