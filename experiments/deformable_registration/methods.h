// Options of the registrations that are compared.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_METHODS_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_METHODS_H_

#include <string>
#include <vector>

#include "experiments/deformable_registration/protocol.h"
#include "registration/deformable/registration_options.h"

namespace structlab::deformable_registration {

// A metric with its initial weight w_0, as the source has them: 0.1, 10, 10, 10. Its 0.1 of SAD is read as of
// grey values from 0 to 255; here they go from 0 to 1.
struct InitialWeight {
  const char* method;  // that has this metric only
  const char* metric;  // of the library
  double weight;
};
inline constexpr InitialWeight kInitialWeights[] = {
    {kSad, "sad", 25.5}, {kMi, "mi", 10}, {kNcc, "ncc", 10}, {kDwt, "dwt", 10}};
// Weight of each metric where all are divided by their means: together as much as the means of the four costs
// under w_0 on the three sets of the source, which add up to about 20.
inline constexpr double kEqualWeight = 5;

// The source's setting with the metrics of the method: a single one with its own weight of w_0, all with w_0
// (kInitial, and kLearned for patches without a class), or divided by their means: all of them (kEqual), or
// one with the weight of all four (kScaledMetrics). kDefaults are the program's defaults with as many
// refinements.
registration::RegistrationOptions OptionsOf(const std::string& method, const SetPlan& plan,
                                            const RunSettings& settings);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_METHODS_H_
