#pragma once

namespace attn {

/// The stream that forwards are queued on, as the timers need it. Behind it is CUDA, or a queue in a test's hand.
class TimedStream {
 public:
  virtual ~TimedStream() = default;

  /// Queues what empties the L2 cache of everything that a forward may have left there.
  virtual void flush_cache() = 0;

  /// Queues a wait that holds back all that is queued after it, until release(). Does not block. Returns false, with
  /// nothing queued, where the stream can't be held.
  virtual bool hold() = 0;
  /// Ends the last hold. From any thread, more than once, and also when nothing is held.
  virtual void release() noexcept = 0;

  virtual void record_start() = 0;  ///< queues the event that starts the time
  virtual void record_stop() = 0;   ///< queues the event that ends it

  /// Waits until everything queued has run; throws the error that it ended with.
  virtual void synchronize() = 0;
  /// Seconds from the start event to the stop event, both passed.
  virtual double elapsed_s() = 0;
};

}  // namespace attn
