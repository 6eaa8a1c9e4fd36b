// News of Reuters in eight classes: the reader of `r8-train.txt` and `r8-test.txt` (Cardoso-Cachopo 2007, of
// Reuters-21578).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_REUTERS_R8_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_REUTERS_R8_H_

#include <string>
#include <vector>

#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {

// The eight classes in alphabetical order, which number the labels.
const std::vector<std::string>& ReutersClasses();

// Reads one file, plain or gzip: a document a line, its class, a tab and its words. Throws common::Error
// (data) with file, line and column at another class, a line without a tab, a document without words, and at
// a file without documents. Memory: the file; lines of more than 1 MB are refused.
std::vector<TextDocument> ReadReutersDocuments(const std::string& path);

// Both files of a folder.
TextCollection ReadReutersR8(const std::string& folder);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_REUTERS_R8_H_
