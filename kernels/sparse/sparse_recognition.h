// Recognition by sparse codes (Shi 2011, Algorithms 1 and 2; Wright et al., Robust face recognition via
// sparse representation, 2009).
#ifndef STRUCTLAB_KERNELS_SPARSE_SPARSE_RECOGNITION_H_
#define STRUCTLAB_KERNELS_SPARSE_SPARSE_RECOGNITION_H_

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "kernels/sparse/dictionary.h"
#include "kernels/sparse/l1_minimization.h"
#include "kernels/sparse/orthogonal_matching_pursuit.h"

namespace structlab::kernels {

struct Recognition {
  int label = 0;                  // of the class of least residual, the least of several
  std::vector<double> residuals;  // one a class, ascending labels: |x - Phi alpha_k|
  SparseCode code;
  // How the search for the code ended, by ByPursuit or ByL1, otherwise nothing: a code that is out of reach
  // of its tolerance, or not proved, tells a class all the same.
  std::optional<common::Ending> ending;
};

// A query is written as a sum of few training examples and belongs to the class whose examples alone, with
// their coefficients in this sum, come nearest to it.
//
//   const HashedMeasurements hash(pixels, 300, 30, /*seed=*/1);
//   const SparseRecognizer recognizer(hash.Apply(images), labels);
//   const int label = recognizer.ByPursuit(hash.Apply(query), {}).label;
//
// All features are scaled to length 1, those of queries too: tolerances are of this length. Immutable: safe
// to use from several threads.
class SparseRecognizer {
 public:
  // `features` has an example a column, `labels` one for each. Throws common::Error (usage) for another
  // number of labels, for an example whose features are all 0, and as Dictionary does.
  SparseRecognizer(const Eigen::Ref<const Eigen::MatrixXd>& features, std::span<const int> labels);

  const Dictionary& dictionary() const { return dictionary_; }
  const std::vector<int>& classes() const { return classes_; }  // ascending
  // The class of an atom, as its place in classes().
  int class_of(int atom) const { return class_of_[atom]; }

  // Algorithm 2. Throws common::Error (usage) for a query whose features are all 0, and as
  // OrthogonalMatchingPursuit does.
  Recognition ByPursuit(const Eigen::Ref<const Eigen::VectorXd>& query, const PursuitOptions& options) const;

  // Algorithm 1. Errors likewise, as MinimizeL1.
  Recognition ByL1(const Eigen::Ref<const Eigen::VectorXd>& query, const L1Options& options) const;

  // By a code found in another way, of x as it is. O(d) an atom of the code and a class. Throws common::Error
  // (usage) as CheckQuery and DenseCode do, and for coefficients that are not finite or above 1e100 in size.
  Recognition ByCode(const Eigen::Ref<const Eigen::VectorXd>& x, SparseCode code) const;

 private:
  Dictionary dictionary_;
  std::vector<int> classes_;
  std::vector<int> class_of_;
};

// Every column divided by its length. Throws common::Error (usage), naming `where`, for a column that is 0,
// not finite, or shorter than 1e-100 or longer than 1e100.
Eigen::MatrixXd ScaledToLengthOne(const Eigen::Ref<const Eigen::MatrixXd>& features, const char* where);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_SPARSE_RECOGNITION_H_
