// Two small tables of the UCI repository whose target is a number: housing (Harrison, Rubinfeld 1978) and
// abalone (Nash et al. 1994).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_UCI_SMALL_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_UCI_SMALL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::datasets {

enum class UciTable { kHousing, kAbalone };
const char* NameOf(UciTable table);  // "housing", "abalone"

// Rows of numbers, each with its target, in the order of the file.
struct RegressionTable {
  int columns = 0;
  std::vector<double> inputs;  // row by row
  std::vector<double> targets;

  int size() const { return static_cast<int>(targets.size()); }
  std::span<const double> Row(int row) const {
    return std::span(inputs).subspan(static_cast<size_t>(row) * static_cast<size_t>(columns),
                                     static_cast<size_t>(columns));
  }

  bool operator==(const RegressionTable&) const = default;
};

// Reads one file: a row a line, numbers between commas, the target last. The sex in the first field of
// abalone, M, F or I, becomes three columns, of which one is 1 and the others 0. Throws common::Error (data)
// with file, line and column at another sex, a field that is no finite number, a line that is too short or
// too long, and at a file without rows. Linear time; deterministic; thread-safe.
RegressionTable ReadUciTable(const std::string& path, UciTable table);

// A stand-in of the same size: normal inputs and a smooth function of four random directions of them, with
// noise of a third of its standard deviation. Nothing of it is taken from the real table. Deterministic in
// the seed.
RegressionTable GenerateUciTable(UciTable table, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_UCI_SMALL_H_
