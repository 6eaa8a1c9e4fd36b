// One form for all graphs of at most nine nodes that differ in the order of their nodes alone.
#ifndef STRUCTLAB_KERNELS_GRAPHS_CANONICAL_FORMS_H_
#define STRUCTLAB_KERNELS_GRAPHS_CANONICAL_FORMS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "kernels/graphs/graphlet.h"

namespace structlab::kernels {

// Two graphlets of n nodes have the same form if and only if they are isomorphic; the form is one of them.
// Up to 7 nodes it is the least number among them, found in tables, 4 MB in all, that are computed once a
// process (0.1 s, for n = 7). For 8 and 9 nodes it is what nauty (McKay, Piperno, Practical graph isomorphism
// II, 2014) finds, about 1 us; a cache (8 MB, of this object) of what it found lies in front of it. It is
// asked for the graphlet with its nodes sorted by degrees, for there are far fewer of those.
//
//   const CanonicalForms forms;
//   forms.Of(GraphletOf(rows, 9), 9)
//
// All functions are thread-safe, without a lock; the forms do not depend on what the cache holds.
class CanonicalForms {
 public:
  CanonicalForms();

  // Throws common::Error(kUsage) unless 1 <= nodes <= 9 and the graphlet has no bit beyond its pairs.
  Graphlet Of(Graphlet graphlet, int nodes) const;

  // The same for nodes that are known to be right, and for rows whose bits from `nodes` on are ignored.
  Graphlet OfRows(const GraphletRows& rows, int nodes) const;

  // Of a graph with labels of the nodes: a number of 64 bits that isomorphic ones share and others do not
  // (but for an XXH3 digest of both that happens to be the same). nauty is asked every time: about 1 us.
  static uint64_t DigestOfLabelled(const GraphletRows& rows, std::span<const int> labels);

 private:
  Graphlet OfLarge(const GraphletRows& rows, int nodes) const;

  // Entry by a part of a one-to-one mix of the sorted graphlet: the other part of the mix and the form.
  std::unique_ptr<std::atomic<uint64_t>[]> cache_;
};

// What nauty says, at any size: the form of the tables' graphlets is another one. For tests and benchmarks.
Graphlet CanonicalFormByNauty(const GraphletRows& rows, int nodes);

// The number of the form among all forms of `nodes` <= 7 nodes in ascending order, and these forms: 1, 2, 4,
// 11, 34, 156 and 1044. For counting; the graphlet is not checked.
int SmallFormIndex(Graphlet graphlet, int nodes);
std::span<const Graphlet> SmallForms(int nodes);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_CANONICAL_FORMS_H_
