#include "profiling/cupti/activity_decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/profiling/cupti/records_in_hand.h"

namespace attn {
namespace {

/// Buffers filled by hand, read by the real library: its record sizes are those of the headers only where it is of
/// their version.
class ActivityDecoder : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(cupti_.version, uint32_t(CUPTI_API_VERSION)) << cupti_.file; }

  template <typename... Buffers>
  ActivityRecords decode(Buffers... buffers) {
    return attn::decode(cupti_, buffers_of(std::move(buffers)...));
  }

  const CuptiFunctions cupti_ = load_cupti(loaded_cupti());
};

TEST_F(ActivityDecoder, ReadsAKernel) {
  KernelRecord record = kernel_record("_Z4gemmPf", 31);
  record.start = 1'764'528'000'123'456'789;
  record.end = 1'764'528'000'123'456'792;
  record.graphNodeId = (uint64_t(5) << 32) + 2;
  const ActivityRecords records = decode(buffer_of(record));
  ASSERT_EQ(records.launches.size(), 1U);
  const Launch& kernel = records.launches[0];
  EXPECT_EQ(kernel.kind, LaunchKind::kKernel);
  EXPECT_EQ(kernel.name, "gemm(float*)");
  EXPECT_EQ(kernel.mangled_name, "_Z4gemmPf");
  EXPECT_EQ(kernel.span, (TimeSpan{1'764'528'000'123'456'789, 1'764'528'000'123'456'792}));
  EXPECT_EQ(kernel.correlation, 31);
  EXPECT_EQ(kernel.graph_node, (int64_t(5) << 32) + 2);
  EXPECT_EQ(kernel.stream, 7);
  EXPECT_EQ(kernel.grid, (LaunchExtent{4, 2, 1}));
  EXPECT_EQ(kernel.block, (LaunchExtent{128, 1, 1}));
  EXPECT_EQ(kernel.registers, 40);
  EXPECT_EQ(kernel.static_shared_bytes, 1024);
  EXPECT_EQ(kernel.dynamic_shared_bytes, 2048);
  EXPECT_EQ(kernel.bytes, std::nullopt);
}

TEST_F(ActivityDecoder, LeavesUnknownRegistersOut) {
  KernelRecord record = kernel_record("triton_0", 1);
  record.registersPerThread = 0;
  EXPECT_EQ(decode(buffer_of(record)).launches.at(0).registers, std::nullopt);
}

TEST_F(ActivityDecoder, TakesAKernelOfTheStandInsPrefixForALibraryCallWithoutAGrid) {
  const ActivityRecords records = decode(buffer_of(kernel_record("library call: cublasGemmEx", 1)));
  ASSERT_EQ(records.launches.size(), 1U);
  EXPECT_EQ(records.launches[0].kind, LaunchKind::kLibrary);
  EXPECT_EQ(records.launches[0].grid, std::nullopt);
  EXPECT_EQ(records.launches[0].registers, std::nullopt);
  EXPECT_EQ(records.launches[0].dynamic_shared_bytes, std::nullopt);
}

TEST_F(ActivityDecoder, NamesALibraryCallByItsFunction) {
  const ActivityRecords records = decode(buffer_of(kernel_record("library call: cublasGemmStridedBatchedEx", 1)));
  EXPECT_EQ(records.launches.at(0).name, "cublasGemmStridedBatchedEx");
}

TEST_F(ActivityDecoder, GivesNoTimesToALaunchThatLacksOne) {
  KernelRecord no_start = kernel_record("no start", 1), no_end = kernel_record("no end", 2),
               backwards = kernel_record("ends before it starts", 3);
  no_start.start = 0;
  no_end.end = 0;
  backwards.end = backwards.start - 1;
  for (const Launch& launch : decode(buffer_of(no_start, no_end, backwards)).launches)
    EXPECT_FALSE(launch.span) << launch.name;
}

TEST_F(ActivityDecoder, ReadsCopiesAndSets) {
  const ActivityRecords records = decode(buffer_of(memcpy_record(CUPTI_ACTIVITY_MEMCPY_KIND_DTOD, 268'435'456, 1),
                                                   memcpy_record(CUPTI_ACTIVITY_MEMCPY_KIND_HTOD, 8, 2),
                                                   peer_record(4096, 3), memset_record(uint64_t(80) << 30, 4)));
  ASSERT_EQ(records.launches.size(), 4U);
  EXPECT_EQ(records.launches[0].kind, LaunchKind::kMemcpy);
  EXPECT_EQ(records.launches[0].name, "Memcpy DtoD");
  EXPECT_EQ(records.launches[0].bytes, 268'435'456);
  EXPECT_EQ(records.launches[0].grid, std::nullopt);
  EXPECT_EQ(records.launches[1].name, "Memcpy HtoD");
  EXPECT_EQ(records.launches[2].name, "Memcpy PtoP");
  EXPECT_EQ(records.launches[2].bytes, 4096);
  EXPECT_EQ(records.launches[3].kind, LaunchKind::kMemset);
  EXPECT_EQ(records.launches[3].name, "Memset");
  EXPECT_EQ(records.launches[3].bytes, int64_t(80) << 30);
  for (const Launch& activity : records.launches) EXPECT_EQ(activity.stream, 7) << activity.name;
}

TEST_F(ActivityDecoder, NamesTheCallsOfTheRuntimeAndTheDriverWithoutTheirVersions) {
  CUpti_ActivityAPI failed = runtime_record(CUPTI_RUNTIME_TRACE_CBID_cudaMemcpyAsync_v3020, 3);
  failed.returnValue = 2;
  failed.threadId = 77;
  failed.start = 10;
  failed.end = 20;
  const ActivityRecords records = decode(buffer_of(runtime_record(CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, 1),
                                                   driver_record(CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, 2), failed,
                                                   driver_record(CUPTI_DRIVER_TRACE_CBID_cuMemcpyDtoDAsync_v2, 4)));
  ASSERT_EQ(records.calls.size(), 4U);
  EXPECT_EQ(records.calls[0].name, "cudaLaunchKernel");
  EXPECT_EQ(records.calls[0].correlation, 1);
  EXPECT_FALSE(records.calls[0].failed);
  EXPECT_FALSE(records.calls[0].of_driver);
  EXPECT_TRUE(records.calls[1].of_driver);
  EXPECT_EQ(records.calls[1].name, "cuLaunchKernel");
  EXPECT_EQ(records.calls[2].name, "cudaMemcpyAsync");
  EXPECT_TRUE(records.calls[2].failed);
  EXPECT_EQ(records.calls[2].thread, 77);
  EXPECT_EQ(records.calls[2].span, (TimeSpan{10, 20}));
  EXPECT_EQ(records.calls[3].name, "cuMemcpyDtoDAsync_v2");
}

TEST_F(ActivityDecoder, NamesACallThatThisCuptiDoesNotKnowByItsNumber) {
  EXPECT_EQ(decode(buffer_of(runtime_record(60'000, 1))).calls.at(0).name, "runtime call 60000");
}

TEST_F(ActivityDecoder, KeepsTheIdsOfOpsAndIterationsAndNoneOfOthers) {
  const ActivityRecords records =
      decode(buffer_of(external_record(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, 4, 9), external_record(kOpIds, 17, 9),
                       external_record(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2, 5, 9)));
  ASSERT_EQ(records.external_ids.size(), 2U);
  EXPECT_EQ(records.external_ids[0].of, ExternalId::Of::kIteration);
  EXPECT_EQ(records.external_ids[0].id, 4U);
  EXPECT_EQ(records.external_ids[1].of, ExternalId::Of::kOp);
  EXPECT_EQ(records.external_ids[1].id, 17U);
  EXPECT_EQ(records.external_ids[1].correlation, 9U);
}

TEST_F(ActivityDecoder, StepsOverRecordsOfOtherKinds) {
  CUpti_ActivityOverhead3 overhead{};
  overhead.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
  CUpti_ActivitySynchronization2 wait{};
  wait.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
  const ActivityRecords records = decode(buffer_of(overhead, kernel_record("a", 1), wait, kernel_record("b", 2)));
  ASSERT_EQ(records.launches.size(), 2U);
  EXPECT_EQ(records.launches[1].name, "b");
  EXPECT_EQ(records.invalid_buffers, 0);
}

TEST_F(ActivityDecoder, ReadsAllBuffers) {
  const ActivityRecords records =
      decode(buffer_of(kernel_record("a", 1)), RecordBuffer{}, buffer_of(kernel_record("b", 2)));
  EXPECT_EQ(records.launches.size(), 2U);
  EXPECT_EQ(records.invalid_buffers, 0);
}

TEST_F(ActivityDecoder, CountsABufferThatHoldsNoRecordWhereOneIsDue) {
  KernelRecord broken = kernel_record("broken", 2);
  broken.kind = CUPTI_ACTIVITY_KIND_INVALID;
  const ActivityRecords records = decode(buffer_of(kernel_record("a", 1), broken, kernel_record("never seen", 3)),
                                         buffer_of(kernel_record("b", 4)));
  ASSERT_EQ(records.launches.size(), 2U);
  EXPECT_EQ(records.launches[1].name, "b");
  EXPECT_EQ(records.invalid_buffers, 1);
}

// The library takes a record that is cut off for the end of the buffer.
TEST_F(ActivityDecoder, CountsABufferThatEndsWithinARecord) {
  for (const size_t lost : {size_t(8), sizeof(KernelRecord) - 8}) {
    BufferInHand buffer;
    buffer.put(kernel_record("a", 1)).put(kernel_record("cut off", 2));
    const ActivityRecords records = decode(buffer.take(lost));
    EXPECT_EQ(records.launches.size(), 1U) << lost;
    EXPECT_EQ(records.invalid_buffers, 1) << lost;
  }
  BufferInHand buffer;
  buffer.put(external_record(kOpIds, 1, 1));
  EXPECT_EQ(decode(buffer.take(8)).invalid_buffers, 1) << "also where it is the first";
}

}  // namespace
}  // namespace attn
