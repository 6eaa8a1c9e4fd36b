#include "experiments/map_inference/references.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/table.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/map_inference/reference_table.h"

namespace structlab::map_inference {
namespace {

using graphical_models::Label;
using graphical_models::Labeling;

double FiniteNumber(const std::string& text, const std::string& where) {
  const double number = common::ParseDouble(text, where);
  if (!std::isfinite(number)) common::ThrowDataError(where, "a finite number", common::Quote(text));
  return number;
}

bool Truth(const std::string& text, const std::string& where) {
  if (text != "yes" && text != "no") common::ThrowDataError(where, "yes or no", common::Quote(text));
  return text == "yes";
}

Labeling ParseLabeling(std::string_view text, const datasets::MrfSizes& sizes, const std::string& where) {
  Labeling labeling;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const int64_t label = common::ParseInteger(text.substr(0, end), where);
    if (label < 0 || label >= sizes.most_labels) {
      common::ThrowDataError(where, "labels from 0 to " + std::to_string(sizes.most_labels - 1),
                             std::to_string(label));
    }
    labeling.push_back(static_cast<Label>(label));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (labeling.size() != static_cast<size_t>(sizes.variables)) {
    common::ThrowDataError(where, std::to_string(sizes.variables) + " labels",
                           std::to_string(labeling.size()));
  }
  return labeling;
}

// Of two labelings of an instance.
void CheckProof(const Reference& proof, const Reference& other, const std::string& where) {
  if (!proof.proved || other.energy >= proof.energy - proof.tolerance) return;
  common::ThrowDataError(where,
                         "energies of at least " + common::FormatDouble(proof.energy - proof.tolerance) +
                             ", which " + proof.program + " proved",
                         common::FormatDouble(other.energy));
}

}  // namespace

std::vector<Reference> ParseReferences(std::string_view tsv, const std::string& name) {
  const common::Table table = common::ParseTsv(tsv, name);
  std::vector<Reference> references;
  std::set<std::pair<std::string, std::string>> seen;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const std::string where = table.Where(row);
    const auto cell = [&](const char* column) -> const std::string& {
      return table.rows[row][static_cast<size_t>(table.Column(column))];
    };
    Reference& reference = references.emplace_back();
    reference.instance = cell("instance");
    const auto known = datasets::MrfInstances();
    const auto instance = std::ranges::find(known, reference.instance, &datasets::MrfInstance::name);
    reference.program = cell("program");
    const bool is_image = std::ranges::count(kReferenceImages, reference.instance) > 0;
    if ((instance == known.end() && !is_image) ||
        !seen.emplace(reference.instance, reference.program).second) {
      common::ThrowDataError(where, "instances of the data sets, each once a program",
                             common::Quote(reference.instance));
    }
    reference.energy = FiniteNumber(cell("energy"), where);
    reference.proved = Truth(cell("proved"), where);
    reference.tolerance = FiniteNumber(cell("tolerance"), where);
    if (reference.tolerance < 0) {
      common::ThrowDataError(where, "a tolerance of at least 0", cell("tolerance"));
    }
    if (!is_image) {
      reference.labeling = ParseLabeling(cell("labeling"), instance->sizes, where);
    } else if (cell("labeling") != "-") {
      common::ThrowDataError(where, "no labeling of an image, written -", common::Quote(cell("labeling")));
    }
    for (const Reference& before : references) {
      if (before.instance != reference.instance) continue;
      CheckProof(before, reference, where);
      CheckProof(reference, before, where);
    }
  }
  return references;
}

std::span<const Reference> References() {
  static const std::vector<Reference> references = ParseReferences(kReferenceTable, "references.tsv");
  return references;
}

const Reference* FindReference(std::string_view instance) {
  const Reference* best = nullptr;
  for (const Reference& reference : References()) {
    if (reference.instance != instance) continue;
    const bool is_better = best == nullptr || (reference.proved && !best->proved) ||
                           (reference.proved == best->proved && reference.energy < best->energy);
    if (is_better) best = &reference;
  }
  return best;
}

}  // namespace structlab::map_inference
