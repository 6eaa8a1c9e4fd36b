#include "structured_learning/problem/random_chains.h"

#include <utility>

#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

double DyadicNumber(common::RandomStream& random) {
  return (static_cast<double>(random.UniformIndex(9)) - 4) / 4;
}

}  // namespace

ChainSamples RandomChainSamples(uint64_t seed, const RandomChainsOptions& options) {
  common::RandomStream random(seed, "random chains");
  ChainSamples samples(options.num_features, options.num_labels);
  std::vector<int> features;
  std::vector<double> values;
  for (int i = 0; i < options.sequences; ++i) {
    samples.BeginSequence();
    const int length = options.min_length +
                       static_cast<int>(random.UniformIndex(options.max_length - options.min_length + 1));
    for (int t = 0; t < length; ++t) {
      features.clear();
      values.clear();
      for (int feature = 0; feature < options.num_features; ++feature) {
        if (random.Uniform() < 0.5) continue;
        features.push_back(feature);
        values.push_back(options.values == ChainValues::kOnes     ? 1
                         : options.values == ChainValues::kNormal ? random.Normal()
                                                                  : DyadicNumber(random));
      }
      samples.AddPosition(static_cast<int>(random.UniformIndex(options.num_labels)), features, values);
    }
  }
  return samples;
}

ChainProblem RandomChains(uint64_t seed, const RandomChainsOptions& options) {
  return {RandomChainSamples(seed, options), options.loss};
}

DenseVector DyadicWeights(uint64_t seed, int size) {
  common::RandomStream random(seed, "dyadic weights");
  DenseVector weights(size);
  for (double& weight : weights) weight = DyadicNumber(random);
  return weights;
}

OutputsOf<ChainProblem> ListOutputs(const ChainProblem& problem) {
  const int num_labels = problem.samples().num_labels();
  OutputsOf<ChainProblem> outputs;
  for (int i = 0; i < problem.size(); ++i) {
    std::vector<int> labels(problem.samples().length(i), 0);
    outputs.emplace_back();
    for (;;) {
      outputs.back().push_back(labels);
      int t = static_cast<int>(labels.size()) - 1;
      while (t >= 0 && labels[t] == num_labels - 1) labels[t--] = 0;
      if (t < 0) break;
      ++labels[t];
    }
  }
  return outputs;
}

}  // namespace structlab::structured_learning
