#include "experiments/parsimonious_labeling/protocol.h"

#include "common/error.h"
#include "common/random_stream.h"
#include "graphical_models/moves/parsimonious/random_trees.h"

namespace structlab::parsimonious_labeling {

namespace {

// Not given in the source, which wants r > 1 only.
constexpr double kTreeRatio = 2, kTreeDiameter = 20;

}  // namespace

const std::vector<double>& WeightsBetween() {
  static const std::vector<double> weights = {1, 2, 3, 4, 5};
  return weights;
}

LatticeShape ReadShape(harness::Case& c) {
  const LatticeShape shape = {.side = static_cast<int>(c.Int("lattice_side")),
                              .labels = static_cast<int>(c.Int("lattice_labels")),
                              .window = static_cast<int>(c.Int("window"))};
  if (shape.window <= shape.side) return shape;
  common::ThrowUsageError("settings lattice_side, window of parsimonious_labeling",
                          "a window that fits the lattice",
                          "lattice_side=" + Text(shape.side) + ", window=" + Text(shape.window));
}

graphical_models::LabelTree OurTree(const LatticeShape& shape, uint64_t seed) {
  common::RandomStream random(seed, "parsimonious_labeling/tree");
  return graphical_models::RandomSeparatedTree(shape.labels, kTreeRatio, kTreeDiameter, random);
}

std::string CaseName(const std::string& prefix, const harness::Setting& setting) {
  std::string name = prefix;
  for (const auto& [key, value] : setting.values()) {
    name.append("/").append(harness::NamePart(key + "=" + value));
  }
  return name;
}

}  // namespace structlab::parsimonious_labeling
