#include <map>
#include <string>

#include "common/check.h"
#include "experiments/hashing/runs.h"

namespace structlab::hashing {

void Run(const harness::Case& c, harness::Recorder& record) {
  static const std::map<std::string, void (*)(const harness::Case&, harness::Recorder&)> parts = {
      {"statistics", RunStatistics},
      {"runtime", RunRuntime},
      {"small-dimensions", RunSmallDimensions},
      {"small-hashing", RunSmallHashing},
      {"feature-files", RunFeatureFiles},
      {"collisions", RunCollisions},
      {"joint", RunJointHashing},
      {"whole", RunWholeCollection},
      {"features", RunFeatureHashing},
      {"baselines", RunBaselines},
      {"raw-text", RunRawText},
      {"neighbours", RunNeighbours},
      {"topic-dimension", RunTopicDimension},
      {"information-loss-bound", RunInformationLossBound},
      {"information-loss", RunInformationLoss},
      {"deviation", RunDeviation},
      {"graph-kernel", RunGraphKernel},
      {"graph-choices", RunGraphChoices}};
  const auto part = parts.find(c.parameters.Text("part"));
  STRUCTLAB_CHECK(part != parts.end());
  part->second(c, record);
}

}  // namespace structlab::hashing
