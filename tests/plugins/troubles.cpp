// Libraries that give trouble when they are loaded, one for each TROUBLE.
#include <chrono>
#include <csignal>
#include <thread>

#define NONE 0
#define CRASH 1
#define HANG 2
#define PYTHON_DATA 3
#define LIBTORCH_SYMBOL 4
#define OTHER_SYMBOL 5

#if TROUBLE == CRASH
[[gnu::constructor]] void crash() {
  std::raise(SIGSEGV);
}
#elif TROUBLE == HANG
[[gnu::constructor]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
#elif TROUBLE == PYTHON_DATA
extern "C" void* PyExc_RuntimeError;  // as every module made with pybind11 needs it
void* python_data() {
  return PyExc_RuntimeError;
}
#elif TROUBLE == LIBTORCH_SYMBOL
namespace at {
int gone_since_then(int);
}
int call() {
  return at::gone_since_then(1);
}
#elif TROUBLE == OTHER_SYMBOL
extern "C" int nobody_has_this();
int call() {
  return nobody_has_this();
}
#else
int nothing() {
  return 0;
}
#endif
