// The table of the works: each package is one that there is, and none of the works is without parts.
#include "experiments/works.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiments/harness/report/overview_picture.h"
#include "experiments/programs.h"

namespace structlab {
namespace {

TEST(Works, NamesOnlyPackagesThatThereAre) {
  std::set<std::string> works, packages;
  for (const harness::WorkPart& part : harness::ParseWorks(kWorks, "works.tsv")) {
    works.insert(part.work);
    if (part.package.empty()) continue;
    packages.insert(part.package);
    EXPECT_NE(std::ranges::find(kPackages, part.package), kPackages.end()) << part.package;
  }
  EXPECT_EQ(works.size(), 5u);
  // All packages but the one that compares minimisers, which belongs to no work.
  EXPECT_EQ(packages.size() + 1, kPackages.size());
}

}  // namespace
}  // namespace structlab
