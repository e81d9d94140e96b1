#include "profiling/op_table_text.h"

#include <gmock/gmock.h>

#include <sstream>

#include "tests/golden_file.h"
#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const Profile& profile, DeviceTimes device_times, const TableLayout& layout = {},
                    std::optional<TableColumn> sort_by = {}) {
  return table_text(op_table_of(profile, device_times, sort_by), layout);
}

/// What can stand in a table: long and broken names, times of all units, a lost span, words.
std::string all_kinds() {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[0].name =
      "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<float, "
      "float>, std::array<char*, 2ul>>(int, at::native::AUnaryFunctor<float, float>)";
  example.profile.launches[3].name = example.profile.launches[0].name;
  example.profile.launches[4].span->end_ns += 2'500'000;
  example.op("aten::naïve › \"a\nb\"", 3000, 1'500'003'000);
  example.kernel("lost", 0, 0, example.call("cudaLaunchKernel", 3100, 3200, 6)).span.reset();
  const NameInWords in_words = [](const std::string& name) {
    return name == "mul" ? std::string("a product, in so many words that they do not fit in here") : std::string();
  };
  TableLayout layout{.row_limit = {}};
  std::string text = "of a GPU\n" + text_of(example_of_two_forwards().profile, DeviceTimes::kReal, layout);
  text += "\nwith a lost span\n" + text_of(example.profile, DeviceTimes::kReal, layout);
  layout.in_words = in_words;
  text +=
      "\nof a plan, in words\n" + text_of(example.profile, DeviceTimes::kVirtual, layout, TableColumn::kMeanDeviceTime);
  ExampleProfile cpu = example_of_two_forwards();
  cpu.profile.calls.clear();
  cpu.profile.launches.clear();
  text += "\nof a CPU, two rows\n" + text_of(cpu.profile, DeviceTimes::kNone, {.row_limit = 2}, TableColumn::kCalls);
  return text + "\nof nothing\n" + text_of({}, DeviceTimes::kReal);
}

TEST(TableText, IsAsPeopleReadIt) {
  expect_golden("table.txt", all_kinds());
}

TEST(TableText, EndsWithHowManyRowsWereLeftOut) {
  const Profile profile = example_of_two_forwards().profile;
  EXPECT_THAT(text_of(profile, DeviceTimes::kReal, {.row_limit = 3}), EndsWith("\n5 more rows\n"));
  EXPECT_THAT(text_of(profile, DeviceTimes::kReal, {.row_limit = 7}), EndsWith("\n1 more row\n"));
  EXPECT_THAT(text_of(profile, DeviceTimes::kReal, {.row_limit = 8}), Not(HasSubstr("more")));
}

TEST(TableText, SaysWhatWasLost) {
  ExampleProfile example = example_of_two_forwards();
  EXPECT_THAT(text_of(example.profile, DeviceTimes::kReal), Not(HasSubstr("lost")));
  example.profile.loss.dropped = 3;
  EXPECT_THAT(text_of(example.profile, DeviceTimes::kReal),
              HasSubstr("\nlost: 3 records dropped: the count is no result\n"));
}

TEST(TableText, SaysThatAPlanHasNoTimes) {
  ExampleProfile example = example_of_two_forwards();
  const std::string text = text_of(example.profile, DeviceTimes::kVirtual);
  EXPECT_THAT(text, HasSubstr("CUDA times are blank: a plan has none."));
  EXPECT_THAT(text, HasSubstr("Self CUDA %"));
  example.profile.launches[0].span->end_ns += 1'000'000;
  EXPECT_EQ(text_of(example.profile, DeviceTimes::kVirtual), text);
}

TEST(TableText, OfACpuHasNoDeviceColumns) {
  EXPECT_THAT(text_of(example_of_two_forwards().profile, DeviceTimes::kNone), Not(HasSubstr("CUDA")));
}

}  // namespace
}  // namespace attn
