// Ours beside theirs: how results differ from the printed ones, in numbers, words and counts.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_COMPARISON_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/harness/report/model.h"

namespace structlab::harness {

enum class Agreement {
  kNoNumber,       // ours, theirs or both have no number
  kOtherData,      // not the source's data, so the two are not the same quantity
  kOtherProtocol,  // a smaller or changed protocol: the difference is shown, and nothing follows from it
  kAgrees,
  kBetter,  // differs, on the side that the metric calls better
  kWorse,
  kDiffers,  // differs, for a metric without a better side
};

// Does the row differ from the source on its own data and protocol?
bool IsDifference(Agreement agreement);

struct Comparison {
  Agreement agreement = Agreement::kNoNumber;
  std::optional<double> percent =
      {};  // (ours - theirs) / |theirs|, where they are the same quantity and theirs is not 0
};

// Two numbers agree if |ours - theirs| <= 5% of |theirs|, or if theirs lies within the range of our seeds.
// Compared only where the data is real and the protocol the paper's.
Comparison Compare(const ResultRow& row);

// A symbol and words, so that colour is not needed: "≈ agrees", "▲ better", "≠ differs"; for the others why
// nothing is compared, or "".
std::string MarkOf(const ResultRow& row, const Comparison& comparison);

// Numbers for reading, by common/readable_number.h; the exact ones are in the tables to copy. Ours stands
// beside theirs. "" without a value.
std::string ReadableOurs(const ResultRow& row);
std::string ReadableTheirs(const ResultRow& row);

// What a package's page comes to, in counts.
struct Summary {
  // Reported rows that have a number of ours, or a figure where the source prints no number; each once, by
  // the best protocol that has a result for it.
  int reported = 0;        // rows that the source reports
  int regenerated = 0;     // by the source's protocol
  int cut = 0;             // by a smaller one
  int changed = 0;         // by a changed one
  int not_applicable = 0;  // of the others, those whose method does not apply
  // Rows with both numbers, on the source's data and by its protocol, and those of them that agree: results;
  // facts, which are sizes and settings that the source states; and times, which the source took on other
  // machines.
  int compared = 0, agreeing = 0;
  int facts_compared = 0, facts_agreeing = 0;
  int times_compared = 0, times_agreeing = 0;
  // Rows with a number or figure, by the origin of their data.
  int real = 0, drawn = 0, substitute = 0, stand_in = 0;
  int cases = 0, done = 0, refused = 0, failed = 0, not_run = 0;  // failed: also over time or memory
  double cpu_seconds = 0;                                         // summed over the cases that are done
};
Summary Summarise(const PackageReport& package);
void Add(const Summary& other, Summary& summary);
// The counts with the names of their columns: those of rows, and all.
std::vector<std::pair<const char*, int Summary::*>> CountsOfRows();
std::vector<std::pair<const char*, int Summary::*>> CountsOfSummary();
// "✔ complete", "✘ 2 of 30 cases failed", "◐ 12 of 30 cases run", "– not run".
std::string StateOf(const Summary& summary);
// "113 of 115 printed rows regenerated, + 2 cut", "83 of 87 compared results agree", the data, the time.
std::vector<std::string> WordsOn(const Summary& summary);

// What the front page knows of a package: package.tsv.
struct PackageFacts : Summary {
  std::string name, title, source, introduction, command, commit, date;  // date: of the last case
  Profile profile = Profile::kQuick;
  bool is_from_record = false, interrupted = false;

  std::string run() const;  // "quick run", "from the record, interrupted"
};
// "83 of 87 compared results agree, 2 of 2 facts, 0 of 24 times of another machine"; "no number to compare".
std::string WordsOnAgreement(const Summary& summary);
// "● real: 12 rows", for each origin that there is.
std::vector<std::string> WordsOnData(const Summary& summary);
PackageFacts PackageFactsOf(const PackageReport& package);

// A claim and its parts, by their positions in a list of claims.
struct ClaimWithParts {
  size_t whole;
  std::vector<size_t> parts;
};
// In the order of the rows. A part without a whole is a claim by itself. O(claims^2).
std::vector<ClaimWithParts> GroupParts(const std::vector<ClaimRow>& claims);

// Does the claim fail as the printed numbers do: both fail, and in print each of its parts as stated that
// fails here (or, with `recorded`, in the record)?
bool FailsAsPrint(const std::vector<ClaimRow>& claims, const ClaimWithParts& claim, bool recorded = false);

// How many claims of GroupParts read which way. One that fails as the print does is a reproduction and does
// not count as failing.
struct ClaimCounts {
  int all = 0, holds = 0, fails_as_print = 0, fails = 0, undecided = 0, not_tested = 0;
};
// Counts the verdicts as stated of this run or, with `recorded`, those of the record (only claims that it
// decides).
ClaimCounts CountVerdicts(const std::vector<ClaimRow>& claims, bool recorded = false);
// The counts that are not 0: words ("hold"), class for style sheets ("holds") and symbol of each.
struct CountedVerdicts {
  int count;
  const char *words, *kind, *symbol;
};
std::vector<CountedVerdicts> VerdictsIn(const ClaimCounts& counts);
// "3 hold, 1 fails as in print, 2 fail, 1 undecided, 4 not tested"; without zeros.
std::string WordsOn(const ClaimCounts& counts);

// The unit as readers see it: nothing for those that only say which differences count, "energy", "share" and
// "exact".
std::string ShownUnit(const std::string& unit);

// "7 rows", "1 row".
std::string Counted(int64_t count, const std::string& one);

// With a symbol, so that colour is not needed: "✔ holds", "✘ fails", "◐ undecided", "– not tested"; and "↻
// fails, as in print", a reproduction.
std::string MarkOf(Verdict verdict, bool as_print);
// "✔ supports it", "✘ contradicts it", "◐ undecided", "– no numbers".
std::string MarkOfPrint(Verdict print);
std::string MarkOf(CaseState state);                 // "✔ done", "✘ failed", ...
std::string MarkOf(std::optional<DataOrigin> data);  // "● real", "◑ substitute", "⚠ stand-in"; "" for none
// Names for style sheets: "holds", "as-print", "not-tested"; "timed-out"; "better", ...
std::string ClassOf(Verdict verdict, bool as_print);
std::string ClassOf(CaseState state);
std::string ClassOf(Agreement agreement);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_COMPARISON_H_
