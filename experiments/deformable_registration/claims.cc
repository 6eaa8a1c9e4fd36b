// Claims D30 to D32.
#include <fmt/format.h>

#include "experiments/deformable_registration/dice_rules.h"
#include "experiments/deformable_registration/protocol.h"
#include "experiments/harness/package.h"

namespace structlab::deformable_registration {
namespace {

using harness::AtMost;
using harness::Package;

const std::vector<std::string> kPairSettings = {"test_pairs",  "reduction", "refinements",
                                                "train_pairs", "costs",     "proximities"};
const std::vector<std::string> kRegistrationSettings = {"reduction", "refinements"};

const std::vector<NamedStructure>& StructuresOfSource() {
  static const std::vector<NamedStructure> structures = {
      {"RT Parotids", "Parotl"},   {"RT Parotids", "Parotr"},  {"RT Abdominal", "Bladder"},
      {"RT Abdominal", "Sigmoid"}, {"RT Abdominal", "Rectum"}, {"IBSR", "CSF"},
      {"IBSR", "Grey Mater"},      {"IBSR", "White Mater"}};
  return structures;
}

// MW against single metrics, per structure.
void AddDice(const std::string& question, const std::string& part, const NamedStructure& of,
             const std::vector<std::string>& others, Package& package) {
  const harness::Rule rule =
      AtLeastAsGoodAsEach(of.dataset, of.structure, others).OnlyAtPaper(kPairSettings).NotOfPrint();
  if (question.empty()) {
    package.Claim("D30", part, rule);
  } else {
    package.Stricter("D30", question, part, rule);
  }
}

}  // namespace

void Claims(Package& package) {
  const std::vector<std::string> single = {std::begin(kSingleMetrics), std::end(kSingleMetrics)},
                                 scaled = {std::begin(kScaledMetrics), std::end(kScaledMetrics)};
  for (const NamedStructure& of : StructuresOfSource()) {
    AddDice("", fmt::format("{}, {}", of.dataset, of.structure), of, single, package);
  }
  for (const NamedStructure& of : StructuresOfSource()) {
    if (of.dataset != "IBSR") continue;
    AddDice("at one strength", fmt::format("IBSR, at one strength, {}", of.structure), of, scaled, package);
  }
  for (const NamedStructure& of : std::vector<NamedStructure>{{"hippocampus", "anterior"},
                                                              {"hippocampus", "posterior"},
                                                              {"OASIS-TRT slices", kAllStructures},
                                                              {"OASIS MICCAI 2012 slices", kAllStructures}}) {
    AddDice("on substitutes", fmt::format("substitute {}, {}", of.dataset, of.structure), of, single, package);
  }
  const NamedStructure sigmoid = {"RT Abdominal", "Sigmoid"}, right = {"RT Parotids", "Parotr"};
  std::vector<NamedStructure> others;
  for (const NamedStructure& of : StructuresOfSource()) {
    if (of.structure != sigmoid.structure) others.push_back(of);
  }
  package.Claim("D31", "largest gain for Sigmoid",
                LargestGain(sigmoid, others).OnlyAtPaper(kPairSettings).NotOfPrint());
  package.Claim("D31", "tie for Parotr", TieOfGain(right, 0.01).OnlyAtPaper(kPairSettings).NotOfPrint());
  package.Claim("D32", "slowest set, all four metrics",
                AtMost({.table = kProse, .metric = "running_time_per_registration"}, 12)
                    .OnlyAtPaper(kRegistrationSettings)
                    .IndependentOfData());
  for (const SetPlan& set : Sets()) {
    if (set.dice_table == nullptr) continue;
    for (const char* method : {kLearned, kSad, kMi, kNcc, kDwt}) {
      package.Claim("D32", fmt::format("{}, {}", set.dataset, method),
                    AtMost({.table = kOurMeans,
                            .metric = "seconds_a_registration",
                            .method = method,
                            .dataset = set.dataset},
                           12)
                        .OnlyAtPaper(kRegistrationSettings)
                        .IndependentOfData()
                        .NotOfPrint());
    }
  }
}

}  // namespace structlab::deformable_registration
