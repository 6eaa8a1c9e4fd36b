// Metrics by name: those of the library, and one of another package.
#include "registration/deformable/patch_metric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "common/testing/message_of.h"
#include "registration/deformable/parameter_file.h"
#include "registration/deformable/unary_costs.h"

namespace structlab::registration {
namespace {

using common::MessageOf;

// The cost of one patch of a constant image, against another constant.
double CostOf(const WeightedMetric& metric, float fixed_value, float moving_value) {
  Geometry geometry;
  geometry.dimension = 2;
  geometry.size = {3, 3, 1};
  const Image fixed(geometry, fixed_value), moving(geometry, moving_value);
  const ControlGrid grid(geometry, 2, 100);
  common::ThreadPool pool(1);
  const UnaryCosts costs(fixed, nullptr, grid, {metric});
  return static_cast<double>(
      costs.Compute(moving, nullptr, DisplacementLabels(LabelSet::kDense, 0, 2), 0, pool)[0](0, 0));
}

// A metric of another package: the difference of means, times its factor.
class MeanDifference : public PatchMetric {
 public:
  MeanDifference(const Image& fixed, double factor) : fixed_(fixed), factor_(factor) {}
  int num_statistics() const override { return 1; }
  void AddCells(const CellBar& bar, std::span<double> statistics) const override {
    const float* m = bar.moving;
    for (int k = bar.z.begin; k < bar.z.end; ++k) {
      for (int j = bar.y.begin; j < bar.y.end; ++j, m += bar.width) {
        for (int c = 0; c < bar.x.num_cells(); ++c) {
          for (int i = bar.x.cells[c].begin; i < bar.x.cells[c].end; ++i) {
            statistics[c] += static_cast<double>(fixed_.at(i, j, k)) - static_cast<double>(m[i]);
          }
        }
      }
    }
  }
  double Cost(std::span<const double> statistics, double weight) const override {
    return factor_ * std::abs(statistics[0]) / weight;
  }

 private:
  const Image& fixed_;
  double factor_;
};

PatchMetricKind MeansMetric(const std::string& name) {
  return {.name = name,
          .summary = "difference of means",
          .options = {common::NumberOption("factor", 1, {.min = 0, .max = 9}, "of the difference")},
          .make = [](const Image& fixed, double, const common::OptionValues& values) {
            return std::make_unique<MeanDifference>(fixed, values.Number("factor"));
          }};
}

// As packages do it: before main.
const bool kRegistered = RegisterPatchMetric(MeansMetric("means"));

TEST(PatchMetric, ARegisteredOneIsListedAndGetsItsOptions) {
  ASSERT_TRUE(kRegistered);
  std::vector<std::string> names;
  for (const PatchMetricKind& kind : PatchMetrics()) names.push_back(kind.name);
  EXPECT_EQ(names, (std::vector<std::string>{"sad", "ssd", "ncc", "squared_ncc", "mi", "dwt", "means"}));
  EXPECT_NEAR(CostOf({"means"}, 0.5F, 0.25F), 0.25, 1e-6);
  WeightedMetric twice = {"means"};
  twice.options = common::OptionValues("means", FindPatchMetric("means").options);
  twice.options.Parse("factor=2");
  EXPECT_NEAR(CostOf(twice, 0.5F, 0.25F), 0.5, 1e-6);
  twice.name = "sad";
  EXPECT_EQ(MessageOf([&] { CostOf(twice, 0.5F, 0.25F); }),
            "option of sad: expected nothing, as it has no options, found 'factor'");
}

// No file but its own knows its options.
TEST(PatchMetric, ARegisteredOneIsSetInParameters) {
  RegistrationOptions options;
  ReadParameters(R"({"metrics": {"means": {"weight": 2, "factor": 3}}})", "p.json", options);
  EXPECT_EQ(options.metrics[0].weight, 2);
  EXPECT_NEAR(CostOf(options.metrics[0], 0.5F, 0.25F), 0.75, 1e-6);
  RegistrationOptions read;
  ReadParameters(FormatParameters(options), "p.json", read);
  EXPECT_EQ(FormatParameters(read), FormatParameters(options));
  EXPECT_NE(ParameterSchema().find("of the difference"), std::string::npos);
  EXPECT_EQ(
      MessageOf([&] { ReadParameters(R"({"metrics": {"means": {"factors": 3}}})", "p.json", options); }),
      "p.json: metrics.means: expected options that are known, found factors; the nearest: factor, "
      "weight");
}

TEST(PatchMetricDeathTest, WhatStandsTwiceOrDoesNothingIsABug) {
  EXPECT_DEATH(RegisterPatchMetric(MeansMetric("sad")), "bug: is_new");
  PatchMetricKind nothing = MeansMetric("nothing");
  nothing.make = nullptr;
  EXPECT_DEATH(RegisterPatchMetric(nothing), "bug: is_whole");
  PatchMetricKind with_weight = MeansMetric("with-weight");
  with_weight.options[0].name = "weight";
  EXPECT_DEATH(RegisterPatchMetric(with_weight), "bug: has_no_weight");
}

}  // namespace
}  // namespace structlab::registration
