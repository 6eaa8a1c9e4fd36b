// Claims D30 and D32. D31 is not tested (claims.tsv says why).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/deformable_registration/protocol.h"
#include "experiments/harness/package.h"

namespace structlab::deformable_registration {
namespace {

using harness::AtMost;
using harness::Less;
using harness::Package;

const std::vector<std::string> kPairSettings = {"test_pairs",  "reduction", "refinements",
                                                "train_pairs", "costs",     "proximities"};
const std::vector<std::string> kRegistrationSettings = {"reduction", "refinements"};

struct NamedStructure {
  std::string dataset, structure;
};
const std::vector<NamedStructure>& StructuresOfSource() {
  static const std::vector<NamedStructure> structures = {
      {"RT Parotids", "Parotl"},   {"RT Parotids", "Parotr"},  {"RT Abdominal", "Bladder"},
      {"RT Abdominal", "Sigmoid"}, {"RT Abdominal", "Rectum"}, {"IBSR", "CSF"},
      {"IBSR", "Grey Mater"},      {"IBSR", "White Mater"}};
  return structures;
}

constexpr double kTie = 0.005;  // of Dice: half a point less is as good

// MW is at least as good as each of the other methods; a smaller loss than kTie is none.
void AddDice(const std::string& question, const std::string& part, const NamedStructure& of,
             const std::vector<std::string>& others, Package& package) {
  std::vector<harness::Rule> rules;
  for (const std::string& other : others) {
    rules.push_back(Less(DiceOf(of.dataset, of.structure, other).Margin(-kTie),
                         DiceOf(of.dataset, of.structure, kLearned))
                        .ByAtLeast(harness::Absolute(0)));
  }
  const std::string sentence = fmt::format(
      "the Dice of MW is not below that of {} by {} or more, over volumes or patients of test pairs, left "
      "out "
      "one by one (jackknife, 95% t interval)",
      fmt::join(others, " or "), kTie);
  const harness::Rule rule = harness::All(rules)
                                 .Over(harness::Chance::kJackknifeGroups)
                                 .OnlyAtPaper(kPairSettings)
                                 .NotOfPrint()
                                 .InWords(sentence);
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
    AddDice("on substitutes", fmt::format("substitute {}, {}", of.dataset, of.structure), of, single,
            package);
  }
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
