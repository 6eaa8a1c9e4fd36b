// Registrations without learning: single metrics, all of them with given weights, and none.
#include "common/thread_clock.h"
#include "experiments/datasets/medical/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/deformable_registration/methods.h"
#include "experiments/deformable_registration/test_pairs.h"
#include "experiments/harness/package.h"
#include "registration/deformable/registration.h"

namespace structlab::deformable_registration {
namespace {

using datasets::Subject;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using registration::RegistrationOptions;

PrepareSplit WithOptions(const RegistrationOptions& options) {
  return [options](const Split&, size_t, Subjects&) -> RegisterPair {
    return [options](const Subject& fixed, const Subject& moving) -> Registered {
      common::ThreadPool one_thread(1);
      common::Stopwatch watch;
      watch.Start();
      registration::RegistrationResult result = Register({fixed.image, moving.image}, options, one_thread);
      watch.Stop();
      return {std::move(result.field), watch.seconds()};
    };
  };
}

}  // namespace

void Registrations(Package& package) {
  for (const SetPlan& set : Sets()) {
    const std::string data = set.data;
    const bool is_drawn = data == "RT Parotids" || data == "RT Abdominal" || data == "drawn brains";
    package.Data(is_drawn ? datasets::DrawnSource(data)
                          : datasets::SourceOf(data, "deformable_registration"));
  }
  package.Plan([](Planner& planner) {
    for (const SetPlan& set : Sets()) {
      Case& none = AddCase(planner, set, kNone);
      const RunSettings settings = ReadSettings(none);
      none.run = [&set, settings](uint64_t seed, Recorder& record) {
        RunTestPairs(
            set, settings, seed,
            [](const Split&, size_t, Subjects&) -> RegisterPair {
              return [](const Subject&, const Subject&) { return Registered(); };
            },
            record);
      };
      std::vector<const char*> methods = {kSad, kMi, kNcc, kDwt, kInitial, kEqual, kDefaults};
      for (const char* scaled : kScaledMetrics) methods.push_back(scaled);
      for (const char* method : methods) {
        Case& c = AddCase(planner, set, method);
        ReadSettings(c);
        const RegistrationOptions options = OptionsOf(method, set, settings);
        c.run = [&set, settings, options](uint64_t seed, Recorder& record) {
          RunTestPairs(set, settings, seed, WithOptions(options), record);
        };
      }
    }
  });
}

}  // namespace structlab::deformable_registration
