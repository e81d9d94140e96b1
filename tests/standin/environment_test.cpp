#include "standin/environment.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <map>

namespace attn::standin {
namespace {

const Installation kInstallation{.library = "/build/standin/lib/libattn_standin.so", .folder = "/build/standin/lib"};

class EnvironmentOfAStart : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv("LD_PRELOAD");
    unsetenv("LD_LIBRARY_PATH");
  }
  static std::map<std::string, std::string> variables(const Request& request = {}) {
    const Variables set = environment_for(request, kInstallation);
    return {set.begin(), set.end()};
  }
};

TEST_F(EnvironmentOfAStart, PreloadsTheStandInAndLeadsToTheDriversNames) {
  // In a build with AddressSanitizer its library comes before all others.
  EXPECT_THAT(variables().at("LD_PRELOAD"), testing::EndsWith(kInstallation.library.string()));
  EXPECT_EQ(variables().at("LD_LIBRARY_PATH"), kInstallation.folder);
}

TEST_F(EnvironmentOfAStart, KeepsWhatIsPreloadedInFrontAndIsNestedOnce) {
  setenv("LD_PRELOAD", "libasan.so.8 /build/standin/lib/libattn_standin.so", 1);
  setenv("LD_LIBRARY_PATH", "/opt/lib:/build/standin/lib", 1);
  EXPECT_THAT(variables().at("LD_PRELOAD"), testing::EndsWith("libasan.so.8:/build/standin/lib/libattn_standin.so"));
  EXPECT_EQ(variables().at("LD_LIBRARY_PATH"), "/build/standin/lib:/opt/lib");
}

TEST_F(EnvironmentOfAStart, HoldsTheRequest) {
  Request request;
  request.card.full_name = "A card";
  request.resource_files = {"/tmp/a", "/tmp/b"};
  request.faults = "cupti_taken=1";
  request.activity_ns = 5;
  const auto set = variables(request);
  EXPECT_EQ(decode_card(set.at(kCardVariable)), request.card);
  EXPECT_EQ(set.at(kResourcesVariable), "/tmp/a:/tmp/b");
  EXPECT_EQ(set.at(kFaultsVariable), "cupti_taken=1");
  EXPECT_EQ(set.at(kActivityNsVariable), "5");
}

TEST(InstallationOfTheBuild, IsFoundAboveTheProgram) {
  EXPECT_TRUE(std::filesystem::exists(find_installation().library));
  EXPECT_FALSE(is_active());
}

}  // namespace
}  // namespace attn::standin
