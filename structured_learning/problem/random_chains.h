// Small random chains for tests, and all their labelings.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_RANDOM_CHAINS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_RANDOM_CHAINS_H_

#include <cstdint>

#include "structured_learning/problem/brute_force.h"
#include "structured_learning/problem/chain_problem.h"

namespace structlab::structured_learning {

enum class ChainValues {
  kOnes,    // active features, all 1
  kNormal,  // normal numbers
  kDyadic   // multiples of 1/4: sums with such weights are exact in any order, so equal values tie exactly
};

struct RandomChainsOptions {
  int num_features = 4;
  int num_labels = 3;
  int sequences = 3;
  int min_length = 1, max_length = 4;
  ChainValues values = ChainValues::kOnes;
  ChainLoss loss = ChainLoss::kMeanHamming;
};

// Each feature is active with probability 1/2. Labels are uniform, so the samples are rarely separable.
ChainSamples RandomChainSamples(uint64_t seed, const RandomChainsOptions& options);
ChainProblem RandomChains(uint64_t seed, const RandomChainsOptions& options = {});

// Multiples of 1/4 from -1 to 1.
DenseVector DyadicWeights(uint64_t seed, int size);

// All L^T labelings of each sequence in lexicographic order.
OutputsOf<ChainProblem> ListOutputs(const ChainProblem& problem);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_RANDOM_CHAINS_H_
