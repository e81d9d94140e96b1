#include "results/merging/anonymous_text.h"

#include <gmock/gmock.h>

#include <array>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

AnonymousText of_host_vm() {
  static const std::array<std::string, 1> hosts = {"vm"};
  return {hosts, {}};
}

TEST(AnonymousText, LeavesOfAPathItsLastComponentWhereverItStands) {
  AnonymousText anonymous = of_host_vm();
  EXPECT_EQ(anonymous.text("/home/me/attn_bench --out=/tmp/rec/a100/ -I/opt/cuda/include"),
            "attn_bench --out=a100 -Iinclude");
  EXPECT_EQ(anonymous.text("can't open /etc/secret/x.csv: no such file (/a/b, \"/c/d\")"),
            "can't open x.csv: no such file (b, \"d\")");
  EXPECT_EQ(anonymous.text("file:///home/me/x //home/me/x `/home/me/x` “/home/me/x” !/home/me/x +/home/me/x"),
            "file:x x `x` “x” !x +x");
  EXPECT_EQ(anonymous.text("g++ -isystem/home/me/x ssh://me@vm/home/me/x ~me/x ~/.cache/x"), "g++ -isystemx ssh:x x x");
  EXPECT_EQ(anonymous.text("LD_LIBRARY_PATH=/usr/lib:/opt/lib64"), "LD_LIBRARY_PATH=lib:lib64");
  EXPECT_EQ(anonymous.text("'/home/my self/attn_bench' --x"), "'attn_bench' --x");
}

TEST(AnonymousText, LeavesWhatIsNoPath) {
  AnonymousText anonymous = of_host_vm();
  for (const char* text :
       {"Naive/cpu/fp32/causal/batch:1", "1e9 FLOP/s", "a / b", "https://pytorch.org/docs/x", "//", "/"}) {
    EXPECT_EQ(anonymous.text(text), text);
  }
  EXPECT_THAT(of_host_vm().done(), ElementsAre("the host vm is host-1"));
}

TEST(AnonymousText, KnowsAPathWithSpacesThatItWasTold) {
  const std::array<std::string, 2> paths = {"/home/my self", "/home/my self/old runs"};
  AnonymousText anonymous({}, paths);
  EXPECT_EQ(anonymous.text("/home/my self/old runs"), "old runs");
  EXPECT_EQ(anonymous.text("read from /home/my self/old runs, done"), "read from old runs, done");
}

TEST(AnonymousText, NamesEachHostAnewAndOnlyWholeWords) {
  const std::array<std::string, 3> hosts = {"vm", "node7.lab", "vm"};
  AnonymousText anonymous(hosts, {});
  EXPECT_EQ(anonymous.host("vm"), "host-1");
  EXPECT_EQ(anonymous.host("node7.lab"), "host-2");
  EXPECT_EQ(anonymous.host("else"), "else");
  EXPECT_EQ(anonymous.text("vm lost node7.lab, not vmware or kvm."), "host-1 lost host-2, not vmware or kvm.");
}

TEST(AnonymousText, KnowsAHostWithAndWithoutItsDomain) {
  const std::array<std::string, 2> hosts = {"node7.lab.org", "vm"};
  AnonymousText anonymous(hosts, {});
  EXPECT_EQ(anonymous.text("node7.lab.org, node7, vm.lab.example and vm."), "host-1, host-1, host-2 and host-2.");
  EXPECT_THAT(anonymous.done(), ElementsAre("the host node7.lab.org is host-1", "the host vm is host-2"));
}

TEST(AnonymousText, ChangesNothingASecondTime) {
  const std::array<std::string, 1> hosts = {"host-1"};
  AnonymousText anonymous(hosts, {});
  EXPECT_EQ(anonymous.text("attn_bench --out=a100 on host-1"), "attn_bench --out=a100 on host-1");
  EXPECT_THAT(anonymous.done(), IsEmpty());
}

TEST(AnonymousText, CountsWhatItReplaced) {
  AnonymousText anonymous = of_host_vm();
  anonymous.text("/a/b /c/d");
  EXPECT_THAT(anonymous.done(), ElementsAre("the host vm is host-1", "2 folders left out of paths"));
}

}  // namespace
}  // namespace attn
