#include "profiling/input_notes.h"

#include <ATen/core/List.h>
#include <c10/core/ScalarTypeToTypeMeta.h>

#include <algorithm>
#include <stdexcept>

namespace attn {
namespace {

enum class Kind : uint8_t { kOther, kTensor, kTensorList, kScalar, kScalarList };

// A head: the kind, 8 bits of a tensor's dtype, and above them how many sizes or tensors follow.
constexpr int kDtypeShift = 8, kCountShift = 16;
constexpr int64_t kByte = 0xFF;
constexpr size_t kFirstWords = 16'384;

constexpr int64_t head_of(Kind kind, size_t count = 0, at::ScalarType dtype = at::ScalarType::Byte) {
  return static_cast<int64_t>(kind) | static_cast<int64_t>(dtype) << kDtypeShift |
         static_cast<int64_t>(count) << kCountShift;
}

// To ask a list what it is a list of takes longer than to look at its first element.
bool begins_with_scalar(const c10::IValue& value) {
  if (!value.isList()) return false;
  const c10::ArrayRef<c10::IValue> elements = value.toListRef();
  return !elements.empty() && elements.front().isScalar();
}

/// Reads what InputNotes wrote.
class Reader {
 public:
  explicit Reader(std::span<const int64_t> words) : at_(words.begin()), end_(words.end()) {}

  bool is_at_end() const { return at_ == end_; }

  OpInputs next_op() {
    OpInputs inputs(static_cast<size_t>(*at_++));
    for (OpInput& input : inputs) input = next_input();
    return inputs;
  }

 private:
  OpInput next_input() {
    const int64_t head = *at_++;
    switch (static_cast<Kind>(head & kByte)) {
      case Kind::kTensor:
        return {.type = dtype_name(head), .sizes = {sizes(head)}};
      case Kind::kTensorList: {
        OpInput input{.is_list = true, .type = "TensorList"};
        for (int64_t left = head >> kCountShift; left > 0; --left) input.sizes.push_back(sizes(*at_++));
        return input;
      }
      case Kind::kScalar:
        return {.type = "Scalar"};
      case Kind::kScalarList:
        return {.type = "ScalarList"};
      case Kind::kOther:
        return {};
    }
    throw std::logic_error("an input of no known kind");
  }

  static std::string dtype_name(int64_t head) {
    return std::string(c10::scalarTypeToTypeMeta(static_cast<at::ScalarType>(head >> kDtypeShift & kByte)).name());
  }

  std::vector<int64_t> sizes(int64_t head) {
    const auto begin = at_;
    at_ += head >> kCountShift;
    return {begin, at_};
  }

  std::span<const int64_t>::iterator at_, end_;
};

}  // namespace

// `next` and what is returned: where the next word goes. `left`: words that there is room for and still will be used.
int64_t* InputNotes::grow(const int64_t* next, size_t words) {
  const auto used = static_cast<size_t>(next - words_.data());
  words_.resize(std::max(kFirstWords, 2 * words_.size() + words));
  return words_.data() + used;
}

[[gnu::always_inline]] inline int64_t* InputNotes::room_for(int64_t* next, size_t words) {
  const auto room = static_cast<size_t>(words_.data() + words_.size() - next);
  return room < words ? grow(next, words) : next;
}

// A nested tensor has no sizes to ask for. std::copy would be a call for each handful of sizes.
[[gnu::always_inline]] inline int64_t* InputNotes::add_tensor(int64_t* next, const at::Tensor& tensor, size_t left) {
  if (!tensor.defined() || tensor.is_nested()) {
    *next++ = head_of(Kind::kOther);
    return next;
  }
  const c10::IntArrayRef sizes = tensor.sizes();
  next = room_for(next, left + sizes.size());
  *next++ = head_of(Kind::kTensor, sizes.size(), tensor.scalar_type());
  for (const int64_t size : sizes) *next++ = size;
  return next;
}

// Of lists of tensors that may be missing PyTorch's profiler tells nothing.
int64_t* InputNotes::add_list(int64_t* next, const c10::IValue& list, size_t left) {
  const c10::ArrayRef<c10::IValue> elements = list.toListRef();
  if (!list.isTensorList()) {
    *next++ = head_of(elements.empty() ? Kind::kScalarList : Kind::kOther);
    return next;
  }
  left += elements.size();
  next = room_for(next, left);
  *next++ = head_of(Kind::kTensorList, elements.size());
  for (const c10::IValue& element : elements) next = add_tensor(next, element.toTensor(), left);
  return next;
}

void InputNotes::note(std::span<const c10::IValue> values) {
  const size_t left = values.size() + 1;
  int64_t* next = room_for(words_.data() + used_, left);
  *next++ = static_cast<int64_t>(values.size());
  for (const c10::IValue& value : values) {
    if (value.isTensor())
      next = add_tensor(next, value.toTensor(), left);
    else if (value.isScalar())
      *next++ = head_of(Kind::kScalar);
    else if (begins_with_scalar(value))
      *next++ = head_of(Kind::kScalarList);
    else if (value.isList())
      next = add_list(next, value, left);
    else
      *next++ = head_of(Kind::kOther);
  }
  used_ = static_cast<size_t>(next - words_.data());
}

std::vector<OpInputs> InputNotes::inputs() const {
  std::vector<OpInputs> inputs;
  for (Reader reader{std::span(words_).first(used_)}; !reader.is_at_end();) inputs.push_back(reader.next_op());
  return inputs;
}

}  // namespace attn
