// Any bytes as a file of landmarks, CSV, .fcsv or JSON, give finite points or an Error with the place.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/landmark_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::registration;
  static const common::ScratchFolder folder("landmark_fuzzer");
  static const bool linked = [] {
    const std::string file = common::FuzzFile("");
    return ::symlink(file.c_str(), (folder.path() + "/x.csv").c_str()) == 0 &&
           ::symlink(file.c_str(), (folder.path() + "/x.fcsv").c_str()) == 0 &&
           ::symlink(file.c_str(), (folder.path() + "/x.json").c_str()) == 0;
  }();
  STRUCTLAB_CHECK(linked);
  common::FuzzFile(data, size);
  for (const std::string name : {"/x.csv", "/x.fcsv", "/x.json"}) {
    const std::string path = folder.path() + name;
    const auto landmarks = common::ReadUnlessDamaged(path, [&] { return ReadLandmarks(path); });
    if (!landmarks) continue;
    for (const Landmark& landmark : *landmarks) STRUCTLAB_CHECK(landmark.point.allFinite());
  }
  return 0;
}
