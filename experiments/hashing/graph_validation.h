// Cross-validated support vector machines on graphs: what all cases of Tables 2.8 and 2.9 have in common.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_GRAPH_VALIDATION_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_GRAPH_VALIDATION_H_

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/datasets/load.h"
#include "experiments/harness/run/case.h"
#include "kernels/graphs/sparse_features.h"

namespace structlab::hashing {

// The graphs of a case, cut as its parameters say.
kernels::GraphDataset GraphsOf(const harness::Case& c);

// Of these graphs.
std::vector<int> ClassesOf(const kernels::GraphDataset& dataset, const std::vector<int>& chosen);

// The columns that are not 0 everywhere, in their order: of a hash's 2^20 few are met, and all of them would
// be looked at in each fold.
kernels::SparseFeatures WithoutEmptyColumns(const kernels::SparseFeatures& features);

// Gram matrices of a fold: the same for all, or of features that are scaled by the training graphs.
using GramOfFold = std::function<Eigen::MatrixXd(const std::vector<int>& training)>;

// Which graphs a scaling or a selection of features has seen.
enum class Seen { kTraining, kAll };
enum class Selects { kNo, kYes };

// Of counts that are divided by their maxima, with a selection of those that correlate with the classes or of
// all; then divided by the largest of the training graphs' diagonal.
Eigen::MatrixXd ScaledGram(const kernels::GraphDataset& dataset, const kernels::SparseFeatures& counts,
                           Selects selects, Seen seen, const std::vector<int>& training);

// Entries of about 1, so that costs mean the same for all kernels.
Eigen::MatrixXd DividedByLargest(Eigen::MatrixXd gram, const std::vector<int>& training);

struct Quality {
  double accuracy = 0;
  std::optional<double> area = {};
};

// With the cost that is chosen in each fold by its training graphs; and the highest numbers that one cost for
// all folds has, which nobody knows who has not seen the test graphs.
struct CrossValidated {
  Quality chosen, highest;
  std::vector<Quality> by_fold = {};  // of the chosen costs
};

// Which matrix the cost is chosen with in a fold's training graphs: the fold's own, or, where classes have a
// part in it, one for each of the folds among them, which has not seen what it is judged by.
enum class InnerGram { kOfFold, kOfInnerFold };

// The folds depend on the seed alone, not on the method. `gram_of` is called with the training graphs of each
// fold, and with kOfInnerFold with those of each inner fold, too; test graphs are never among them.
CrossValidated CrossValidate(const harness::Case& c, const kernels::GraphDataset& dataset,
                             const GramOfFold& gram_of, InnerGram inner = InnerGram::kOfFold);

void RecordQuality(const char* table, const Quality& quality, const std::string& method,
                   const harness::Setting& setting, harness::Recorder& record);
// Fold by fold, as curves over the numbers of the folds: what claims are decided by.
void RecordFolds(const CrossValidated& quality, const std::string& method, harness::Recorder& record);
// What the open choices can have made of it: explanations of rows that differ.
void RecordChoices(const CrossValidated& quality, const std::string& method, const std::string& variant,
                   harness::Recorder& record);

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_GRAPH_VALIDATION_H_
