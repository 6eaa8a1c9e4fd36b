// Compares learners of all tags at once with liblinear, which trains a machine for each tag (-s 3, C 1, eps
// 0.1), on the same rows. Measures training without reading and predicting. The data are the Mulan sets in
// $STRUCTLAB_DATA, or random data of the same shape if it is not set. One thread, processor time.
//
// The joint SVM uses rows of length 1, as the paper does; one-vs-rest uses unscaled rows with a constant
// feature.
#include <fmt/format.h>

#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "structured_learning/multilabel/arff_file.h"
#include "structured_learning/multilabel/joint_svm.h"
#include "structured_learning/multilabel/liblinear_tags.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/one_vs_rest.h"
#include "structured_learning/multilabel/tag_learner.h"

namespace structlab::structured_learning {
namespace {

using Features = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

// Smaller gaps change the micro-F1 by less than 0.001; the objective is 2% above that of liblinear.
constexpr double kOneVsRestGap = 0.04;

struct SetFiles {
  const char *name, *train, *test, *labels;
  int train_rows, test_rows, features, tags;  // the shape, for random rows
  int features_a_row, tags_a_row;
};

constexpr SetFiles kCorel5k = {"corel5k",
                               "Corel5k-train-sparse.arff.gz",
                               "Corel5k-test-sparse.arff.gz",
                               "Corel5k.xml",
                               4500,
                               500,
                               499,
                               374,
                               8,
                               4};
constexpr SetFiles kScene = {
    "scene", "scene-train.arff.gz", "scene-test.arff.gz", "scene.xml", 1211, 1196, 294, 6, 290, 1};
constexpr SetFiles kDelicious = {"delicious",
                                 "delicious-train.arff.gz",
                                 "delicious-test.arff.gz",
                                 "delicious.xml",
                                 12920,
                                 3185,
                                 500,
                                 983,
                                 18,
                                 19};

// Random rows with tags that depend on their features.
MultiLabelData DrawRows(int rows, int features, int tags, int features_a_row, int tags_a_row,
                        uint64_t index) {
  std::vector<Eigen::Triplet<double>> entries;
  MultiLabelData data;
  common::RandomStream random(1, "multilabel benchmark", index);
  for (int row = 0; row < rows; ++row) {
    std::vector<int> at = random.SampleWithoutReplacement(features, features_a_row);
    TagList& list = data.tags.emplace_back();
    for (int k = 0; k < features_a_row; ++k) {
      entries.emplace_back(row, at[k], 0.5 + random.Uniform());
      if (k < tags_a_row) list.push_back(static_cast<int>((int64_t{at[k]} * 7919) % tags));
    }
    while (static_cast<int>(list.size()) < tags_a_row) {
      list.push_back(static_cast<int>(random.UniformIndex(static_cast<uint64_t>(tags))));
    }
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  data.features.resize(rows, features);
  data.features.setFromTriplets(entries.begin(), entries.end());
  data.num_tags = tags;
  return data;
}

// Appends a constant feature 1 to the rows.
void AddConstant(MultiLabelData& data) {
  Features& x = data.features;
  x.conservativeResize(x.rows(), x.cols() + 1);
  for (Eigen::Index row = 0; row < x.rows(); ++row) x.insert(row, x.cols() - 1) = 1;
  x.makeCompressed();
}

struct Sets {
  MultiLabelData train, test;
  bool is_real = false;
};

Sets Load(const SetFiles& set) {
  Sets sets;
  const char* const data = std::getenv("STRUCTLAB_DATA");
  const std::string folder = data == nullptr ? "" : std::string(data) + "/mulan/" + set.name + "/";
  if (data != nullptr && std::filesystem::exists(folder)) {
    const std::vector<std::string> labels = ReadMulanLabels(folder + set.labels);
    sets.train = ReadArff(folder + set.train, labels);
    sets.test = ReadArff(folder + set.test, labels);
    sets.is_real = true;
  } else {
    sets.train = DrawRows(set.train_rows, set.features, set.tags, set.features_a_row, set.tags_a_row, 0);
    sets.test = DrawRows(set.test_rows, set.features, set.tags, set.features_a_row, set.tags_a_row, 1);
  }
  return sets;
}

// The sum over tags of |w|^2 / 2 + the hinge losses.
double PrimalOf(const LiblinearTags& machines, const MultiLabelData& data) {
  double primal = machines.weights().squaredNorm() / 2;
  for (Eigen::Index row = 0; row < data.features.rows(); ++row) {
    Eigen::RowVectorXd margins = -(data.features.row(row) * machines.weights());
    for (const int tag : data.tags[row]) margins[tag] = -margins[tag];
    primal += (1 - margins.array()).max(0).sum();
  }
  return primal;
}

double MicroF1(const LiblinearTags& machines, const MultiLabelData& test) {
  return MeasureTags(test.tags, TagsAbove(machines.Scores(test.features), 0), test.num_tags).micro.f1;
}

// Medians of three alternating runs, or one run of each if they take minutes.
template <class Ours, class Theirs>
common::PairedSeconds Compare(const Ours& ours, const Theirs& theirs, bool is_long) {
  if (!is_long) return common::InterleavedMedians(ours, theirs, 3);
  const double first = common::MedianSeconds(ours, 3);
  return {first, common::MeasureSeconds(theirs)};
}

void Print(const std::string& name, const Sets& sets, const common::PairedSeconds& seconds,
           const std::string& note) {
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = seconds.ours,
                             .unit = "s",
                             .yardstick = "liblinear -s 3, tag by tag",
                             .yardstick_value = seconds.yardstick,
                             .note = note + (sets.is_real ? "" : ", stand-in") + ", CPU time"});
}

// On the same rows of length 1. Under the name with _raw: liblinear gets unscaled rows with a constant
// feature, on which it predicts better. min_f1: the F1 on the real data without which the comparison of times
// is meaningless.
void MeasureJointSvm(const common::BenchmarkSelection& selection, const SetFiles& files, double min_f1,
                     bool is_long) {
  const std::string name = std::string("joint_svm_train/") + files.name;
  const bool is_same = selection.Contains(name), is_raw = selection.Contains(name + "_raw");
  if (!is_same && !is_raw) return;
  Sets sets = Load(files), raw = sets;
  AddConstant(raw.train);
  AddConstant(raw.test);
  ScaleRows("unit", sets.train, sets.test);
  JointSvm svm;
  const auto train = [&] {
    svm = TrainJointSvm(sets.train, {.coding = TagCoding::kCentred, .relative_gap = 1e-3});
  };
  const auto measure = [&](const std::string& row, const Sets& theirs, const std::string& note) {
    LiblinearTags liblinear(theirs.train, {});
    const common::PairedSeconds seconds = Compare(
        train, [&] { liblinear.Train(); }, is_long);
    const TagVectors vectors(sets.train.tags, sets.train.num_tags, TagCoding::kCentred);
    const Eigen::MatrixXd decoded = DecodeByNeighbors(svm, sets.train.tags, vectors, sets.test.features);
    const std::vector<TagList> found = TagsAbove(decoded, std::nextafter(0.5, 0));  // at least 0.5
    const double f1 = MeasureTags(sets.test.tags, found, sets.test.num_tags).micro.f1;
    Print(row, sets, seconds,
          fmt::format("{}, {} passes, micro-F1 {:.4g}, of liblinear {:.4g}", note, svm.passes, f1,
                      MicroF1(liblinear, theirs.test)));
    if (!sets.is_real || (svm.ending == common::Ending::kGapReached && f1 >= min_f1)) return;
    common::ThrowDataError(row,
                           "a relative gap of 1e-3 and a micro-F1 of at least " + common::FormatShort(min_f1),
                           common::FormatShort(f1));
  };
  if (is_same) measure(name, sets, "rows of length 1");
  if (is_raw) measure(name + "_raw", raw, "rows of length 1, for liblinear as they are with a constant");
}

void MeasureOneVsRest(const std::string& name) {
  Sets sets = Load(kDelicious);
  AddConstant(sets.train);
  AddConstant(sets.test);
  LiblinearTags liblinear(sets.train, {});
  OneVsRest machines;
  const common::PairedSeconds seconds =
      Compare([&] { machines = TrainOneVsRest(sets.train, {.relative_gap = kOneVsRestGap}); },
              [&] { liblinear.Train(); }, true);
  const std::vector<TagList> found = TagsAbove(TagScores(machines, sets.test.features), 0);
  const double f1 = MeasureTags(sets.test.tags, found, sets.test.num_tags).micro.f1;
  const double expected = MicroF1(liblinear, sets.test);
  Print(name, sets, seconds,
        fmt::format("{} passes, objective {:.5g}, of liblinear {:.5g}, micro-F1 {:.4g}, of liblinear {:.4g}",
                    machines.passes, machines.primal, PrimalOf(liblinear, sets.train), f1, expected));
  if (!sets.is_real || std::abs(f1 - expected) <= 0.005) return;
  common::ThrowDataError(name, "a micro-F1 of " + common::FormatShort(expected) + ", by at most 0.005 off",
                         common::FormatShort(f1));
}

// A pass must cost the same for any number of tags, except for the effect of caches.
void MeasureNumberOfTags(const std::string& name) {
  constexpr int kRows = 20'000, kFeatures = 1000, kPasses = 5;
  const MultiLabelData few = DrawRows(kRows, kFeatures, 100, 20, 4, 0),
                       many = DrawRows(kRows, kFeatures, 10'000, 20, 4, 0);
  const JointSvmOptions options = {
      .coding = TagCoding::kCentred, .relative_gap = 1e-15, .run = TrainingRun(kPasses)};
  const common::PairedSeconds seconds = common::InterleavedMedians([&] { TrainJointSvm(many, options); },
                                                                   [&] { TrainJointSvm(few, options); }, 5);
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = 1e3 * seconds.ours / kPasses,
                             .unit = "ms",
                             .yardstick = "the same with 100 tags",
                             .yardstick_value = 1e3 * seconds.yardstick / kPasses,
                             .note =
                                 "a pass over 20,000 drawn rows of 20 features and 4 of 10,000 tags, set-up "
                                 "and a measure of the gap included, CPU time"});
}

void Measure(const common::BenchmarkSelection& selection) {
  MeasureJointSvm(selection, kCorel5k, 0.25, false);
  MeasureJointSvm(selection, kScene, 0.63, false);
  MeasureJointSvm(selection, kDelicious, 0.28, true);
  if (selection.Contains("one_vs_rest/delicious")) MeasureOneVsRest("one_vs_rest/delicious");
  if (selection.Contains("joint_svm_tags")) MeasureNumberOfTags("joint_svm_tags");
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::structured_learning
