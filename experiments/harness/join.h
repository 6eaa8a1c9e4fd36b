// From finished cases to rows: ours beside what the source reports, and the verdicts on its claims.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_JOIN_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_JOIN_H_

#include <vector>

#include "experiments/harness/experiment.h"
#include "experiments/harness/reported.h"

namespace structlab::harness {

// One row for each reported row, in their order, with ours where there is one (a second row follows where
// cases of another protocol or name recorded the same key); then the rows that only we have, in the order of
// the plan. A row aggregates the values of one key over the seeds of one case. A reported row without a
// number gets its `figure` where the curves or pictures that it needs are stored
// (DeclaredRow::needs_methods): the drawn figure that its declared row names, or "recorded".
// O(values * log(reported rows)).
std::vector<ResultRow> JoinRows(const Experiment& experiment, const std::vector<ReportedRow>& reported,
                                const Results& results, const std::vector<Figure>& drawn);

// What the rule of a claim ends with where parts are left out for want of data.
inline constexpr char kLeftOutRule[] =
    "; parts that depend on data of which there is a stand-in alone are left out, as the same rule is "
    "decided on other data";

// A row for each part of each reported claim, and one for the whole; in the order of the reported claims.
// A claim without a rule is not tested, for the reason that `not_tested` gives. Where a claim's data is a
// stand-in and it depends on the data, it is not tested; nor where the user changed a setting that a case
// read which serves it (Case::serves): the evidence then says which, and what the rule says with it. A rule
// that throws common::Error leaves its claim not tested, with the error as evidence.
std::vector<ClaimRow> DecideClaims(const Experiment& experiment, const std::vector<ReportedClaim>& reported,
                                   const Results& results);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_JOIN_H_
