// Rules about Dice of structures over test pairs.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_DICE_RULES_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_DICE_RULES_H_

#include <string>
#include <vector>

#include "experiments/deformable_registration/pair_jackknife.h"
#include "experiments/harness/decide/rule.h"

namespace structlab::deformable_registration {

// A difference of Dice below it is a tie.
inline constexpr double kTie = 0.002;

// Dice of a structure by test pair, as recorded below kOurPairs: the mean over the seeds.
struct PairedDice {
  PairVolumes pairs;
  std::vector<double> dice;
};
harness::Values DiceOf(const std::string& dataset, const std::string& structure, const std::string& method);
// Empty if nothing is recorded, or if seeds have different test pairs.
PairedDice FindDice(const harness::Values& values, const harness::Results& results);

// Differences a - b by test pair; empty unless both have Dice of the same pairs. Not a number where one of
// the two is not known.
std::vector<double> Differences(const PairedDice& a, const PairedDice& b);

// MW is at least as good as each of the other methods. By the interval of the mean difference over the test
// pairs (LeaveOutVolumes): holds if no lower end is below -kTie; fails if for one method the mean is at or
// below -kTie and the interval (95%, divided by the number of methods) below 0; else undecided. Not tested
// with fewer than three volumes or patients to leave out.
harness::Rule AtLeastAsGoodAsEach(const std::string& dataset, const std::string& structure,
                                  const std::vector<std::string>& others);

struct NamedStructure {
  std::string dataset, structure;
};
// MW minus the best single metric, by the mean over the test pairs.
//
// The gain of the first structure is the largest: holds if it is above each other one's by kTie and by a 95%
// interval, fails if another one's is above it by kTie and by an interval of 95% divided by the number of
// other structures. Structures of the same set are compared over the same pairs (LeaveOutVolumes); sets are
// independent of each other.
harness::Rule LargestGain(const NamedStructure& structure, const std::vector<NamedStructure>& others);
// The gain of the structure is a tie: the 95% interval is within +-margin; fails if it is outside.
harness::Rule TieOfGain(const NamedStructure& structure, double margin);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_DICE_RULES_H_
