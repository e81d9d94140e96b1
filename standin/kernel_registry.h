#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "standin/kernel_resources.h"
#include "standin/module_image.h"

namespace attn::standin {

/// A kernel that was looked for. It stays for good: records point to its name.
struct Kernel {
  std::string name;  ///< mangled
  Resources resources;
  /// Dynamic shared memory that it may ask for; 48 KiB until cudaFuncSetAttribute raises it. Guarded by the registry.
  uint32_t max_dynamic_shared_bytes = 48 * 1024;
};

/// The kernels that the program's libraries have. A kernel is known by its host stub (what <<<>>> calls) or by the
/// Kernel itself, which is what the API hands out as a handle.
class KernelRegistry {
 public:
  explicit KernelRegistry(std::vector<std::string> resource_files) : resources_(std::move(resource_files)) {}

  /// `module` is whatever a library registers its kernels under; `name` must stay until remove_module.
  void add(const void* module, const void* stub, const char* name);
  void remove_module(const void* module);

  /// Null for what is neither a stub nor a kernel.
  Kernel* find(const void* stub_or_kernel);
  /// A kernel loaded through the driver's API. The same one for the same name.
  Kernel* find_by_name(const std::string& name);

  /// A module loaded through the driver's API whose image says what its kernels are, at least one; its handle is good
  /// for ever.
  const void* add_module(const std::vector<ImageKernel>& kernels);
  bool is_module(const void* module);
  /// Its kernel of that name, or null.
  Kernel* find_in_module(const void* module, const std::string& name);

  void set_max_dynamic_shared_bytes(Kernel& kernel, uint32_t bytes);
  uint32_t max_dynamic_shared_bytes(const Kernel& kernel);

 private:
  Kernel* make(std::string name, Resources resources);

  std::mutex mutex_;
  KernelResources resources_;
  std::unordered_map<const void*, const char*> names_by_stub_;
  std::unordered_map<const void*, std::vector<const void*>> stubs_by_module_;
  std::unordered_map<const void*, Kernel*> kernels_by_stub_;
  std::unordered_map<std::string, Kernel*> kernels_by_name_;
  std::unordered_map<const void*, std::unique_ptr<Kernel>> kernels_;
  std::map<const void*, std::map<std::string, Kernel*>> kernels_by_module_;
};

}  // namespace attn::standin
