// Handwritten numerals, described in six ways: the reader of the UCI data set Multiple Features (Duin 1998).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MFEAT_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MFEAT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::datasets {

inline constexpr int kMfeatRows = 2000;  // of the real files, 200 a digit
inline constexpr int kMfeatDigits = 10;

// A view of the numerals: Fourier coefficients of their shape ("fou"), correlations of their profiles
// ("fac"), Karhunen-Loeve coefficients ("kar"), averages of 2 x 3 pixels ("pix"), Zernike moments ("zer"),
// morphological features ("mor").
struct MfeatView {
  std::string_view name;
  int columns;
};
inline constexpr std::array<MfeatView, 6> kMfeatViews = {
    {{"fac", 216}, {"fou", 76}, {"kar", 64}, {"mor", 6}, {"pix", 240}, {"zer", 47}}};

// Throws common::Error (usage) for another name.
const MfeatView& FindMfeatView(std::string_view name);

// Rows of one view. Row i is the same numeral in all views.
struct MfeatTable {
  int columns = 0;
  std::vector<double> features;  // row by row
  std::vector<uint8_t> digits;   // one a row, 0..9

  int size() const { return static_cast<int>(digits.size()); }
  std::span<const double> Row(int row) const {
    return std::span(features).subspan(static_cast<size_t>(row) * static_cast<size_t>(columns),
                                       static_cast<size_t>(columns));
  }

  bool operator==(const MfeatTable&) const = default;
};

// Reads one file, plain or gzip: a line of column numbers, then a row a line, its features and its digit
// between commas. Throws common::Error (data) as ReadNumberTable (number_table.h) does, and at a digit that
// is not 0 to 9. Linear time; deterministic; thread-safe.
MfeatTable ReadMfeatTable(const std::string& path, const MfeatView& view);

// A stand-in: 2000 rows, 200 a digit in order, of 12 normal numbers that all views share, around a centre of
// the digit; each view is a random linear map of them with noise. Nothing of it is taken from the real files.
// Deterministic in the seed.
MfeatTable GenerateMfeatTable(const MfeatView& view, uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MFEAT_H_
