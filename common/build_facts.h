// How this program was built and what it runs on, to stand beside the numbers that it makes.
#ifndef STRUCTLAB_COMMON_BUILD_FACTS_H_
#define STRUCTLAB_COMMON_BUILD_FACTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::common {

// A name and a value, shown as they are: commit, processor, compiler, libraries, checksums.
struct Fact {
  std::string name, value;

  friend bool operator==(const Fact&, const Fact&) = default;
};

// What is known of this program: "compiler" and "build", which names what changes results or speed.
std::vector<Fact> BuildFacts();

// What the machine tells of itself: "processor", "cores", "memory" and "system". What it does not tell is
// "unknown".
std::vector<Fact> MachineFacts();

// The fact that a library of third_party/ had this version: the build defines STRUCTLAB_SYSTEM_<NAME>_VERSION
// with underscores for dots and signs.
//
//   LibraryVersion("Eigen", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_EIGEN_VERSION))
Fact LibraryVersion(std::string_view name, std::string_view version);

#define STRUCTLAB_VERSION_TEXT_OF(version) #version
#define STRUCTLAB_VERSION_TEXT(version) STRUCTLAB_VERSION_TEXT_OF(version)

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BUILD_FACTS_H_
