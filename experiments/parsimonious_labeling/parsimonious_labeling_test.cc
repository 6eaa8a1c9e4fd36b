// What every package promises, and what this one promises beyond it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "experiments/harness/run/select.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/parsimonious_labeling/image_task.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "graphical_models/moves/co_occurrence_expansion.h"

namespace structlab::parsimonious_labeling {
namespace {

STRUCTLAB_TEST_PACKAGE("parsimonious_labeling")

TEST(ParsimoniousLabeling, AWindowThatDoesNotFitIsWrongUsage) {
  const harness::Package package = harness::MakePackage();
  harness::Flags flags = harness::FlagsOf(harness::Profile::kSmoke);
  for (const char* change : {"window", "moves_side"}) {
    harness::Settings settings = package.SettingsOf(flags);
    settings.Change(change, change == std::string("window") ? "9" : "3");
    EXPECT_THROW(package.CasesOf(settings, flags), common::Error) << change;
  }
}

// What the source's author released: energies of the whole of tsukuba, measured by another program under this
// definition. Ours must be that definition, and a rival with a correct cut must reach them.
TEST(ParsimoniousLabeling, HasTheEnergyOfTheReleasedProgram) {
  const char* const folder = std::getenv("STRUCTLAB_DATA");
  if (folder == nullptr) GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to their folder";
  const ImageTask& task = FindImageTask("tsukuba");
  const ImageData data = LoadImageData(std::string(folder) + "/middlebury-stereo", task, {});
  if (data.superpixels.count == 0) GTEST_SKIP() << "needs the real files";
  const graphical_models::ImageProblem problem = ProblemOf(task, data, {});
  EXPECT_NEAR(CoOccurrenceExpansion(problem.pairwise, problem.cliques).energy, 1326587, 0.5);
  const graphical_models::ImageProblem moved = PairsAsCliques(problem);
  EXPECT_NEAR(CoOccurrenceExpansion(moved.pairwise, moved.cliques).energy, 1336433, 0.5);
}

TEST(ImageTask, ChangesOfSettingsChangeWhatTheySay) {
  const ImageTask& task = FindImageTask("teddy");
  const ImageData data = LoadImageData("", task, {.width = 70, .height = 20});
  const auto problem = [&](const ImageSettings& settings) { return ProblemOf(task, data, settings); };
  const auto now = problem({}), first = problem({.as_first_read = true});
  const auto own = problem({.middlebury_parameters = true}), sized = problem({.weights_times_size = true});
  EXPECT_EQ(std::ranges::max(now.pairwise.unaries()), 48);
  EXPECT_EQ(std::ranges::max(first.pairwise.unaries()), 16);
  EXPECT_EQ(own.pairwise.potential()(0, 5), 10);
  EXPECT_EQ(now.pairwise.potential()(0, 5), 20);
  for (int clique = 0; clique < now.cliques.num_cliques(); ++clique) {
    const double size = static_cast<double>(now.cliques.variables(clique).size());
    EXPECT_EQ(sized.cliques.weight(clique), size * now.cliques.weight(clique));
  }
  const ImageTask& house = FindImageTask("house");
  const ImageData noisy = LoadImageData("", house, {.width = 70, .height = 60});
  EXPECT_EQ(ProblemOf(house, noisy, {}).cliques.num_cliques(), 0);
  EXPECT_GT(ProblemOf(house, noisy, {.house_has_cliques = true}).cliques.num_cliques(), 0);
}

}  // namespace
}  // namespace structlab::parsimonious_labeling
