// The versions of libraries, for provenance.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_LIBRARY_VERSION_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_LIBRARY_VERSION_H_

#include <algorithm>
#include <string>
#include <string_view>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// The fact that a library of third_party/ had this version, as its package is numbered: the build defines
// STRUCTLAB_SYSTEM_<NAME>_VERSION for what depends on it, with underscores for dots and signs.
//
//   experiment.libraries = {LibraryVersion("Eigen", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_EIGEN_VERSION))};
inline Fact LibraryVersion(std::string_view name, std::string_view version) {
  std::string text(version);
  std::ranges::replace(text, '_', '.');
  return {std::string(name), text};
}

#define STRUCTLAB_VERSION_TEXT_OF(version) #version
#define STRUCTLAB_VERSION_TEXT(version) STRUCTLAB_VERSION_TEXT_OF(version)

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_LIBRARY_VERSION_H_
