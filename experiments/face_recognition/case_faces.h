// The faces and options of a case.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASE_FACES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASE_FACES_H_

#include <vector>

#include "experiments/face_recognition/code_trial.h"
#include "experiments/face_recognition/face_data.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/harness/run/case.h"

namespace structlab::face_recognition {

inline CodeOptions CodeOptionsOf(const harness::Case& c) {
  CodeOptions options = {.tolerance = c.parameters.Number("tolerance")};
  if (c.parameters.Find("most_atoms") != nullptr) {
    options.most_atoms = static_cast<int>(c.parameters.Integer("most_atoms"));
  }
  return options;
}

// A case's faces and their split.
class CaseFaces {
 public:
  CaseFaces(const FaceTask& task, const harness::Case& c)
      : case_(c),
        faces_(LoadTask(task, c.Data(task.data).path, c.parameters.Integer("subjects"))),
        split_(DrawSplit(faces_, task.split, c.parameters.Integer("queries"), c.seed)) {}

  const datasets::Faces& faces() const { return faces_; }
  const Split& split() const { return split_; }

  // On the validation images of the split, with the trial's own hash functions.
  ChosenHash ChooseHash(int dimension, Classifier classifier) const {
    const std::vector<int> percents = HashPercents(classifier, case_.parameters.Integer("hash_values"));
    return face_recognition::ChooseHash(split_, dimension, percents, classifier, CodeOptionsOf(case_),
                                        case_.seed);
  }

 private:
  const harness::Case& case_;
  datasets::Faces faces_;
  Split split_;
};

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CASE_FACES_H_
