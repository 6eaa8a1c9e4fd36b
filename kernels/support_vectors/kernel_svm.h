// Support vector machines on a matrix of kernel values.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_KERNEL_SVM_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_KERNEL_SVM_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

struct KernelSvmOptions {
  double cost = 1;  // C > 0: weight of the slacks (summed, not averaged); large: fits closer, small: smoother
  double tolerance = 1e-3;  // > 0: allowed violation of the optimality conditions; smaller is slower
};

// One machine for each pair of classes a < b, in ascending order: (0, 1), (0, 2), ..., (1, 2), ... The
// machine assigns an example x to class b if sum_s coefficients(s, pair) k(x, support[s]) - offsets[pair] >
// 0, otherwise to class a.
struct KernelSvm {
  std::vector<int> classes;      // ascending
  int num_training = 0;          // number of training examples
  std::vector<int> support;      // training examples with a coefficient, ascending
  Eigen::MatrixXd coefficients;  // support x pairs of classes
  Eigen::VectorXd offsets;       // one per pair
};

// Trains a C-SVC by libsvm (Chang, Lin 2011), one against one: for each pair of classes it minimises |w|^2 /
// 2 + cost * (sum of hinge losses), with an offset that is not regularised. Take it for any kernel
// whose matrix fits in memory; for large linear problems, structured_learning/linear needs no matrix.
//
//     const KernelSvm svm = TrainKernelSvm(gram, labels, {.cost = 10});
//     const std::vector<int> predicted = Classify(svm, cross);   // kernel of new rows by training rows
//
// `gram` has the kernel values of all pairs of training examples; libsvm rounds them to 32 bits. It should be
// positive semidefinite; otherwise libsvm finds a stationary point. Dividing the matrix by s and multiplying
// the cost by s gives the same problem: if entries are far from 1, divide them by the largest diagonal entry.
//
// Throws common::Error(kUsage) for a matrix that is not square, not symmetric (to 10^-9 of its largest
// entry), not finite, or has entries above 10^38; for another number of labels; for fewer than two classes;
// and for options out of range. Deterministic, thread-safe. Memory: 24 bytes per matrix entry while it runs,
// and libsvm's cache of 100 MB.
KernelSvm TrainKernelSvm(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                         const KernelSvmOptions& options);

// For each pair of classes, the violation of the optimality conditions (the maximal violating pair of Fan,
// Chen, Lin 2005): a check of the training, with the same arguments. It is at most `tolerance` plus, since
// libsvm rounds kernel values to 32 bits, 2^-23 * (sum of absolute coefficients) * (largest matrix entry). It
// is larger if libsvm reached its limit of some 10^7 steps.
//
// O(n^2) per pair for n examples, which takes longer than the training if there are many classes. Throws as
// TrainKernelSvm, and for a machine with another number of examples or other classes.
Eigen::VectorXd Violations(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& gram,
                           std::span<const int> labels, const KernelSvmOptions& options);

// The value f of each example for each pair of classes. `kernel` has one row per example and one column for
// each training example, and no other columns: within a fold, not a row of the whole matrix. Throws
// common::Error(kUsage) for another number of columns, and for a value in a column of `support` that is not
// finite.
Eigen::MatrixXd DecisionValues(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& kernel);

// The class with the most votes of the pairs; the smallest of several. Throws as DecisionValues.
std::vector<int> Classify(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& kernel);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_KERNEL_SVM_H_
