// A method that another package registers is compared with the source's, without a word about it here.
#include <gtest/gtest.h>

#include <set>

#include "experiments/harness/package.h"
#include "kernels/recognition/recognition_methods.h"

namespace structlab::harness {
namespace {

// The subject of the first training image.
kernels::FeatureClassifier SayFirst(const kernels::LabeledFeatures& training, const common::OptionValues&) {
  const int first = training.labels.front();
  return [first](const Eigen::Ref<const Eigen::MatrixXd>& queries) {
    kernels::Recognition recognition;
    recognition.label = first;
    return std::vector<kernels::Recognition>(static_cast<size_t>(queries.cols()), recognition);
  };
}

const bool kRegistered = kernels::RegisterRecognitionMethod({.name = "say-first",
                                                             .summary = "always the same subject",
                                                             .features = kernels::FeatureKind::kEigen,
                                                             .learn = SayFirst});

TEST(LinkedMethods, HaveCasesThatGiveTheirAccuracy) {
  ASSERT_TRUE(kRegistered);
  const Package package = MakePackage();
  const Flags flags = FlagsOf(Profile::kSmoke);
  const Settings settings = package.SettingsOf(flags);
  std::set<std::string> names;
  for (Case c : package.CasesOf(settings, flags)) {
    if (c.method != "say-first") continue;
    names.insert(c.name);
    for (const std::string& data : c.data) {
      c.resolved.push_back({.name = data, .origin = DataOrigin::kStandIn});
    }
    Recorder record(c);
    c.run(c.seed, record);
    const Record made = record.record();
    const auto accuracy = std::ranges::find_if(
        made.values, [](const RecordedValue& value) { return value.key.metric == "accuracy"; });
    ASSERT_NE(accuracy, made.values.end()) << c.name;
    EXPECT_LT(accuracy->value, 1) << c.name;  // one subject of five
  }
  EXPECT_EQ(names, (std::set<std::string>{"recognition/ar/say-first/dim=50",
                                          "recognition/yaleb-occluders/say-first/dim=50",
                                          "recognition/yaleb/say-first/dim=50"}));
}

}  // namespace
}  // namespace structlab::harness
