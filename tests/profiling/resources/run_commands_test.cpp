#include "profiling/resources/run_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Ran {
  CommandEnd end;
  std::vector<std::string> lines;
};

Ran run_shell(const std::string& script) {
  Ran ran;
  const auto keep = [&](std::string_view line) { ran.lines.emplace_back(line); };
  ran.end = run_commands({{{"/bin/sh", "-c", script}, keep}}, 1).at(0);
  return ran;
}

TEST(RunCommands, GivesEveryLineTheLastWithoutItsEndToo) {
  const Ran ran = run_shell("printf 'one\\n\\nthree'");
  EXPECT_THAT(ran.lines, ElementsAre("one", "", "three"));
  EXPECT_EQ(ran.end.exit_code, 0);
  EXPECT_EQ(ran.end.errors, "");
}

TEST(RunCommands, ALineThatComesInPiecesIsOne) {
  EXPECT_THAT(run_shell("printf 'on'; sleep 0.05; printf 'e\\ntw'; sleep 0.05; printf 'o\\n'").lines,
              ElementsAre("one", "two"));
}

TEST(RunCommands, MoreThanAPipeHoldsComesThroughBothWays) {
  const Ran ran = run_shell("i=0; while [ $i -lt 20000 ]; do echo line $i; echo error $i >&2; i=$((i+1)); done");
  ASSERT_EQ(ran.lines.size(), 20'000U);
  EXPECT_EQ(ran.lines.back(), "line 19999");
  EXPECT_TRUE(ran.end.errors.starts_with("error 0\nerror 1\n"));
  EXPECT_LE(ran.end.errors.size(), 16'384U);
}

TEST(RunCommands, SaysHowACommandEnded) {
  const Ran failed = run_shell("echo why >&2; exit 3");
  EXPECT_EQ(failed.end.exit_code, 3);
  EXPECT_EQ(failed.end.errors, "why\n");
  EXPECT_EQ(run_shell("kill -9 $$").end.exit_code, 128 + 9);
}

TEST(RunCommands, SaysWhyACommandCouldNotBeStarted) {
  const CommandEnd end = run_commands({{{"/no/such/program"}, [](std::string_view) {}}}, 1).at(0);
  EXPECT_EQ(end.exit_code, 127);
  EXPECT_THAT(end.errors, HasSubstr("No such file"));
}

TEST(RunCommands, RunsAsManyAtOnceAsAllowedAndKeepsTheirOrder) {
  std::vector<std::string> lines(3);
  std::vector<Command> commands;
  for (size_t i = 0; i < lines.size(); ++i) {
    commands.push_back({{"/bin/sh", "-c", "sleep 0.3; echo " + std::to_string(i) + "; exit " + std::to_string(i)},
                        [&lines, i](std::string_view line) { lines[i] += line; }});
  }
  const auto seconds_with = [&](size_t at_once) {
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<CommandEnd> ends = run_commands(commands, at_once);
    for (size_t i = 0; i < ends.size(); ++i) EXPECT_EQ(ends[i].exit_code, static_cast<int>(i));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  EXPECT_GE(seconds_with(1), 0.9);
  EXPECT_GE(seconds_with(2), 0.6);
  EXPECT_LT(seconds_with(3), 0.9);
  EXPECT_THAT(lines, ElementsAre("000", "111", "222"));
}

}  // namespace
}  // namespace attn
