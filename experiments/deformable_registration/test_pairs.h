// Registers the test pairs of a set by one method, and records how well label maps agree afterwards.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_TEST_PAIRS_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_TEST_PAIRS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "experiments/deformable_registration/protocol.h"

namespace structlab::deformable_registration {

// The subjects of a set, each loaded once.
class Subjects {
 public:
  Subjects(datasets::RegistrationSet set, common::ThreadPool& pool) : set_(std::move(set)), pool_(pool) {}

  const datasets::RegistrationSet& set() const { return set_; }
  const datasets::Subject& Get(int subject);

 private:
  datasets::RegistrationSet set_;
  common::ThreadPool& pool_;
  std::map<int, datasets::Subject> loaded_;
};

struct Registered {
  registration::DisplacementField field;  // on the fixed grid; empty: the images stay where they are
  double seconds = 0;                     // of one thread of the processor
};

// Registers the second subject to the first.
using RegisterPair =
    std::function<Registered(const datasets::Subject& fixed, const datasets::Subject& moving)>;
// Called once for each split: what is learned from its training pairs is in the function that it returns.
using PrepareSplit = std::function<RegisterPair(const Split& split, size_t index, Subjects& subjects)>;

struct PairMeasures {
  SubjectPair volumes = {};
  int fixed_patient = 0, moving_patient = 0;
  std::vector<double> dice;  // of each structure of the set; not a number where the pair lacks it
  double mean_dice = 0;      // over the structures, or labels, that the pair has
  double average_surface_distance = 0, hausdorff95 = 0;  // mm, means over those
  double folded = 0;                                     // voxels with a determinant of at most 0, %
  double true_error = 0;  // mm, mean over the voxels of structures; not a number where it is not known
  double seconds = 0;
};
PairMeasures MeasureRegistered(Subjects& subjects, const SubjectPair& pair, const Registered& registered,
                               common::ThreadPool& pool);

// Goes through the test pairs of all splits, each once, and records
//   below the source's table  dice of each structure, if the method and the set are the source's;
//   below kOurPairs           items, which are the test pairs in the order of the splits, with the groups
//                             "volume N" and "patient N" of the fixed and the moving one: dice of each
//                             structure and of all, true_error where it is known;
//   below kOurMeans           means of all of PairMeasures, and their number;
//   below kOurPictures        overlap and difference of the first pair.
// The case's method and dataset are those of the rows. Registrations take one thread.
void RunTestPairs(const SetPlan& plan, const RunSettings& settings, uint64_t seed,
                  const PrepareSplit& prepare, harness::Recorder& record);

// The case of a method on a set: keys, data and name are there; `run` is not.
harness::Case& AddCase(harness::Planner& planner, const SetPlan& plan, const std::string& method);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_TEST_PAIRS_H_
