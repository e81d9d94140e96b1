#pragma once

#include <cupti.h>

#include <map>
#include <string>
#include <vector>

#include "profiling/cupti/cupti_functions.h"
#include "tests/profiling/cupti/records_in_hand.h"

namespace attn {

/// A CUPTI in the test's hand, for as long as this lives: it keeps account of what is asked of it and writes records of
/// what the test "launches", in buffers that it asks for as CUPTI does. Its records are read by the real library. One
/// at a time, since its functions are bare pointers.
class FakeCupti {
 public:
  FakeCupti();
  ~FakeCupti();
  FakeCupti(const FakeCupti&) = delete;
  FakeCupti& operator=(const FakeCupti&) = delete;

  CuptiFunctions functions;
  std::vector<std::string> calls;              ///< "enable 10", "flush 1", "unsubscribe", …
  std::map<std::string, CUptiResult> answers;  ///< of functions that are to fail, by the first word of their call

  /// A kernel through cudaLaunchKernel, with records of the op and iteration as they are pushed.
  void launch(const char* name);
  void put(const KernelRecord& record);
  void put(const CUpti_ActivityAPI& record);
  /// Asks for a buffer and keeps it, as for a thread that hasn't filled it yet.
  void take_buffer();
  /// Hands the buffer in use back now, from a thread of its own as CUPTI's worker does.
  void complete_from_another_thread();

  size_t dropped = 0;             ///< that CUPTI has counted; asking for it resets it
  bool keeps_buffer = false;      ///< a flush does not bring the buffer in use
  std::vector<size_t> misplaced;  ///< buffers that were not 8-aligned, by their number
  size_t buffers = 0;             ///< asked for

 private:
  friend struct FakeFunctions;
  CUptiResult answer(const std::string& call);
  template <typename Record>
  void write(const Record& record);
  void complete();

  CUpti_BuffersCallbackRequestFunc request_ = nullptr;
  CUpti_BuffersCallbackCompleteFunc complete_ = nullptr;
  uint8_t* buffer_ = nullptr;
  size_t bytes_ = 0;
  size_t size_ = 0;
  uint32_t correlation_ = 0;
  std::map<CUpti_ExternalCorrelationKind, std::vector<uint64_t>> pushed_;
};

}  // namespace attn
