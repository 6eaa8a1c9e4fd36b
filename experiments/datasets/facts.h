// Reads the file of facts of a data set, datasets/<set>/facts.tsv.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FACTS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FACTS_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/datasets/catalogue.h"

namespace structlab::datasets {

// One fact a line, a key and its values with tabs between them:
//
//   name, title, licence, citation, stand_in, by_hand   one text each (catalogue.h says what they mean)
//   folder   a text, where the folder of the files has another name
//   use      package, real|substitute: what the set is to a package; at least one
//   count    what, number: what the real set must show; at least one
//   file     name, then bytes and sha256 of the uncompressed content, then the address, which may be left out
//
// Lines that are empty or begin with # are skipped. The result has no reader (Dataset::examine). Throws
// common::Error (data) with file and line at an unknown key, a line with more or fewer values, a key that
// stands twice, a digest that is not 64 digits 0-9a-f, a size that is not positive, a name of a file that
// leads out of the folder or stands twice, an address that is no http address; and with the file where a fact
// is missing.
Dataset ParseFacts(std::string_view text, const std::string& file);

// Several such files, each behind a line with "@" and its path, "@usps/facts.tsv". Each must have the name of
// its folder. In the order of the names.
std::vector<Dataset> ParseAllFacts(std::string_view text);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FACTS_H_
