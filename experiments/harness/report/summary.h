// What a package's page comes to, in counts.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SUMMARY_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SUMMARY_H_

#include <optional>
#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

struct Summary {
  // Reported rows that have a number of ours, or a figure where the source prints no number; each once, by
  // the best protocol that has a result for it.
  int reported = 0;        // rows that the source reports
  int regenerated = 0;     // by the source's protocol
  int cut = 0;             // by a smaller one
  int changed = 0;         // by one that the user or the package changed
  int not_applicable = 0;  // of the others, those whose method does not apply
  int compared = 0;        // rows with both numbers, by the source's data and protocol
  int agreeing = 0;        // of these
  // Of these, that differ: by what is known of the reason.
  int explained = 0, unexplained = 0;
  int other_protocol = 0;  // rows with both numbers on real data, by a smaller or changed protocol
  // Rows with a number or figure, by whose data.
  int real = 0, substitute = 0, stand_in = 0;
  // Whole claims; parts count where a claim has no row for the whole.
  int holds = 0, fails = 0, undecided = 0, not_tested = 0;
  int cases = 0, done = 0, refused = 0, failed = 0, not_run = 0;  // failed: also over time or memory
  double seconds = 0;                                             // summed over the cases
};

Summary Summarise(const PackageReport& package);
Summary operator+(const Summary& a, const Summary& b);

// "✔ complete", "✘ 2 of 30 cases failed", "◐ 12 of 30 cases run", "– not run".
std::string StateOf(const Summary& summary);

// "3 of 8", or "nothing to compare" where no number is compared. WordsOnComparison goes on from there.
std::string CountOnComparison(const Summary& summary);
// "compared numbers agree; differ: 2 explained, 3 unexplained; 8 not compared (smaller or
// changed protocol)"; or why nothing is compared: "stand-in data; 8 by a smaller or changed protocol".
std::string WordsOnComparison(const Summary& summary);
// "2 explained, 3 unexplained"
std::string WordsOnDifferences(const Summary& summary);

// Whether a reported row counts as regenerated (by whatever protocol): it has a number of ours, or, where
// the source prints none, a figure of this id in the package.
bool IsRegenerated(const PackageReport& package, const ResultRow& row);

// With a symbol, so that colour is not needed: "✔ holds", "✘ fails", "◐ undecided", "– not tested".
std::string MarkOf(Verdict verdict);
// "✔ done", "✘ failed", ...
std::string MarkOf(CaseState state);
// "● real", "◑ substitute", "⚠ stand-in"; "" where nothing was run
std::string MarkOf(std::optional<DataOrigin> data);
// Names for style sheets: "holds", "not-tested"; "done", "timed-out"; "better", ...
std::string ClassOf(Verdict verdict);
std::string ClassOf(CaseState state);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SUMMARY_H_
