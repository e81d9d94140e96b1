#include "profiling/host_events.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

TEST(HostEvents, ChargeCallsToTheirOps) {
  const ExampleProfile example = example_of_two_forwards();
  const HostEvents events = host_events_of(example.profile);
  EXPECT_EQ(events.op_self_ns[0], 100);  // matmul without bmm
  EXPECT_EQ(events.op_self_ns[1], 200);  // bmm without its call
  EXPECT_EQ(events.op_self_ns[2], 120);  // mul without its two
  EXPECT_EQ(events.children, (std::vector<int64_t>{1, 1, 2, 1, 1, 2}));
  EXPECT_EQ(events.call_self_ns[0], 100);
}

TEST(HostEvents, PutACallBelowTheCallThatItLiesIn) {
  ExampleProfile example;
  example.forward(0, 1000);
  const size_t op = example.op("a", 0, 1000);
  const size_t outer = example.call("cudaLaunchKernel", 100, 300, op);
  const size_t inner = example.call("cuLaunchKernel", 150, 250, op);
  const size_t later = example.call("cuLaunchKernel", 300, 400, op);
  const HostEvents events = host_events_of(example.profile);
  EXPECT_EQ(events.call_self_ns[outer], 100);
  EXPECT_EQ(events.call_self_ns[inner], 100);
  EXPECT_EQ(events.call_self_ns[later], 100);
  EXPECT_EQ(events.op_self_ns[op], 700);
  EXPECT_EQ(events.children[op], 2);
}

TEST(HostEvents, KeepThreadsApart) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.call("cudaDeviceSynchronize", 0, 1000);
  const size_t other = example.call("cudaLaunchKernel", 100, 200);
  example.profile.calls[other].thread = 101;
  const HostEvents events = host_events_of(example.profile);
  EXPECT_EQ(events.call_self_ns, (std::vector<int64_t>{1000, 100}));
}

TEST(HostEvents, ChargeAnOpWithNoMoreThanLiesWithinIt) {
  ExampleProfile example;
  example.forward(0, 1000);
  const size_t op = example.op("a", 100, 200);
  example.call("cudaLaunchKernel", 190, 230, op);
  example.call("cudaLaunchKernel", 300, 400, op);
  EXPECT_EQ(host_events_of(example.profile).op_self_ns[op], 90);
}

TEST(HostEvents, RefuseACallOfAnOpThatIsNotThere) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.call("cudaLaunchKernel", 190, 230, 7);
  EXPECT_THROW(host_events_of(example.profile), std::out_of_range);
}

}  // namespace
}  // namespace attn
