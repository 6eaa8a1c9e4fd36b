// Rounds an energy to integers for GridTrws. SetCosts and MakeEdges evaluate the pairwise potential.
#include "graphical_models/approximate/fixed_point_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

constexpr int kMaxSumExponent = 29;
// A pixel has four edges: no optimal labeling pays more than this many ranges of an edge above the least
// unary.
constexpr double kForbiddenRanges = 4;

struct Range {
  double least, most;
};

// The range of the potential over these labels.
Range RangeOf(const PairwisePotential& potential, int labels) {
  const Label last = labels - 1;
  const LabelTable* const table = potential.As<LabelTable>();
  static_assert(PairwisePotential::kNumForms == 4, "a new form may not be 0 at 0 and grow with |a - b|");
  if (table == nullptr) return {0.0, potential(0, last)};
  Range range = {kInfinity, -kInfinity};
  for (Label a = 0; a <= last; ++a) {
    for (Label b = 0; b <= last; ++b) {
      range.least = std::min(range.least, (*table)(a, b));
      range.most = std::max(range.most, (*table)(a, b));
    }
  }
  return range;
}

MessageForm FormOf(const PairwisePotential& potential) {
  if (potential.As<Potts>() != nullptr) return MessageForm::kPotts;
  if (potential.As<TruncatedLinear>() != nullptr) return MessageForm::kLinear;
  return potential.As<TruncatedQuadratic>() != nullptr ? MessageForm::kQuadratic : MessageForm::kTable;
}

// The number of edges for each of the two steps of a grid.
std::array<int64_t, 2> EdgeCounts(const GridShape& shape) {
  const int64_t w = shape.width, h = shape.height;
  if (w == 0 || h == 0) return {0, 0};
  return {(w - 1) * h, w * (h - 1)};
}

bool IsWhole(double value) { return value == std::floor(value); }

struct WeightSummary {
  double least = 0, most = 0, sum = 0;
  bool are_whole = true;
};

template <class Cost>
WeightSummary Summarize(const GridEnergy<Cost>& energy) {
  const GridShape& shape = energy.shape();
  WeightSummary summary;
  const auto add = [&](double weight, double times) {
    summary.least = std::min(summary.least, weight);
    summary.most = std::max(summary.most, weight);
    summary.sum += weight * times;
    summary.are_whole = summary.are_whole && IsWhole(weight);
  };
  for (int step = 0; step < 2; ++step) {
    if (!energy.weights().per_edge()) {
      const int64_t count = EdgeCounts(shape)[step];
      if (count > 0) add(static_cast<double>(energy.weights()(step, 0)), static_cast<double>(count));
      continue;
    }
    for (int pixel = 0; pixel < shape.num_pixels(); ++pixel) {
      if (!shape.HasEdge(pixel % shape.width, pixel / shape.width, step)) continue;
      add(static_cast<double>(energy.weights()(step, pixel)), 1);
    }
  }
  return summary;
}

template <class Cost>
Range UnaryRange(std::span<const Cost> unary) {
  const auto [least, most] = std::minmax_element(unary.begin(), unary.end());
  return {static_cast<double>(*least), static_cast<double>(*most)};
}

// Pairs of labels at this distance or more all cost the same.
int LinearLimit(const TruncatedLinear& linear, int labels) {
  return static_cast<int>(std::ceil(std::min(linear.truncation, static_cast<double>(labels))));
}

// How many units of 2^-exponent the cost of an edge can lose by rounding: one, or for a rounded slope one for
// each label between the labels of the edge.
template <class Cost>
double RoundingsOfEdge(const GridEnergy<Cost>& energy, const WeightSummary& weights, int exponent) {
  const TruncatedLinear* const linear = energy.potential().template As<TruncatedLinear>();
  const bool is_exact = weights.are_whole && exponent >= 0;
  if (linear == nullptr || (is_exact && IsWhole(linear->slope))) return 1;
  return std::max(1, LinearLimit(*linear, energy.num_labels()));
}

int32_t Rounded(double value) { return static_cast<int32_t>(value); }  // rounds down: no value is negative

}  // namespace

bool EdgesOfStep::operator==(const EdgesOfStep& other) const {
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): vectors of integers have no padding
  return std::memcmp(edges.data(), other.edges.data(), sizeof edges) == 0;
}

template <class Cost>
std::optional<FixedPointResolution> FixedPointResolution::For(const GridEnergy<Cost>& energy) {
  const GridShape& shape = energy.shape();
  const PairwisePotential& potential = energy.potential();
  const MessageForm form = FormOf(potential);
  const bool in_table = form == MessageForm::kQuadratic || form == MessageForm::kTable;
  if (shape.connectivity != Connectivity::kFour || PotentialRange(potential).has_infinity() ||
      (in_table && energy.weights().per_edge())) {
    return std::nullopt;
  }
  // The table of a quadratic potential must not be much larger than the energy.
  constexpr int64_t kSmallTable = int64_t{1} << 20;
  const int64_t labels = shape.labels, max_entries = std::max(kSmallTable, labels * shape.num_pixels());
  if (form == MessageForm::kQuadratic && labels * labels > max_entries) return std::nullopt;
  const WeightSummary weights = Summarize(energy);
  if (weights.least < 0) return std::nullopt;
  const Range range = RangeOf(potential, shape.labels);
  const double max_range = weights.most * (range.most - range.least);

  double max_unary = 0;
  double total = weights.sum * (range.most - range.least);
  for (int pixel = 0; pixel < shape.num_pixels(); ++pixel) {
    const Range unary = UnaryRange(energy.unary(pixel));
    if (unary.least == kInfinity) return std::nullopt;  // no label is allowed: PairwiseTrws handles it
    const double height = std::min(unary.most - unary.least, kForbiddenRanges * max_range);
    max_unary = std::max(max_unary, height);
    total += height;
  }
  const double max_sum = max_unary + 4 * max_range;
  if (!(max_sum < kInfinity) || !(total < kInfinity)) return std::nullopt;
  FixedPointResolution resolution = {0, max_range};
  if (max_sum > 0) {
    std::frexp(max_sum, &resolution.exponent);
    resolution.exponent = std::min(kMaxSumExponent - resolution.exponent, 60);
  }
  const double roundings =
      static_cast<double>(shape.num_pixels()) +
      static_cast<double>(shape.num_edges()) * RoundingsOfEdge(energy, weights, resolution.exponent);
  constexpr double kMaxLoss = 1e-6;
  if (total > 0 && std::ldexp(roundings, -resolution.exponent) > kMaxLoss * total) return std::nullopt;
  return resolution;
}

template <class Cost>
FixedPointGrid::FixedPointGrid(const GridEnergy<Cost>& energy, const FixedPointResolution& resolution)
    : layout{energy.shape().width, energy.shape().height, energy.num_labels()},
      form(FormOf(energy.potential())),
      unit(std::ldexp(1.0, -resolution.exponent)) {
  const double scale = std::ldexp(1.0, resolution.exponent);
  SetUnaries(energy, resolution);
  SetCosts(energy, scale);
  SetEdges(energy, scale);
}

template <class Cost>
void FixedPointGrid::SetUnaries(const GridEnergy<Cost>& energy, const FixedPointResolution& resolution) {
  const size_t labels = layout.labels;
  const double scale = std::ldexp(1.0, resolution.exponent);
  // One unit more, so that a label that costs as much as the cut is not the least one.
  const double forbidden = std::floor(kForbiddenRanges * resolution.max_range * scale) + 1;
  unaries.resize(layout.num_stored_steps() * labels);
  for (int band = 0; band < layout.num_bands(); ++band) {
    for (int step = 0; step < layout.num_steps(); ++step) {
      LaneVector* const to = &unaries[layout.StepIndex(band, step) * labels];
      for (int lane = 0; lane < kLanes; ++lane) {
        if (!layout.Contains(band, step, lane)) continue;
        const std::span<const Cost> unary = energy.unary(layout.Pixel(band, step, lane));
        const double least = static_cast<double>(*std::min_element(unary.begin(), unary.end()));
        constant += least;
        for (size_t label = 0; label < labels; ++label) {
          const double above = (static_cast<double>(unary[label]) - least) * scale;
          to[label].lanes[lane] = Rounded(std::min(above, forbidden));
        }
      }
    }
  }
}

template <class Cost>
void FixedPointGrid::SetCosts(const GridEnergy<Cost>& energy, double scale) {
  const PairwisePotential& potential = energy.potential();
  if (const TruncatedLinear* const linear = potential.As<TruncatedLinear>()) {
    linear_limit = LinearLimit(*linear, layout.labels);
  }
  if (form != MessageForm::kQuadratic && form != MessageForm::kTable) return;
  if (const TruncatedQuadratic* const quadratic = potential.As<TruncatedQuadratic>()) {
    const double radius = std::ceil(std::sqrt(quadratic->truncation));
    quadratic_radius = static_cast<int>(std::min(radius, double(layout.labels)));
  }
  const Range range = RangeOf(potential, layout.labels);
  const size_t labels = layout.labels;
  const std::array<int64_t, 2> counts = EdgeCounts(energy.shape());
  for (size_t step = 0; step < 2; ++step) {
    const double weight =
        counts[step] == 0 ? 0 : static_cast<double>(energy.weights()(static_cast<int>(step), 0));
    constant += weight * range.least * static_cast<double>(counts[step]);
    std::vector<int32_t>& forward = costs[step];
    std::vector<int32_t>& backward = costs[step + 2];
    forward.resize(labels * labels);
    backward.resize(labels * labels);
    for (size_t a = 0; a < labels; ++a) {
      for (size_t b = 0; b < labels; ++b) {
        const double cost = potential(static_cast<Label>(a), static_cast<Label>(b)) - range.least;
        forward[a * labels + b] = backward[b * labels + a] = Rounded(weight * cost * scale);
      }
    }
  }
}

template <class Cost>
EdgesOfStep FixedPointGrid::MakeEdges(const GridEnergy<Cost>& energy, double scale, int band,
                                      int step) const {
  const TruncatedLinear* const linear = energy.potential().template As<TruncatedLinear>();
  const double cap = RangeOf(energy.potential(), layout.labels).most;
  const bool in_table = form == MessageForm::kQuadratic || form == MessageForm::kTable;
  EdgesOfStep result = {};
  for (int lane = 0; lane < kLanes; ++lane) {
    if (!layout.Contains(band, step, lane)) continue;
    const int pixel = layout.Pixel(band, step, lane);
    const int x = step - lane, y = band * kLanes + lane;
    const std::array<bool, 4> exists = {x + 1 < layout.width, y + 1 < layout.height, x > 0, y > 0};
    const std::array<int, 4> owner = {pixel, pixel, pixel - 1, pixel - layout.width};
    const bool is_whole = std::max(exists[0] + exists[1], exists[2] + exists[3]) == 1;
    result.has_unequal_shares |= is_whole;
    for (size_t d = 0; d < 4; ++d) {
      EdgesOfStep::Edge& edge = result.edges[d];
      // Where the pixel has no edge in the direction of the sweep, the share of the first edge is what it
      // keeps.
      const bool takes_all = exists[d] || (d % 2 == 0 && !exists[d + 1]);
      if (is_whole) (takes_all ? edge.all : edge.nothing)[lane] = -1;
      if (!exists[d]) continue;
      if (in_table) {
        edge.cap[lane] = -1;
        continue;
      }
      const double weight = static_cast<double>(energy.weights()(static_cast<int>(d % 2), owner[d])) * scale;
      edge.cap[lane] = Rounded(weight * cap);
      // If adjacent labels are truncated already, the slope does not matter, and it may be too large to
      // store.
      if (linear != nullptr) edge.slope[lane] = Rounded(weight * std::min(linear->slope, cap));
    }
  }
  return result;
}

// Inner steps share their edges unless every edge has its own weight.
template <class Cost>
void FixedPointGrid::SetEdges(const GridEnergy<Cost>& energy, double scale) {
  edge_index.resize(layout.num_stored_steps());
  for (int band = 0; band < layout.num_bands(); ++band) {
    for (int step = 0; step < layout.num_steps(); ++step) {
      EdgesOfStep made = MakeEdges(energy, scale, band, step);
      const size_t index = layout.StepIndex(band, step);
      uint32_t found = static_cast<uint32_t>(edges.size());
      if (step > 0 && edges[edge_index[index - 1]] == made) {
        found = edge_index[index - 1];
      } else if (band > 0 && edges[edge_index[layout.StepIndex(band - 1, step)]] == made) {
        found = edge_index[layout.StepIndex(band - 1, step)];
      } else {
        edges.push_back(made);
      }
      edge_index[index] = found;
    }
  }
}

template std::optional<FixedPointResolution> FixedPointResolution::For(const GridEnergy<int32_t>&);
template std::optional<FixedPointResolution> FixedPointResolution::For(const GridEnergy<float>&);
template std::optional<FixedPointResolution> FixedPointResolution::For(const GridEnergy<double>&);
template FixedPointGrid::FixedPointGrid(const GridEnergy<int32_t>&, const FixedPointResolution&);
template FixedPointGrid::FixedPointGrid(const GridEnergy<float>&, const FixedPointResolution&);
template FixedPointGrid::FixedPointGrid(const GridEnergy<double>&, const FixedPointResolution&);

}  // namespace structlab::graphical_models
