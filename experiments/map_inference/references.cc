#include "experiments/map_inference/references.h"

#include "common/table_rows.h"
#include "experiments/map_inference/reference_table.h"

namespace structlab::map_inference {

std::vector<Reference> ParseReferences(std::string_view tsv, const std::string& name) {
  return common::ParseRows<Reference>({{"instance", &Reference::instance},
                                       {"energy", &Reference::energy},
                                       {"proved", &Reference::proved},
                                       {"tolerance", &Reference::tolerance},
                                       {"program", &Reference::program},
                                       {"labeling", &Reference::labeling}},
                                      tsv, name);
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
