#include "registration/deformable/parameter_file.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "registration/deformable/patch_metric.h"

namespace structlab::registration {
namespace {

using Json = nlohmann::ordered_json;
using Options = RegistrationOptions;

template <class Enum>
struct Choice {
  Enum Options::*member;
  std::vector<std::pair<const char*, Enum>> names;
};
using Member = std::variant<double Options::*, int Options::*, bool Options::*, Choice<LabelSet>,
                            Choice<FieldInterpolation>, Choice<FieldMinimizer>>;

struct Parameter {
  const char* name;
  const char* documentation;
  Member member;
  double least = 0, most = std::numeric_limits<double>::infinity();  // of numbers
};

const std::vector<Parameter>& Parameters() {
  static const std::vector<Parameter> parameters = {
      {"divides_by_mean", "divide each metric by its mean over points and labels, at each level",
       &Options::divides_by_mean},
      {"spacing",
       "of control points at the finest level, in mm; 0: a twelfth of the fixed image's longest side",
       &Options::spacing},
      {"levels", "of the pyramid, at most; each coarser one has twice the spacing and voxels",
       &Options::levels, 1, 10},
      {"refinements", "label fields of a level", &Options::refinements, 0, 1000},
      {"patch_size", "sides of patches, in spacings", &Options::patch_size, 0, 10},
      {"label_set", "displacements: all of a box, or along the axes",
       Choice<LabelSet>{&Options::label_set, {{"dense", LabelSet::kDense}, {"sparse", LabelSet::kSparse}}}},
      {"label_steps", "displacements to each side", &Options::label_steps, 1, 50},
      {"range", "longest displacement of a label field along an axis, in spacings; above 0.4 it may fold",
       &Options::range, 0, 10},
      {"shrink", "of the range after a refinement", &Options::shrink, 0, 1},
      {"shrinks_when_stuck", "shrink only after a refinement that did not lower the cost",
       &Options::shrinks_when_stuck},
      {"smoothness", "weight of differences of neighbours' displacements, in spacings", &Options::smoothness},
      {"interpolation", "of displacements between control points",
       Choice<FieldInterpolation>{
           &Options::interpolation,
           {{"bspline", FieldInterpolation::kCubicBSpline}, {"linear", FieldInterpolation::kLinear}}}},
      {"minimizer", "of label fields",
       Choice<FieldMinimizer>{&Options::minimizer,
                              {{"fastpd", FieldMinimizer::kFastPd},
                               {"expansion", FieldMinimizer::kAlphaExpansion},
                               {"trws", FieldMinimizer::kTrws}}}},
      {"leaves_out_outside",
       "voxels whose place is outside of the moving image count nothing; else it goes on there",
       &Options::leaves_out_outside},
      {"low_percent", "percentile of grey values that becomes 0", &Options::low_percent, 0, 100},
      {"high_percent", "percentile of grey values that becomes 1", &Options::high_percent, 0, 100},
  };
  return parameters;
}

[[noreturn]] void Refuse(const std::string& where, const std::string& key, const std::string& expected,
                         const Json& found, const std::string& remedy = "") {
  common::ThrowDataError(std::string(where).append(": ").append(key), expected, found.dump(), remedy);
}

double NumberOf(const Json& value, const std::string& where, const std::string& key, double least,
                double most) {
  const bool is_number = value.is_number();
  if (is_number && value.get<double>() >= least && value.get<double>() <= most) return value.get<double>();
  std::string expected = std::string("a number of at least ").append(common::FormatDouble(least));
  if (most < std::numeric_limits<double>::infinity()) {
    expected.append(" and at most ").append(common::FormatDouble(most));
  }
  Refuse(where, key, expected, value);
}

int WholeNumberOf(const Json& value, const std::string& where, const std::string& key, double least,
                  double most) {
  if (!value.is_number_integer()) Refuse(where, key, "a whole number", value);
  return static_cast<int>(NumberOf(value, where, key, least, most));
}

template <class Enum>
void ReadChoice(const Choice<Enum>& choice, const Json& value, const std::string& where,
                const std::string& key, Options& options) {
  std::string known;
  for (const auto& [name, chosen] : choice.names) {
    if (value == name) {
      options.*choice.member = chosen;
      return;
    }
    known.append(known.empty() ? "one of " : ", ").append(name);
  }
  Refuse(where, key, known, value);
}

void ReadOne(const Parameter& parameter, const Json& value, const std::string& where, Options& options) {
  const std::string key = parameter.name;
  std::visit(
      [&](const auto& member) {
        using Type = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Type, double Options::*>) {
          options.*member = NumberOf(value, where, key, parameter.least, parameter.most);
        } else if constexpr (std::is_same_v<Type, int Options::*>) {
          options.*member = WholeNumberOf(value, where, key, parameter.least, parameter.most);
        } else if constexpr (std::is_same_v<Type, bool Options::*>) {
          if (!value.is_boolean()) Refuse(where, key, "true or false", value);
          options.*member = value.get<bool>();
        } else {
          ReadChoice(member, value, where, key, options);
        }
      },
      parameter.member);
}

void CheckMetricName(const std::string& name, const std::string& where) {
  std::string known;
  for (const PatchMetricKind& kind : PatchMetrics()) {
    if (kind.name == name) return;
    known.append(known.empty() ? "one of " : ", ").append(kind.name);
  }
  Refuse(where, "metrics", known, name);
}

void ReadMetrics(const Json& value, const std::string& where, Options& options) {
  if (!value.is_object() || value.empty()) {
    Refuse(where, "metrics", R"(weights of metrics, such as {"ncc": 1})", value);
  }
  options.metrics.clear();
  for (const auto& [name, weight] : value.items()) {
    CheckMetricName(name, where);
    options.metrics.push_back({name, NumberOf(weight, where, "metrics." + name, 0, 1e30)});
  }
}

void ReadClasses(const Json& value, const std::string& where, Options& options) {
  if (!value.is_object()) Refuse(where, "classes", "an object for each class", value);
  options.classes.clear();
  for (const auto& [name, facts] : value.items()) {
    const std::string key = std::string("classes.").append(name);
    if (!facts.is_object() || !facts.contains("label") || !facts.contains("weights") || facts.size() != 2 ||
        !facts["weights"].is_object()) {
      Refuse(where, key, R"({"label": 1, "weights": {"ncc": 1}})", facts);
    }
    ClassWeights of_class;
    of_class.name = name;
    of_class.label = WholeNumberOf(facts["label"], where, key + ".label", 0, 2147483647);
    for (const WeightedMetric& metric : options.metrics) {
      if (!facts["weights"].contains(metric.name)) {
        Refuse(where, key + ".weights", std::string("a weight of ").append(metric.name), facts["weights"]);
      }
      of_class.weights.push_back(
          NumberOf(facts["weights"][metric.name], where, key + ".weights", -1e30, 1e30));
    }
    if (facts["weights"].size() != options.metrics.size()) {
      Refuse(where, key + ".weights", "a weight for each of the metrics and no other", facts["weights"]);
    }
    options.classes.push_back(std::move(of_class));
  }
}

Json Parse(const std::string& text, const std::string& where) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const auto end = text.begin() + static_cast<int64_t>(std::min(error.byte, text.size()));
    const auto line = 1 + std::count(text.begin(), end, '\n');
    common::ThrowDataError(std::string(where).append(":").append(std::to_string(line)), "JSON",
                           "something else", "register --print-params prints what is read");
  } catch (const nlohmann::json::exception&) {
    common::ThrowDataError(where, "numbers of at most 1e308", "a larger one");
  }
}

}  // namespace

void ReadParameters(const std::string& text, const std::string& where, RegistrationOptions& options) {
  const Json parameters = Parse(text, where);
  if (!parameters.is_object()) Refuse(where, "parameters", "an object", parameters);
  std::vector<std::string> known = {"metrics", "classes"};
  for (const Parameter& parameter : Parameters()) known.emplace_back(parameter.name);
  for (const auto& [key, value] : parameters.items()) {
    if (std::ranges::find(known, key) != known.end()) continue;
    common::ThrowDataError(where, "parameters that are known", key,
                           std::string("the nearest: ").append(common::ListNearest(key, known)));
  }
  if (parameters.contains("metrics")) {
    ReadMetrics(parameters["metrics"], where, options);
    if (!parameters.contains("classes")) options.classes.clear();
  }
  if (parameters.contains("classes")) ReadClasses(parameters["classes"], where, options);
  for (const Parameter& parameter : Parameters()) {
    if (parameters.contains(parameter.name)) ReadOne(parameter, parameters[parameter.name], where, options);
  }
  CheckOptions(options);
}

namespace {

Json ValueOf(const Parameter& parameter, const Options& options) {
  return std::visit(
      [&](const auto& member) -> Json {
        if constexpr (std::is_member_pointer_v<std::decay_t<decltype(member)>>) {
          return options.*member;
        } else {
          for (const auto& [name, chosen] : member.names) {
            if (options.*member.member == chosen) return name;
          }
          return nullptr;
        }
      },
      parameter.member);
}

Json SchemaOf(const Parameter& parameter) {
  Json schema = {{"description", parameter.documentation}};
  std::visit(
      [&](const auto& member) {
        using Type = std::decay_t<decltype(member)>;
        if constexpr (std::is_same_v<Type, bool Options::*>) {
          schema["type"] = "boolean";
        } else if constexpr (std::is_member_pointer_v<Type>) {
          schema["type"] = std::is_same_v<Type, int Options::*> ? "integer" : "number";
          schema["minimum"] = parameter.least;
          if (parameter.most < std::numeric_limits<double>::infinity()) schema["maximum"] = parameter.most;
        } else {
          schema["enum"] = Json::array();
          for (const auto& choice : member.names) schema["enum"].push_back(choice.first);
        }
      },
      parameter.member);
  schema["default"] = ValueOf(parameter, {});
  return schema;
}

Json MetricsOf(const Options& options) {
  Json metrics = Json::object();
  for (const WeightedMetric& metric : options.metrics) metrics[metric.name] = metric.weight;
  return metrics;
}

}  // namespace

std::string FormatParameters(const RegistrationOptions& options) {
  Json parameters = {{"metrics", MetricsOf(options)}};
  if (!options.classes.empty()) {
    Json& classes = parameters["classes"] = Json::object();
    for (const ClassWeights& c : options.classes) {
      Json weights = Json::object();
      for (size_t m = 0; m < c.weights.size(); ++m) weights[options.metrics[m].name] = c.weights[m];
      classes[c.name] = {{"label", c.label}, {"weights", weights}};
    }
  }
  for (const Parameter& parameter : Parameters()) parameters[parameter.name] = ValueOf(parameter, options);
  return parameters.dump(2).append("\n");
}

std::string ParameterSchema() {
  const Json weight = {{"type", "number"}};
  Json weights = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  for (const PatchMetricKind& metric : PatchMetrics()) {
    weights["properties"][metric.name] = weight;
    weights["properties"][metric.name]["description"] = metric.documentation;
  }
  Json of_metrics = weights;
  of_metrics["description"] = "weights of metrics, where no class is";
  of_metrics["default"] = MetricsOf({});
  for (Json& of_metric : of_metrics["properties"]) of_metric["minimum"] = 0;
  const Json of_class = {
      {"type", "object"},
      {"required", {"label", "weights"}},
      {"additionalProperties", false},
      {"properties", {{"label", {{"type", "integer"}, {"minimum", 0}}}, {"weights", weights}}}};
  Json properties = {
      {"metrics", of_metrics},
      {"classes",
       {{"type", "object"},
        {"description", "weights of metrics where a class of the moving labels dominates, by its name"},
        {"additionalProperties", of_class}}}};
  for (const Parameter& parameter : Parameters()) properties[parameter.name] = SchemaOf(parameter);
  const Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", "parameters of a registration"},
                       {"type", "object"},
                       {"additionalProperties", false},
                       {"properties", properties}};
  return schema.dump(2).append("\n");
}

}  // namespace structlab::registration
