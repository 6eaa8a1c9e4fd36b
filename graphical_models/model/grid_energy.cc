#include "graphical_models/model/grid_energy.h"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

std::string NameOfPixel(const GridShape& shape, int pixel) {
  return "pixel (" + std::to_string(pixel % shape.width) + ", " + std::to_string(pixel / shape.width) + ")";
}

void CheckCount(size_t found, int64_t expected, const std::string& what) {
  if (static_cast<int64_t>(found) == expected) return;
  common::ThrowUsageError(what + " of a grid", std::to_string(expected), std::to_string(found));
}

// Calls edge(pixel) for every pixel of row y whose step stays in the grid.
template <class Visitor>
void ForEdgesOfRow(const GridShape& shape, int step, int y, const Visitor& edge) {
  const GridStep& by = kGridSteps[step];
  if (y + by.dy >= shape.height) return;
  const int row = y * shape.width;
  const int end = row + shape.width - std::max(by.dx, 0);
  for (int pixel = row + std::max(-by.dx, 0); pixel < end; ++pixel) edge(pixel);
}

}  // namespace

int64_t GridShape::num_edges() const {
  if (num_pixels() == 0) return 0;
  const int64_t w = width, h = height;
  const int64_t four = (w - 1) * h + w * (h - 1);
  return connectivity == Connectivity::kFour ? four : four + 2 * (w - 1) * (h - 1);
}

template <class Cost>
GridWeights<Cost> GridWeights<Cost>::PerStep(std::span<const Cost> weights) {
  std::vector<std::vector<Cost>> planes;
  for (const Cost weight : weights) planes.push_back({weight});
  GridWeights result = PerEdge(std::move(planes));
  result.stride_ = 0;
  return result;
}

template <class Cost>
GridWeights<Cost> GridWeights<Cost>::PerEdge(std::vector<std::vector<Cost>> planes) {
  if (planes.empty() || planes.size() > kGridSteps.size()) {
    common::ThrowUsageError("weights of a grid", "weights for 2 steps or for 4",
                            std::to_string(planes.size()));
  }
  GridWeights result(Cost{0});
  result.steps_ = static_cast<int>(planes.size());
  result.stride_ = 1;
  planes.resize(kGridSteps.size());
  std::move(planes.begin(), planes.end(), result.values_.begin());
  return result;
}

template <class Cost>
GridEnergy<Cost>::GridEnergy(GridShape shape, std::vector<Cost> unaries, PairwisePotential potential,
                             GridWeights<Cost> weights)
    : shape_(shape),
      unaries_(std::move(unaries)),
      potential_(std::move(potential)),
      weights_(std::move(weights)) {
  CheckShape();
  // A shape without pixels becomes 0 x 0, so that no loop runs over billions of empty rows.
  if (shape_.num_pixels() == 0) shape_.width = shape_.height = 0;
  CheckUnaries();
  CheckWeights();
}

template <class Cost>
void GridEnergy<Cost>::CheckShape() const {
  const auto [width, height, labels, connectivity] = shape_;
  if (width < 0 || height < 0 ||
      static_cast<int64_t>(width) * height > int64_t{std::numeric_limits<int>::max()}) {
    common::ThrowUsageError("shape of a grid", "from 0 to 2^31 - 1 pixels",
                            std::to_string(width) + " x " + std::to_string(height));
  }
  if (labels < 1) common::ThrowUsageError("labels of a grid", "at least one", std::to_string(labels));
  if (!potential_.IsDefinedFor(labels, labels)) {
    const LabelTable& table = *potential_.As<LabelTable>();
    common::ThrowUsageError(
        "potential of a grid",
        "a table of " + std::to_string(labels) + " x " + std::to_string(labels) + " labels",
        std::to_string(table.rows()) + " x " + std::to_string(table.columns()));
  }
}

template <class Cost>
void GridEnergy<Cost>::CheckUnaries() const {
  CheckCount(unaries_.size(), int64_t{shape_.num_pixels()} * shape_.labels, "unaries");
  if constexpr (std::is_floating_point_v<Cost>) {
    for (size_t i = 0; i < unaries_.size(); ++i) {
      if (IsEnergyValue(unaries_[i])) continue;
      const size_t labels = shape_.labels;
      CheckEnergyValue(unaries_[i], "unary of " + NameOfPixel(shape_, static_cast<int>(i / labels)) +
                                        ", label " + std::to_string(i % labels));
    }
  }
}

template <class Cost>
void GridEnergy<Cost>::CheckWeights() const {
  const PotentialRange range(potential_);
  if (!weights_.FitsSteps(shape_.num_steps())) {
    common::ThrowUsageError("weights of a grid",
                            "weights for " + std::to_string(shape_.num_steps()) + " steps",
                            "for " + std::to_string(weights_.steps()));
  }
  for (int step = 0; step < shape_.num_steps(); ++step) {
    const std::string name = "step " + std::to_string(step);
    const std::span<const Cost> plane = weights_.plane(step);
    if (!weights_.per_edge()) {
      range.CheckWeight(static_cast<double>(plane[0]), name);
      continue;
    }
    CheckCount(plane.size(), shape_.num_pixels(), "weights of " + name);
    for (int y = 0; y < shape_.height; ++y) {
      ForEdgesOfRow(shape_, step, y, [&](int pixel) {
        const double weight = static_cast<double>(plane[pixel]);
        const bool fine = IsEnergyValue(weight * range.max_magnitude(), InfiniteEnergy::kRefused) &&
                          IsEnergyValue(weight, InfiniteEnergy::kRefused) &&
                          (weight > 0 || !range.has_infinity());
        if (!fine) range.CheckWeight(weight, name + " from " + NameOfPixel(shape_, pixel));
      });
    }
  }
}

template <class Cost>
double GridEnergy<Cost>::Energy(std::span<const Label> labeling) const {
  CheckLabeling(labeling, shape_.num_pixels(), shape_.labels);
  double energy = 0;
  // The formula is selected once; rows are summed one after another, and for each row its steps.
  potential_.Visit([&](const auto& potential) {
    for (int y = 0; y < shape_.height; ++y) {
      const int row = y * shape_.width;
      for (int pixel = row; pixel < row + shape_.width; ++pixel) {
        const size_t p = pixel;
        energy += static_cast<double>(
            unaries_[p * static_cast<size_t>(shape_.labels) + static_cast<size_t>(labeling[p])]);
      }
      for (int step = 0; step < shape_.num_steps(); ++step) {
        const int offset = shape_.Offset(step);
        ForEdgesOfRow(shape_, step, y, [&](int pixel) {
          energy += static_cast<double>(weights_(step, pixel)) *
                    potential(labeling[pixel], labeling[pixel + offset]);
        });
      }
    }
  });
  return energy;
}

template class GridWeights<int32_t>;
template class GridWeights<float>;
template class GridWeights<double>;
template class GridEnergy<int32_t>;
template class GridEnergy<float>;
template class GridEnergy<double>;

}  // namespace structlab::graphical_models
