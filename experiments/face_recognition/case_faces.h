// The faces and options of a case.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASE_FACES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASE_FACES_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "experiments/face_recognition/code_trial.h"
#include "experiments/face_recognition/face_data.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/harness/case.h"

namespace structlab::face_recognition {

// The trial whose validation images choose u for all.
inline constexpr uint64_t kFirstTrial = 1;

inline CodeOptions CodeOptionsOf(const harness::Case& c) {
  CodeOptions options = {.tolerance = c.parameters.Number("tolerance")};
  if (c.parameters.Find("most_atoms") != nullptr) {
    options.most_atoms = static_cast<int>(c.parameters.Integer("most_atoms"));
  }
  return options;
}

// A case's split, and that on which its number of hash functions is chosen.
class CaseFaces {
 public:
  CaseFaces(const FaceTask& task, const harness::Case& c)
      : case_(c),
        task_(task),
        faces_(LoadTask(task, c.Data(task.data).path, c.parameters.Integer("subjects"))),
        split_(DrawSplit(faces_, task.split, c.parameters.Integer("queries"), c.seed)) {}

  const datasets::Faces& faces() const { return faces_; }
  const Split& split() const { return split_; }

  ChosenHash ChooseHash(int dimension, Classifier classifier) {
    const std::vector<int> percents = HashPercents(classifier, case_.parameters.Integer("hash_values"));
    const bool is_own = case_.parameters.Text("tuning") == "each" || case_.seed == kFirstTrial;
    if (!is_own && !first_) {
      first_ = DrawSplit(faces_, task_.split, case_.parameters.Integer("queries"), kFirstTrial);
    }
    return face_recognition::ChooseHash(is_own ? split_ : *first_, dimension, percents, classifier,
                                        CodeOptionsOf(case_), is_own ? case_.seed : kFirstTrial);
  }

 private:
  const harness::Case& case_;
  const FaceTask& task_;
  datasets::Faces faces_;
  Split split_;
  std::optional<Split> first_;
};

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASE_FACES_H_
