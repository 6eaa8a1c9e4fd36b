// Two small tables of the UCI repository whose target is a number: housing (Harrison, Rubinfeld 1978) and
// abalone (Nash et al. 1994).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_UCI_SMALL_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_UCI_SMALL_H_

#include <cstdint>
#include <string>

#include "experiments/datasets/number_table.h"

namespace structlab::datasets {

enum class UciTable { kHousing, kAbalone };
const char* NameOf(UciTable table);  // "housing", "abalone"

// Reads one file: a row a line, numbers between commas, the target last; housing as ReadNumberTable does. The
// sex in the first field of abalone, M, F or I, becomes three columns, of which one is 1 and the others 0.
// Throws common::Error (data) with file, line and column at another sex, a field that is no finite number, a
// line that is too short or too long, and at a file without rows. Linear time; deterministic; thread-safe.
NumberTable ReadUciTable(const std::string& path, UciTable table);

// A stand-in of the same size: normal inputs and a smooth function of four random directions of them, with
// noise of a third of its standard deviation. Nothing of it is taken from the real table. Deterministic in
// the seed.
NumberTable GenerateUciTable(UciTable table, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_UCI_SMALL_H_
