// Evaluates pairwise potentials along an edge, by a fast formula for each form; MinPlus::operator() chooses
// it.
#include "graphical_models/approximate/min_plus.h"

#include <algorithm>
#include <cmath>

#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

double Least(std::span<const double> vector) { return *std::min_element(vector.begin(), vector.end()); }

// Tries every pair of labels, for any potential.
template <class Potential>
void AllPairs(const Potential& potential, double weight, EdgeEnd end, std::span<const double> vector,
              std::span<double> message) {
  for (size_t b = 0; b < message.size(); ++b) {
    const Label to = static_cast<Label>(b);
    double least = kInfinity;
    for (size_t a = 0; a < vector.size(); ++a) {
      const Label from = static_cast<Label>(a);
      const double cost = end == EdgeEnd::kFirst ? potential(from, to) : potential(to, from);
      least = std::min(least, vector[a] + weight * cost);
    }
    message[b] = least;
  }
}

// The vector, extended by +infinity to the number of labels of the message.
void Extend(std::span<const double> vector, size_t labels, std::vector<double>& extended) {
  extended.assign(vector.begin(), vector.end());
  extended.resize(std::max(labels, vector.size()), kInfinity);
}

void CapAt(double cap, std::span<const double> values, std::span<double> message) {
  for (size_t b = 0; b < message.size(); ++b) message[b] = std::min(values[b], cap);
}

}  // namespace

void MinPlus::LowerEnvelope(double slope, std::span<const double> vector, std::span<double> message) {
  vertices_.clear();
  boundaries_.clear();
  for (int a = 0; a < static_cast<int>(vector.size()); ++a) {
    const double height = vector[a];
    if (height == kInfinity) continue;
    double begin = -kInfinity;
    while (!vertices_.empty()) {
      // Where the parabola of `a` crosses the last one of the envelope.
      const int last = vertices_.back();
      begin = 0.5 * ((height - vector[last]) / (slope * (a - last)) + (a + last));
      if (begin > boundaries_.back()) break;
      vertices_.pop_back();
      boundaries_.pop_back();
      begin = -kInfinity;
    }
    vertices_.push_back(a);
    boundaries_.push_back(begin);
  }
  size_t piece = 0;
  for (size_t b = 0; b < message.size(); ++b) {
    const double position = static_cast<double>(b);
    while (piece + 1 < vertices_.size() && boundaries_[piece + 1] < position) ++piece;
    if (vertices_.empty()) {
      message[b] = kInfinity;
    } else {
      const double difference = position - vertices_[piece];
      message[b] = vector[vertices_[piece]] + slope * (difference * difference);
    }
  }
}

void MinPlus::operator()(const PairwisePotential& potential, double weight, EdgeEnd end,
                         std::span<const double> vector, std::span<double> message) {
  if (weight < 0 || potential.As<LabelTable>() != nullptr) {
    potential.Visit([&](const auto& formula) { AllPairs(formula, weight, end, vector, message); });
    return;
  }
  const double least = Least(vector);
  Extend(vector, message.size(), copy_);
  if (const Potts* const potts = potential.As<Potts>()) {
    CapAt(least + weight * potts->cost, copy_, message);
  } else if (const TruncatedLinear* const linear = potential.As<TruncatedLinear>()) {
    const double slope = weight * linear->slope;
    for (size_t a = 1; a < copy_.size(); ++a) copy_[a] = std::min(copy_[a], copy_[a - 1] + slope);
    for (size_t a = copy_.size() - 1; a > 0; --a) copy_[a - 1] = std::min(copy_[a - 1], copy_[a] + slope);
    // If the slope is 0 and the truncation infinite, the potential costs nothing.
    CapAt(slope == 0 ? least : least + slope * linear->truncation, copy_, message);
  } else {
    static_assert(PairwisePotential::kNumForms == 4, "a new form needs a branch here");
    const TruncatedQuadratic& quadratic = *potential.As<TruncatedQuadratic>();
    const double slope = weight * quadratic.slope;
    if (slope == 0) {
      std::fill(message.begin(), message.end(), least);
      return;
    }
    LowerEnvelope(slope, vector, message);
    CapAt(least + slope * quadratic.truncation, message, message);
  }
}

}  // namespace structlab::graphical_models
