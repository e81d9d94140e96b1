#include "benchmarks/process_runs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "benchmarks/interrupt.h"
#include "benchmarks/progress.h"
#include "benchmarks/run_identity.h"

extern char** environ;

namespace attn {
namespace {

constexpr int kExitInterrupted = 130;

std::vector<std::string> child_arguments(const std::vector<std::string>& arguments, const std::string& folder,
                                         const std::string& run_id) {
  std::vector<std::string> child = arguments;  // a flag given again counts instead of the first one
  child.insert(child.end(), {"--processes=1", "--child_run_id=" + run_id, "--out=" + folder,
                             "--benchmark_format=console", "--benchmark_out="});
  return child;
}

/// Runs this program with the arguments; standard error goes to `errors`. Returns the exit code, 128 + N for a signal
/// N.
int run_self(const std::vector<std::string>& arguments, const std::string& errors) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error(fmt::format("--processes: can't start this program again: error {}", error));
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The metric's values, one a process.
std::vector<double> values_of(const std::vector<ResultRow>& rows, std::string_view metric) {
  std::vector<double> values;
  for (const ResultRow& row : rows)
    if (row.metric && row.metric->name == metric) values.push_back(row.metric->value);
  return values;
}

std::optional<double> median_of(const std::vector<ResultRow>& rows, std::string_view metric) {
  const std::vector<double> values = values_of(rows, metric);
  return values.empty() ? std::nullopt : std::optional(median(values));
}

Status parse_status(const std::string& name) {
  for (const Status status : {Status::kOk, Status::kUnsupported, Status::kOutOfMemory, Status::kIncorrect})
    if (name == name_of(status)) return status;
  return Status::kFailed;
}

/// The flags that any process has, each once, in the order in which results.csv has them.
std::string join_flags(const std::vector<ResultRow>& rows) {
  std::set<std::string> present;
  for (const ResultRow& row : rows) {
    std::istringstream words(row.row.flags);
    for (std::string word; words >> word;) present.insert(word);
  }
  std::string joined;
  for (const char* flag : {"not_converged", "disturbed", "unblocked", "throttled"})
    if (present.contains(flag)) joined += (joined.empty() ? "" : " ") + std::string(flag);
  return joined;
}

}  // namespace

std::vector<std::string> run_processes(const Options& options, const std::vector<std::string>& arguments,
                                       const std::string& folder) {
  Progress progress(static_cast<size_t>(options.processes));
  std::vector<std::string> run_ids;
  const std::string errors = folder + "/.errors-of-" + new_run_id();
  for (int64_t process = 0; process < options.processes && !interrupted(); ++process) {
    progress.show("the whole sweep in a fresh process");
    run_ids.push_back(new_run_id());
    const int code = run_self(child_arguments(arguments, folder, run_ids.back()), errors);
    const std::string last_words = read_text(errors);
    std::remove(errors.c_str());
    if (code == kExitInterrupted) break;
    if (code > 1) {
      throw std::runtime_error(fmt::format("--processes: process {} of {} ended with code {}: {}", process + 1,
                                           options.processes, code, last_words));
    }
    progress.finish_step();
  }
  return run_ids;
}

ReportedCase combine_processes(const std::vector<ResultRow>& rows) {
  ReportedCase combined;
  if (rows.empty()) {
    combined.reason = "interrupted before it was timed";
    return combined;
  }
  const auto worst =
      std::ranges::max_element(rows, {}, [](const ResultRow& row) { return parse_status(row.row.status); });
  combined.status = parse_status(worst->row.status);
  combined.reason = worst->row.reason;
  combined.backend = worst->row.backend_ran;
  combined.flags = join_flags(rows);
  const auto ops = median_of(rows, "ops");
  if (ops) combined.ops = static_cast<int64_t>(*ops);
  combined.error_rms = median_of(rows, "error_rms");
  combined.peak_memory_bytes = median_of(rows, "peak_memory_bytes");
  const std::vector<double> times = values_of(rows, "time_s");
  if (combined.status != Status::kOk || times.empty()) return combined;
  for (const double forwards : values_of(rows, "forwards")) combined.forwards += static_cast<int64_t>(forwards);
  combined.time_s = median(times);
  combined.host_time_s = median_of(rows, "host_time_s").value_or(combined.time_s);
  combined.time_interval = log_t_interval(times);
  if (const auto flops = median_of(rows, "model_flops")) combined.flops_per_s = *flops / combined.time_s;
  if (const auto bytes = median_of(rows, "traffic_bytes")) combined.bytes_per_s = *bytes / combined.time_s;
  return combined;
}

}  // namespace attn
