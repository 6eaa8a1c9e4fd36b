// Claim L05.
#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"

namespace structlab::object_localization {
namespace {

using harness::Any;
using harness::Less;
using harness::Package;
using harness::Rule;
using harness::Values;

// Only the training oracle differs; both models are tested with cuts.
Rule CutIsBetter(const char* dataset) {
  const Values error = {
      .table = kOurMasks, .metric = "balanced_error", .dataset = dataset, .setting = {{"loss", "balanced"}}};
  return Less(error.Of("cut"), error.Of("loopy-bp"));
}

}  // namespace

// The slides say that it can give worse models: one of three kinds of data is enough. Splits of photographs
// share images, draws of fields do not.
void Claims(Package& package) {
  package.Claim("L05",
                Any({CutIsBetter(kHorses).OfSplits(1), CutIsBetter(kBlocks).OfSplits(120.0 / 108),
                     CutIsBetter(kFields)})
                    .NotOfPrint()
                    .InWords("models trained with loopy belief propagation have a higher error than "
                             "models trained with cuts, both tested with cuts, on horses, on blocks, or "
                             "on planted fields"));
}

}  // namespace structlab::object_localization
