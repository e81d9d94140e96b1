#pragma once

#include <dlfcn.h>

namespace attn {

/// The function of that name in a library from dlopen, typed as the pointer to fill; null where the library is null or
/// lacks it. (dlsym itself takes a null library for "any that is loaded".)
template <typename Function>
void load_symbol(void* library, const char* name, Function*& function) {
  function = library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

/// The same from whatever library this program has loaded.
template <typename Function>
void find_loaded_symbol(const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace attn
