#include "benchmarks/sweep_run.h"

#include <fmt/format.h>

namespace attn {

SweepRun::SweepRun(Device& device, std::vector<Case> cases, RunSettings settings, Keep keep)
    : device_(&device),
      cases_(std::move(cases)),
      settings_(std::move(settings)),
      keep_(std::move(keep)),
      interrupted_(settings_.surroundings.interrupted),
      progress_(cases_.size(), settings_.sampling.max_time_s * static_cast<double>(settings_.rounds)) {
  settings_.surroundings.interrupted = [this] { return stopped(); };
  listener_.on_progress = [this](const Case& benchmark_case, std::string_view doing) {
    progress_.show(fmt::format("{} {}", doing, name_of(benchmark_case)));
  };
  listener_.on_finished = [this](const Case& benchmark_case, const CaseResult& result) {
    progress_.finish_step();
    try {
      if (!error_) keep_(benchmark_case, result);
    } catch (...) {
      error_ = std::current_exception();
    }
  };
}

bool SweepRun::stopped() const {
  return error_ || interrupted_();
}

void SweepRun::begin_again() {
  shape_run_.reset();
  shape_begin_ = shape_end_ = 0;
}

void SweepRun::rethrow_error() const {
  if (error_) std::rethrow_exception(error_);
}

std::vector<CaseToReport> SweepRun::cases_to_report() {
  std::vector<CaseToReport> reported;
  for (size_t index = 0; index < cases_.size(); ++index) {
    reported.push_back({.name = name_of(cases_[index]),
                        .run = [this, index](int64_t round) { return report(index, static_cast<size_t>(round)); }});
  }
  return reported;
}

std::optional<ReportedCase> SweepRun::report(size_t index, size_t round) {
  if (index < shape_begin_ || index >= shape_end_) begin_shape_of(index);
  const std::optional<ReportedCase> report = shape_run_->report(index - shape_begin_, round);
  progress_.clear();
  return report;
}

void SweepRun::begin_shape_of(size_t index) {
  shape_run_.reset();  // frees the tensors of the shape before
  const AttentionShape& shape = cases_[index].shape;
  shape_begin_ = index;
  while (shape_begin_ > 0 && cases_[shape_begin_ - 1].shape == shape) --shape_begin_;
  shape_end_ = index;
  while (shape_end_ < cases_.size() && cases_[shape_end_].shape == shape) ++shape_end_;
  const std::vector<Case> cases(cases_.begin() + static_cast<std::ptrdiff_t>(shape_begin_),
                                cases_.begin() + static_cast<std::ptrdiff_t>(shape_end_));
  ++settings_.order_seed;
  shape_run_ = std::make_unique<ShapeRun>(*device_, cases, settings_, listener_);
}

}  // namespace attn
