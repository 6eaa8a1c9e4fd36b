// Ours beside theirs: how a result differs from the reported one, in numbers and in words.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_COMPARISON_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_COMPARISON_H_

#include <optional>
#include <string>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

enum class Agreement {
  kNoNumber,       // ours, theirs or both have no number
  kOtherData,      // not the source's data, so the two are not the same quantity
  kOtherProtocol,  // a smaller or changed protocol: the difference is shown, and nothing follows from it
  kAgrees,         // within the spread of ours, or 5% of theirs where ours is one seed
  kBetter,         // outside of it, on the side that the metric calls better
  kWorse,
  kDiffers,  // outside of it, for a metric without a better side
};

// Does the row differ from the source by its own data and protocol?
bool IsDifference(Agreement agreement);

struct Comparison {
  Agreement agreement = Agreement::kNoNumber;
  std::optional<double> difference;  // ours - theirs, where they may be compared
  std::optional<double> percent;     // of |theirs|; none where that is 0
};

// The rule: two numbers agree if |ours - theirs| is at most the standard deviation over our seeds, or, where
// there is one seed (n = 1 or no deviation), at most 5% of |theirs|. Compared only where data and protocol
// are the source's.
Comparison Compare(const ResultRow& row);

// The rule as a sentence for the reader.
std::string AgreementRule();
// What the words of WordsOf mean, for the reader.
std::string ExplanationRule();

// A symbol and words, so that colour is not needed: "≈ agrees", "▲ better, explained",
// "≠ differs, unexplained"; for the others why nothing is compared, or "".
std::string MarkOf(const ResultRow& row, const Comparison& comparison);

// What stands in place of ours where there is none: "not applicable", or "not run".
std::string WordsWithoutOurs(const ResultRow& row);

// "explained" or "unexplained", as is a row that differs without a word about it.
std::string WordsOf(ExplanationKind kind);
// The words, then the text: "explained: with another start it is 12"
std::string ReadableExplanation(const Explanation& explanation);

// For reading: as many digits as tell something. A reported number stands as printed; ours has the decimals
// of theirs, one more where theirs has fewer than four digits, and five significant digits where there is no
// theirs. U+2212 as minus. The exact numbers are in the tables to copy.
std::string ReadableReported(double reported);
std::string ReadableValue(double value, const std::optional<double>& reported);
std::string ReadableDifference(double difference, double reported);  // signed
std::string ReadablePercent(double percent);                         // signed, "+3.2%"
// "2 h 5 min", "3 min 20 s", "12.5 s"
std::string ReadableSeconds(double seconds);

// "1615 ± 12" of ours, rounded where its spread has two digits; "" without a value.
std::string ReadableOurs(const ResultRow& row);
// "1614.769 ± 10" of theirs; "" without.
std::string ReadableTheirs(const ResultRow& row);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_COMPARISON_H_
