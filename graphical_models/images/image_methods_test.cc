#include "graphical_models/images/image_methods.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "graphical_models/exact/brute_force.h"
#include "graphical_models/images/regions.h"
#include "graphical_models/images/stereo.h"
#include "graphical_models/images/superpixel_cliques.h"
#include "graphical_models/images/testing/random_images.h"
#include "graphical_models/model/conversion.h"

namespace structlab::graphical_models {
namespace {

using common::MessageOf;

struct Problem {
  GridEnergy<int32_t> pairwise;
  CliqueEnergy cliques;
};

Problem RandomProblem(common::RandomStream& random) {
  const Image left = RandomImage(3, 2, 3, random, 17), right = RandomImage(3, 2, 3, random, 17);
  GridEnergy<int32_t> pairwise = StereoEnergy(
      left, right,
      {.labels = 3, .unary_truncation = 300, .slope = 40, .truncation = 2, .gradient_threshold = 300});
  const Segmentation regions = RegionsOfSimilarColor(left, 150, 2);
  CliqueEnergy cliques = SuperpixelCliques(left, regions, pairwise.potential(), 3, 50);
  return {std::move(pairwise), std::move(cliques)};
}

TEST(ImageMethods, EachKeepsToItsEnergyAndItsMinimum) {
  std::set<std::string> below_pairwise_start;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "image methods");
    const auto [pairwise, cliques] = RandomProblem(random);
    FactorGraph graph = ToFactorGraph(pairwise);
    const double pairwise_minimum = BruteForceMap(graph).energy;
    AddCliques(cliques, graph);
    const double minimum = BruteForceMap(graph).energy;
    for (const ImageMethod& method : ImageMethods()) {
      SCOPED_TRACE(method.name);
      const MapResult result = method.minimize(pairwise, cliques, {}, {});
      const double pairs = pairwise.Energy(result.labeling), sum = pairs + cliques.Energy(result.labeling);
      EXPECT_NEAR(result.energy, method.uses_cliques ? sum : pairs, 1e-9);
      EXPECT_GE(sum, minimum - 1e-9);
      EXPECT_GE(pairs, pairwise_minimum);
      EXPECT_LE(result.lower_bound, (method.uses_cliques ? minimum : pairwise_minimum) + 1e-9);
      if (result.energy < pairwise.Energy(Labeling(6, 0))) below_pairwise_start.insert(method.name);
    }
  }
  EXPECT_EQ(below_pairwise_start.size(), ImageMethods().size());  // every method lowers its energy
}

TEST(ImageMethods, HeedTheirOptions) {
  common::RandomStream random(1, "options");
  const auto [pairwise, cliques] = RandomProblem(random);
  for (const ImageMethod& method : ImageMethods()) {
    SCOPED_TRACE(method.name);
    const std::atomic<bool> interrupted = true;
    const MapResult result = method.minimize(pairwise, cliques, {.stop = {.interrupted = &interrupted}}, {});
    EXPECT_EQ(result.labeling.size(), 6u);
    EXPECT_EQ(result.ending, common::Ending::kInterrupted);
  }
  // One tree is one iteration; the next ones refine.
  const ImageMethod& parsimonious = FindImageMethod("parsimonious");
  common::OptionValues values(parsimonious.name, parsimonious.options);
  values.Set("trees", 2);
  EXPECT_GT(parsimonious.minimize(pairwise, cliques, {}, values).trace.size(), 2u);
  EXPECT_EQ(
      MessageOf([&, &p = pairwise, &c = cliques] { FindImageMethod("trws").minimize(p, c, {}, values); }),
      "option of trws: expected nothing, as it has no options, found 'trees'");
  values.Set("refine", false);
  EXPECT_EQ(parsimonious.minimize(pairwise, cliques, {}, values).trace.size(), 2u);
  EXPECT_EQ(MessageOf([&] { values.Set("trees", 0); }),
            "option trees of parsimonious: expected an integer from 1 to 2147483647, found 0");
  EXPECT_NE(MessageOf([&, &p = pairwise, &c = cliques] {
              FindImageMethod("parsimonious").minimize(p, c, {.threads = 0}, {});
            }),
            "no error");
}

TEST(ImageMethods, AreFoundByName) {
  std::set<std::string> names;
  for (const ImageMethod& method : ImageMethods()) {
    EXPECT_TRUE(names.insert(method.name).second);
    EXPECT_EQ(&FindImageMethod(method.name), &method);
  }
  EXPECT_TRUE(MessageOf([] { FindImageMethod("trw"); }).starts_with("method: expected one of trws, "));
}

}  // namespace
}  // namespace structlab::graphical_models
