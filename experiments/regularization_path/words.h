// The data of the experiments, as structured problems.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_WORDS_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_WORDS_H_

#include <vector>

#include "experiments/harness/case.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/problem/chain_problem.h"
#include "structured_learning/problem/multiclass.h"

namespace structlab::regularization_path {

// "ocr-letters" and "usps" of the catalogue.
std::vector<harness::DatasetSource> DatasetSources();

// Which folds train. The rest tests, but for the fold that validates.
enum class Split {
  kFull,        // all but the test fold: the source's
  kSwapped,     // the test fold alone trains, the others test
  kValidation,  // all but the test fold and ValidationFold
};

struct WordSets {
  structured_learning::ChainProblem train, test, validation;  // validation: of kValidation; else as test
};

// The words of the case's "ocr-letters" with 128 x 26 label weights (more with other features) and 26 x 26
// transitions.
WordSets LoadWords(const harness::Case& c, Split split, const Protocol& protocol);

struct DigitSets {
  structured_learning::MulticlassProblem train, test, validation;
};

// The case's "usps", every image scaled to length 1, so that lambda means about the same as for words. Of the
// training images every tenth validates. At most `max_images` of each, the first ones; 0 is all.
DigitSets LoadDigits(const harness::Case& c, int max_images);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_WORDS_H_
