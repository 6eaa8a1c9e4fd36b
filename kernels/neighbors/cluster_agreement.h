// How well two clusterings of the same rows agree.
#ifndef STRUCTLAB_KERNELS_NEIGHBORS_CLUSTER_AGREEMENT_H_
#define STRUCTLAB_KERNELS_NEIGHBORS_CLUSTER_AGREEMENT_H_

#include <span>

namespace structlab::kernels {

// Normalised mutual information 2 I(A; B) / (H(A) + H(B)) of two labelings (Strehl, Ghosh 2002, with the
// arithmetic mean of the entropies): 1 if they are the same partition under whatever names, about 0 if they
// are independent. Two labelings of one cluster each have 1. The expectation is above 0 for independent
// labelings of few rows. Labels are any integers. Throws common::Error(kUsage) for labelings of different
// lengths and without rows. O(n log n).
double NormalizedMutualInformation(std::span<const int> a, std::span<const int> b);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_NEIGHBORS_CLUSTER_AGREEMENT_H_
