// The table of the works: each package is one that there is, and none of the works is without parts.
#include "experiments/works.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiments/harness/report/overview_picture.h"
#include "experiments/programs.h"

namespace structlab {
namespace {

// Packages that belong to no work.
constexpr const char* kOfNoWork[] = {"map_inference"};

TEST(Works, NameEachPackageThatThereIs) {
  std::set<std::string> packages;
  for (const harness::WorkPart& part : harness::ParseWorks(kWorks, "works.tsv")) {
    if (part.package.empty()) continue;
    packages.insert(part.package);
    EXPECT_NE(std::ranges::find(kPackages, part.package), kPackages.end()) << part.package;
  }
  for (const std::string& package : kPackages) {
    const bool is_of_no_work = std::ranges::count(kOfNoWork, package) > 0;
    EXPECT_EQ(packages.contains(package), !is_of_no_work)
        << package << ": write it behind its work in works.tsv, or into kOfNoWork";
  }
}

}  // namespace
}  // namespace structlab
