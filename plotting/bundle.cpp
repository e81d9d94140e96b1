#include "plotting/bundle.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string_view>

#include "results/bad_request.h"

namespace attn {

extern const std::map<std::string, std::string_view> plotting_texts;

namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) throw BadRequest(fmt::format("{} can't be read", path.string()));
  return text;
}

/// Removed with it.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_((fs::temp_directory_path() / "attn_plot_XXXXXX").string()), descriptor_(mkstemp(path_.data())) {
    if (descriptor_ < 0) throw BadRequest(fmt::format("{} can't be written", fs::temp_directory_path().string()));
  }
  ~TemporaryFile() {
    close(descriptor_);
    unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::string text() const { return read_text(path_); }

 private:
  std::string path_;
  int descriptor_;
};

/// Waits for its end. What it printed, if it did not end with exit code 0.
std::string run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const TemporaryFile output;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.descriptor(), STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fmt::format("{} can't be run", command.front());
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  const std::string said = output.text();
  return said.empty() ? fmt::format("{} broke off", command.front()) : said;
}

}  // namespace

ChartTools find_chart_tools(const fs::path& folder) {
  ChartTools tools;
  if (fs::exists(folder / "vega_bundle.js")) tools.bundle = read_text(folder / "vega_bundle.js");
  if (fs::exists(folder / "python")) {
    std::string python = read_text(folder / "python");
    while (python.ends_with('\n')) python.pop_back();
    if (fs::exists(python)) tools.python = python;
  }
  return tools;
}

fs::path chart_tools_folder() {
  return fs::read_symlink("/proc/self/exe").parent_path() / "charts";
}

std::string draw_pictures(const fs::path& python, const fs::path& folder, const std::vector<std::string>& names) {
  std::vector<std::string> command = {python.string(), "-I", "-c", std::string(plotting_texts.at("draw_pictures")),
                                      folder.string()};
  command.insert(command.end(), names.begin(), names.end());
  return run(command);
}

}  // namespace attn
