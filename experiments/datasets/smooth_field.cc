#include "experiments/datasets/smooth_field.h"

namespace structlab::datasets {
namespace {

// Blurs `count` values that stand `stride` apart, in place.
void BlurLine(double* values, int count, int stride) {
  double before = 0;
  for (int i = 0; i < count; ++i) {
    double& value = values[static_cast<ptrdiff_t>(i) * stride];
    const double after = i + 1 < count ? values[static_cast<ptrdiff_t>(i + 1) * stride] : 0;
    const double blurred = 0.25 * before + 0.5 * value + 0.25 * after;
    before = value;
    value = blurred;
  }
}

}  // namespace

std::vector<double> SmoothField(int rows, int columns, common::RandomStream& stream) {
  // Two blurs along one axis have the weights (1, 4, 6, 4, 1) / 16, so they leave the variance 70 / 256;
  // both axes leave its square.
  constexpr double kScale = 256.0 / 70.0;
  std::vector<double> field(static_cast<size_t>(rows) * static_cast<size_t>(columns));
  for (double& value : field) value = kScale * stream.Normal();
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (int row = 0; row < rows; ++row) BlurLine(&field[static_cast<size_t>(row) * columns], columns, 1);
    for (int column = 0; column < columns; ++column) BlurLine(&field[column], rows, columns);
  }
  return field;
}

}  // namespace structlab::datasets
