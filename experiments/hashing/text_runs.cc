#include "experiments/hashing/text_runs.h"

#include <vector>

namespace structlab::hashing {

void RecordError(const std::string& table, const std::string& metric,
                 const structured_learning::Mistakes& mistakes, harness::Recorder& record,
                 const harness::Overrides& overrides) {
  std::vector<double> percent(static_cast<size_t>(mistakes.documents()));
  for (const double place : mistakes.wrong()) percent[static_cast<size_t>(place)] = 100;
  record.Items(table, metric, {.ids = harness::NumberedItems(percent.size())}, {percent}, overrides);
  record.Value(table, metric, mistakes.ErrorPercent(), overrides);
}

}  // namespace structlab::hashing
