// From an entry of the catalogue to verified files in the data folder.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_FETCH_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_FETCH_H_

#include <cstdio>
#include <string>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/fetch/download.h"

namespace structlab::datasets {

struct FetchOptions {
  std::string data_dir = {};  // the folder of all data sets; created if it is absent
  std::string base_url = {};  // if not empty, files are at BASE_URL/<folder of the data set>/<file> instead
  DownloadOptions download = {};
  std::FILE* out = stdout;       // a line for every file
  std::FILE* messages = stderr;  // progress
};

// Puts the files of the data set that are missing or damaged into data_dir/<folder of the data set>; files
// that have the content of the catalogue are left alone. What arrives is kept in data_dir/.partial, verified
// there, packed or unpacked as the file's name says (.gz), and only then moved to its place, all files at
// once if the folder is new: at no moment does a reader see a part of a file, and what was interrupted is
// resumed by the next call.
//
// Throws common::Error: environment if a file has no known address (what to do by hand), cannot be had or
// cannot be written, or another process is fetching the same data set; data if what arrives is not the
// file of the catalogue (nothing is placed then). Throws Interrupted as Download does.
void FetchDataset(const Dataset& dataset, const FetchOptions& options);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_FETCH_H_
