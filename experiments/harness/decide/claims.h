// The verdicts of a package's claims.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_CLAIMS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_CLAIMS_H_

#include <optional>
#include <string>
#include <vector>

#include "experiments/harness/decide/rule.h"

namespace structlab::harness {

// How one claim, or one part of it, is decided. A part is as stated (the source's own sentence, its data or
// the declared substitute, its protocol, its rival) or stricter: a question of ours beyond it.
//
// A claim with several parts gets a row for each and one for the whole. Its verdict is that of the parts as
// stated: it holds if all hold, fails if one fails, and is undecided or not tested otherwise. The stricter
// parts give a second verdict by the same rule. A true claim must not fail the likelier the more parts it
// has: a verdict fails only by a part whose ClaimOutcome::chance times the number of its parts is at most 5%
// (Bonferroni); a part that fails less surely leaves it undecided. A part that cannot be tested here
// (NotTested, or its data is a stand-in) is named beside the verdict and does not decide it, if another one
// can be.
struct ClaimRule {
  std::string id;    // as in claims.tsv
  std::string part;  // empty if the claim has one part only
  Rule rule;  // of a part that is not tested only that for the printed numbers; without one, an empty All
  // Names of the data sets that the claim is about; all of its cases' if empty.
  std::vector<std::string> data = {};
  std::string question = {};    // of a stricter part: its question, "against a correct rival"
  std::string not_tested = {};  // why the part cannot be tested

  // Does deciding it take the case?
  bool Needs(const Case& c) const { return not_tested.empty() && rule.Needs(c); }
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
  std::string question;             // of a stricter part
  std::optional<Verdict> stricter;  // of a whole: the verdict of its stricter parts
  std::string stricter_words;       // "against a correct rival: fails; at one strength: holds"
  std::string untested;             // of a whole: the parts as stated that are not tested and do not decide
  std::optional<Verdict> recorded;  // by the same rule on the record
  std::optional<Verdict> recorded_stricter;
  std::string recorded_effect;
};

// A row for each part of each reported claim, and one for the whole; in the order of the reported claims. Not
// tested: a claim without a rule (ReportedClaim::not_tested says why); one that depends on the data where the
// data is a stand-in; one whose cases have read a setting that --set changed (what the rule says stands in
// the evidence). A rule that throws common::Error leaves its claim not tested, with the error as evidence.
std::vector<ClaimRow> DecideClaims(const std::string& package, const std::vector<ClaimRule>& claims,
                                   const std::vector<ReportedClaim>& reported_claims,
                                   const std::vector<ReportedRow>& reported_rows, const Results& results);

// Fills in what the record says from its rows.
void AddRecorded(const std::vector<ClaimRow>& record, std::vector<ClaimRow>& rows);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_DECIDE_CLAIMS_H_
