#include "structured_learning/problem/feature_vector.h"

#include <algorithm>

namespace structlab::structured_learning {

void SparseVector::Compress() {
  const auto is_before = [](const Entry& a, const Entry& b) { return a.index < b.index; };
  constexpr size_t kFew = 32;
  if (entries_.size() > kFew) {
    std::stable_sort(entries_.begin(), entries_.end(), is_before);
  } else {  // without the buffer of std::stable_sort, whose allocation costs more than sorting
    for (auto at = entries_.begin(); at != entries_.end(); ++at) {
      std::rotate(std::upper_bound(entries_.begin(), at, *at, is_before), at, at + 1);
    }
  }
  size_t kept = 0;
  for (size_t k = 0; k < entries_.size();) {
    Entry sum = entries_[k];
    for (++k; k < entries_.size() && entries_[k].index == sum.index; ++k) sum.value += entries_[k].value;
    if (sum.value != 0) entries_[kept++] = sum;
  }
  entries_.resize(kept);
}

void AddScaled(const DenseVector& vector, double scale, Eigen::Ref<DenseVector> target) {
  target += scale * vector;
}

void AddScaled(const SparseVector& vector, double scale, Eigen::Ref<DenseVector> target) {
  for (const auto& [index, value] : vector.entries()) target[index] += scale * value;
}

double Dot(const DenseVector& vector, const Eigen::Ref<const DenseVector>& weights) {
  return vector.dot(weights);
}

double Dot(const SparseVector& vector, const Eigen::Ref<const DenseVector>& weights) {
  double sum = 0;
  for (const auto& [index, value] : vector.entries()) sum += value * weights[index];
  return sum;
}

double Product(const DenseVector& a, const DenseVector& b) { return a.dot(b); }

double Product(const SparseVector& a, const SparseVector& b) {
  double sum = 0;
  auto left = a.entries().begin(), right = b.entries().begin();
  while (left != a.entries().end() && right != b.entries().end()) {
    if (left->index < right->index) {
      ++left;
    } else if (right->index < left->index) {
      ++right;
    } else {
      sum += left++->value * right++->value;
    }
  }
  return sum;
}

double SquaredNorm(const DenseVector& vector) { return vector.squaredNorm(); }

double SquaredNorm(const SparseVector& vector) {
  double sum = 0;
  for (const auto& entry : vector.entries()) sum += entry.value * entry.value;
  return sum;
}

DenseVector Combine(double a_scale, const DenseVector& a, double b_scale, const DenseVector& b) {
  return a_scale * a + b_scale * b;
}

SparseVector Combine(double a_scale, const SparseVector& a, double b_scale, const SparseVector& b) {
  SparseVector sum;
  sum.Reserve(a.entries().size() + b.entries().size());
  for (const auto& [index, value] : a.entries()) sum.Add(index, a_scale * value);
  for (const auto& [index, value] : b.entries()) sum.Add(index, b_scale * value);
  sum.Compress();
  return sum;
}

}  // namespace structlab::structured_learning
