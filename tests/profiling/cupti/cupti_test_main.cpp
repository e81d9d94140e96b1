// The tests that call the real CUPTI. From CUDA 13.2 on (seen with 13.2.86), each function of it that finds no driver
// calls itself until the stack ends; there these tests can't run without a GPU.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

namespace {

/// Tried in a child, with a small stack so that its end is near.
bool cupti_runs_here() {
  const pid_t child = fork();
  if (child == 0) {
    constexpr rlimit kSmall = {.rlim_cur = rlim_t(512) << 10, .rlim_max = rlim_t(512) << 10};
    constexpr rlimit kNone = {.rlim_cur = 0, .rlim_max = 0};
    static_cast<void>(setrlimit(RLIMIT_STACK, &kSmall));
    static_cast<void>(setrlimit(RLIMIT_CORE, &kNone));
    auto* const get_version = reinterpret_cast<int (*)(uint32_t*)>(dlsym(RTLD_DEFAULT, "cuptiGetVersion"));
    uint32_t version = 0;
    _exit(get_version != nullptr && get_version(&version) == 0 ? 0 : 1);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
}

}  // namespace

int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  if (!GTEST_FLAG_GET(list_tests) && !cupti_runs_here()) {
    // As GoogleTest says it, which is what ctest looks for.
    std::puts("[  SKIPPED ] because this CUPTI ends the process where there is no driver");
    return 0;
  }
  return RUN_ALL_TESTS();
}
