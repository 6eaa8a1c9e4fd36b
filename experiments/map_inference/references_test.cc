#include "experiments/map_inference/references.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>

#include "common/error.h"
#include "common/table.h"
#include "common/testing/message_of.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"

namespace structlab::map_inference {
namespace {

TEST(References, EveryInstanceHasOneOfAnotherProgram) {
  for (const datasets::MrfInstance& instance : datasets::MrfInstances()) {
    const auto is_of_it = [&](const Reference& reference) {
      return reference.instance == instance.name && reference.program.starts_with("toulbar2 ");
    };
    EXPECT_EQ(std::ranges::count_if(References(), is_of_it), 1) << instance.name;
  }
  EXPECT_EQ(FindReference("grid"), nullptr);
}

TEST(References, EveryImageHasOneWithoutALabeling) {
  std::set<std::string> images, listed(std::begin(kReferenceImages), std::end(kReferenceImages));
  for (const Instance& instance : Instances()) {
    if (instance.group == Group::kImages) images.insert(instance.name);
  }
  EXPECT_EQ(listed, images);
  for (const std::string& image : images) {
    SCOPED_TRACE(image);
    const Reference* const reference = FindReference(image);
    ASSERT_NE(reference, nullptr);
    EXPECT_TRUE(reference->labeling.empty());
    EXPECT_EQ(reference->energy, std::round(reference->energy));
  }
}

TEST(References, TheBestKnownIsTheLeastWhoeverFoundIt) {
  int found_by_methods = 0;
  for (const Reference& reference : References()) {
    SCOPED_TRACE(reference.instance);
    const Reference* const best = FindReference(reference.instance);
    ASSERT_NE(best, nullptr);
    EXPECT_LE(best->energy, reference.energy);
    if (reference.program.starts_with("toulbar2 ") || reference.labeling.empty()) continue;
    // There only for being less than what the other program found.
    EXPECT_EQ(best, &reference);
    ++found_by_methods;
  }
  EXPECT_EQ(found_by_methods, 10);
}

// What a record finds below them belongs among them, with its labeling.
TEST(References, TheRecordHasNoLessThanTheBestKnown) {
  const common::Table record = common::ReadTsv("experiments/map_inference/measured.tsv");
  int compared = 0;
  for (size_t row = 0; row < record.rows.size(); ++row) {
    const auto cell = [&](const char* column) {
      return record.rows[row][static_cast<size_t>(record.Column(column))];
    };
    const Reference* const reference = FindReference(cell("dataset"));
    if (cell("metric") != kValue || reference == nullptr) continue;
    // Labelings of one energy differ by the rounding of their sums.
    const double least = reference->energy - reference->tolerance - 1e-12 * std::abs(reference->energy);
    EXPECT_GE(record.Number(row, record.Column("value")), least)
        << cell("method") << " on " << reference->instance;
    ++compared;
  }
  EXPECT_GT(compared, 100);
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
            "r.tsv:3: expected instances of the data sets, each once a program, found 'example'");
  EXPECT_EQ(MistakeIn(row("exmple\t27\tyes\t0", Labels(25, "4"))),
            "r.tsv:2: expected instances of the data sets, each once a program, found 'exmple'");
  EXPECT_EQ(MistakeIn(row("example\tinf\tyes\t0", Labels(25, "4"))),
            "r.tsv:2: expected a finite number, found 'inf'");
  EXPECT_EQ(MistakeIn(row("example\t27\tmaybe\t0", Labels(25, "4"))),
            "r.tsv:2: expected yes or no, found 'maybe'");
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t-1", Labels(25, "4"))),
            "r.tsv:2: expected a tolerance of at least 0, found -1");
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t0", Labels(24, "4"))), "r.tsv:2: expected 25 labels, found 24");
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t0", Labels(25, "5"))),
            "r.tsv:2: expected labels from 0 to 4, found 5");
  EXPECT_EQ(MistakeIn("tsukuba\t5\tno\t0\tsolver 1\t-\n"), "no error");
  EXPECT_EQ(MistakeIn("tsukuba\t5\tno\t0\tsolver 1\t0 1\n"),
            "r.tsv:2: expected no labeling of an image, written -, found '0 1'");
  EXPECT_TRUE(MistakeIn(row("example\t27\tyes\t0", Labels(25, "x"))).starts_with("r.tsv:2: "));
  const auto by_another = [](const std::string& start) {
    return start + "\tsolver 2\t" + Labels(25, "4") + "\n";
  };
  EXPECT_EQ(MistakeIn(right + by_another("example\t28\tno\t0")), "no error");
  const std::string too_low = "r.tsv:3: expected energies of at least 27, which solver 1 proved, found 26";
  EXPECT_EQ(MistakeIn(right + by_another("example\t26\tno\t0")), too_low);
  EXPECT_EQ(MistakeIn(by_another("example\t26\tno\t0") + right), too_low);
  EXPECT_EQ(MistakeIn(row("example\t27\tyes\t1", Labels(25, "4")) + by_another("example\t26\tno\t0")),
            "no error");
}

}  // namespace
}  // namespace structlab::map_inference
