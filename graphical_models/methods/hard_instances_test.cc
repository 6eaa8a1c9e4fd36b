// Public instances that are hard in one way: by constraints that changes of single variables rarely satisfy,
// or by a tree-width that is just too large for the defaults.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/wcsp_file.h"

namespace structlab::graphical_models {
namespace {

class HardInstances : public testing::Test {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("STRUCTLAB_DATA");
    if (data == nullptr || *data == '\0') {
      GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in";
    }
    folder_ = std::string(data) + "/mrf-benchmarks/wcsp/";
  }

  std::string folder_;
};

TEST_F(HardInstances, MessagePassingEndsWithAnAllowedLabeling) {
  const FactorGraph radio_links = ReadWcsp(folder_ + "celar6sub0.wcsp.gz").graph;
  EXPECT_LT(FindMapMethod("trws").minimize(radio_links, {}, {}).energy, kInfinity);
  EXPECT_LT(FindMapMethod("max-product").minimize(radio_links, {.stop = {.iterations = 30}}, {}).energy,
            kInfinity);
  const FactorGraph satellite = ReadWcsp(folder_ + "404.wcsp.gz").graph;  // with factors of three variables
  EXPECT_LT(FindMapMethod("max-product").minimize(satellite, {.stop = {.iterations = 30}}, {}).energy,
            kInfinity);
}

// Its messages take about 200 MB together.
TEST_F(HardInstances, EliminationIsChosenWhereItTakesHalfASecond) {
  const FactorGraph satellite = ReadWcsp(folder_ + "404.wcsp.gz").graph;
  const MapMethod& chosen = ChooseMapMethod(satellite);
  EXPECT_EQ(chosen.name, "bucket-elimination");
  const MapResult result = chosen.minimize(satellite, {}, {});
  EXPECT_EQ(result.energy, 114);
  EXPECT_EQ(result.ending, common::Ending::kOptimal);
}

}  // namespace
}  // namespace structlab::graphical_models
