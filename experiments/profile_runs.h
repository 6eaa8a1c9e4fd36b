// The runs of packages that profile_benchmark measures. A test asks the packages whether they know them.
#ifndef STRUCTLAB_EXPERIMENTS_PROFILE_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_PROFILE_RUNS_H_

#include <string>
#include <vector>

namespace structlab::experiments {

struct ProfileRun {
  std::string benchmark, package;
  std::vector<std::string> flags;  // of the package's program
};

inline constexpr const char* kMemoryBenchmark = "regularization_path/memory";

// The memory benchmark runs two of the largest cases alone: a path on the words of OCR, and one on the images
// of USPS.
inline std::vector<ProfileRun> ProfileRuns() {
  std::vector<ProfileRun> runs = {{kMemoryBenchmark,
                                   "regularization_path",
                                   {"--profile=paper",
                                    "--only=regularization_path/ocr/rp-bcfw-heu-g/kappa1=0.5/seed=1,"
                                    "regularization_path/beyond/usps/rp-bcfw-std-g"}}};
  for (const char* const package :
       {"regularization_path", "parsimonious_labeling", "map_inference", "hashing", "face_recognition",
        "kernel_statistics", "joint_svm", "object_localization"}) {
    for (const char* const profile : {"smoke", "quick", "paper"}) {
      runs.push_back({std::string(package) + "/" + profile, package, {std::string("--profile=") + profile}});
    }
  }
  return runs;
}

}  // namespace structlab::experiments

#endif  // STRUCTLAB_EXPERIMENTS_PROFILE_RUNS_H_
