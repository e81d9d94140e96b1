#include "standin/card_of_gpu.h"

#include <gtest/gtest.h>

namespace attn::standin {
namespace {

TEST(CardOfAGpu, HasItsLimitsAndComputeCapability) {
  const Card b200 = card_of(find_gpu("b200").value());
  EXPECT_EQ(b200.major, 10);
  EXPECT_EQ(b200.minor, 0);
  EXPECT_EQ(b200.sm_count, 148);
  EXPECT_EQ(decode_card(encode(b200)), b200);
}

TEST(Card, IsNotReadFromOtherText) {
  const std::string text = encode(card_of(find_gpu("a100").value()));
  EXPECT_FALSE(decode_card(""));
  EXPECT_FALSE(decode_card(text + "x=1;"));
  EXPECT_FALSE(decode_card(text.substr(0, text.size() - 1)));
  EXPECT_FALSE(decode_card("full_name=;" + text.substr(text.find("major"))));
}

}  // namespace
}  // namespace attn::standin
