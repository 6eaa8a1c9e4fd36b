// From the name of a data set to verified files, or to the decision to generate a stand-in.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_RESOLVE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_RESOLVE_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/datasets/catalogue.h"

namespace structlab::datasets {

// A file and the sha256 of its uncompressed content; of a stand-in, the generator and its seed.
struct Checksum {
  std::string name;
  std::string value;
};

// What a result depends on and says about its data.
struct ResolvedDataset {
  std::string name;
  Origin origin = Origin::kStandIn;
  std::string folder;  // empty: a stand-in, generated in memory
  std::vector<Checksum> checksums;
};

// The folder of all data sets: the value of --data-dir if it is not empty, else $STRUCTLAB_DATA, else data/
// in the checkout ($BUILD_WORKSPACE_DIRECTORY, which `bazel run` sets, or the current folder). A relative
// path is the caller's ($BUILD_WORKING_DIRECTORY). The folder need not exist.
std::string DataFolder(const std::string& data_dir);

// Looks for data_folder/<name>. If nothing has that name, the answer is a stand-in. Otherwise every file
// of the catalogue must be there with its checksum, and the origin is that of `package` (an unlisted
// package: usage error). Throws common::Error (data) that names the first file that is missing, truncated,
// damaged or another one, with line and column where it is damaged text, and what to do about it.
// Reads every file once: verify once a process and hand the folder on. Thread-safe.
ResolvedDataset ResolveDataset(const Dataset& dataset, std::string_view package,
                               const std::string& data_folder);

// Throws as ResolveDataset does unless that file of the folder has the content of the catalogue.
void VerifyFile(const Dataset& dataset, const DatasetFile& file, const std::string& folder);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_RESOLVE_H_
