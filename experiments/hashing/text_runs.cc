#include "experiments/hashing/text_runs.h"

#include <vector>

namespace structlab::hashing {

void RecordError(const std::string& table, const std::string& metric,
                 const structured_learning::Mistakes& mistakes, harness::Recorder& record,
                 harness::Overrides overrides) {
  std::vector<double> places = mistakes.wrong(), wrong(places.size(), 1);
  places.push_back(mistakes.documents());
  wrong.push_back(0);
  record.Curve(kOurMistakes, MistakesOf(metric), places, wrong, overrides);
  overrides.unit = std::string("%");
  record.Value(table, metric, mistakes.ErrorPercent(), overrides);
}

}  // namespace structlab::hashing
