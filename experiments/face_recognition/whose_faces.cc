#include "experiments/face_recognition/whose_faces.h"

#include <algorithm>

#include "experiments/harness/run/case.h"

namespace structlab::face_recognition {

std::string WhoseFaces(const harness::Results& results, const FaceTask& task) {
  if (task.data == kArData) return "generated faces of AR's shape";
  const bool is_generated = std::ranges::any_of(results.cases(), [&](const harness::FinishedCase& finished) {
    return finished.c.dataset == task.name && harness::OriginOf(finished.c) == harness::DataOrigin::kStandIn;
  });
  const std::string occluders = task.is_for_ar() ? ", with drawn sunglasses and scarves" : "";
  return (is_generated ? "generated faces in place of real ones" : "32 x 32 pixels") + occluders;
}

std::string NameAndData(const harness::Results& results, const FaceTask& task) {
  return task.name + " (" + WhoseFaces(results, task) + ")";
}

}  // namespace structlab::face_recognition
