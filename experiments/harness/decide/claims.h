// The verdicts of a package's claims.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_CLAIMS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/decide/rule.h"

namespace structlab::harness {

// How one claim, or one part of it, is decided. A claim with several parts gets a row for each and one for
// the whole, which holds if all parts hold, fails if one fails, and is undecided or not tested otherwise. A
// true claim must not fail the likelier the more parts it has: the whole fails only by a part whose
// ClaimOutcome::chance times the number of parts is at most 5% (Bonferroni); a part that fails less surely
// leaves it undecided. A part that is not tested because its data is a stand-in does not count for the whole
// if another part with the same rule, word by word, is decided on other data.
struct ClaimRule {
  std::string id;    // as in claims.tsv
  std::string part;  // empty if the claim has one part only
  Rule rule;
  // Names of the data sets that the claim is about; all of its cases' if empty.
  std::vector<std::string> data = {};
};

// One row of claims.tsv, with the outcome of this run.
struct ClaimRow : ClaimOutcome {
  std::string id, part;  // part is empty for the whole claim
  std::string package;
  std::optional<DataOrigin> data;  // the worst of the cases that it is about; none if none of them was run
  Profile profile = Profile::kQuick;
  std::string statement;                // as the source has it
  std::string rule;                     // how the verdict is reached
  Verdict print = Verdict::kNotTested;  // the same rule on the printed numbers
  std::string print_evidence;
  std::optional<Verdict> recorded;  // by the same rule on the record
  std::string recorded_effect;
};

// A row for each part of each reported claim, and one for the whole; in the order of the reported claims. Not
// tested: a claim without a rule (ReportedClaim::not_tested says why); one that depends on the data where the
// data is a stand-in; one whose cases have read a setting that --set changed (what the rule says stands in
// the evidence). A rule that throws common::Error leaves its claim not tested, with the error as evidence.
std::vector<ClaimRow> DecideClaims(const std::string& package, const std::vector<ClaimRule>& claims,
                                   const std::vector<ReportedClaim>& reported_claims,
                                   const std::vector<ReportedRow>& reported_rows, const Results& results);

// Fills in `recorded` and its effect from the rows of the record.
void AddRecorded(const std::vector<ClaimRow>& record, std::vector<ClaimRow>& rows);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_CLAIMS_H_
