#include "registration/deformable/label_field.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "graphical_models/approximate/fast_pd.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/model/pairwise_energy.h"
#include "graphical_models/moves/alpha_expansion.h"

namespace structlab::registration {

using graphical_models::LabelTable;
using graphical_models::MapResult;
using graphical_models::PairwiseEnergy;

namespace {

// FastPD works in 32 bits if costs are integers and the edges of a point come to at most 2^18: distances of
// labels up to 4 steps along each axis, six neighbours, twice.
constexpr double kUnitsOfWeight = 1024;
constexpr double kMostUnits = 1 << 24;  // of the costs of a point

}  // namespace

LabelField MinimizeLabelField(const Eigen::MatrixXf& costs, const ControlGrid& grid,
                              const DisplacementLabels& labels, double step, double smoothness,
                              FieldMinimizer minimizer, bool proves_bound) {
  const int count = labels.size();
  const double weight = smoothness * step / grid.spacing();
  const double range =
      static_cast<double>((costs.colwise().maxCoeff() - costs.colwise().minCoeff()).maxCoeff());
  // Units of the energy, so that all costs are integers.
  const double units =
      std::min(weight > 0 ? kUnitsOfWeight / weight : HUGE_VAL, range > 0 ? kMostUnits / range : 1.0);
  PairwiseEnergy energy(std::vector<int>(grid.num_points(), count));
  std::vector<double> of_point(count);
  double constant = 0;
  for (int point = 0; point < grid.num_points(); ++point) {
    const auto least = static_cast<double>(costs.col(point).minCoeff());
    constant += least;
    for (int l = 0; l < count; ++l) {
      of_point[l] = std::round((static_cast<double>(costs(l, point)) - least) * units);
    }
    energy.AddUnary(point, of_point);
  }
  std::vector<double> distances;
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) distances.push_back((labels[a] - labels[b]).lpNorm<1>());
  }
  const int distance = energy.AddPotential(LabelTable(count, count, std::move(distances)));
  for (const auto& [p, q] : grid.Neighbors()) energy.AddEdge(p, q, distance, std::round(weight * units));
  MapResult found;
  switch (minimizer) {
    case FieldMinimizer::kFastPd:
      found = graphical_models::MinimizeFastPd(energy, {.proves_bound = proves_bound});
      break;
    case FieldMinimizer::kAlphaExpansion:
      found = graphical_models::AlphaExpansion(energy);
      break;
    case FieldMinimizer::kTrws:
      found = graphical_models::MinimizeTrws(energy);
      break;
  }
  return {std::move(found.labeling), constant + found.energy / units, constant + found.lower_bound / units};
}

}  // namespace structlab::registration
