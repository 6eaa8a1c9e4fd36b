// Whose faces a table or a figure shows, for its readers.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_WHOSE_FACES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_WHOSE_FACES_H_

#include <string>

#include "experiments/face_recognition/protocol.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

// "generated faces of AR's shape", "32 x 32 pixels, with drawn sunglasses and scarves". Generated are the
// faces of AR, and all those in whose place a run had a stand-in.
std::string WhoseFaces(const harness::Results& results, const FaceTask& task);

// "AR (generated faces of AR's shape)"
std::string NameAndData(const harness::Results& results, const FaceTask& task);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_WHOSE_FACES_H_
