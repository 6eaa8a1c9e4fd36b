// Joint features as dense or sparse vectors, and the operations that learners need for both.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_FEATURE_VECTOR_H_
#define STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_FEATURE_VECTOR_H_

#include <Eigen/Core>
#include <concepts>
#include <cstddef>
#include <vector>

namespace structlab::structured_learning {

using DenseVector = Eigen::VectorXd;

// A list of (index, value) pairs. After Compress the indices are strictly increasing.
//
//     SparseVector feature;
//     feature.Add(3, 0.5);
//     feature.Compress();
class SparseVector {
 public:
  struct Entry {
    int index;
    double value;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  // Takes the memory for so many entries at once.
  void Reserve(size_t entries) { entries_.reserve(entries); }
  void Add(int index, double value) { entries_.push_back({index, value}); }
  // Sorts by index, sums entries of the same index and drops exact zeros. O(k log k).
  void Compress();
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

template <class Vector>
concept FeatureVector = std::same_as<Vector, DenseVector> || std::same_as<Vector, SparseVector>;

// target += scale * vector.
void AddScaled(const DenseVector& vector, double scale, Eigen::Ref<DenseVector> target);
void AddScaled(const SparseVector& vector, double scale, Eigen::Ref<DenseVector> target);

double Dot(const DenseVector& vector, const Eigen::Ref<const DenseVector>& weights);
double Dot(const SparseVector& vector, const Eigen::Ref<const DenseVector>& weights);

// The inner product of two feature vectors. Sparse vectors must be compressed.
double Product(const DenseVector& a, const DenseVector& b);
double Product(const SparseVector& a, const SparseVector& b);

double SquaredNorm(const DenseVector& vector);
double SquaredNorm(const SparseVector& vector);  // compressed

// a_scale * a + b_scale * b. Sparse vectors must be compressed; the result is compressed, too.
DenseVector Combine(double a_scale, const DenseVector& a, double b_scale, const DenseVector& b);
SparseVector Combine(double a_scale, const SparseVector& a, double b_scale, const SparseVector& b);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_PROBLEM_FEATURE_VECTOR_H_
