// Tables of the canonical forms of graphlets with up to seven nodes.
#include <cstddef>
#include <utility>
#include <vector>

#include "common/check.h"
#include "kernels/graphs/canonical_forms.h"

namespace structlab::kernels {
namespace {

constexpr int kMaxSmallNodes = 7;

struct Table {
  std::vector<uint16_t> index;  // of the form of each graphlet
  std::vector<Graphlet> forms;  // ascending
};

// The graphlet after exchanging nodes i and i + 1. These n - 1 exchanges generate all permutations of the
// nodes.
Graphlet Exchange(Graphlet graphlet, int i, int nodes) {
  GraphletRows rows = RowsOf(graphlet, nodes);
  std::swap(rows[i], rows[static_cast<size_t>(i) + 1]);
  for (uint16_t& row : rows) {
    const uint16_t differ = (row >> i ^ row >> (i + 1)) & 1;
    row = static_cast<uint16_t>(row ^ differ << i ^ differ << (i + 1));
  }
  return GraphletOf(rows, nodes);
}

// An exchange permutes bits, so it can be looked up separately for the lower and the upper bits.
class ExchangeTable {
 public:
  ExchangeTable(int i, int nodes) : low_(kPart), high_(kPart) {
    for (Graphlet part = 0; part < kPart; ++part) {
      low_[part] = static_cast<uint32_t>(Exchange(part & Mask(nodes), i, nodes));
      high_[part] = static_cast<uint32_t>(Exchange((part << kPartBits) & Mask(nodes), i, nodes));
    }
  }

  uint32_t operator()(Graphlet graphlet) const {
    return low_[graphlet & (kPart - 1)] | high_[graphlet >> kPartBits];
  }

 private:
  static constexpr int kPartBits = 11;
  static constexpr Graphlet kPart = Graphlet{1} << kPartBits;
  static Graphlet Mask(int nodes) { return (Graphlet{1} << NumPairs(nodes)) - 1; }

  std::vector<uint32_t> low_, high_;
};

// Visits graphlets in ascending order: the first one without a number is the smallest of its orbit.
Table MakeTable(int nodes) {
  constexpr uint16_t kNone = 0xffff;
  Table table;
  table.index.assign(size_t{1} << NumPairs(nodes), kNone);
  std::vector<ExchangeTable> exchanges;
  for (int i = 0; i + 1 < nodes; ++i) exchanges.emplace_back(i, nodes);
  std::vector<uint32_t> open;
  for (size_t least = 0; least < table.index.size(); ++least) {
    if (table.index[least] != kNone) continue;
    const uint16_t number = static_cast<uint16_t>(table.forms.size());
    table.forms.push_back(least);
    table.index[least] = number;
    open.push_back(static_cast<uint32_t>(least));
    while (!open.empty()) {
      const uint32_t graphlet = open.back();
      open.pop_back();
      for (const ExchangeTable& exchange : exchanges) {
        const uint32_t other = exchange(graphlet);
        if (table.index[other] != kNone) continue;
        table.index[other] = number;
        open.push_back(other);
      }
    }
  }
  return table;
}

// Constants, computed on first use.
const Table& TableOf(int nodes) {
  STRUCTLAB_CHECK(nodes >= 1 && nodes <= kMaxSmallNodes);
  switch (nodes) {
    case 7: {
      static const Table table = MakeTable(7);
      return table;
    }
    case 6: {
      static const Table table = MakeTable(6);
      return table;
    }
    default: {
      static const std::vector<Table> tables = {Table(),      MakeTable(1), MakeTable(2),
                                                MakeTable(3), MakeTable(4), MakeTable(5)};
      return tables[nodes];
    }
  }
}

}  // namespace

int SmallFormIndex(Graphlet graphlet, int nodes) { return TableOf(nodes).index[graphlet]; }

std::span<const Graphlet> SmallForms(int nodes) { return TableOf(nodes).forms; }

}  // namespace structlab::kernels
