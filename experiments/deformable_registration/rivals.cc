// The same test pairs by elastix.
#include "common/error.h"
#include "experiments/deformable_registration/test_pairs.h"
#include "experiments/harness/package.h"
#include "experiments/rivals/elastix.h"

namespace structlab::deformable_registration {
namespace {

using datasets::Subject;
using harness::Case;
using harness::Planner;
using harness::Recorder;

}  // namespace

void Rivals(harness::Package& package) {
  package.Plan([](Planner& planner) {
    const bool is_required = planner.settings().profile() == harness::Profile::kPaper;
    for (const SetPlan& set : Sets()) {
      Case& c = AddCase(planner, set, kElastix);
      const RunSettings settings = ReadSettings(c);
      const rivals::ElastixOptions options = {.spacing = set.spacing * settings.spacing_factor,
                                              .iterations = static_cast<int>(c.Int("elastix_iterations"))};
      c.run = [&set, settings, options, is_required](uint64_t seed, Recorder& record) {
        const std::string program = rivals::FindElastix();
        if (program.empty() && is_required) {
          common::ThrowEnvironmentError("elastix", "it is not installed", "apt-get install elastix");
        }
        if (program.empty()) {
          record.Refuse("elastix is not installed: apt-get install elastix");
          return;
        }
        RunTestPairs(
            set, settings, seed,
            [&](const Split&, size_t, Subjects&) -> RegisterPair {
              return [&](const Subject& fixed, const Subject& moving) -> Registered {
                common::ThreadPool one_thread(1);
                rivals::ElastixResult result =
                    rivals::RunElastix(program, fixed.image, moving.image, options, one_thread);
                return {std::move(result.field), result.seconds};
              };
            },
            record);
      };
    }
  });
}

}  // namespace structlab::deformable_registration
