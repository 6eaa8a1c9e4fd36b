// Every method on small models whose minima toulbar2 has proved: bound <= minimum <= value.
#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>

#include "common/error.h"
#include "common/table.h"
#include "experiments/datasets/real_folder.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/files/uai_file.h"
#include "graphical_models/model/rounding.h"

namespace structlab::map_inference {
namespace {

using graphical_models::ConditionedGraph;
using graphical_models::FactorGraph;
using graphical_models::Label;
using graphical_models::Labeling;
using graphical_models::MapMethod;
using graphical_models::MapResult;

constexpr common::StopRule kStop = {.iterations = 10, .seconds = 0.2};

struct Minimum {
  double energy;     // as our evaluation has it
  double tolerance;  // -precision=8 minimises costs that are rounded to whole multiples of 1e-8
  double rounding;   // of sums
};

Labeling LabelingOf(const std::string& text) {
  std::istringstream words(text);
  Labeling labeling;
  for (Label label; words >> label;) labeling.push_back(label);
  return labeling;
}

// The minimum is that of all labelings that keep to the evidence.
Minimum CheckedMinimum(const FactorGraph& graph, const ConditionedGraph& conditioned,
                       const Labeling& labeling, double printed) {
  Labeling free;
  for (size_t v = 0; v < labeling.size(); ++v) {
    if (conditioned.observed[v] < 0) free.push_back(labeling[v]);
  }
  EXPECT_EQ(conditioned.Complete(free), labeling) << "the labeling has other labels than the evidence";
  const Minimum minimum = {.energy = conditioned.graph.Energy(free),
                           .tolerance = 1e-8 * graph.num_factors(),
                           .rounding = RoundingOf(graph).largest};
  EXPECT_NEAR(graph.Energy(labeling), minimum.energy, minimum.rounding);
  EXPECT_NEAR(minimum.energy, printed, 0.0005 + minimum.tolerance + minimum.rounding);  // three decimals
  return minimum;
}

// Returns how many methods take the model.
int ExpectTrueOf(const FactorGraph& graph, const Minimum& minimum) {
  int taken = 0;
  for (const MapMethod& method : graphical_models::MapMethods()) {
    SCOPED_TRACE(method.name);
    MapResult result;
    try {
      result = method.minimize(graph, {.stop = kStop}, {});
    } catch (const common::Error& error) {
      EXPECT_EQ(error.kind(), common::ErrorKind::kUsage) << error.what();
      continue;
    }
    ++taken;
    EXPECT_EQ(result.energy, graph.Energy(result.labeling));
    EXPECT_LE(result.lower_bound, minimum.energy + minimum.rounding);
    EXPECT_GE(result.energy, minimum.energy - minimum.tolerance - minimum.rounding);
    if (result.ending == common::Ending::kOptimal) {
      EXPECT_LE(result.energy, minimum.energy + minimum.rounding);
    }
  }
  return taken;
}

TEST(Toulbar2Minima, LieBetweenBoundsAndValuesOfEveryMethod) {
  const std::string folder = datasets::RealFolder(kMrfBenchmarks, kPackage);
  STRUCTLAB_SKIP_UNLESS_THERE(folder);
  const std::string models = folder + "/uai-2012-pe/";
  const common::Table table = common::ReadTsv("experiments/map_inference/toulbar2_minima.tsv");
  const auto name = static_cast<size_t>(table.Column("instance")),
             labels = static_cast<size_t>(table.Column("labeling"));
  ASSERT_EQ(table.rows.size(), 23U);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    SCOPED_TRACE(table.rows[row][name]);
    const std::string path = models + table.rows[row][name] + ".uai";
    const FactorGraph graph = graphical_models::ReadUai(path);
    const ConditionedGraph conditioned =
        Condition(graph, graphical_models::ReadUaiEvidence(path + ".evid", graph));
    const Minimum minimum = CheckedMinimum(graph, conditioned, LabelingOf(table.rows[row][labels]),
                                           table.Number(row, table.Column("energy")));
    EXPECT_GE(ExpectTrueOf(conditioned.graph, minimum), 4);
  }
}

}  // namespace
}  // namespace structlab::map_inference
