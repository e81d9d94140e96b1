#include "standin/kernel_registry.h"

#include <dlfcn.h>

namespace attn::standin {

namespace {

std::string library_of(const void* stub) {
  Dl_info info{};
  return dladdr(stub, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

}  // namespace

void KernelRegistry::add(const void* module, const void* stub, const char* name) {
  const std::lock_guard lock(mutex_);
  names_by_stub_[stub] = name;
  stubs_by_module_[module].push_back(stub);
}

void KernelRegistry::remove_module(const void* module) {
  const std::lock_guard lock(mutex_);
  const auto found = stubs_by_module_.find(module);
  if (found == stubs_by_module_.end()) return;
  for (const void* stub : found->second) {
    names_by_stub_.erase(stub);
    kernels_by_stub_.erase(stub);
  }
  stubs_by_module_.erase(found);
}

Kernel* KernelRegistry::make(std::string name, Resources resources) {
  auto kernel = std::make_unique<Kernel>(Kernel{.name = std::move(name), .resources = resources});
  Kernel* result = kernel.get();
  kernels_.emplace(result, std::move(kernel));
  return result;
}

Kernel* KernelRegistry::find(const void* stub_or_kernel) {
  const std::lock_guard lock(mutex_);
  if (const auto found = kernels_by_stub_.find(stub_or_kernel); found != kernels_by_stub_.end()) return found->second;
  if (const auto found = kernels_.find(stub_or_kernel); found != kernels_.end()) return found->second.get();
  const auto name = names_by_stub_.find(stub_or_kernel);
  if (name == names_by_stub_.end()) return nullptr;
  Kernel* kernel = make(name->second, resources_.of(library_of(stub_or_kernel), name->second));
  kernels_by_stub_.emplace(stub_or_kernel, kernel);
  return kernel;
}

Kernel* KernelRegistry::find_by_name(const std::string& name) {
  const std::lock_guard lock(mutex_);
  Kernel*& kernel = kernels_by_name_[name];
  if (kernel == nullptr) kernel = make(name, {});
  return kernel;
}

const void* KernelRegistry::add_module(const std::vector<ImageKernel>& kernels) {
  const std::lock_guard lock(mutex_);
  std::map<std::string, Kernel*> by_name;
  for (const ImageKernel& kernel : kernels) by_name[kernel.name] = make(kernel.name, kernel.resources);
  const void* const handle = by_name.begin()->second;  // an address that no other module has
  kernels_by_module_.emplace(handle, std::move(by_name));
  return handle;
}

bool KernelRegistry::is_module(const void* module) {
  const std::lock_guard lock(mutex_);
  return kernels_by_module_.contains(module);
}

Kernel* KernelRegistry::find_in_module(const void* module, const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto kernels = kernels_by_module_.find(module);
  if (kernels == kernels_by_module_.end()) return nullptr;
  const auto found = kernels->second.find(name);
  return found == kernels->second.end() ? nullptr : found->second;
}

void KernelRegistry::set_max_dynamic_shared_bytes(Kernel& kernel, uint32_t bytes) {
  const std::lock_guard lock(mutex_);
  kernel.max_dynamic_shared_bytes = bytes;
}

uint32_t KernelRegistry::max_dynamic_shared_bytes(const Kernel& kernel) {
  const std::lock_guard lock(mutex_);
  return kernel.max_dynamic_shared_bytes;
}

}  // namespace attn::standin
