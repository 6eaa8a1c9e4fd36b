// Files that a user supplies, plain or compressed.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_SUPPLIED_FILE_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_SUPPLIED_FILE_H_

#include <string>

namespace structlab::datasets {

// The path, or the one with .gz behind it, whichever is there. Throws common::Error (data) if neither is, or
// both.
std::string PlainOrGzip(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_SUPPLIED_FILE_H_
