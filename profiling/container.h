#pragma once

#include <filesystem>
#include <string>

namespace attn {

/// The container that the program runs in: "docker", "podman", "kubernetes", "apptainer", "lxc", another name that
/// systemd gives, or "none" as far as can be told. `root` stands for / in tests.
std::string container_kind(const std::filesystem::path& root = "/");

}  // namespace attn
