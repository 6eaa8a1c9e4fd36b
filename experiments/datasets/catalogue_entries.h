// Entries of the catalogue that have a file of their own, and what entries share. Private to the catalogue.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_CATALOGUE_ENTRIES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_CATALOGUE_ENTRIES_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/datasets/catalogue.h"

namespace structlab::datasets {

// A list of files that is too long for the text of an entry: columns name, address, sha256, bytes. `table` is
// for messages.
std::vector<DatasetFile> ParseFiles(std::string_view tsv, const std::string& table);

// Medical images with label maps, folders of data/medical-registration.
Dataset IbsrEntry();
Dataset HippocampusEntry();
Dataset OasisMiccaiEntry();
Dataset OasisTrtEntry();
Dataset OasisBrainEntry();
Dataset LabelMapsEntry();

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_CATALOGUE_ENTRIES_H_
