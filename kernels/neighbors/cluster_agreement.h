// How well two clusterings of the same rows agree.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_CLUSTER_AGREEMENT_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_CLUSTER_AGREEMENT_H_

#include <span>

namespace structlab::kernels {

// Normalised mutual information 2 I(A; B) / (H(A) + H(B)) of two labelings (Strehl, Ghosh 2002, with the
// arithmetic mean of the entropies). It is 1 if both are the same partition, whatever the labels are called,
// and about 0 if they are independent. If both labelings have only one cluster, it is 1.
//
//     const std::vector<int> a = {0, 0, 1, 1}, b = {5, 5, 2, 2};
//     const double agreement = NormalizedMutualInformation(a, b);   // 1
//
// For independent labelings of few rows the expectation is above 0. Labels are any integers. Throws
// common::Error(kUsage) for labelings of different lengths or without rows. O(n log n).
double NormalizedMutualInformation(std::span<const int> a, std::span<const int> b);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_CLUSTER_AGREEMENT_H_
