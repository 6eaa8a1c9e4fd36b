// The picture of the whole at the head of the front page: for each work its packages, one line each, and the
// parts that are still missing. A line has a strip of dots, one for each compared result, and a mark for each
// claim.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_OVERVIEW_PICTURE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_OVERVIEW_PICTURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report/comparison.h"

namespace structlab::harness {

// A part of a published work, and the package that computes it again; no package: the part is still missing.
struct WorkPart {
  std::string work, part, package;
};

// Reads a table with the columns work, part and package; an empty text gives no parts. The name is that of
// the file, for errors. Throws common::Error(kData) that names file and line if a column is missing, work or
// part is empty, or a package stands twice.
std::vector<WorkPart> ParseWorks(std::string_view tsv, const std::string& name);

// A package as the front page reads it: package.tsv, results.tsv and its rows of claims.tsv. Results and
// claims stand in the order of the package's page, to whose rows and claims the picture links.
struct OverviewPackage {
  PackageFacts facts;
  std::vector<ResultRow> results;
  std::vector<ClaimRow> claims;

  std::string page() const;  // its address, seen from the front page
};

// The counts and the claims of all packages.
std::pair<Summary, std::vector<ClaimRow>> SumOf(const std::vector<OverviewPackage>& packages);

// A place on the axis of ours / printed, which is logarithmic from 2/3 to 3/2.
struct AxisPlace {
  enum Side { kBelow, kInside, kAbove };
  Side side = kInside;
  double percent = 0;  // of the strip's width, from the left; 50 for equal numbers. Only inside

  friend bool operator==(const AxisPlace&, const AxisPlace&) = default;
};
// A ratio that is negative or not a number counts as below; a printed 0 is below any larger number of ours.
AxisPlace PlaceOnAxis(double ours, double printed);

// The picture as HTML with inline SVG, in the order of `works`. Packages that are in no work follow under
// "Beyond the works", in the order given. Parts whose package is not among `packages` are named as not in
// this report. Facts and times are not results and have no dot. A package whose dots do not come to the
// counts of its package.tsv has none: its tables are of an older version. All text is escaped. O(size of the
// packages).
std::string OverviewPicture(const std::vector<WorkPart>& works, const std::vector<OverviewPackage>& packages);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_OVERVIEW_PICTURE_H_
