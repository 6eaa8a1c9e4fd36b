// The real files of data sets, for tests that are about them.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_REAL_FOLDER_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_REAL_FOLDER_H_

#include <string>

#include "experiments/datasets/resolve.h"

namespace structlab::datasets {

// The folder of a data set as the package uses it, verified; empty where it is absent. Throws as
// ResolveFromEnvironment does.
inline std::string RealFolder(const std::string& name, const std::string& package) {
  return ResolveFromEnvironment(name, package).path;
}

}  // namespace structlab::datasets

// Ends a test whose folder is empty: the files cannot be in the repository (their licences), so there is
// nothing to test without them.
#define STRUCTLAB_SKIP_UNLESS_THERE(folder) \
  if ((folder).empty()) GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in"

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_REAL_FOLDER_H_
