// Where we depart from the source, and why rows differ from it.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_

#include <string>
#include <vector>

#include "experiments/harness/report_model.h"
#include "experiments/harness/reported.h"
#include "experiments/harness/results.h"

namespace structlab::regularization_path {

// Of the package as a whole, each with its reason.
std::vector<std::string> Departures();

// What "test loss" means is open in the source: one unknown for all of its rows, so it is chosen once.
enum class LossReading {
  kLetters,      // the share of wrong letters, which our rows have
  kMeanOfWords,  // the mean over words of the share of wrong letters
};

struct ReadingFit {
  LossReading reading = LossReading::kLetters;  // that which fits more rows; of equal ones the first
  int rows = 0;                                 // printed test losses whose explaining case has both readings
  int letters = 0, mean_of_words = 0;           // those of them that each reading comes within 5% of
};
ReadingFit ChooseReading(const std::vector<harness::ReportedRow>& printed, const harness::Results& results);

// Why a row of ours differs from the printed one by the rule of harness::Compare (one seed: by more than 5%):
// explained where the case that changes what the source leaves open comes within 5%, a test loss by the
// reading that is chosen over all printed rows. Else unexplained, where the text tells whether that case
// comes nearer, or that there is none. kNone for rows that do not differ.
//
// Of a full-size row there is one seed, and how much its number depends on the seed is not known. Where it
// does so by more than 5% with the folds swapped (standard deviation over mean, at least 3 seeds), one seed
// within 5% shows nothing, and the row is unexplained. A spread below that proves nothing either, since it is
// of another setting: the text says whose it is.
harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results,
                             const std::vector<harness::ReportedRow>& printed);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_EXPLAIN_H_
