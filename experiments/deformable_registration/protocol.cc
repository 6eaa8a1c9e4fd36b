#include "experiments/deformable_registration/protocol.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "common/check.h"
#include "common/random_stream.h"
#include "experiments/datasets/medical/load.h"

namespace structlab::deformable_registration {

using datasets::RegistrationSet;

namespace {

constexpr uint64_t kTestSeed = 1;  // of test pairs, which are the same in each run
constexpr int kTunedDistance = 10;

// All ordered pairs of different subjects among these.
std::vector<SubjectPair> OrderedPairs(const std::vector<int>& subjects) {
  std::vector<SubjectPair> pairs;
  for (const int fixed : subjects) {
    for (const int moving : subjects) {
      if (fixed != moving) pairs.push_back({fixed, moving});
    }
  }
  return pairs;
}

// `count` of the pairs, or all, in random order.
std::vector<SubjectPair> Sample(const std::vector<SubjectPair>& pairs, int count, uint64_t seed,
                                std::string_view purpose, uint64_t index) {
  common::RandomStream random(seed, purpose, index);
  const auto size = static_cast<int>(pairs.size());
  std::vector<SubjectPair> sample;
  for (const int i : random.SampleWithoutReplacement(size, std::min(count, size))) {
    sample.push_back(pairs[i]);
  }
  return sample;
}

std::vector<int> SubjectsOfFold(const RegistrationSet& set, int fold) {
  std::vector<int> subjects;
  for (int i = 0; i < set.size(); ++i) {
    if (set.subjects[i].fold == fold) subjects.push_back(i);
  }
  return subjects;
}

std::vector<int> Range(int begin, int end) {
  std::vector<int> subjects;
  for (int i = begin; i < end; ++i) subjects.push_back(i);
  return subjects;
}

RegistrationSet LoadParotids(const std::string&, int64_t reduction) {
  return datasets::DrawParotids(reduction);
}
RegistrationSet LoadPelvis(const std::string&, int64_t reduction) { return datasets::DrawPelvis(reduction); }
RegistrationSet LoadBrains(const std::string&, int64_t reduction) { return datasets::DrawBrains(reduction); }

}  // namespace

bool IsOfSource(const std::string& method) {
  return method == kLearned || std::ranges::count(kSingleMetrics, method) > 0;
}

const std::vector<SetPlan>& Sets() {
  static const std::vector<SetPlan> sets = {{.name = "rt-parotids",
                                             .dataset = "RT Parotids",
                                             .data = "RT Parotids",
                                             .load = LoadParotids,
                                             .dice_table = "Figure A.4",
                                             .spacing = 25,
                                             .label_steps = 2,
                                             .draws_training = false,
                                             .splits = PatientSplits},
                                            {.name = "rt-abdominal",
                                             .dataset = "RT Abdominal",
                                             .data = "RT Abdominal",
                                             .load = LoadPelvis,
                                             .dice_table = "Figure A.5",
                                             .spacing = 25,
                                             .label_steps = 2,
                                             .draws_training = false,
                                             .splits = LastVolumeSplits},
                                            {.name = "ibsr",
                                             .dataset = "IBSR",
                                             .data = "ibsr",
                                             .load = datasets::LoadIbsr,
                                             .dice_table = "Figure A.6",
                                             .spacing = 25,
                                             .label_steps = 2,
                                             .draws_training = true,
                                             .splits = FoldSplits},
                                            {.name = "drawn-brains",
                                             .dataset = "drawn brains",
                                             .data = "drawn brains",
                                             .load = LoadBrains,
                                             .dice_table = nullptr,
                                             .spacing = 25,
                                             .label_steps = 2,
                                             .draws_training = true,
                                             .splits = SampledFoldSplits},
                                            {.name = "hippocampus",
                                             .dataset = "hippocampus",
                                             .data = "msd-hippocampus",
                                             .load = datasets::LoadHippocampus,
                                             .dice_table = nullptr,
                                             .spacing = 5,
                                             .label_steps = 2,
                                             .draws_training = true,
                                             .splits = HalfSplits},
                                            {.name = "oasis-trt",
                                             .dataset = "OASIS-TRT slices",
                                             .data = "oasis-trt-20-slice118",
                                             .load = datasets::LoadOasisTrt,
                                             .dice_table = nullptr,
                                             .spacing = 12,
                                             .label_steps = 5,
                                             .draws_training = true,
                                             .splits = HalfSplits},
                                            {.name = "oasis-miccai",
                                             .dataset = "OASIS MICCAI 2012 slices",
                                             .data = "oasis-miccai2012-slice122",
                                             .load = datasets::LoadOasisMiccai,
                                             .dice_table = nullptr,
                                             .spacing = 12,
                                             .label_steps = 5,
                                             .draws_training = true,
                                             .splits = HalfSplits}};
  return sets;
}

const SetPlan& FindSet(const std::string& name) {
  const auto found = std::ranges::find(Sets(), name, &SetPlan::name);
  STRUCTLAB_CHECK(found != Sets().end());
  return *found;
}

std::vector<Split> PatientSplits(const RegistrationSet& set, const SplitSizes&, uint64_t) {
  int num_patients = 0;
  for (const datasets::SubjectInfo& subject : set.subjects) {
    num_patients = std::max(num_patients, subject.patient + 1);
  }
  std::vector<std::vector<SubjectPair>> of_patients;
  for (int patient = 0; patient < num_patients; ++patient) {
    std::vector<int> volumes;
    for (int i = 0; i < set.size(); ++i) {
      if (set.subjects[i].patient == patient) volumes.push_back(i);
    }
    of_patients.push_back(OrderedPairs(volumes));
  }
  // Patients by turns, so that those of one half are in other folds of a cross-validation.
  std::vector<Split> splits(2);
  for (size_t i = 0; i < of_patients[0].size(); ++i) {
    for (int patient = 0; patient < num_patients; ++patient) {
      const size_t half = patient < num_patients / 2 ? 0 : 1;
      const SubjectPair& pair = of_patients[patient][i];
      splits[half].train.push_back(pair);
      splits[1 - half].test.push_back(pair);
    }
  }
  return splits;
}

std::vector<Split> LastVolumeSplits(const RegistrationSet& set, const SplitSizes&, uint64_t) {
  const int last = set.size() - 1;
  Split split;
  for (int fixed = 0; fixed < last; ++fixed) {
    split.test.push_back({fixed, last});
    for (int moving = fixed + 1; moving < last; ++moving) split.train.push_back({fixed, moving});
  }
  return {split};
}

std::vector<Split> FoldSplits(const RegistrationSet& set, const SplitSizes& sizes, uint64_t seed) {
  std::vector<Split> splits;
  for (const int fold : {0, 1}) {
    splits.push_back({.train = Sample(OrderedPairs(SubjectsOfFold(set, 1 - fold)), sizes.train, seed,
                                      "training pairs", static_cast<uint64_t>(fold)),
                      .test = OrderedPairs(SubjectsOfFold(set, fold))});
  }
  return splits;
}

std::vector<Split> SampledFoldSplits(const RegistrationSet& set, const SplitSizes& sizes, uint64_t seed) {
  std::vector<Split> splits = FoldSplits(set, sizes, seed);
  for (size_t fold = 0; fold < splits.size(); ++fold) {
    splits[fold].test = Sample(splits[fold].test, sizes.test / 2, kTestSeed, "test pairs", fold);
  }
  return splits;
}

std::vector<Split> HalfSplits(const RegistrationSet& set, const SplitSizes& sizes, uint64_t seed) {
  const int half = set.size() / 2;
  std::vector<SubjectPair> pool = OrderedPairs(Range(half, set.size()));
  std::erase_if(pool, [&](const SubjectPair& pair) {
    const auto patient = [&](int subject) { return set.subjects[subject].patient; };
    return std::abs(pair.fixed - pair.moving) == kTunedDistance ||
           patient(pair.fixed) == patient(pair.moving);
  });
  return {{.train = Sample(OrderedPairs(Range(0, half)), sizes.train, seed, "training pairs", 0),
           .test = Sample(pool, sizes.test, kTestSeed, "test pairs", 0)}};
}

RunSettings ReadSettings(harness::Case& c) {
  return {.test_pairs = c.Int("test_pairs"),
          .train_pairs = c.Int("max_train_pairs"),
          .reduction = c.Int("reduction"),
          .spacing_factor = c.Number("spacing_factor"),
          .refinements = static_cast<int>(c.Int("refinements")),
          .sizes = {.train = static_cast<int>(c.Int("train_pairs")),
                    .test = static_cast<int>(c.Int("other_test_pairs"))}};
}

RegistrationSet Open(const SetPlan& plan, const RunSettings& settings, const harness::Recorder& record) {
  return plan.load(record.Data(plan.data).path, settings.reduction);
}

}  // namespace structlab::deformable_registration
