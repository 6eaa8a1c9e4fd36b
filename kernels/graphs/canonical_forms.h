// Canonical forms of graphs with at most nine nodes: isomorphic graphs have the same form.
#ifndef STRUCTLAB_KERNELS_GRAPHS_CANONICAL_FORMS_H_
#define STRUCTLAB_KERNELS_GRAPHS_CANONICAL_FORMS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>

#include "kernels/graphs/graphlet.h"

namespace structlab::kernels {

// Two graphlets of n nodes have the same form if and only if they are isomorphic. The form is itself one of
// these graphlets.
//
//     const CanonicalForms forms;
//     const Graphlet form = forms.Of(GraphletOf(rows, 9), 9);
//
// For at most 7 nodes, the form is the smallest number among the isomorphic graphlets. It is found in tables
// (4 MB in all), which are computed once per process (0.1 s for n = 7). For 8 and 9 nodes it is the canonical
// form of nauty (McKay, Piperno, Practical graph isomorphism II, 2014), which takes about 1 us; each object
// has a cache of 8 MB for these results. Before nauty is called, the nodes are sorted by degree, because
// there are far fewer sorted graphlets.
//
// All functions are thread-safe without a lock. The forms do not depend on the content of the cache.
class CanonicalForms {
 public:
  CanonicalForms();

  // Throws common::Error(kUsage) unless 1 <= nodes <= 9, and if the graphlet has a bit beyond its pairs of
  // nodes.
  Graphlet Of(Graphlet graphlet, int nodes) const;

  // The same from rows, without these checks. Bits of rows from number `nodes` on are ignored.
  Graphlet OfRows(const GraphletRows& rows, int nodes) const;

  // For graphs with node labels: a 64-bit number that is equal for isomorphic graphs, and different for
  // others except with the collision probability of XXH3. Calls nauty each time: about 1 us.
  static uint64_t DigestOfLabelled(const GraphletRows& rows, std::span<const int> labels);

 private:
  Graphlet OfLarge(const GraphletRows& rows, int nodes) const;

  // A sorted graphlet is mixed one-to-one. One part of the mix selects the entry; the entry holds the other
  // part and the form.
  std::unique_ptr<std::atomic<uint64_t>[]> cache_;
};

// The canonical form by nauty, for any number of nodes. For up to 7 nodes it differs from the form in the
// tables. For tests and benchmarks.
Graphlet CanonicalFormByNauty(const GraphletRows& rows, int nodes);

// The index of the form of a graphlet among all forms of `nodes` <= 7 nodes in ascending order, and the list
// of these forms: 1, 2, 4, 11, 34, 156 and 1044 of them for 1 to 7 nodes. For counting; the graphlet is not
// checked.
int SmallFormIndex(Graphlet graphlet, int nodes);
std::span<const Graphlet> SmallForms(int nodes);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_GRAPHS_CANONICAL_FORMS_H_
