// Labels of examples, sorted by class.
#ifndef STRUCTLAB_KERNELS_SPARSE_CLASS_LABELS_H_
#define STRUCTLAB_KERNELS_SPARSE_CLASS_LABELS_H_

#include <Eigen/Core>
#include <algorithm>
#include <span>
#include <vector>

namespace structlab::kernels {

// The distinct labels, ascending.
inline std::vector<int> ClassesOf(std::span<const int> labels) {
  std::vector<int> classes(labels.begin(), labels.end());
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  return classes;
}

// The examples with this label, in their order.
inline std::vector<Eigen::Index> MembersOf(std::span<const int> labels, int label) {
  std::vector<Eigen::Index> members;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == label) members.push_back(static_cast<Eigen::Index>(i));
  }
  return members;
}

// True if all numbers are finite and at most 1e100 in magnitude, so that sums of products stay finite.
inline bool AreBounded(const Eigen::Ref<const Eigen::MatrixXd>& numbers) {
  return (numbers.array().abs() <= 1e100).all();
}
inline constexpr char kBounded[] = "numbers of at most 1e100 in magnitude";

// True if also the largest magnitude is 0 or at least 1e-100, so that its square does not underflow.
inline bool AreModerate(const Eigen::Ref<const Eigen::MatrixXd>& numbers) {
  if (!AreBounded(numbers)) return false;
  const double largest = numbers.size() > 0 ? numbers.cwiseAbs().maxCoeff() : 0;
  return largest == 0 || largest >= 1e-100;
}
inline constexpr char kModerate[] = "numbers of at most 1e100 in magnitude, the largest 0 or at least 1e-100";

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_SPARSE_CLASS_LABELS_H_
