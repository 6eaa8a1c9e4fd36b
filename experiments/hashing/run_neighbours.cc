// Table 2.6, Figure 2.1: nearest neighbours and k-means on samples of the training documents, with joint
// hashing of all of them as the upper bound.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "experiments/hashing/case_texts.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/stopwatch.h"
#include "experiments/hashing/text_pieces.h"
#include "kernels/neighbors/k_means.h"
#include "kernels/neighbors/nearest_rows.h"
#include "structured_learning/linear/streaming_learner.h"
#include "structured_learning/linear/term_weights/term_weights.h"

namespace structlab::hashing {
namespace {

using datasets::TextPart;
using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::SparseRows;
using structured_learning::ExampleBatch;
using structured_learning::ExampleView;
using structured_learning::TermWeights;

// Columns of the vectors: 2^18 for neighbours; 2^14 for clusters, whose centroids are dense.
constexpr int kNeighbourBits = 18, kClusterBits = 14;
// Not given in the source.
constexpr int kIterations = 10, kMoreNeighbours = 5;
constexpr double kSecondsOfDay = 86400;

std::vector<uint32_t> LabelsOf(const ExampleBatch& batch) {
  std::vector<uint32_t> labels;
  for (size_t i = 0; i < batch.size(); ++i) labels.push_back(batch[i].labels[0]);
  return labels;
}

// All documents of a part.
ExampleBatch ReadAll(const CorpusTexts& texts, TextPart part, TextValues values, uint64_t seed) {
  const ScratchFolder scratch;
  ExampleBatch all, piece;
  ForEachPiece(*texts.Open(part), scratch, [&](const std::string& path) {
    ReadPiece(path, TextParser(values, static_cast<uint32_t>(seed), texts.encoding()), texts.num_classes(),
              piece);
    for (size_t i = 0; i < piece.size(); ++i) {
      const ExampleView example = piece[i];
      const ExampleBatch::Room room = all.FeatureRoom(example.keys.size());
      std::ranges::copy(example.keys, room.keys);
      std::ranges::copy(example.values, room.values);
      all.AddLabel(example.labels[0]);
      all.AddExample(example.keys.size(), 0, 1);
    }
  });
  return all;
}

SparseRows RowsOf(const ExampleBatch& counts, const std::vector<int>& chosen, TermWeights& weights,
                  int bits) {
  ExampleBatch weighed;
  for (const int i : chosen) weights.Weigh(counts[static_cast<size_t>(i)], weighed);
  std::vector<Eigen::Triplet<float>> entries;
  for (size_t row = 0; row < weighed.size(); ++row) {
    const ExampleView example = weighed[row];
    for (size_t k = 0; k < example.keys.size(); ++k) {
      entries.emplace_back(static_cast<int>(row), static_cast<int>(example.keys[k]), example.values[k]);
    }
  }
  SparseRows rows(static_cast<Eigen::Index>(chosen.size()), Eigen::Index{1} << bits);
  rows.setFromTriplets(entries.begin(), entries.end());
  return rows;
}

// The sample and the test documents as vectors with frequencies of the sample.
struct Vectors {
  SparseRows sample, test;
  std::vector<uint32_t> sample_labels, test_labels;
};

Vectors Draw(const ExampleBatch& train, const ExampleBatch& test, const std::vector<int>& chosen, int bits) {
  TermWeights weights(bits);
  for (const int i : chosen) weights.Count(train[static_cast<size_t>(i)]);
  std::vector<int> all(test.size());
  std::iota(all.begin(), all.end(), 0);
  Vectors vectors = {
      RowsOf(train, chosen, weights, bits), RowsOf(test, all, weights, bits), {}, LabelsOf(test)};
  for (const int i : chosen) vectors.sample_labels.push_back(train[static_cast<size_t>(i)].labels[0]);
  return vectors;
}

double PercentRight(const std::vector<uint32_t>& predicted, const std::vector<uint32_t>& truth) {
  double right = 0;
  for (size_t i = 0; i < truth.size(); ++i) right += predicted[i] == truth[i];
  return 100 * right / static_cast<double>(truth.size());
}

// The most frequent one; of equally frequent ones that of the nearest document.
uint32_t MajorityOf(const std::vector<int>& nearest, const std::vector<uint32_t>& labels) {
  std::map<uint32_t, int> votes;
  for (const int row : nearest) ++votes[labels[static_cast<size_t>(row)]];
  uint32_t majority = labels[static_cast<size_t>(nearest[0])];
  for (const int row : nearest) {
    const uint32_t label = labels[static_cast<size_t>(row)];
    if (votes[label] > votes[majority]) majority = label;
  }
  return majority;
}

// By the nearest one, which stands for the source's KNN, and by kMoreNeighbours.
struct NeighbourAccuracies {
  double by_one, by_more;
};

NeighbourAccuracies AccuraciesOfNeighbours(const Vectors& vectors) {
  const int count = std::min(kMoreNeighbours, static_cast<int>(vectors.sample_labels.size()));
  std::vector<uint32_t> by_one, by_more;
  for (const std::vector<int>& nearest : kernels::NearestRows(vectors.sample).Find(vectors.test, count)) {
    by_one.push_back(vectors.sample_labels[static_cast<size_t>(nearest[0])]);
    by_more.push_back(MajorityOf(nearest, vectors.sample_labels));
  }
  return {PercentRight(by_one, vectors.test_labels), PercentRight(by_more, vectors.test_labels)};
}

// The least number of classes that together have nine tenths of the documents.
int ClassesOfMost(const std::vector<uint32_t>& labels) {
  std::map<uint32_t, int> counts;
  for (const uint32_t label : labels) ++counts[label];
  std::vector<int> sizes;
  for (const auto& [label, count] : counts) sizes.push_back(count);
  std::ranges::sort(sizes, std::greater());
  double covered = 0;
  int classes = 0;
  while (covered < 0.9 * static_cast<double>(labels.size())) covered += sizes[static_cast<size_t>(classes++)];
  return classes;
}

double ClusterAccuracy(const Vectors& vectors, uint64_t seed) {
  const kernels::Clustering clustering =
      kernels::KMeans(vectors.sample, ClassesOfMost(vectors.sample_labels), kIterations, seed);
  const auto clusters = static_cast<size_t>(clustering.centroids.cols());
  std::vector<std::map<uint32_t, int>> counts(clusters);
  for (size_t i = 0; i < vectors.sample_labels.size(); ++i) {
    ++counts[static_cast<size_t>(clustering.clusters[i])][vectors.sample_labels[i]];
  }
  // A cluster that lost all its documents has no label to give.
  std::vector<Eigen::Index> filled;
  std::vector<uint32_t> majority, predicted;
  for (size_t cluster = 0; cluster < clusters; ++cluster) {
    if (counts[cluster].empty()) continue;
    const auto most = std::ranges::max_element(counts[cluster], {}, &std::pair<const uint32_t, int>::second);
    filled.push_back(static_cast<Eigen::Index>(cluster));
    majority.push_back(most->first);
  }
  const Eigen::MatrixXf centroids = clustering.centroids(Eigen::all, filled);
  for (const int cluster : kernels::NearestCentroids(vectors.test, centroids)) {
    predicted.push_back(majority[static_cast<size_t>(cluster)]);
  }
  return PercentRight(predicted, vectors.test_labels);
}

double JointHashingAccuracy(const CorpusTexts& texts, int bits, const Case& c) {
  structured_learning::StreamingLearner learner({.bits = bits,
                                                 .seed = static_cast<uint32_t>(c.seed),
                                                 .task = structured_learning::LinearTask::kMulticlass,
                                                 .learning_rate = c.parameters.Number("topic_rate")});
  const ExampleBatch train = ReadAll(texts, TextPart::kTrain, TextValues::kUnitLength, c.seed);
  for (size_t i = 0; i < train.size(); ++i) learner.Learn(train[i]);
  const ExampleBatch test = ReadAll(texts, TextPart::kTest, TextValues::kUnitLength, c.seed);
  double right = 0;
  for (size_t i = 0; i < test.size(); ++i) right += !learner.Judge(test[i]).mistaken;
  return 100 * right / static_cast<double>(test.size());
}

// Of all methods, sample sizes and collections of the case.
struct Ranges {
  double low = 100, high = 0, gap = 0;
  double seconds_a_pair = 0;  // of a training and a test document, for neighbours, at the largest sample
};

// The source's ranges are those of Table 2.6; of samples of other sizes, if it has none of these.
bool IsOfRange(double percent, const std::vector<double>& percents) {
  const auto is_printed = [](double one) { return one == 3 || one == 6 || one == 9; };
  return is_printed(percent) || std::ranges::none_of(percents, is_printed);
}

void RunOn(const Corpus& corpus, const Case& c, const std::vector<double>& percents, int bits, Ranges& ranges,
           Recorder& record) {
  const CorpusTexts texts = TopicsOf(corpus, c);
  const ExampleBatch train = ReadAll(texts, TextPart::kTrain, TextValues::kCounts, c.seed);
  const ExampleBatch test = ReadAll(texts, TextPart::kTest, TextValues::kCounts, c.seed);
  std::map<std::string, std::vector<double>> accuracies;
  common::RandomStream random(c.seed, "hashing/sample");
  // Smaller samples are the beginnings of the larger ones.
  const std::vector<int> order = random.Permutation(static_cast<int>(train.size()));
  for (const double percent : percents) {
    const auto size = static_cast<std::ptrdiff_t>(
        std::max(1.0, std::round(percent / 100 * static_cast<double>(train.size()))));
    const std::vector<int> chosen(order.begin(), order.begin() + size);
    Stopwatch watch;
    {
      const Timed timed(watch);
      const NeighbourAccuracies of_neighbours =
          AccuraciesOfNeighbours(Draw(train, test, chosen, kNeighbourBits));
      accuracies[kKnn].push_back(of_neighbours.by_one);
      record.Value(
          kOurNeighbours, "accuracy", of_neighbours.by_more,
          {.dataset = corpus.name,
           .method = kKnn,
           .setting = Setting{{"K", std::to_string(kMoreNeighbours)}, {"sample_size", Text(percent) + "%"}},
           .unit = "%"});
    }
    ranges.seconds_a_pair = watch.seconds() / (static_cast<double>(size) * static_cast<double>(test.size()));
    accuracies[kKmeans].push_back(ClusterAccuracy(Draw(train, test, chosen, kClusterBits), c.seed));
    for (const auto& [method, values] : accuracies) {
      record.Value(kTable26, "accuracy", values.back(),
                   {.dataset = corpus.name,
                    .method = method,
                    .setting = Setting{{"sample_size", Text(percent) + "%"}},
                    .unit = "%"});
      if (!IsOfRange(percent, percents)) continue;
      ranges.low = std::min(ranges.low, values.back());
      ranges.high = std::max(ranges.high, values.back());
    }
  }
  double best = 0;
  for (const auto& [method, values] : accuracies) {
    record.Curve(kFigure21, "accuracy_vs_sample_size", percents, values,
                 {.dataset = corpus.name,
                  .method = method,
                  .setting = Setting{{"sample_size", "various"}, {"upper_bound", "HK dim " + Power(bits)}}});
    best = std::max(best, *std::ranges::max_element(values));
  }
  const double upper_bound = JointHashingAccuracy(texts, bits, c);
  record.Value(kOurNeighbours, "upper_bound", upper_bound,
               {.dataset = corpus.name, .method = kHlf, .setting = DimensionKey(bits), .unit = "%"});
  record.Value(kOurNeighbours, "best_accuracy", best,
               {.dataset = corpus.name, .method = "KNN,Kmeans", .setting = DimensionKey(bits), .unit = "%"});
  ranges.gap += upper_bound - best;
}

}  // namespace

void RunNeighbours(const Case& c, Recorder& record) {
  const int bits = static_cast<int>(c.parameters.Integer("bits"));
  std::vector<double> percents = c.parameters.Numbers("samples_percent");
  std::ranges::sort(percents);
  std::vector<const Corpus*> corpora;
  for (const Corpus& corpus : TopicCorpora()) {
    const bool is_of_source = c.dataset == "DMOZ L2,DMOZ L3" && corpus.is_printed;
    if (corpus.name == c.dataset || is_of_source) corpora.push_back(&corpus);
  }
  Ranges ranges;
  for (const Corpus* corpus : corpora) RunOn(*corpus, c, percents, bits, ranges, record);
  const Setting various = {{"sample_size", "various"}};
  record.Value(kProse262, "accuracy_range_low", ranges.low, {.setting = various, .unit = "%"});
  record.Value(kProse262, "accuracy_range_high", ranges.high, {.setting = various, .unit = "%"});
  Setting versus = various;
  versus.Set("versus", "HK dim " + Power(bits));
  record.Value(kProse262, "accuracy_gap", ranges.gap / static_cast<double>(corpora.size()),
               {.setting = versus, .unit = "%"});
  if (!corpora[0]->is_printed) return;
  const SourceSize source = SourceSizeOf(*corpora.back());
  record.Value(kProse262, "estimated_running_time",
               ranges.seconds_a_pair * static_cast<double>(source.train) * static_cast<double>(source.test) /
                   kSecondsOfDay,
               {.dataset = "DMOZ",
                .method = kKnn,
                .setting = Setting{{"training_set", "full"}, {"batch", "yes"}},
                .unit = "days"});
}

}  // namespace structlab::hashing
