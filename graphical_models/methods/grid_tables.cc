#include "graphical_models/methods/grid_tables.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>

#include "common/error.h"
#include "graphical_models/model/conversion.h"

namespace structlab::graphical_models {
namespace {

using Grid = GridEnergy<int32_t>;

constexpr int64_t kMaxEntries = 100'000'000;
constexpr int64_t kMaxReads = 500'000'000;
constexpr int64_t kMaxMessageEntries = 60'000'000;

std::string SizeOfTable(const Grid& grid) {
  const std::string labels = std::to_string(grid.num_labels());
  return labels + " x " + labels;
}

// Number of tables: one for each different weight.
int64_t NumWeights(const Grid& grid) {
  const GridShape& shape = grid.shape();
  std::set<int32_t> weights;
  for (int y = 0, pixel = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x, ++pixel) {
      for (int step = 0; step < shape.num_steps(); ++step) {
        if (shape.HasEdge(x, y, step)) weights.insert(grid.weights()(step, pixel));
      }
    }
  }
  return static_cast<int64_t>(weights.size());
}

[[noreturn]] void Refuse(const std::string& what, int64_t most, int64_t found, const std::string& of,
                         const std::string& remedy = "") {
  common::ThrowUsageError("an image as tables", "at most " + std::to_string(most) + " " + what,
                          std::to_string(found) + " for " + of, remedy);
}

// In double: there are fewer than 2^31 edges, whose grid is in memory, but the number of labels is not
// limited.
double Entries(int64_t tables, const Grid& grid) {
  return static_cast<double>(tables) * grid.num_labels() * grid.num_labels();
}

void CheckEntries(const Grid& grid) {
  const int64_t tables = NumWeights(grid);
  const double entries = static_cast<double>(grid.unaries().size()) + Entries(tables, grid);
  if (entries <= static_cast<double>(kMaxEntries)) return;
  Refuse("entries", kMaxEntries, static_cast<int64_t>(entries),
         std::to_string(grid.num_variables()) + " pixels of " + std::to_string(grid.num_labels()) +
             " labels and " + std::to_string(tables) + " tables of " + SizeOfTable(grid));
}

void CheckSweep(const Grid& grid) {
  const int64_t edges = grid.shape().num_edges();
  const std::string of = std::to_string(edges) + " edges of " + SizeOfTable(grid) + " labels";
  const double reads = Entries(edges, grid);
  if (reads > static_cast<double>(kMaxReads)) {
    Refuse("costs to read in a sweep over its edges", kMaxReads, static_cast<int64_t>(reads), of,
           "10^9 take 5 s or more per iteration: use a method that takes images directly");
  }
  // Messages from each edge to its two pixels, and from each pixel's unaries.
  const int64_t messages = 2 * edges * grid.num_labels() + static_cast<int64_t>(grid.unaries().size());
  if (messages > kMaxMessageEntries) Refuse("entries of messages", kMaxMessageEntries, messages, of);
}

}  // namespace

FactorGraph TablesOf(const Grid& grid) {
  CheckEntries(grid);
  return ToFactorGraph(grid);
}

FactorGraph TablesForSweepsOf(const Grid& grid) {
  CheckSweep(grid);
  return TablesOf(grid);
}

}  // namespace structlab::graphical_models
