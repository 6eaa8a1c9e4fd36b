// The results of a package's cases on disk, and whether they are still what the code would compute.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_STORE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_STORE_H_

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// The bytes of an HDF5 file with what a case recorded. In it, all strings UTF-8, padded with zeros:
//   /provenance  compound {name, value}: key, commit, ...; then what the case took
//   /notes       compound {name, value}: "note" or "refusal" and its text
//   /values      compound {table, dataset, method, setting, metric, unit, value}
//   /curves      compound {table, dataset, method, setting, metric, begin, length}: rows of /points
//   /files       compound {name, value}: name and content
//   /points      doubles, n x 2 (x, y), compressed
//   /pictures    compound {table, dataset, method, setting, metric, name}: name of a dataset
//   /picture_0   uint8, height x width (grey) or height x width x 3 (RGB), an HDF5 image; and so on
//   /items       compound {table, dataset, method, setting, metric, items, size, parts}: items.h has the
//                text; the others count items and parts
//   /item_points doubles, n x 2 (number of the item, value), part by part, compressed
// A part without rows is absent. Equal cases give equal bytes.
std::string EncodeCase(const FinishedCase& stored);
inline constexpr std::string_view kStoredCaseFormat = "structlab case 2";

// The inverse. `name` stands in errors. Throws common::Error(kData) if the bytes are no such file; only for
// bytes whose digest was right (common/hdf5/hdf5_file.h).
FinishedCase DecodeCase(std::string_view bytes, const std::string& name);

// Digests of the code that computes cases, made by Bazel when the program is built (package.bzl).
struct CodeDigests {
  // Digest of a section's object with all that it links, except decide/ and report/: by the section's name.
  std::map<std::string, std::string> sections = {};
  // Digest of the library that registers a method with all that it links: by a pattern of method names.
  std::vector<std::pair<std::string, std::string>> methods = {};

  // A digest over those whose pattern matches, or over all method libraries if none does.
  std::string OfMethod(const std::string& method) const;
};

// Everything that decides whether a stored result is still the case's, as one digest for each part. Commit,
// --jobs and --threads are not among them, nor is any text of the package.
struct Stamp {
  std::string parameters;  // key, seed and the settings that the case read
  std::string data;        // origin and checksums of its data sets
  std::string section;     // the code that planned and computed it
  std::string method;      // the library of its method

  friend bool operator==(const Stamp&, const Stamp&) = default;
};
Stamp StampOf(const Case& c, const CodeDigests& code);

// "its settings and the library of its method": the parts in which the stamps differ; empty if in none.
std::string DifferenceOf(const Stamp& stored, const Stamp& now);

// One folder with <case key>.h5 for each case: an HDF5 file, sealed with the format and the stamp
// (common/hdf5/sealed_file.h). Several processes may use the folder at once, one a case. A kill at any moment
// leaves each case as it was or as it is now.
class Store {
 public:
  explicit Store(std::string folder) : folder_(std::move(folder)) {}

  enum class State { kAbsent, kStale, kDamaged, kDone };
  struct Found {
    State state;
    std::string message = {};         // one line: what is damaged, expected and found; or why it is stale
    bool is_only_older_code = false;  // stale, with the same parameters and data
  };

  // Is the case done? Reads the whole file and checks its digest, without HDF5.
  Found Check(const std::string& key, const Stamp& stamp) const;

  // Is there a file for the case, valid or not?
  bool Contains(const std::string& key) const;

  // Throws common::Error(kData) if the file is damaged or of another format, kEnvironment if it is absent.
  FinishedCase Load(const std::string& key) const;

  // Creates folders as needed. Throws common::Error(kEnvironment) if it cannot be written (e.g. a full disk);
  // what was stored before is then untouched.
  void Save(const std::string& key, const Stamp& stamp, const FinishedCase& stored) const;

  std::string PathOf(const std::string& key) const { return folder_ + "/" + key + ".h5"; }

 private:
  std::string folder_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_STORE_H_
