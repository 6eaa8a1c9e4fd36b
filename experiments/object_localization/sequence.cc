// The loss-augmented oracle of sequences: Viterbi with the loss added to the emissions, against all
// labelings.
#include <algorithm>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"
#include "structured_learning/problem/brute_force.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

constexpr int kLabels = 3;

// Sequences whose position t has the single feature t, so that the emission weights are free numbers.
ChainProblem DrawSequences(int count, int length, ChainLoss loss, common::RandomStream& stream) {
  ChainSamples samples(length, kLabels);
  for (int i = 0; i < count; ++i) {
    samples.BeginSequence();
    for (int t = 0; t < length; ++t) {
      samples.AddPosition(static_cast<int>(stream.UniformIndex(kLabels)), std::vector<int>{t});
    }
  }
  return {samples, loss};
}

OutputsOf<ChainProblem> AllLabelings(const ChainProblem& problem, int length) {
  std::vector<ChainProblem::Output> all = {ChainProblem::Output(length, 0)};
  while (true) {
    ChainProblem::Output next = all.back();
    int t = length - 1;
    while (t >= 0 && next[t] == kLabels - 1) next[t--] = 0;
    if (t < 0) break;
    ++next[t];
    all.push_back(next);
  }
  return OutputsOf<ChainProblem>(problem.size(), all);
}

void RunOracle(ChainLoss loss, int count, int length, uint64_t seed, Recorder& record) {
  common::RandomStream stream(seed, "object_localization/sequences");
  const ChainProblem problem = DrawSequences(count, length, loss, stream);
  DenseVector weights(problem.dimension());
  for (double& weight : weights) weight = stream.Normal();
  const OutputsOf<ChainProblem> outputs = AllLabelings(problem, length);
  const BruteForce reference(problem, outputs);
  int exact = 0;
  int changed = 0;
  double largest_difference = 0;
  for (int i = 0; i < count; ++i) {
    const auto value = [&](const ChainProblem::Output& y) {
      return problem.Loss(i, y) + reference.Score(i, y, weights);
    };
    const ChainProblem::Output found = problem.LossAugmentedInference(i, weights);
    const ChainProblem::Output best = reference.LossAugmentedInference(i, weights);
    exact += found == best;
    largest_difference = std::max(largest_difference, value(best) - value(found));
    const ChainProblem::Output predicted = problem.Predict(i, weights);
    for (int t = 0; t < length; ++t) changed += found[t] != predicted[t];
  }
  record.Value(kSlides, "max_oracle", static_cast<double>(exact) / count,
               {.dataset = "", .method = kOracleRow, .setting = harness::Setting{}});
  record.Value(kOurSequences, "largest_difference", largest_difference);
  // How much the loss changes: positions where the augmented labels differ from the prediction.
  record.Value(kOurSequences, "positions_changed_by_the_loss",
               static_cast<double>(changed) / (count * length));
}

}  // namespace

void Sequence(Package& package) {
  package.Plan([](Planner& plan) {
    plan.dataset = "drawn sequences";
    for (const char* loss : {"Hamming", "mean Hamming"}) {
      Case& c = plan.Add("sequence", "Viterbi with the loss", {{"loss", loss}});
      c.origin = harness::DataOrigin::kDrawn;
      c.repeats = static_cast<int>(plan.Int("sequence_seeds"));
      const int count = static_cast<int>(c.Int("sequences")),
                length = static_cast<int>(c.Int("sequence_length"));
      const ChainLoss kind = std::string(loss) == "Hamming" ? ChainLoss::kHamming : ChainLoss::kMeanHamming;
      c.run = [=](uint64_t seed, Recorder& record) { RunOracle(kind, count, length, seed, record); };
    }
  });
}

}  // namespace structlab::object_localization
