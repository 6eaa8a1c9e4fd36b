// Facts about the build and the machine, to be stored with results.
#ifndef STRUCTLAB_COMMON_BUILD_FACTS_H_
#define STRUCTLAB_COMMON_BUILD_FACTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// A name and a value, such as commit, processor, compiler, version of a library, checksum.
struct Fact {
  std::string name, value;

  friend bool operator==(const Fact&, const Fact&) = default;
};

// Facts about this program: "compiler", and "build" with the build options that change results or speed.
std::vector<Fact> BuildFacts();

// Facts about the machine: "processor", "cores", "memory" and "system". A missing value is "unknown".
std::vector<Fact> MachineFacts();

// The version of a library of third_party/. The build defines STRUCTLAB_SYSTEM_<NAME>_VERSION with
// underscores for dots and signs.
//
//   LibraryVersion("Eigen", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_EIGEN_VERSION))
Fact LibraryVersion(std::string_view name, std::string_view version);

#define STRUCTLAB_VERSION_TEXT_OF(version) #version
#define STRUCTLAB_VERSION_TEXT(version) STRUCTLAB_VERSION_TEXT_OF(version)

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BUILD_FACTS_H_
