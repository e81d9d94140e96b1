#include "benchmarks/external/kernel_messages.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace attn {
namespace {

using Json = nlohmann::json;

// Each struct has one list of its fields, which both ways go by: `field(name, member)` writes or reads one.

template <typename Field>
void fields_of(Interval& interval, Field field) {
  field("low", interval.low);
  field("high", interval.high);
}

template <typename Field>
void fields_of(LaunchCounts& counts, Field field) {
  field("kernels", counts.kernels);
  field("memcpys", counts.memcpys);
  field("memsets", counts.memsets);
  field("library_calls", counts.library_calls);
}

template <typename Field>
void fields_of(ReportedCase& reported, Field field) {
  field("status", reported.status);
  field("reason", reported.reason);
  field("flags", reported.flags);
  field("backend", reported.backend);
  field("forwards", reported.forwards);
  field("time_s", reported.time_s);
  field("host_time_s", reported.host_time_s);
  field("time_interval", reported.time_interval);
  field("flops_per_s", reported.flops_per_s);
  field("bytes_per_s", reported.bytes_per_s);
  field("ops", reported.ops);
  field("error_rms", reported.error_rms);
  field("peak_memory_bytes", reported.peak_memory_bytes);
}

template <typename Field>
void fields_of(PlannedLine& line, Field field) {
  field("case", line.case_name);
  field("status", line.status);
  field("reason", line.reason);
  field("backend", line.backend);
  field("launches", line.launches);
  field("ops", line.ops);
  field("peak_memory_bytes", line.peak_memory_bytes);
  field("largest_registers", line.largest_registers);
  field("lowest_occupancy", line.lowest_occupancy);
  field("floor_s", line.floor_s);
  field("host_time_s", line.host_time_s);
  field("fits_seq_len", line.fits_seq_len);
}

template <typename Field>
void fields_of(KernelQuestion& question, Field field) {
  field("what", question.what);
  field("case", question.case_name);
  field("round", question.round);
  field("without", question.without);
  field("measured", question.measured);
}

template <typename Field>
void fields_of(KernelAnswer& answer, Field field) {
  field("reported", answer.reported);
  field("planned", answer.planned);
  field("text", answer.text);
  field("count", answer.count);
  field("guessed_wrong", answer.guessed_wrong);
  field("interrupted", answer.interrupted);
}

template <typename T>
concept Struct = requires(T& value) {
  fields_of(value, [](const char*, auto&) {});
};

// To JSON and back: numbers, texts, lists and maps as the library has them; an enumerator is its number.

template <typename T>
Json json_of(const T& value) {
  return value;
}
template <typename T>
requires std::is_enum_v<T> Json json_of(const T& value) {
  return static_cast<int>(value);
}
template <Struct T>
Json json_of(const T& value);

template <typename T>
Json json_of(const std::optional<T>& value) {
  return value ? json_of(*value) : Json();
}

template <Struct T>
Json json_of(const T& value) {
  Json json = Json::object();
  fields_of(const_cast<T&>(value), [&](const char* name, auto& member) { json[name] = json_of(member); });
  return json;
}

template <typename T>
void read(const Json& json, T& value) {
  json.get_to(value);
}
template <typename T>
requires std::is_enum_v<T>
void read(const Json& json, T& value) {
  value = static_cast<T>(json.get<int>());
}
template <Struct T>
void read(const Json& json, T& value);

template <typename T>
void read(const Json& json, std::optional<T>& value) {
  value.reset();
  if (json.is_null()) return;
  T read_value{};
  read(json, read_value);
  value = std::move(read_value);
}

template <Struct T>
void read(const Json& json, T& value) {
  fields_of(value, [&](const char* name, auto& member) { read(json.at(name), member); });
}

template <typename T>
std::string line_of_struct(const T& value) {
  return json_of(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

template <typename T>
T read_line(const std::string& line) {
  try {
    T value{};
    read(Json::parse(line), value);
    return value;
  } catch (const Json::exception& error) {
    throw std::runtime_error(fmt::format("a kernel's process said what can't be read: {}", error.what()));
  }
}

}  // namespace

std::string line_of(const KernelQuestion& question) {
  return line_of_struct(question);
}
std::string line_of(const KernelAnswer& answer) {
  return line_of_struct(answer);
}

KernelQuestion read_question(const std::string& line) {
  return read_line<KernelQuestion>(line);
}
KernelAnswer read_answer(const std::string& line) {
  return read_line<KernelAnswer>(line);
}

}  // namespace attn
