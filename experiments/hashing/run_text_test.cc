// Seeds are repetitions on vectors, too: each learns in an order of its own, and all test on the same
// documents.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/runs.h"

namespace structlab::hashing {
namespace {

// The places of the wrong test documents in front of the number of all; with one rate and one lambda.
std::vector<double> MistakesAt(uint64_t seed, const std::string& method, const std::string& documents) {
  harness::Case c;
  c.dataset = "rcv1-small";
  c.method = method;
  c.seed = seed;
  c.parameters = {{"train_documents", documents},
                  {"test_documents", "200"},
                  {"hash_bits", "20"},
                  {"lambdas", "1e-5"},
                  {"learning_rates", "2"}};
  c.data = {kRcv1SmallData};
  c.resolved = {{.name = kRcv1SmallData, .origin = harness::DataOrigin::kStandIn}};
  harness::Recorder record(c);
  RunRuntime(c, record);
  for (const harness::RecordedCurve& curve : record.record().curves) {
    if (curve.key.table == kOurMistakes) return curve.x;
  }
  ADD_FAILURE() << "no mistakes of " << method;
  return {};
}

TEST(Vectors, AreLearnedInAnOrderOfTheSeed) {
  for (const char* method : {kBsgd, kVw, kVwc, kHk}) {
    std::set<std::vector<double>> different;
    for (const uint64_t seed : {1, 2, 3}) {
      const std::vector<double> mistakes = MistakesAt(seed, method, "600");
      ASSERT_FALSE(mistakes.empty());
      EXPECT_EQ(mistakes.back(), 200);
      EXPECT_EQ(mistakes, MistakesAt(seed, method, "600"));
      different.insert(mistakes);
    }
    EXPECT_EQ(different.size(), 3u) << method;
  }
}

}  // namespace
}  // namespace structlab::hashing
