#include "benchmarks/external/kernel_messages.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace attn {
namespace {

TEST(KernelMessages, AQuestionComesBackAsItWas) {
  const KernelQuestion question{.what = KernelQuestion::What::kLook,
                                .case_name = "Mine/cpu/\"x\"\n",
                                .round = 3,
                                .without = {"a", "b"},
                                .measured = {{"a", 0.1}}};
  const std::string line = line_of(question);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const KernelQuestion back = read_question(line);
  EXPECT_EQ(back.what, question.what);
  EXPECT_EQ(back.case_name, question.case_name);
  EXPECT_EQ(back.round, 3);
  EXPECT_EQ(back.without, question.without);
  EXPECT_EQ(back.measured, question.measured);
}

TEST(KernelMessages, AReportComesBackToTheLastBit) {
  KernelAnswer answer;
  answer.reported = ReportedCase{.status = Status::kOk,
                                 .reason = "",
                                 .flags = "disturbed",
                                 .backend = "none",
                                 .forwards = 7,
                                 .time_s = 0.1 + 0.2,
                                 .host_time_s = 1e-7,
                                 .time_interval = Interval{0.29, 0.31},
                                 .flops_per_s = 1e12 / 3,
                                 .bytes_per_s = {},
                                 .ops = 20,
                                 .error_rms = 2e-7,
                                 .peak_memory_bytes = 4096};
  answer.count = {{Status::kOk, 2}, {Status::kFailed, 1}};
  const KernelAnswer back = read_answer(line_of(answer));
  ASSERT_TRUE(back.reported);
  EXPECT_EQ(back.reported->status, Status::kOk);
  EXPECT_EQ(back.reported->time_s, 0.1 + 0.2);
  EXPECT_EQ(back.reported->time_interval->low, 0.29);
  EXPECT_EQ(back.reported->flops_per_s, 1e12 / 3);
  EXPECT_FALSE(back.reported->bytes_per_s);
  EXPECT_EQ(back.reported->ops, 20);
  EXPECT_EQ(back.count, answer.count);
  EXPECT_FALSE(back.planned);
}

TEST(KernelMessages, APlannedLineComesBackAsItWas) {
  KernelAnswer answer;
  answer.planned.emplace();
  answer.planned->case_name = "Mine/a100";
  answer.planned->reason = "no kernel image";
  answer.planned->launches = LaunchCounts{.kernels = 2, .memcpys = 1, .memsets = 0, .library_calls = 3};
  answer.planned->lowest_occupancy = 0.125;
  const KernelAnswer back = read_answer(line_of(answer));
  ASSERT_TRUE(back.planned);
  EXPECT_EQ(back.planned->reason, "no kernel image");
  EXPECT_EQ(back.planned->launches->library_calls, 3);
  EXPECT_EQ(back.planned->lowest_occupancy, 0.125);
}

TEST(KernelMessages, BytesThatAreNoTextAreReplaced) {
  KernelAnswer answer;
  answer.text =
      "a\xff"
      "b";
  EXPECT_EQ(read_answer(line_of(answer)).text, "a\uFFFDb");
}

TEST(KernelMessages, WhatIsNoMessageIsRefused) {
  EXPECT_THROW(read_answer("{}"), std::runtime_error);
  EXPECT_THROW(read_question("nonsense"), std::runtime_error);
}

}  // namespace
}  // namespace attn
