#include "profiling/op_recorder.h"

#include <ATen/ops/add_ops.h>
#include <ATen/ops/empty_ops.h>
#include <ATen/record_function.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <thread>

#include "tests/profiling/forwards.h"

namespace attn {
namespace {

std::vector<std::string> names_at_top(const std::vector<RecordedOp>& ops) {
  std::vector<std::string> names;
  for (const RecordedOp& op : ops) {
    if (op.depth == 0) names.push_back(op.name);
  }
  return names;
}

at::Tensor small_tensor() {
  const std::vector<int64_t> shape = {2};
  return at::_ops::empty_memory_format::call(c10::fromIntArrayRefSlow(shape), at::kFloat, at::kStrided, at::kCPU, false,
                                             std::nullopt);
}

// PyTorch's profiler lists the same 45 for the Python line; it names the wrapped scalar's making too.
TEST(RecordOps, FindsThe45OpsOfANaiveForwardAsPythonWritesIt) {
  const std::vector<RecordedOp> ops = record_ops(naive_forward(4, 32, 16));
  EXPECT_EQ(ops.size(), 45u);
  EXPECT_EQ(std::count_if(ops.begin(), ops.end(), [](const RecordedOp& op) { return op.name == "aten::mul"; }), 1);
  EXPECT_EQ(std::count_if(ops.begin(), ops.end(), [](const RecordedOp& op) { return op.name == "aten::bmm"; }), 2);
}

TEST(RecordOps, KeepsTheOrderInWhichOpsBegan) {
  EXPECT_THAT(names_at_top(record_ops(naive_forward(4, 32, 16))),
              testing::IsSupersetOf({"aten::transpose", "aten::matmul", "aten::mul", "aten::masked_fill",
                                     "aten::softmax", "aten::matmul"}));
  EXPECT_THAT(names_at_top(record_ops(sdpa_forward("flash", 2, 16, 8))),
              testing::ElementsAre("aten::scaled_dot_product_attention"));
}

TEST(RecordOps, LinksEachOpToTheOneThatCalledIt) {
  const std::vector<RecordedOp> ops = record_ops(naive_forward(4, 32, 16));
  ASSERT_FALSE(ops.empty());
  for (size_t i = 0; i < ops.size(); ++i) {
    SCOPED_TRACE(ops[i].name);
    if (ops[i].parent < 0) {
      EXPECT_EQ(ops[i].depth, 0);
      continue;
    }
    ASSERT_LT(ops[i].parent, static_cast<int64_t>(i));
    EXPECT_EQ(ops[i].depth, ops[static_cast<size_t>(ops[i].parent)].depth + 1);
  }
  const auto bmm = std::find_if(ops.begin(), ops.end(), [](const RecordedOp& op) { return op.name == "aten::bmm"; });
  ASSERT_NE(bmm, ops.end());
  EXPECT_EQ(ops.at(static_cast<size_t>(bmm->parent)).name, "aten::matmul");
}

TEST(RecordOps, CopiesNamesThatNoSchemaOwns) {
  const std::vector<RecordedOp> ops = record_ops([] {
    {
      at::RecordFunction function(at::RecordScope::FUNCTION);
      function.before(std::string("made up ") + std::to_string(7));
    }
    return small_tensor();
  });
  ASSERT_EQ(ops.size(), 2u);
  EXPECT_EQ(ops[0].name, "made up 7");
  EXPECT_EQ(ops[1].name, "aten::empty");
  EXPECT_EQ(ops[1].parent, -1);
}

TEST(RecordOps, RemovesItsCallbackWhenTheForwardThrows) {
  const Forward failing = []() -> at::Tensor {
    small_tensor();
    throw std::runtime_error("no");
  };
  EXPECT_THROW(record_ops(failing), std::runtime_error);
  EXPECT_FALSE(at::hasCallbacks());
  EXPECT_EQ(record_ops(small_tensor).size(), 1u) << "the recorder is ready for the next forward";
  EXPECT_FALSE(at::hasCallbacks());
}

TEST(RecordOps, KeepsTheOpsOfEachThreadUnderTheirThread) {
  const std::vector<RecordedOp> ops = record_ops([] {
    at::RecordFunction function(at::RecordScope::FUNCTION);
    function.before("outer");
    std::thread([] { naive_forward(4, 32, 16)(); }).join();
    return small_tensor();
  });
  ASSERT_GT(ops.size(), 47u);  // the forward's own making is among them
  EXPECT_EQ(ops.front().name, "outer");
  EXPECT_EQ(ops.front().thread, gettid());
  EXPECT_EQ(ops.back().name, "aten::empty");
  EXPECT_EQ(ops.back().parent, 0);
  for (size_t i = 1; i + 1 < ops.size(); ++i) {
    EXPECT_NE(ops[i].thread, gettid()) << ops[i].name;
    EXPECT_EQ(ops[i].thread, ops[1].thread) << ops[i].name;
    EXPECT_NE(ops[i].parent, 0) << "an op of another thread has no parent on this one";
  }
}

TEST(RecordOps, TimesEachOpWithinTheOneThatCalledIt) {
  const RecordedForwards recorded = record_forwards(naive_forward(4, 32, 16), 2);
  ASSERT_EQ(recorded.iterations.size(), 2u);
  EXPECT_LE(recorded.iterations[0].end_ns, recorded.iterations[1].begin_ns);
  for (const RecordedOp& op : recorded.ops) {
    EXPECT_LE(op.span.begin_ns, op.span.end_ns) << op.name;
    const TimeSpan& around = op.parent < 0 ? recorded.iterations.at(static_cast<size_t>(op.iteration))
                                           : recorded.ops[static_cast<size_t>(op.parent)].span;
    EXPECT_GE(op.span.begin_ns, around.begin_ns) << op.name;
    EXPECT_LE(op.span.end_ns, around.end_ns) << op.name;
  }
}

TEST(RecordOps, CountsTheForwards) {
  const RecordedForwards recorded = record_forwards(small_tensor, 3);
  ASSERT_EQ(recorded.ops.size(), 3u);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(recorded.ops[i].iteration, static_cast<int64_t>(i));
  EXPECT_TRUE(record_forwards(small_tensor, 0).ops.empty());
}

TEST(RecordOps, RefusesAForwardThatRecordsItself) {
  const Forward nested = [] {
    record_ops(small_tensor);
    return small_tensor();
  };
  EXPECT_THROW(record_ops(nested), std::logic_error);
  EXPECT_FALSE(at::hasCallbacks());
}

/// Writes down what it is told.
struct Listener : OpObserver {
  void forward_began(int64_t) noexcept override {}
  void forward_ended(int64_t) noexcept override { ++forwards; }
  void op_began(size_t op) noexcept override { heard.push_back(static_cast<int64_t>(op) + 1); }
  void op_ended(size_t op) noexcept override { heard.push_back(-static_cast<int64_t>(op) - 1); }
  std::vector<int64_t> heard;
  int forwards = 0;
};

TEST(RecordOps, TellsAnObserverOfEachOpsBeginAndEnd) {
  Listener listener;
  const std::vector<RecordedOp> ops = record_forwards(naive_forward(4, 32, 16), 1, &listener).ops;
  EXPECT_EQ(listener.heard.size(), 2 * ops.size());
  std::vector<int64_t> open;
  int64_t began = 0;
  for (const int64_t event : listener.heard) {
    if (event > 0) {
      EXPECT_EQ(event, ++began) << "in the order of the list";
      EXPECT_EQ(static_cast<int64_t>(open.size()), ops.at(static_cast<size_t>(event - 1)).depth);
      open.push_back(event);
    } else {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(open.back(), -event) << "the last that began ends first";
      open.pop_back();
    }
  }
  EXPECT_TRUE(open.empty());
}

TEST(RecordOps, TellsAnObserverOfTheEndOfOpsThatThrow) {
  Listener listener;
  const Forward failing = []() -> at::Tensor {
    at::RecordFunction function(at::RecordScope::FUNCTION);
    function.before("failing");
    throw std::runtime_error("no");
  };
  EXPECT_THROW(record_forwards(failing, 1, &listener), std::runtime_error);
  EXPECT_EQ(listener.forwards, 1) << "and of the forward's own end";
  EXPECT_EQ(listener.heard, (std::vector<int64_t>{1, -1}));
}

TEST(RecordOps, SeesOpsWhereRecordingWasSwitchedOff) {
  const at::DisableRecordFunctionGuard off;
  EXPECT_EQ(record_ops(small_tensor).size(), 1u);
  EXPECT_FALSE(at::isRecordFunctionEnabled()) << "and leaves it switched off";
}

}  // namespace
}  // namespace attn
