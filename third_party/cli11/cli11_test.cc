#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace {

TEST(Cli11, ReadsFlagsAndRefusesUnknownOnes) {
  CLI::App app;
  int jobs = 0;
  std::vector<std::string> only;
  app.add_option("--jobs", jobs);
  app.add_option("--only", only)->delimiter(',');
  const char* const arguments[] = {"program", "--jobs=3", "--only=a,b"};
  app.parse(3, arguments);
  EXPECT_EQ(jobs, 3);
  EXPECT_EQ(only, (std::vector<std::string>{"a", "b"}));

  const char* const wrong[] = {"program", "--job=3"};
  EXPECT_THROW(app.parse(2, wrong), CLI::ExtrasError);
}

}  // namespace
