#include <cublas_v2.h>
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

#include "standin/contract.h"
#include "tests/standin/own_kernel.h"
#include "tests/standin/records.h"

namespace attn::standin {
namespace {

using testing::ElementsAre;

std::vector<Record> of_kind(const std::vector<Record>& records, CUpti_ActivityKind kind) {
  std::vector<Record> found;
  std::ranges::copy_if(records, std::back_inserter(found), [&](const Record& one) { return one.kind == kind; });
  return found;
}

std::vector<CUpti_ActivityKind> kinds_of(const std::vector<Record>& records) {
  std::vector<CUpti_ActivityKind> kinds;
  for (const Record& record : records) kinds.push_back(record.kind);
  return kinds;
}

void push(CUpti_ExternalCorrelationKind kind, uint64_t id) {
  ASSERT_EQ(ATTN_CUPTI(cuptiActivityPushExternalCorrelationId)(kind, id), CUPTI_SUCCESS);
}

void pop(CUpti_ExternalCorrelationKind kind, uint64_t id) {
  uint64_t popped = 0;
  ASSERT_EQ(ATTN_CUPTI(cuptiActivityPopExternalCorrelationId)(kind, &popped), CUPTI_SUCCESS);
  EXPECT_EQ(popped, id);
}

TEST(StandinCupti, RecordsALaunchAsTheRealParserReadsIt) {
  Recording recording(all_kinds());
  ASSERT_EQ(launch_own(known_kernel()), cudaSuccess);
  const std::vector<Record> records = recording.stop();
  ASSERT_THAT(kinds_of(records), ElementsAre(CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                             CUPTI_ACTIVITY_KIND_OVERHEAD));
  EXPECT_EQ(records[0].name, "cudaLaunchKernel_v7000");
  EXPECT_EQ(records[1].name, "known_kernel");
  EXPECT_EQ(records[1].correlation, records[0].correlation);
  EXPECT_THAT(records[1].numbers, ElementsAre(2, 3, 4, 128, 1, 1, 255, 1024, 64));
  EXPECT_EQ(records[1].end - records[1].start, 1000);
  EXPECT_EQ(recording.dropped(), 0);
  EXPECT_FALSE(recording.torn());
}

TEST(StandinCupti, PutsTheTopExternalIdOfEachKindInFront) {
  Recording recording({CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION});
  push(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 5);
  push(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, 6);
  push(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 7);
  ASSERT_EQ(launch_own(known_kernel()), cudaSuccess);
  std::thread([] { ASSERT_EQ(launch_own(known_kernel()), cudaSuccess); }).join();
  pop(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 7);
  pop(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1, 6);
  pop(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, 5);
  const std::vector<Record> records = recording.stop();
  ASSERT_THAT(kinds_of(records),
              ElementsAre(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
                          CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_RUNTIME))
      << "the other thread has pushed nothing";
  EXPECT_EQ(records[0].external, 7);
  EXPECT_EQ(records[1].external, 6);
  EXPECT_EQ(records[0].correlation, records[2].correlation);
  EXPECT_EQ(records[1].correlation, records[2].correlation);
  EXPECT_EQ(ATTN_CUPTI(cuptiActivityPopExternalCorrelationId)(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, nullptr),
            CUPTI_ERROR_QUEUE_EMPTY);
}

TEST(StandinCupti, RecordsCopiesAndSetsWithTheirBytes) {
  void* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 4096), cudaSuccess);
  Recording recording({CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET});
  ASSERT_EQ(cudaMemcpyAsync(device, static_cast<char*>(device) + 2048, 1024, cudaMemcpyDeviceToDevice, nullptr),
            cudaSuccess);
  ASSERT_EQ(cudaMemsetAsync(device, 3, 100, nullptr), cudaSuccess);
  const std::vector<Record> records = recording.stop();
  ASSERT_THAT(kinds_of(records), ElementsAre(CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET));
  EXPECT_EQ(records[0].bytes, 1024);
  EXPECT_THAT(records[0].numbers, ElementsAre(CUPTI_ACTIVITY_MEMCPY_KIND_DTOD));
  EXPECT_EQ(records[1].bytes, 100);
  EXPECT_THAT(records[1].numbers, ElementsAre(3));
  EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST(StandinCupti, MutesAFunctionButNotItsKernel) {
  constexpr auto kLaunch = CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000;
  Recording recording({CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  ASSERT_EQ(ATTN_CUPTI(cuptiActivityEnableRuntimeApi)(kLaunch, 0), CUPTI_SUCCESS);
  ASSERT_EQ(launch_own(known_kernel()), cudaSuccess);
  ASSERT_EQ(ATTN_CUPTI(cuptiActivityEnableRuntimeApi)(kLaunch, 1), CUPTI_SUCCESS);
  EXPECT_THAT(kinds_of(recording.stop()), ElementsAre(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
}

TEST(StandinCupti, TakesAsManyBuffersAsItNeeds) {
  Recording recording({CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL}, 1024);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(launch_own(known_kernel()), cudaSuccess);
  EXPECT_EQ(of_kind(recording.stop(), CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL).size(), 100);
  EXPECT_EQ(recording.dropped(), 0);
}

TEST(StandinCupti, TakesOneSubscriber) {
  CUpti_SubscriberHandle first = nullptr;
  CUpti_SubscriberHandle second = nullptr;
  ASSERT_EQ(ATTN_CUPTI(cuptiSubscribe)(&first, nullptr, nullptr), CUPTI_SUCCESS);
  EXPECT_EQ(ATTN_CUPTI(cuptiSubscribe)(&second, nullptr, nullptr), CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
  EXPECT_EQ(ATTN_CUPTI(cuptiUnsubscribe)(first), CUPTI_SUCCESS);
  EXPECT_EQ(ATTN_CUPTI(cuptiSubscribe)(&second, nullptr, nullptr), CUPTI_SUCCESS);
  EXPECT_EQ(ATTN_CUPTI(cuptiUnsubscribe)(second), CUPTI_SUCCESS);
}

TEST(StandinCublas, IsRecordedAsOneLibraryCallOfTheDriver) {
  const auto find = [](const char* name) { return dlsym(RTLD_DEFAULT, name); };
  const auto create = reinterpret_cast<decltype(&cublasCreate)>(find("cublasCreate_v2"));
  const auto destroy = reinterpret_cast<decltype(&cublasDestroy)>(find("cublasDestroy_v2"));
  const auto sgemm = reinterpret_cast<decltype(&cublasSgemm)>(find("cublasSgemm_v2"));
  cublasHandle_t handle = nullptr;
  ASSERT_EQ(create(&handle), CUBLAS_STATUS_SUCCESS);
  Recording recording(all_kinds());
  const float one = 1;
  ASSERT_EQ(sgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, nullptr, 8, nullptr, 8, &one, nullptr, 8),
            CUBLAS_STATUS_SUCCESS);
  const std::vector<Record> records = recording.stop();
  ASSERT_THAT(kinds_of(records), ElementsAre(CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                             CUPTI_ACTIVITY_KIND_OVERHEAD));
  EXPECT_EQ(records[0].name, "cuLaunchKernelEx");
  EXPECT_EQ(records[1].name, std::string(kLibraryCallPrefix) + "cublasSgemm");
  EXPECT_THAT(records[1].numbers, ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(destroy(handle), CUBLAS_STATUS_SUCCESS);
}

}  // namespace
}  // namespace attn::standin
