// What decoding a million of CUPTI's records and linking them costs, against stepping over them with CUPTI's own
// parser. Each launch has four: the ids of its iteration and its op, its call and its kernel.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "profiling/cpu/freed_memory.h"
#include "profiling/cupti/activity_decoder.h"
#include "profiling/cupti/link_launches.h"
#include "tests/profiling/cupti/records_in_hand.h"

namespace attn {
namespace {

constexpr uint32_t kLaunches = 250'000;
constexpr double kRecords = 4.0 * kLaunches;
constexpr int kRounds = 7;

/// Names as long as LibTorch's.
const std::array<std::string, 12>& kernel_names() {
  static const auto names = [] {
    std::array<std::string, 12> made;
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = fmt::format(
          "_ZN2at6native29vectorized_elementwise_kernelILi{}ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_", i);
    return made;
  }();
  return names;
}

std::vector<RecordBuffer> make_buffers() {
  std::vector<RecordBuffer> buffers;
  BufferInHand buffer;
  for (uint32_t i = 1; i <= kLaunches; ++i) {
    KernelRecord kernel = kernel_record(kernel_names()[i % kernel_names().size()].c_str(), i);
    kernel.start = 1'000'000 + 2000ULL * i;
    kernel.end = kernel.start + 1500;
    buffer.put(external_record(kIterationIds, i % 3, i)).put(external_record(kOpIds, i % 200, i));
    buffer.put(runtime_record(CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, i)).put(kernel);
    if (i % 100 == 0 || i == kLaunches) {
      buffers.push_back(buffer.take());
      buffer = BufferInHand();
    }
  }
  return buffers;
}

template <typename Work>
double shortest_s(const Work& work) {
  double shortest = 1e9;
  for (int round = 0; round < kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    shortest = std::min(shortest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return shortest;
}

void print_costs() {
  const CuptiFunctions cupti = load_cupti(loaded_cupti());
  const std::vector<RecordBuffer> buffers = make_buffers();
  const std::vector<RecordedOp> ops(200);
  uint64_t kinds = 0;  // so that the records are looked at
  const double parsed_s = shortest_s([&] {
    for (const RecordBuffer& buffer : buffers) {
      CUpti_Activity* record = nullptr;
      while (cupti.next_record(buffer.bytes.get(), buffer.valid_bytes, &record) == CUPTI_SUCCESS) kinds += record->kind;
    }
  });
  const double decoded_s = shortest_s([&] { kinds += decode(cupti, buffers).launches.size(); });
  const double linked_s = shortest_s([&] {
    const LinkedLaunches linked = link_launches(decode(cupti, buffers), ops, 1);
    if (linked.loss.total() != 0 || linked.launches.size() != kLaunches) throw std::logic_error("launches are missing");
  });
  fmt::print("a record: parser {:.1f} ns, decoding {:.1f} ns, decoding and linking {:.1f} ns, ratio {:.2f}\n",
             parsed_s / kRecords * 1e9, decoded_s / kRecords * 1e9, linked_s / kRecords * 1e9, linked_s / parsed_s);
}

}  // namespace
}  // namespace attn

int main() {
  attn::keep_freed_memory();
  attn::print_costs();
}
