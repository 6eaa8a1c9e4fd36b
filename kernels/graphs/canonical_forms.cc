// nauty's names are short macros, and the sizes of its sets must match the library that is linked.
#define WORDSIZE 16
#define MAXN 16
#include "kernels/graphs/canonical_forms.h"

#include <fmt/format.h>
#include <nauty/nauty.h>
#include <xxhash.h>

#include <algorithm>
#include <string>

#include "common/check.h"
#include "common/error.h"

namespace structlab::kernels {
namespace {

// Sets of nauty have node 0 in the highest of 16 bits; GraphletRows has it in the lowest.
using NautyRows = std::array<graph, kMaxGraphletNodes>;
using Order = std::array<int, kMaxGraphletNodes>;

NautyRows ToNauty(const GraphletRows& rows, int nodes) {
  NautyRows sets{};
  for (int i = 0; i < nodes; ++i) {
    uint16_t row = rows[i] & AllNodes(nodes);
    for (; row != 0; row = static_cast<uint16_t>(row & (row - 1))) {
      sets[i] = static_cast<graph>(sets[i] | bit[std::countr_zero(row)]);
    }
  }
  return sets;
}

Graphlet FromNauty(const NautyRows& sets, int nodes) {
  Graphlet graphlet = 0;
  for (int i = 0, first = 0; i + 1 < nodes; first += nodes - 1 - i, ++i) {
    for (int j = i + 1; j < nodes; ++j) {
      const bool edge = (sets[i] & bit[j]) != 0;
      graphlet |= Graphlet{edge} << (first + j - i - 1);
    }
  }
  return graphlet;
}

// Neighbours in `order` with a non-zero entry of `cells` between them have the same colour and may be
// exchanged.
Graphlet RunNauty(const GraphletRows& rows, int nodes, bool coloured, Order& order, Order& cells) {
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = coloured ? FALSE : TRUE;
  NautyRows sets = ToNauty(rows, nodes), canonical{};
  Order orbits;
  statsblk statistics;
  densenauty(sets.data(), order.data(), cells.data(), orbits.data(), &options, &statistics, 1, nodes,
             canonical.data());
  STRUCTLAB_CHECK(statistics.errstatus == 0);
  return FromNauty(canonical, nodes);
}

// The same graph with its nodes sorted by degree and, for equal degrees, by the sum of the squared degrees of
// their neighbours modulo 256. Isomorphic graphs nearly always give the same graphlet.
Graphlet SortNodes(const GraphletRows& rows, int nodes) {
  constexpr size_t kLanes = 16;  // of one vector register
  std::array<uint16_t, kLanes> squares{}, keys{}, ranks{};
  for (size_t i = 0; i < static_cast<size_t>(nodes); ++i) {
    const int degree = std::popcount(static_cast<uint16_t>(rows[i] & AllNodes(nodes)));
    squares[i] = static_cast<uint16_t>(degree * degree);
    keys[i] = static_cast<uint16_t>(degree << 12);
  }
  for (size_t i = 0; i < static_cast<size_t>(nodes); ++i) {
    unsigned sum = 0;
    for (uint16_t row = rows[i] & AllNodes(nodes); row != 0; row = static_cast<uint16_t>(row & (row - 1))) {
      sum += squares[std::countr_zero(row)];
    }
    keys[i] = static_cast<uint16_t>(keys[i] | (sum & 255) << 4 | (15 - i));  // all different
  }
  for (size_t j = 0; j < static_cast<size_t>(nodes); ++j) {
    for (size_t i = 0; i < kLanes; ++i) ranks[i] = static_cast<uint16_t>(ranks[i] + (keys[j] > keys[i]));
  }
  GraphletRows sorted{};
  for (size_t i = 0; i < static_cast<size_t>(nodes); ++i) {
    uint16_t moved = 0;
    for (uint16_t row = rows[i] & AllNodes(nodes); row != 0; row = static_cast<uint16_t>(row & (row - 1))) {
      moved = static_cast<uint16_t>(moved | 1 << ranks[std::countr_zero(row)]);
    }
    sorted[ranks[i]] = moved;
  }
  return GraphletOf(sorted, nodes);
}

// The cache has 2^20 entries. The key is a sorted graphlet of 36 bits, or one of 28 bits with bit 36 set to
// distinguish it. It is mixed one-to-one to 37 bits: 20 bits select the entry, and the entry stores the other
// 17 bits above the form.
constexpr int kKeyBits = 37, kPlaceBits = 20, kFormBits = 36;
constexpr uint64_t kKeyMask = (uint64_t{1} << kKeyBits) - 1;

uint64_t MixKey(uint64_t key) {
  key = key * 0x9e3779b97f4a7c15U & kKeyMask;  // an odd factor, so one-to-one
  key ^= key >> 19;
  key = key * 0xbf58476d1ce4e5b9U & kKeyMask;
  return key ^ key >> 18;
}

}  // namespace

CanonicalForms::CanonicalForms()
    : cache_(std::make_unique<std::atomic<uint64_t>[]>(size_t{1} << kPlaceBits)) {
  nauty_check(WORDSIZE, 1, kMaxGraphletNodes, NAUTYVERSIONID);
}

Graphlet CanonicalForms::Of(Graphlet graphlet, int nodes) const {
  if (nodes < 1 || nodes > kMaxGraphletNodes) {
    common::ThrowUsageError("nodes", fmt::format("1 to {}", kMaxGraphletNodes), std::to_string(nodes));
  }
  if (graphlet >> NumPairs(nodes) != 0) {
    common::ThrowUsageError("graphlet", fmt::format("{} bits", NumPairs(nodes)), std::to_string(graphlet));
  }
  if (nodes <= 7) return SmallForms(nodes)[SmallFormIndex(graphlet, nodes)];
  return OfLarge(RowsOf(graphlet, nodes), nodes);
}

Graphlet CanonicalForms::OfRows(const GraphletRows& rows, int nodes) const {
  if (nodes > 7) return OfLarge(rows, nodes);
  return SmallForms(nodes)[SmallFormIndex(GraphletOf(rows, nodes), nodes)];
}

Graphlet CanonicalForms::OfLarge(const GraphletRows& rows, int nodes) const {
  const Graphlet sorted = SortNodes(rows, nodes);
  const uint64_t mixed = MixKey(sorted | static_cast<uint64_t>(nodes == 8) << 36);
  // 0 means an empty entry. So the graphlet without edges, whose form is 0, is not cached.
  std::atomic<uint64_t>& entry = cache_[mixed & ((uint64_t{1} << kPlaceBits) - 1)];
  const uint64_t tag = mixed >> kPlaceBits << kFormBits;
  constexpr uint64_t kFormMask = (uint64_t{1} << kFormBits) - 1;
  const uint64_t found = entry.load(std::memory_order_relaxed);
  if ((found & ~kFormMask) == tag && (found & kFormMask) != 0) return found & kFormMask;
  const Graphlet form = CanonicalFormByNauty(RowsOf(sorted, nodes), nodes);
  entry.store(tag | form, std::memory_order_relaxed);
  return form;
}

uint64_t CanonicalForms::DigestOfLabelled(const GraphletRows& rows, std::span<const int> labels) {
  const int nodes = static_cast<int>(labels.size());
  STRUCTLAB_CHECK(nodes >= 1 && nodes <= kMaxGraphletNodes);
  Order order{}, cells{};
  for (int i = 0; i < nodes; ++i) order[i] = i;
  const auto label_of = [&](int place) { return labels[order[place]]; };
  std::sort(order.begin(), order.begin() + nodes, [&](int a, int b) { return labels[a] < labels[b]; });
  struct {
    Graphlet form = 0;
    int64_t nodes = 0;
    std::array<int, kMaxGraphletNodes + 1> labels{};  // one more, so that the size is a multiple of 8
  } text;
  text.nodes = nodes;
  for (int i = 0; i < nodes; ++i) {
    text.labels[i] = label_of(i);  // nauty keeps the order of the colours
    cells[i] = i + 1 < nodes && label_of(i) == label_of(i + 1);
  }
  text.form = RunNauty(rows, nodes, true, order, cells);
  return XXH3_64bits(&text, sizeof(text));
}

Graphlet CanonicalFormByNauty(const GraphletRows& rows, int nodes) {
  Order order, cells;
  return RunNauty(rows, nodes, false, order, cells);
}

}  // namespace structlab::kernels
