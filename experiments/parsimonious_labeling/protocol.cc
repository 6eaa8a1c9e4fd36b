#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {

const std::vector<double>& WeightsBetween() {
  static const std::vector<double> weights = {1, 2, 3, 4, 5};
  return weights;
}

std::string CaseName(const std::string& prefix, const harness::Setting& setting) {
  std::string name = prefix;
  for (const auto& [key, value] : setting.values()) {
    name.append("/").append(harness::NamePart(key + "=" + value));
  }
  return name;
}

}  // namespace structlab::parsimonious_labeling
