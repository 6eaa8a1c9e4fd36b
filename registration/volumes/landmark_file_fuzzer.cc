// Any bytes as a file of landmarks, CSV, .fcsv or JSON, give finite points or an Error with the place.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/landmark_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::registration;
  static const common::ScratchFolder folder("landmark_fuzzer");
  static const std::vector<std::string> paths =
      common::FuzzFilesNamed(folder.path(), {"x.csv", "x.fcsv", "x.json"});
  common::FuzzFile(data, size);
  for (const std::string& path : paths) {
    const auto landmarks = common::ReadUnlessDamaged(path, [&] { return ReadLandmarks(path); });
    if (!landmarks) continue;
    for (const Landmark& landmark : *landmarks) STRUCTLAB_CHECK(landmark.point.allFinite());
  }
  return 0;
}
