// From the name of a data set to verified files, or to the decision to generate a stand-in.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_RESOLVE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_RESOLVE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/datasets/catalogue.h"
#include "experiments/harness/run/case.h"

namespace structlab::datasets {

// Looks for data_folder/<folder of the data set>. If nothing has that name, the answer is a stand-in, with an
// empty path and the generator's seed in place of checksums. Otherwise the path is that folder: every file of
// the catalogue must be there with its checksum, and the origin is that of `package` (an unlisted package:
// usage error). Throws common::Error (data) that names the first file that is missing, truncated, damaged or
// another one, with line and column where it is damaged text, and what to do about it. Reads every file once:
// verify once a process and hand the folder on. Thread-safe.
harness::Dataset ResolveDataset(const Dataset& dataset, std::string_view package,
                                const std::string& data_folder);

// The same as a package declares it: .datasets = {SourceOf("ocr-letters", "regularization_path")}. Throws
// common::Error (usage) for a name that is not in the catalogue.
harness::DatasetSource SourceOf(std::string_view name, const std::string& package);

// A set that is not published: its users have the files, and the catalogue cannot know their contents.
struct SuppliedSet {
  std::string name;  // also that of its folder
  std::vector<std::string> files;
  harness::DataOrigin origin;  // of the files that a user has
  std::string note;            // about these files
  std::string stand_in;        // about the stand-in
  // Throws if the files of the folder are not those of the set. Empty: any contents are taken.
  std::function<void(const std::string& folder)> check = {};
};

// Looks for data_folder/<name of the set>. If nothing has that name, the answer is a stand-in, as that of
// ResolveDataset. Otherwise the path is that folder: every file must be there, plain or as .gz, and the
// checksums are those of the uncompressed contents. Resolving throws what PlainOrGzip, Sha256OfUncompressed
// and `check` throw, and reads every file once before the check. Thread-safe if `check` is.
harness::DatasetSource SuppliedSource(const SuppliedSet& set);

// What the folder $STRUCTLAB_DATA holds, for programs without --data-dir: benchmarks, and tests of the real
// files. Unset or empty, it means the stand-in; a relative one is the caller's. Throws as SourceOf and
// ResolveDataset do, and common::Error (environment) if the variable names no folder.
harness::Dataset ResolveFromEnvironment(std::string_view name, const std::string& package);

// Throws as ResolveDataset does unless that file of the folder has the content of the catalogue.
void VerifyFile(const Dataset& dataset, const DatasetFile& file, const std::string& folder);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_RESOLVE_H_
