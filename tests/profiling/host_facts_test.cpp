#include "profiling/host_facts.h"

#include <ATen/Parallel.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <thread>

#include "profiling/container.h"
#include "profiling/libtorch_facts.h"
#include "profiling/machine_facts.h"
#include "tests/profiling/fake_root.h"

namespace attn {
namespace {

using testing::Contains;
using testing::Key;
using testing::MatchesRegex;
using testing::Not;
using testing::Pair;

std::map<std::string, std::string> by_key(const Facts& facts) {
  return {facts.begin(), facts.end()};
}

TEST(HostFacts, AreOneLineEachUnderAKeyOfTheirOwn) {
  const Facts facts = host_facts();
  EXPECT_EQ(by_key(facts).size(), facts.size()) << "a key came twice";
  for (const auto& [key, value] : facts) {
    EXPECT_EQ(value.find_first_of("\n\r"), std::string::npos) << key;
    EXPECT_FALSE(key.empty());
  }
}

TEST(HostFacts, SayWhatThisProgramRunsOn) {
  const auto facts = by_key(host_facts());
  EXPECT_EQ(facts.at("host"), host_name());
  EXPECT_EQ(facts.at("libtorch_version"), libtorch_version());
  EXPECT_EQ(facts.at("threads"), std::to_string(at::get_num_threads()));
  EXPECT_EQ(facts.at("cpu_count"), std::to_string(std::thread::hardware_concurrency()));
  EXPECT_EQ(facts.at("matmul_precision"), "highest") << "LibTorch's default";
  EXPECT_EQ(facts.at("tf32_cublas"), "off");
  EXPECT_FALSE(facts.at("cpu_capability").empty());
}

TEST(LibtorchVersion, IsThreeNumbers) {
  EXPECT_THAT(libtorch_version(), MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

TEST(LibtorchFacts, NameTheCudaVersionWhereBuiltWithIt) {
  const auto facts = by_key(libtorch_facts());
  if (!facts.contains("libtorch_cuda_version")) GTEST_SKIP() << "because this LibTorch was built without CUDA";
  EXPECT_THAT(facts.at("libtorch_cuda_version"), MatchesRegex("1[0-9]\\.[0-9]+"));
}

TEST(LibtorchFacts, CondenseParallelInfoWithoutTheEnvironment) {
  EXPECT_EQ(condensed_parallel_info("ATen/Parallel:\n\tat::get_num_threads() : 2\nOpenMP 201511 (a.k.a. OpenMP 4.5)\n"
                                    "Environment variables:\n\tOMP_NUM_THREADS : [not set]\n\tMKL_NUM_THREADS : 3\n"
                                    "ATen parallel backend: OpenMP\n"),
            "at::get_num_threads() : 2; OpenMP 201511 (a.k.a. OpenMP 4.5); ATen parallel backend: OpenMP");
}

TEST(MachineFacts, ReadTheMachinesFiles) {
  FakeRoot root;
  root.with("etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
      .with("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nprocessor\t: 1\nmodel name\t: other\n")
      .with("proc/meminfo", "MemTotal:       24684092 kB\n")
      .with("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n")
      .with("proc/driver/nvidia/version", "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue\n");
  const auto facts = by_key(machine_facts(root.path()));
  EXPECT_EQ(facts.at("os"), "Debian GNU/Linux 12 (bookworm)");
  EXPECT_EQ(facts.at("cpu_model"), "AMD EPYC 7B13");
  EXPECT_EQ(facts.at("memory_bytes"), "25276510208");  // 24,684,092 · 1,024
  EXPECT_EQ(facts.at("cpu_governor"), "powersave");
  EXPECT_EQ(facts.at("nvidia_driver"), "550.54.15");
  EXPECT_EQ(facts.at("nvidia_device"), "no");
}

TEST(MachineFacts, LeaveOutWhatCantBeRead) {
  const FakeRoot root;
  const auto facts = by_key(machine_facts(root.path()));
  for (const char* key : {"os", "cpu_model", "memory_bytes", "cpu_governor", "nvidia_driver"}) {
    EXPECT_THAT(facts, Not(Contains(Key(key))));
  }
}

TEST(EnvironmentFacts, KeepWhatChangesThreadsAndMemory) {
  setenv("KMP_AFFINITY", "granularity=fine,compact\nx", 1);
  setenv("ATTN_SECRET", "no", 1);
  const Facts facts = environment_facts();
  unsetenv("KMP_AFFINITY");
  unsetenv("ATTN_SECRET");
  EXPECT_THAT(facts, Contains(Pair("env_KMP_AFFINITY", "granularity=fine,compact x")));
  EXPECT_THAT(facts, Not(Contains(Key("env_ATTN_SECRET"))));
  EXPECT_THAT(facts, Contains(Key("malloc")));
}

TEST(ContainerKind, IsToldByFilesAndGroups) {
  if (std::getenv("KUBERNETES_SERVICE_HOST") != nullptr) GTEST_SKIP() << "because this runs in Kubernetes";
  EXPECT_EQ(container_kind(FakeRoot().path()), "none");
  EXPECT_EQ(container_kind(FakeRoot().with(".dockerenv", "").path()), "docker");
  EXPECT_EQ(container_kind(FakeRoot().with("run/.containerenv", "").with(".dockerenv", "").path()), "podman");
  EXPECT_EQ(container_kind(FakeRoot().with("run/systemd/container", "systemd-nspawn\n").path()), "systemd-nspawn");
  EXPECT_EQ(container_kind(FakeRoot().with("proc/1/cgroup", "4:memory:/kubepods/pod1/x\n").path()), "kubernetes");
  EXPECT_EQ(container_kind(FakeRoot().with("proc/1/cgroup", "4:memory:/\n").path()), "none");
}

}  // namespace
}  // namespace attn
