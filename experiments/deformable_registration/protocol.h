// What the sections share: names of tables and methods, the data sets, and which pairs train and test.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PROTOCOL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/datasets/medical/registration_set.h"
#include "experiments/harness/decide/rule.h"
#include "experiments/harness/run/case.h"

namespace structlab::deformable_registration {

inline constexpr const char* kProse = "section A.5 (prose)";
inline constexpr const char* kStatistics = "dataset statistics";  // the source's method of such rows

// Tables of ours: what the source does not print.
inline constexpr const char* kOurPairs = "ours: test pairs";  // items
inline constexpr const char* kOurMeans = "ours: means over test pairs";
inline constexpr const char* kOurPictures = "ours: pictures";
inline constexpr const char* kOurSlices = "ours: sample slices";
inline constexpr const char* kOurWeights = "ours: learned weights";

// Methods as the source spells them, and ours.
inline constexpr const char* kLearned = "MW";
inline constexpr const char* kSad = "SAD";
inline constexpr const char* kMi = "MI";
inline constexpr const char* kNcc = "NCC";
inline constexpr const char* kDwt = "DWT";
inline constexpr const char* kSingleMetrics[] = {kSad, kMi, kNcc, kDwt};
inline constexpr const char* kNone = "none";
inline constexpr const char* kInitial = "w_0";
inline constexpr const char* kEqual = "equal weights";
// Single metrics with the strength of the four together.
inline constexpr const char* kScaledMetrics[] = {"SAD, scaled", "MI, scaled", "NCC, scaled", "DWT, scaled"};
inline constexpr const char* kDefaults = "NCC, defaults";
inline constexpr const char* kElastix = "elastix";
bool IsOfSource(const std::string& method);

// In the setting `structure` of our tables: the mean over all structures that a pair has.
inline constexpr const char* kAllStructures = "all";

// Dice of a structure by test pair; of all methods if none is named.
inline harness::Values DiceOf(const std::string& dataset, const std::string& structure,
                              const std::string& method = "") {
  return {.table = kOurPairs,
          .metric = "dice",
          .method = method,
          .dataset = dataset,
          .setting = {{"structure", structure}}};
}

struct SubjectPair {
  int fixed = 0, moving = 0;  // subjects of the set

  friend bool operator==(const SubjectPair&, const SubjectPair&) = default;
};

// Weights that are learned from the training pairs are tested on the test pairs.
struct Split {
  std::vector<SubjectPair> train, test;
};

struct SplitSizes {
  int train = 10;  // pairs that are drawn for training, where the source draws them
  int test = 20;   // pairs of a set that is not the source's
};

// A data set with its protocol.
struct SetPlan {
  const char* name;     // in names of cases
  const char* dataset;  // in tables
  const char* data;     // of the catalogue, or what is drawn
  datasets::RegistrationSet (*load)(const std::string& path, int64_t reduction);
  const char* dice_table;  // of the source; null for sets of ours
  double spacing;          // of control points at the finest level, mm
  int label_steps;         // to each side
  bool draws_training;     // the seed draws the training pairs
  std::vector<Split> (*splits)(const datasets::RegistrationSet& set, const SplitSizes& sizes, uint64_t seed);
};
// The three sets of the source first.
const std::vector<SetPlan>& Sets();
const SetPlan& FindSet(const std::string& name);

// 8 ordered pairs of four patients with two volumes each (all have as many): those of the first two patients
// train and those of the others test, and the other way round.
std::vector<Split> PatientSplits(const datasets::RegistrationSet& set, const SplitSizes& sizes,
                                 uint64_t seed);
// The last volume with each of the others tests, all pairs of the others train, unordered: 4 and 6 of five.
std::vector<Split> LastVolumeSplits(const datasets::RegistrationSet& set, const SplitSizes& sizes,
                                    uint64_t seed);
// Two folds: all ordered pairs of a fold test, and `train` pairs of the other one that the seed draws train.
std::vector<Split> FoldSplits(const datasets::RegistrationSet& set, const SplitSizes& sizes, uint64_t seed);
// The same with `test` of the pairs of both folds together.
std::vector<Split> SampledFoldSplits(const datasets::RegistrationSet& set, const SplitSizes& sizes,
                                     uint64_t seed);
// One split: ordered pairs of the first half of the subjects train, `train` that the seed draws; of the other
// half `test` pairs of other patients test, which no seed changes. Pairs of a subject with the tenth after it
// are left out: on such pairs of the hippocampus set the program's defaults were chosen.
std::vector<Split> HalfSplits(const datasets::RegistrationSet& set, const SplitSizes& sizes, uint64_t seed);

// Settings that every registration depends on.
struct RunSettings {
  int64_t test_pairs = 0;     // of each split, the first ones; 0: all
  int64_t train_pairs = 0;    // of each split, the first ones; 0: all
  int64_t reduction = 1;      // images are reduced by this factor along each axis
  double spacing_factor = 1;  // times the set's spacing of control points
  int refinements = 5;        // of a level
  SplitSizes sizes = {};
};
RunSettings ReadSettings(harness::Case& c);

// Opens the set on the data that the case found.
datasets::RegistrationSet Open(const SetPlan& plan, const RunSettings& settings,
                               const harness::Recorder& record);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_PROTOCOL_H_
