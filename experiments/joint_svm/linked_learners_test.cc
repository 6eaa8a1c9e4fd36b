// A learner that another package registers is compared with the source's, without a word about it here.
#include <gtest/gtest.h>

#include "common/error.h"
#include "experiments/harness/package.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::harness {
namespace {

using structured_learning::FeatureRows;
using structured_learning::MultiLabelData;
using structured_learning::TagList;

// The first tag for every row.
class FirstTag final : public structured_learning::TagModel {
 public:
  Eigen::MatrixXd Scores(const FeatureRows& rows, common::ThreadPool&) const override {
    return Eigen::MatrixXd::Ones(rows.rows(), 1);
  }
  std::vector<TagList> Tags(const Eigen::Ref<const Eigen::MatrixXd>& scores) const override {
    return structured_learning::TagsAbove(scores, 0);
  }
  void Save(kernels::ModelFile&) const override {}
};

// Refuses the 374 tags of Mulan's set.
structured_learning::TagTraining Train(const MultiLabelData& data, const common::OptionValues&,
                                       const structured_learning::TagLearnerRun&) {
  if (data.num_tags > 300) common::ThrowUsageError("first-tag", "few tags", "many");
  return {std::make_unique<FirstTag>()};
}

const bool kRegistered = structured_learning::RegisterTagLearner(
    {.name = "first-tag",
     .summary = "one tag for all",
     .options = {},
     .train = Train,
     .load = [](const kernels::ModelFile&) { return std::make_unique<FirstTag>(); }});

TEST(LinkedLearners, HaveCasesAndMayRefuse) {
  ASSERT_TRUE(kRegistered);
  const Package package = MakePackage();
  Flags flags = FlagsOf(Profile::kSmoke);
  flags.methods = {"first-tag"};
  const Settings settings = package.SettingsOf(flags);
  std::vector<std::string> cases;
  for (Case c : package.CasesOf(settings, flags)) {
    if (c.method != "first-tag") continue;
    cases.push_back(c.name);
    for (const std::string& data : c.data)
      c.resolved.push_back({.name = data, .origin = DataOrigin::kStandIn});
    Recorder record(c);
    c.run(c.seed, record);
    const bool is_refused = c.name.find("corel5k") != std::string::npos;
    EXPECT_EQ(record.record().refusal.has_value(), is_refused) << c.name;
    EXPECT_EQ(record.record().values.size(), is_refused ? 0u : 8u);
    for (const RecordedValue& value : record.record().values) EXPECT_EQ(value.key.method, "first-tag");
  }
  EXPECT_EQ(cases, (std::vector<std::string>{"output-kernels/corel5k/first-tag",
                                             "output-kernels/dense-hue/first-tag"}));
}

}  // namespace
}  // namespace structlab::harness
