// Public instances whose hard constraints the labels of single variables seldom meet.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/wcsp_file.h"

namespace structlab::graphical_models {
namespace {

TEST(HardInstances, MessagePassingEndsWithAnAllowedLabeling) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  if (data == nullptr || *data == '\0') {
    GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in";
  }
  const std::string folder = std::string(data) + "/mrf-benchmarks/wcsp/";
  const FactorGraph radio_links = ReadWcsp(folder + "celar6sub0.wcsp.gz").graph;
  EXPECT_LT(FindMapMethod("trws").minimize(radio_links, {}).energy, kInfinity);
  EXPECT_LT(FindMapMethod("max-product").minimize(radio_links, {.iterations = 30}).energy, kInfinity);
  const FactorGraph satellite = ReadWcsp(folder + "404.wcsp.gz").graph;  // with factors of three variables
  EXPECT_LT(FindMapMethod("max-product").minimize(satellite, {.iterations = 30}).energy, kInfinity);
}

}  // namespace
}  // namespace structlab::graphical_models
