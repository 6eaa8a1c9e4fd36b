#include "graphical_models/model/files/label_counts.h"

namespace structlab::graphical_models {

LabelCounts ReadLabelCounts(TokenReader& reader, int64_t variables, const std::string& what,
                            int64_t max_count, NegativeCount negative) {
  LabelCounts found;
  int largest = 0;
  TokenReader::Place place;
  for (int64_t v = 0; v < variables; ++v) {
    const std::string expected = what + std::to_string(v);
    const bool is_interval = reader.Token(expected).starts_with('-') && negative == NegativeCount::kInterval;
    const int count = static_cast<int>(is_interval ? -reader.LastAsInteger(expected, -max_count, -1)
                                                   : reader.LastAsInteger(expected, 1, max_count));
    found.counts.push_back(count);
    if (count <= largest) continue;
    largest = count;
    place = reader.place();
  }
  if (largest > 0) found.where_largest = reader.Where(place);
  return found;
}

}  // namespace structlab::graphical_models
