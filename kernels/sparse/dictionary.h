// Dictionaries for sparse codes: atoms with their inner products.
#ifndef STRUCTLAB_KERNELS_SPARSE_DICTIONARY_H_
#define STRUCTLAB_KERNELS_SPARSE_DICTIONARY_H_

#include <Eigen/Core>
#include <vector>

namespace structlab::kernels {

// A sparse code of x: x = sum of coefficients[k] * (atom number atoms[k]) + remainder. Each atom occurs at
// most once.
struct SparseCode {
  std::vector<int> atoms;
  std::vector<double> coefficients;  // one per atom
  double residual = 0;               // Euclidean length of the remainder
};

// The code as a vector with one entry for each of the `size` atoms of a dictionary. Throws
// common::Error(kUsage) for an atom that does not exist, and for another number of coefficients than atoms.
Eigen::VectorXd DenseCode(const SparseCode& code, int size);

// A measure of sparsity: the share of the l1 norm in the `count` coefficients of largest magnitude, 0 to 1.
// It is 0 for a code without coefficients.
double ShareOfLargest(const SparseCode& code, int count);

// A dictionary of n atoms of dimension d, one per column, with its Gram matrix. Solvers read the Gram matrix
// instead of the atoms, so that a step takes O(n) per atom in use instead of O(d n).
//
//     const Dictionary dictionary(atoms);   // d x n
//     const Pursuit pursuit = OrthogonalMatchingPursuit(dictionary, x, {.tolerance = 0.05});
//
// Immutable, so thread-safe. Memory: 8 n (n + d) bytes.
class Dictionary {
 public:
  static constexpr int kMaxAtoms = 1 << 15;  // a Gram matrix of 8 GiB

  // O(n^2 d). Throws common::Error(kUsage) for a matrix without rows or columns, for more than kMaxAtoms
  // columns, for numbers that are not finite, and for atoms other than 0 that are shorter than 1e-100 or
  // longer than 1e100, whose squares double precision cannot hold.
  explicit Dictionary(Eigen::MatrixXd atoms);

  int dimension() const { return static_cast<int>(atoms_.rows()); }
  int size() const { return static_cast<int>(atoms_.cols()); }
  const Eigen::MatrixXd& atoms() const { return atoms_; }
  const Eigen::MatrixXd& gram() const { return gram_; }
  double max_atom_length() const { return max_atom_length_; }  // Euclidean length of the longest atom

 private:
  Eigen::MatrixXd atoms_, gram_;
  double max_atom_length_;
};

// Throws common::Error(kUsage) at `where` unless x has the dimension of the dictionary, finite numbers, and a
// length that is 0 or from 1e-100 to 1e100.
void CheckQuery(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, const char* where);

// x - sum of coefficients * atoms. O(d) per atom of the code.
Eigen::VectorXd Remainder(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                          const SparseCode& code);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_DICTIONARY_H_
