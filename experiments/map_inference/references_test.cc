#include "experiments/map_inference/references.h"

#include <gtest/gtest.h>

#include <string>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/datasets/mrf_benchmarks.h"

namespace structlab::map_inference {
namespace {

TEST(References, ThereIsOneForEveryInstance) {
  for (const datasets::MrfInstance& instance : datasets::MrfInstances()) {
    const Reference* const reference = FindReference(instance.name);
    ASSERT_NE(reference, nullptr) << instance.name;
    EXPECT_TRUE(reference->program.starts_with("toulbar2 ")) << instance.name;
  }
  EXPECT_EQ(References().size(), datasets::MrfInstances().size());
  EXPECT_EQ(FindReference("grid"), nullptr);
}

TEST(References, TheExampleCosts27) {
  EXPECT_EQ(FindReference("example")->energy, 27);
  EXPECT_TRUE(FindReference("example")->proved);
  EXPECT_EQ(FindReference("example")->tolerance, 0);
}

std::string MistakeIn(const std::string& rows) {
  const std::string columns = "instance\tenergy\tproved\ttolerance\tprogram\tlabeling\n";
  return common::MessageOf(common::ErrorKind::kData, [&] { ParseReferences(columns + rows, "r.tsv"); });
}

std::string Labels(int count, const std::string& label) {
  std::string text = label;
  for (int i = 1; i < count; ++i) text.append(" ").append(label);
  return text;
}

TEST(References, MistakesAreNamedWithTheirLine) {
  const auto row = [](const std::string& start, const std::string& labels) {
    return start + "\tsolver 1\t" + labels + "\n";
  };
  const std::string right = row("example\t27\tyes\t0", Labels(25, "4"));
  EXPECT_EQ(MistakeIn(right), "no error");
  EXPECT_EQ(MistakeIn(right + right),
            "r.tsv:3: expected instances of the data set, each once, found 'example'");
  EXPECT_EQ(MistakeIn(row("exmple\t27\tyes\t0", Labels(25, "4"))),
            "r.tsv:2: expected instances of the data set, each once, found 'exmple'");
  EXPECT_EQ(MistakeIn(row("example\tinf\tyes\t0", Labels(25, "4"))),
            "r.tsv:2: expected a finite number, found 'inf'");
  EXPECT_EQ(MistakeIn(row("example\t27\tmaybe\t0", Labels(25, "4"))),
            "r.tsv:2: expected yes or no, found 'maybe'");
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t-1", Labels(25, "4"))),
            "r.tsv:2: expected a tolerance of at least 0, found -1");
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t0", Labels(24, "4"))), "r.tsv:2: expected 25 labels, found 24");
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t0", Labels(25, "5"))),
            "r.tsv:2: expected labels from 0 to 4, found 5");
  EXPECT_TRUE(MistakeIn(row("example\t27\tyes\t0", Labels(25, "x"))).starts_with("r.tsv:2: "));
}

}  // namespace
}  // namespace structlab::map_inference
