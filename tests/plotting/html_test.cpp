#include "plotting/page/html.h"

#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlTest, NoCharacterOfATextIsReadAsHtml) {
  EXPECT_EQ(html("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
}

TEST(HtmlTest, WhatIsNoUtf8BecomesTheReplacementCharacter) {
  EXPECT_EQ(html("a\xFF z"), "a\xEF\xBF\xBD z");
}

TEST(HtmlTest, JsonInAScriptHasNoTagThatEndsIt) {
  EXPECT_EQ(script_json("{\"a\":\"</script><!--\"}"), "{\"a\":\"\\u003c/script>\\u003c!--\"}");
}

TEST(HtmlTest, ATableLeavesOutColumnsWithoutATitleAndThoseThatNoRowHas) {
  const std::string table = html_table("all", {{"case", ""}, {"variant", "variant"}, {"flags", "flags"}},
                                       {{text_cell("hidden"), text_cell("Naive"), text_cell("")}});
  EXPECT_THAT(table, HasSubstr("<td>Naive</td>"));
  EXPECT_THAT(table, Not(HasSubstr("hidden")));
  EXPECT_THAT(table, Not(HasSubstr("flags")));
}

TEST(HtmlTest, ANumberIsSortedByItsValueAndNotByItsText) {
  const std::string table = html_table("all", {{"time_s", "time", true}}, {{time_cell(0.001234)}});
  EXPECT_THAT(table, HasSubstr("<td class=\"number\" data-value=\"0.001234\">1.234 ms</td>"));
}

}  // namespace
}  // namespace attn
