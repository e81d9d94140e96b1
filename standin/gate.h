#pragma once

#include <cstdint>
#include <memory>

namespace attn::standin {

/// How a stream compares the word it waits for, as cuStreamWaitValue32 does.
enum class Comparison { kGreaterOrEqual, kEqual, kAnd, kNor };

/// A host word and what it must come to.
struct AwaitedWord {
  const uint32_t* word = nullptr;
  uint32_t value = 0;
  Comparison comparison = Comparison::kGreaterOrEqual;

  bool has_come() const;
};

/// What holds a stream back: a word that hasn't come yet, or another stream's gate, behind all that held it before.
/// Once open it stays so and looks at nothing again. The timeline's lock guards it.
class Gate {
 public:
  Gate(std::shared_ptr<Gate> before, AwaitedWord word) : before_(std::move(before)), word_(word) {}
  Gate(std::shared_ptr<Gate> before, std::shared_ptr<Gate> other)
      : before_(std::move(before)), other_(std::move(other)) {}

  bool is_open();
  /// Whether this one opens only after `gate` anyway.
  bool comes_after(const Gate& gate) const;

 private:
  bool open_ = false;
  std::shared_ptr<Gate> before_;
  std::shared_ptr<Gate> other_;
  AwaitedWord word_;
};

}  // namespace attn::standin
