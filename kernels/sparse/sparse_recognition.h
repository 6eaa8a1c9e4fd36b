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
  int label = 0;                  // class with the smallest residual; the smallest label of several
  std::vector<double> residuals;  // |x - Phi alpha_k| for each class k, in ascending order of labels
  SparseCode code;
  // How the search for the code ended, for ByPursuit and ByL1; otherwise empty. `label` is set even if the
  // tolerance was out of reach or optimality was not proved.
  std::optional<common::Ending> ending;
};

// Sparse-representation classification: writes a query as a sum of few training examples; it belongs to the
// class whose examples alone, with their coefficients in this sum, come nearest to it.
//
//     const HashedMeasurements hash(pixels, 300, 30, /*seed=*/1);
//     const SparseRecognizer recognizer(hash.Apply(images), labels);
//     const int label = recognizer.ByPursuit(hash.Apply(query), {}).label;
//
// Take ByPursuit for speed and ByL1 for exact codes. nearest_classifiers.h has faster baselines.
//
// Features are scaled to length 1, also those of queries, and tolerances are relative to this length.
// Immutable, so thread-safe.
class SparseRecognizer {
 public:
  // `features` has one example per column, `labels` one label per example. Throws common::Error(kUsage) for
  // another number of labels, for an example whose features are all 0, and as Dictionary.
  SparseRecognizer(const Eigen::Ref<const Eigen::MatrixXd>& features, std::span<const int> labels);

  const Dictionary& dictionary() const { return dictionary_; }
  const std::vector<int>& classes() const { return classes_; }  // ascending
  // The class of an atom, as an index into classes().
  int class_of(int atom) const { return class_of_[atom]; }

  // Algorithm 2. Throws common::Error(kUsage) for a query whose features are all 0, and as
  // OrthogonalMatchingPursuit.
  Recognition ByPursuit(const Eigen::Ref<const Eigen::VectorXd>& query, const PursuitOptions& options) const;

  // Algorithm 1. Throws common::Error(kUsage) for a query whose features are all 0, and as MinimizeL1.
  Recognition ByL1(const Eigen::Ref<const Eigen::VectorXd>& query, const L1Options& options) const;

  // For a code of x that was computed elsewhere; x is not scaled. O(d) per atom of the code and per class.
  // Throws common::Error(kUsage) as CheckQuery and DenseCode, and for coefficients that are not finite or
  // above 1e100 in magnitude.
  Recognition ByCode(const Eigen::Ref<const Eigen::VectorXd>& x, SparseCode code) const;

 private:
  Dictionary dictionary_;
  std::vector<int> classes_;
  std::vector<int> class_of_;
};

// Each column divided by its length. Throws common::Error(kUsage) at `where` for a column that is 0, not
// finite, or shorter than 1e-100 or longer than 1e100.
Eigen::MatrixXd ScaledToLengthOne(const Eigen::Ref<const Eigen::MatrixXd>& features, const char* where);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_SPARSE_RECOGNITION_H_
