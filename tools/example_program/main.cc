// Learns what kind of word each word of a sentence is: "fish" alone does not tell, the word before it does.
#include <cstdio>
#include <utility>
#include <vector>

#include "structured_learning/optimization/frank_wolfe/bcfw.h"
#include "structured_learning/problem/chain_problem.h"

namespace learning = structlab::structured_learning;

enum Word { kThe, kWe, kFish, kRun, kWords };
enum Label { kArticle, kPronoun, kNoun, kVerb, kLabels };
const char* const kNames[kLabels] = {"article", "pronoun", "noun", "verb"};

using Sentence = std::vector<std::pair<Word, Label>>;

learning::ChainProblem ProblemOf(const std::vector<Sentence>& sentences) {
  learning::ChainSamples samples(kWords, kLabels);  // a binary feature for each word
  for (const Sentence& sentence : sentences) {
    samples.BeginSequence();
    for (const auto& [word, label] : sentence) {
      samples.AddPosition(label, std::vector<int>{word});  // the features that are on
    }
  }
  return learning::ChainProblem(samples, learning::ChainLoss::kMeanHamming);
}

int main() {
  const learning::ChainProblem known = ProblemOf({{{kWe, kPronoun}, {kFish, kVerb}},
                                                  {{kWe, kPronoun}, {kRun, kVerb}},
                                                  {{kThe, kArticle}, {kFish, kNoun}, {kRun, kVerb}},
                                                  {{kThe, kArticle}, {kRun, kNoun}}});
  const learning::LearningResult result = learning::Bcfw(known, /*lambda=*/0.01, {});
  std::printf("%s: at most %.3f above the optimum\n", EndingName(result.ending).data(), result.gap);

  // The labels of what is to be predicted are not read.
  const learning::ChainProblem unknown =
      ProblemOf({{{kWe, kArticle}, {kFish, kArticle}, {kThe, kArticle}, {kRun, kArticle}}});
  for (const int label : unknown.Predict(0, result.weights)) std::printf("%s\n", kNames[label]);
}
