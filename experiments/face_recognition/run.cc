#include <map>
#include <string>

#include "common/check.h"
#include "experiments/face_recognition/runs.h"

namespace structlab::face_recognition {

void Run(const harness::Case& c, harness::Recorder& record) {
  static const std::map<std::string, void (*)(const harness::Case&, harness::Recorder&)> parts = {
      {"recognition", RunRecognition},
      {"not-applicable", RunNotApplicable},
      {"equal-runtime", RunEqualTimes},
      {"speedup", RunSpeedup},
      {"times", RunTimes},
      {"pictures", RunPictures},
      {"hash-matrix", RunHashMatrix}};
  const auto part = parts.find(c.parameters.Text("part"));
  STRUCTLAB_CHECK(part != parts.end());
  part->second(c, record);
}

}  // namespace structlab::face_recognition
