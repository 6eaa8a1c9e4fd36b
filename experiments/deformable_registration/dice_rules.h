// Rules about Dice of structures over test pairs.
#ifndef STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_DICE_RULES_H_
#define STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_DICE_RULES_H_

#include <map>
#include <string>
#include <vector>

#include "experiments/harness/decide/rule.h"

namespace structlab::deformable_registration {

// A difference of Dice below it is a tie.
inline constexpr double kTie = 0.002;

// Dice of a structure by test pair, as recorded below kOurPairs: the mean over the seeds.
struct PairedDice {
  std::vector<double> patients;  // of the fixed subjects
  std::vector<double> dice;
};
harness::Values DiceOf(const std::string& dataset, const std::string& structure, const std::string& method);
// Empty if nothing is recorded.
PairedDice FindDice(const harness::Values& values, const harness::Results& results);

// Differences a - b by test pair, averaged over the pairs whose fixed subject is of the same patient: pairs
// that share a volume are not independent. Pairs where one of the two is not known are left out.
std::vector<double> DifferencesByPatient(const PairedDice& a, const PairedDice& b);

// MW is at least as good as each single metric. By the interval of the mean of DifferencesByPatient: holds if
// no lower end is below -kTie; fails if for one metric the mean is at or below -kTie and the interval (95%,
// divided by the number of metrics) below 0; else undecided. Not tested with fewer than three patients.
harness::Rule AtLeastAsGoodAsEach(const std::string& dataset, const std::string& structure);

struct NamedStructure {
  std::string dataset, structure;
};
// MW minus the best single metric, by the mean over the test pairs.
//
// The gain of the first structure is the largest: holds if it is above each other one's by kTie and by two
// standard errors, fails if another one's is above it by as much.
harness::Rule LargestGain(const NamedStructure& structure, const std::vector<NamedStructure>& others);
// The gain of the structure is a tie: the 95% interval is within +-margin; fails if it is outside.
harness::Rule TieOfGain(const NamedStructure& structure, double margin);

}  // namespace structlab::deformable_registration

#endif  // STRUCTLAB_EXPERIMENTS_DEFORMABLE_REGISTRATION_DICE_RULES_H_
