// What is compared, as settings, and the names of what is recorded.
#ifndef STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_PROTOCOL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::map_inference {

inline constexpr char kPackage[] = "map_inference";

// Metrics, in tables named after the groups.
inline constexpr char kValue[] = "value";
inline constexpr char kBound[] = "lower_bound";
// The distance from the reference as a share of it, at least of 1: where it is proved to be the minimum, and
// where it is the best that any search has found, which a longer one may improve.
inline constexpr char kAboveMinimum[] = "above_minimum";
inline constexpr char kAboveBestKnown[] = "above_best_known";
inline constexpr char kAboveBound[] = "above_bound";  // share of the value, at least of 1
inline constexpr char kProved[] = "proved_optimal";   // 0 or 1
inline constexpr char kSeconds[] = "seconds";
// Curves, in the same tables.
inline constexpr char kValueOverTime[] = "value_vs_seconds";
inline constexpr char kBoundOverTime[] = "lower_bound_vs_seconds";
// What rounding may add to sums of an instance's costs: a curve of one point, at the number of terms, since
// it is no result.
inline constexpr char kRoundingTable[] = "rounding";
inline constexpr char kRounding[] = "largest_rounding_vs_terms";

// What the program map does by itself.
inline constexpr char kAutomatic[] = "auto";
// Several methods in turn, with a limit of its own for all of them together.
inline constexpr char kDescent[] = "subgraph-descent";

// Those of the registry, then kAutomatic.
const std::vector<std::string>& Methods();

std::vector<harness::OldSetting> Settings();
std::vector<std::string> InstanceNames(const harness::Setting& settings);
// Of a method of the registry.
int64_t MostIterations(const harness::Setting& settings, const std::string& method);
// Whether kDescent, and with it kAutomatic, stops before it ends by itself, as the program map lets it.
bool IsDescentCut(const harness::Setting& settings);
double SecondsPerCase(const harness::Setting& settings);
// How near to the best value counts as having solved an instance, as a share of it.
double NearEnough(const harness::Setting& settings);

// A difference of energies as a share of one of them, or of 1 where that is less.
double Share(double difference, double energy);

}  // namespace structlab::map_inference

#endif  // STRUCTLAB_EXPERIMENTS_MAP_INFERENCE_PROTOCOL_H_
