// What is known about each data set: where it comes from, what it must contain, who may use it.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_CATALOGUE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_CATALOGUE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::datasets {

// The seed of every stand-in: all cases of an experiment see one and the same set.
inline constexpr uint64_t kStandInSeed = 7;

// A file that a loader reads.
struct DatasetFile {
  std::string name =
      {};  // in the data set's folder, maybe below others; ends in .gz if it is kept compressed
  std::string address = {};  // where it was first published; empty if none is known
  std::string sha256 = {};   // of the uncompressed content
  int64_t bytes = 0;         // of the uncompressed content
};

// What the data set is to one of the packages under experiments/.
struct DatasetUse {
  std::string package = {};
  harness::DataOrigin origin = harness::DataOrigin::kReal;
};

// A number that the real set must show, e.g. {"letters", 52152}.
struct DatasetCount {
  std::string what = {};
  int64_t count = 0;
};

// From facts.tsv of the folder of the set (facts.h).
struct Dataset {
  std::string name = {};    // what tools/fetch_data calls it
  std::string folder = {};  // the folder it is in, below that of all data sets; empty: the name
  std::string title = {};   // in a few words
  std::vector<DatasetFile> files = {};
  std::string licence = {};
  std::string citation = {};
  std::string stand_in = {};  // what is generated where the folder is absent
  std::string by_hand = {};   // how to get the files whose address is not known or no longer answers
  std::vector<DatasetCount> counts = {};
  std::vector<DatasetUse> uses = {};
  // Reads all files of the folder and throws the first fault with line and column: asked where a file is
  // not the one in the catalogue. Null for volumes, which have neither.
  void (*examine)(const std::string& folder) = nullptr;

  const std::string& subfolder() const { return folder.empty() ? name : folder; }
};

// All data sets, in the order of their names.
std::span<const Dataset> Catalogue();

// The data set of that name. Throws common::Error (usage) that lists the known names, nearest first.
const Dataset& FindDataset(std::span<const Dataset> catalogue, std::string_view name);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_CATALOGUE_H_
