// Atoms and their inner products: what sparse codes are made of.
#ifndef STRUCTLAB_KERNELS_SPARSE_DICTIONARY_H_
#define STRUCTLAB_KERNELS_SPARSE_DICTIONARY_H_

#include <Eigen/Core>
#include <vector>

namespace structlab::kernels {

// x = sum of coefficients[k] * atom atoms[k] + what remains; each atom at most once.
struct SparseCode {
  std::vector<int> atoms;
  std::vector<double> coefficients;  // one an atom
  double residual = 0;               // Euclidean length of what remains
};

// The code as a vector with an entry for each of `size` atoms. Throws common::Error (usage) for atoms that
// are not among them, or another number of coefficients.
Eigen::VectorXd DenseCode(const SparseCode& code, int size);

// Sparsity: the share of the l1 norm in the `count` coefficients of largest size, 0 to 1; 0 for a code
// without any.
double ShareOfLargest(const SparseCode& code, int count);

// d x n, an atom a column, with the Gram matrix that solvers read instead of the atoms: they so take O(n) for
// an atom that is in use and not O(d n). Immutable: safe to use from several threads. Memory: 8 n (n + d)
// bytes.
class Dictionary {
 public:
  static constexpr int kMaxAtoms = 1 << 15;  // 8 GiB

  // O(n^2 d). Throws common::Error (usage) without rows or columns, for more than kMaxAtoms columns, for
  // numbers that are not finite, and for atoms that are not 0 but shorter than 1e-100 or longer than 1e100,
  // whose squares double precision cannot hold.
  explicit Dictionary(Eigen::MatrixXd atoms);

  int dimension() const { return static_cast<int>(atoms_.rows()); }
  int size() const { return static_cast<int>(atoms_.cols()); }
  const Eigen::MatrixXd& atoms() const { return atoms_; }
  const Eigen::MatrixXd& gram() const { return gram_; }
  double max_atom_length() const { return max_atom_length_; }  // Euclidean length of an atom

 private:
  Eigen::MatrixXd atoms_, gram_;
  double max_atom_length_;
};

// Throws common::Error (usage), naming `where`, unless x has the dictionary's dimension, finite numbers and a
// length that is 0 or from 1e-100 to 1e100.
void CheckQuery(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x, const char* where);

// x - sum of coefficients * atoms. O(d) an atom of the code.
Eigen::VectorXd Remainder(const Dictionary& dictionary, const Eigen::Ref<const Eigen::VectorXd>& x,
                          const SparseCode& code);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_DICTIONARY_H_
