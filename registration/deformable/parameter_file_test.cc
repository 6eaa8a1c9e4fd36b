#include "registration/deformable/parameter_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "common/testing/message_of.h"
#include "registration/deformable/initial_transform.h"

namespace structlab::registration {
namespace {

using common::MessageOf;

common::OptionValues MiOptions(const char* assignment) {
  common::OptionValues values("mi", FindPatchMetric("mi").options);
  values.Parse(assignment);
  return values;
}

TEST(Parameters, KeepWhatIsWritten) {
  RegistrationOptions options;
  options.metrics = {{"sad", 0.25}, {"mi", 3, MiOptions("bins=24")}};
  options.classes = {{"bladder", 2, {1, 0}}, {"rectum", 5, {0.5, 1e-3}}};
  options.spacing = 12.5;
  options.levels = 4;
  options.label_set = LabelSet::kSparse;
  options.minimizer = FieldMinimizer::kTrws;
  options.interpolation = FieldInterpolation::kLinear;
  options.leaves_out_outside = false;
  const std::string text = FormatParameters(options);
  RegistrationOptions read;
  ReadParameters(text, "p.json", read);
  EXPECT_EQ(FormatParameters(read), text);
  EXPECT_EQ(read.classes[1].weights, (std::vector<double>{0.5, 1e-3}));
  EXPECT_EQ(read.classes[1].label, 5);
  EXPECT_EQ(read.minimizer, FieldMinimizer::kTrws);
  EXPECT_EQ(read.spacing, 12.5);
  EXPECT_EQ(read.metrics[1].options.Integer("bins"), 24);
  EXPECT_EQ(read.metrics[1].options.Integer("small_patch_bins"), 8);
  // A metric without options is written as its weight.
  const auto written = nlohmann::json::parse(text)["metrics"];
  EXPECT_EQ(written["sad"], 0.25);
  EXPECT_EQ(written["mi"], nlohmann::json::parse(R"({"weight": 3.0, "bins": 24, "small_patch_bins": 8})"));
}

// The file of learned weights has the options of metrics, too: it replaces the metrics of --params.
TEST(Parameters, WeightsHaveTheOptionsOfMetrics) {
  RegistrationOptions options;
  options.metrics = {{"mi", 3, MiOptions("small_patch_bins=6")}};
  options.classes = {{"bladder", 2, {1}}};
  RegistrationOptions read;
  ReadParameters(FormatWeights(options), "w.json", read);
  EXPECT_EQ(read.metrics[0].options.Integer("small_patch_bins"), 6);
  EXPECT_EQ(read.classes[0].weights, std::vector<double>{1});
  EXPECT_EQ(read.spacing, RegistrationOptions().spacing);
}

TEST(Parameters, OthersStay) {
  RegistrationOptions options;
  ReadParameters(R"({"spacing": 7, "label_set": "sparse"})", "p.json", options);
  EXPECT_EQ(options.spacing, 7);
  EXPECT_EQ(options.label_set, LabelSet::kSparse);
  EXPECT_EQ(options.metrics[0].name, RegistrationOptions().metrics[0].name);
  EXPECT_EQ(options.smoothness, RegistrationOptions().smoothness);
}

// Each option of the schema is one that is written, with its default.
TEST(Parameters, HaveASchema) {
  const auto schema = nlohmann::json::parse(ParameterSchema());
  const auto written = nlohmann::json::parse(FormatParameters({}));
  for (const auto& [key, value] : written.items()) {
    ASSERT_TRUE(schema["properties"].contains(key)) << key;
    EXPECT_EQ(schema["properties"][key]["default"], value) << key;
  }
  EXPECT_EQ(schema["properties"].size(), written.size() + 1);  // classes
}

TEST(Parameters, MistakesAreTold) {
  const auto message = [](const std::string& text) {
    return MessageOf([&] {
      RegistrationOptions options;
      ReadParameters(text, "p.json", options);
    });
  };
  EXPECT_EQ(message("{\"levels\": 2,\n \"spacing\" 3}"),
            "p.json:2: expected JSON, found something else; register --print-params prints what is read");
  EXPECT_EQ(message(R"({"spacings": 3})").substr(0, 90),
            "p.json: expected parameters that are known, found spacings; the nearest: spacing, spacings");
  EXPECT_EQ(message("{\"levels\": " + std::string(1000, '[')),
            "p.json: expected JSON that is nested at most 100 deep, found more");
  EXPECT_EQ(message(R"({"levels": 2.5})"), "p.json: levels: expected an integer from 1 to 10, found 2.5");
  EXPECT_EQ(message(R"({"levels": 11})"), "p.json: levels: expected an integer from 1 to 10, found 11");
  EXPECT_EQ(message(R"({"levels": 18446744073709551615})"),
            "p.json: levels: expected an integer from 1 to 10, found 18446744073709551615");
  EXPECT_EQ(message(R"({"shrink": 0})"),
            "p.json: shrink: expected a finite number above 0 and at most 1, found 0");
  EXPECT_EQ(message(R"({"divides_by_mean": 1})"), "p.json: divides_by_mean: expected true or false, found 1");
  EXPECT_EQ(message(R"({"minimizer": "lp"})"),
            "p.json: minimizer: expected one of fastpd, expansion, trws, found \"lp\"");
  EXPECT_EQ(message(R"({"metrics": {"nmi": 1}})"),
            "p.json: metrics: expected one of mi, ncc, sad, ssd, dwt, means, squared_ncc, found \"nmi\"");
  EXPECT_EQ(message(R"({"metrics": {"mi": {"bin": 9}}})"),
            "p.json: metrics.mi: expected options that are known, found bin; the nearest: bins, "
            "small_patch_bins, weight");
  EXPECT_EQ(message(R"({"metrics": {"mi": {"bins": 1}}})"),
            "p.json: metrics.mi.bins: expected an integer from 2 to 64, found 1");
  EXPECT_EQ(message(R"({"metrics": {"sad": {"bins": 8}}})"),
            "p.json: metrics.sad: expected options that are known, found bins; the nearest: weight");
  EXPECT_EQ(message(R"({"low_percent": 60, "high_percent": 40})"),
            "percentiles: expected low_percent below high_percent, found 60 and 40");
  EXPECT_EQ(message(R"({"metrics": {"mi": 1}, "classes": {"a": {"label": 1, "weights": {"sad": 1}}}})"),
            "p.json: classes.a.weights: expected a weight of mi, found {\"sad\":1}");
  EXPECT_EQ(message("[]"), "p.json: parameters: expected an object, found []");
}

TEST(InitialTransform, BringsCentresTogether) {
  Geometry fixed, moving;
  fixed.size = {10, 12, 14};
  moving.size = {8, 8, 8};
  moving.spacing = {1, 2, 3};
  moving.origin = {5, -3, 100};
  const AffineTransform centres = CentresTransform(fixed, moving);
  EXPECT_LT((centres(Point(4.5, 5.5, 6.5)) - Point(5 + 3.5, -3 + 7, 100 + 10.5)).norm(), 1e-12);
  Image a(fixed, 3), b(moving, -1);
  a.at(2, 3, 4) = 5;
  a.at(4, 3, 4) = 5;
  b.at(1, 1, 1) = 0;
  EXPECT_LT((MomentsTransform(a, b)(Point(3, 3, 4)) - Point(6, -1, 103)).norm(), 1e-12);
  EXPECT_EQ(MessageOf([&] { MomentsTransform(Image(fixed, 3), b); }).substr(0, 70),
            "fixed image: expected grey values that differ, for a centre of mass, f");
}

}  // namespace
}  // namespace structlab::registration
