// Support vector machines on a matrix of kernel values.
#ifndef STRUCTLAB_KERNELS_SUPPORT_VECTORS_KERNEL_SVM_H_
#define STRUCTLAB_KERNELS_SUPPORT_VECTORS_KERNEL_SVM_H_

#include <Eigen/Core>
#include <span>
#include <vector>

namespace structlab::kernels {

struct KernelSvmOptions {
  double cost = 1;          // C > 0: of a slack, not divided by the number of examples
  double tolerance = 1e-3;  // > 0: by how much the optimality conditions may be missed
};

// One machine for each two classes a < b (in ascending order: (0, 1), (0, 2), ..., (1, 2), ...): the example
// x is of class b if sum_s coefficients(s, pair) k(x, support[s]) - offsets[pair] > 0, and of class a else.
struct KernelSvm {
  std::vector<int> classes;      // ascending
  int num_training = 0;          // examples
  std::vector<int> support;      // those of them with a coefficient, ascending
  Eigen::MatrixXd coefficients;  // support x pairs of classes
  Eigen::VectorXd offsets;       // one a pair
};

// C-SVC of libsvm (Chang, Lin 2011), one against one: for each pair of classes minimises |w|^2 / 2 + cost *
// sum of hinge losses with an offset that is not regularised. `gram` has the kernel of all pairs of training
// examples, which libsvm rounds to 32 bits; it should be positive semidefinite, otherwise libsvm finds a
// stationary point. A matrix divided by s with s times the cost is the same problem: entries far from 1 are
// better divided by the largest of the diagonal. Throws common::Error(kUsage) for a matrix that is not
// square, not symmetric (to 10^-9 of its largest entry), not finite or has entries above 10^38, another
// number of labels, fewer than two classes and other options than these. Deterministic, thread-safe. Memory:
// 24 bytes an entry of the matrix while it runs, and libsvm's cache of 100 MB.
KernelSvm TrainKernelSvm(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                         const KernelSvmOptions& options);

// By how much the optimality conditions of each pair are missed (the maximal violating pair of Fan, Chen,
// Lin 2005): at most the tolerance and, as libsvm rounds kernel values to 32 bits, 2^-23 times the sum of the
// coefficients' magnitudes times the largest entry of the matrix; more if libsvm ended at its limit of some
// 10^7 steps. The arguments are those of the training. O(n^2) a pair for n examples, which is more than
// training takes where there are many classes. Errors as of the training, and for a machine of another number
// of examples or of other classes.
Eigen::VectorXd Violations(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& gram,
                           std::span<const int> labels, const KernelSvmOptions& options);

// f of every example and pair of classes. `kernel` has an example a row and a column for each training
// example and no other: with folds, not a row of the whole matrix. Throws common::Error(kUsage) for another
// number of columns, and if one that `support` names is not finite.
Eigen::MatrixXd DecisionValues(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& kernel);

// The class that most pairs vote for, the least of them where several do. Errors as above.
std::vector<int> Classify(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& kernel);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SUPPORT_VECTORS_KERNEL_SVM_H_
