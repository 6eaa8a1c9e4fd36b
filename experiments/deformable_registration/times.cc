// How long a registration takes with the four metrics: the row that the source prints for all sets together.
#include <algorithm>

#include "common/thread_clock.h"
#include "experiments/deformable_registration/methods.h"
#include "experiments/deformable_registration/test_pairs.h"
#include "experiments/harness/package.h"
#include "registration/deformable/registration.h"

namespace structlab::deformable_registration {

using harness::Case;
using harness::Planner;
using harness::Recorder;

void Times(harness::Package& package) {
  package.Plan([](Planner& planner) {
    Case& c = planner.Add(Case());
    c.name = "times/all-sets";
    c.dataset = "all three datasets";
    c.method = "all methods";
    c.deterministic = true;
    for (const SetPlan& set : Sets()) {
      if (set.dice_table != nullptr) c.data.push_back(set.data);
    }
    const RunSettings settings = ReadSettings(c);
    c.run = [settings](uint64_t seed, Recorder& record) {
      double longest = 0;
      for (const SetPlan& set : Sets()) {
        if (set.dice_table == nullptr) continue;
        common::ThreadPool one_thread(1);
        Subjects subjects(Open(set, settings, record), one_thread);
        const SubjectPair pair = set.splits(subjects.set(), settings.sizes, seed).front().test.front();
        const registration::Image &fixed = subjects.Get(pair.fixed).image,
                                  &moving = subjects.Get(pair.moving).image;
        common::Stopwatch watch;
        watch.Start();
        Register({fixed, moving}, OptionsOf(kInitial, set, settings), one_thread);
        watch.Stop();
        longest = std::max(longest, watch.seconds());
      }
      record.Value(kProse, "running_time_per_registration", longest);
    };
  });
}

}  // namespace structlab::deformable_registration
