#include "registration/deformable/parameter_file.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "common/error.h"
#include "common/nearest_names.h"
#include "registration/deformable/registration_parameters.h"
#include "registration/volumes/nested_json.h"

namespace structlab::registration {
namespace {

using Json = nlohmann::ordered_json;
using common::OptionDeclaration;
using common::OptionKind;
using common::OptionValue;
using Options = RegistrationOptions;

// JSON values and schemas of declared options.

Json JsonOf(const OptionValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

// Nothing if it is not a value of the declaration's kind, or not an allowed one.
std::optional<OptionValue> ValueOf(const Json& json, const OptionDeclaration& declaration) {
  std::optional<OptionValue> value;
  switch (declaration.kind) {
    case OptionKind::kInteger: {
      const bool fits =
          !json.is_number_unsigned() || json.get<uint64_t>() <= uint64_t{std::numeric_limits<int64_t>::max()};
      if (json.is_number_integer() && fits) value = json.get<int64_t>();
      break;
    }
    case OptionKind::kNumber:
      if (json.is_number()) value = json.get<double>();
      break;
    case OptionKind::kFlag:
      if (json.is_boolean()) value = json.get<bool>();
      break;
    case OptionKind::kText:
    case OptionKind::kChoice:
      if (json.is_string()) value = json.get<std::string>();
      break;
  }
  if (!value || !common::IsAllowed(declaration, *value)) return std::nullopt;
  return value;
}

std::string Expected(const OptionDeclaration& declaration) {
  return declaration.kind == OptionKind::kFlag ? "true or false" : common::DescribeRange(declaration);
}

template <class Number>
void AddBounds(const common::OptionRange<Number>& range, Json& schema) {
  using Limits = std::numeric_limits<Number>;
  if (range.min > Limits::lowest()) schema[range.excludes_min ? "exclusiveMinimum" : "minimum"] = range.min;
  if (range.max < Limits::max()) schema[range.excludes_max ? "exclusiveMaximum" : "maximum"] = range.max;
}

Json SchemaOf(const OptionDeclaration& declaration) {
  Json schema = {{"description", declaration.help}};
  switch (declaration.kind) {
    case OptionKind::kInteger:
      schema["type"] = "integer";
      AddBounds(declaration.integers, schema);
      break;
    case OptionKind::kNumber:
      schema["type"] = "number";
      AddBounds(declaration.numbers, schema);
      break;
    case OptionKind::kFlag:
      schema["type"] = "boolean";
      break;
    case OptionKind::kText:
      schema["type"] = "string";
      break;
    case OptionKind::kChoice:
      schema["enum"] = declaration.choices;
      break;
  }
  schema["default"] = JsonOf(declaration.default_value);
  return schema;
}

// Reading.

[[noreturn]] void Refuse(const std::string& where, const std::string& key, const std::string& expected,
                         const Json& found) {
  common::ThrowDataError(std::string(where).append(": ").append(key), expected, found.dump());
}

OptionValue Read(const OptionDeclaration& declaration, const Json& json, const std::string& where,
                 const std::string& key) {
  if (const std::optional<OptionValue> value = ValueOf(json, declaration)) return *value;
  Refuse(where, key, Expected(declaration), json);
}

[[noreturn]] void RefuseName(const std::string& where, const char* what, const std::string& name,
                             const std::vector<std::string>& known) {
  common::ThrowDataError(where, std::string(what).append(" that are known"), name,
                         std::string("the nearest: ").append(common::ListNearest(name, known)));
}

const PatchMetricKind& MetricNamed(const std::string& name, const std::string& where) {
  std::vector<std::string> known;
  for (const PatchMetricKind& kind : PatchMetrics()) {
    if (kind.name == name) return kind;
    known.push_back(kind.name);
  }
  Refuse(where, "metrics", "one of " + common::ListNearest(name, known, known.size()), name);
}

// {"weight": 0.5, "bins": 32}: what is not named has its default.
WeightedMetric ReadMetric(const PatchMetricKind& kind, const Json& facts, const std::string& where) {
  const std::string key = "metrics." + kind.name;
  WeightedMetric metric = {.name = kind.name, .options = common::OptionValues(kind.name, kind.options)};
  std::vector<std::string> known = {MetricWeight().name};
  for (const OptionDeclaration& option : kind.options) known.push_back(option.name);
  for (const auto& [name, json] : facts.items()) {
    const std::string at = std::string(key).append(".").append(name);
    const auto option = std::ranges::find(kind.options, name, &OptionDeclaration::name);
    if (name == MetricWeight().name) {
      metric.weight = std::get<double>(Read(MetricWeight(), json, where, at));
    } else if (option != kind.options.end()) {
      metric.options.Set(name, Read(*option, json, where, at));
    } else {
      RefuseName(std::string(where).append(": ").append(key), "options", name, known);
    }
  }
  return metric;
}

void ReadMetrics(const Json& value, const std::string& where, Options& options) {
  if (!value.is_object() || value.empty()) {
    Refuse(where, "metrics", R"(weights of metrics, such as {"ncc": 1})", value);
  }
  options.metrics.clear();
  for (const auto& [name, facts] : value.items()) {
    const PatchMetricKind& kind = MetricNamed(name, where);
    if (facts.is_object()) {
      options.metrics.push_back(ReadMetric(kind, facts, where));
      continue;
    }
    const OptionValue weight = Read(MetricWeight(), facts, where, "metrics." + name);
    options.metrics.push_back({.name = name, .weight = std::get<double>(weight)});
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
    const OptionValue label = Read(ClassLabel(), facts["label"], where, key + ".label");
    of_class.label = static_cast<int32_t>(std::get<int64_t>(label));
    for (const WeightedMetric& metric : options.metrics) {
      if (!facts["weights"].contains(metric.name)) {
        Refuse(where, key + ".weights", std::string("a weight of ").append(metric.name), facts["weights"]);
      }
      const OptionValue weight = Read(ClassWeight(), facts["weights"][metric.name], where, key + ".weights");
      of_class.weights.push_back(std::get<double>(weight));
    }
    if (facts["weights"].size() != options.metrics.size()) {
      Refuse(where, key + ".weights", "a weight for each of the metrics and no other", facts["weights"]);
    }
    options.classes.push_back(std::move(of_class));
  }
}

Json Parse(const std::string& text, const std::string& where) {
  try {
    return ParseNestedJson<Json>(text, where);
  } catch (const nlohmann::json::parse_error& error) {
    const auto end = text.begin() + static_cast<int64_t>(std::min(error.byte, text.size()));
    const auto line = 1 + std::count(text.begin(), end, '\n');
    common::ThrowDataError(std::string(where).append(":").append(std::to_string(line)), "JSON",
                           "something else", "register --print-params prints what is read");
  } catch (const nlohmann::json::exception&) {
    common::ThrowDataError(where, "numbers of at most 1e308", "a larger one");
  }
}

// Writing.

// A metric with options has all of them beside its weight.
Json MetricsOf(const Options& options) {
  Json metrics = Json::object();
  for (const WeightedMetric& metric : options.metrics) {
    const common::OptionValues values = OptionsOfMetric(metric);
    if (values.declarations().empty()) {
      metrics[metric.name] = metric.weight;
      continue;
    }
    metrics[metric.name] = {{MetricWeight().name, metric.weight}};
    for (const OptionDeclaration& option : values.declarations()) {
      metrics[metric.name][option.name] = JsonOf(values.Value(option.name));
    }
  }
  return metrics;
}

Json ClassesOf(const Options& options) {
  Json classes = Json::object();
  for (const ClassWeights& c : options.classes) {
    Json weights = Json::object();
    for (size_t m = 0; m < c.weights.size(); ++m) weights[options.metrics[m].name] = c.weights[m];
    classes[c.name] = {{ClassLabel().name, c.label}, {"weights", weights}};
  }
  return classes;
}

Json SchemaOfMetrics(const RegistrationOptions& defaults) {
  Json metrics = Json::object();
  for (const PatchMetricKind& kind : PatchMetrics()) {
    Json properties = {{MetricWeight().name, SchemaOf(MetricWeight())}};
    for (const OptionDeclaration& option : kind.options) properties[option.name] = SchemaOf(option);
    const Json facts = {{"type", "object"}, {"additionalProperties", false}, {"properties", properties}};
    metrics[kind.name] = {{"description", kind.summary}, {"oneOf", {SchemaOf(MetricWeight()), facts}}};
  }
  return {{"type", "object"},
          {"description", "weights of metrics, where no class is; an object sets options of the metric, too"},
          {"minProperties", 1},
          {"additionalProperties", false},
          {"properties", metrics},
          {"default", MetricsOf(defaults)}};
}

Json SchemaOfClasses() {
  Json weights = Json::object();
  for (const PatchMetricKind& kind : PatchMetrics()) weights[kind.name] = SchemaOf(ClassWeight());
  const Json of_class = {
      {"type", "object"},
      {"required", {ClassLabel().name, "weights"}},
      {"additionalProperties", false},
      {"properties",
       {{ClassLabel().name, SchemaOf(ClassLabel())},
        {"weights", {{"type", "object"}, {"additionalProperties", false}, {"properties", weights}}}}}};
  return {{"type", "object"},
          {"description", "weights of metrics where a class of the moving labels dominates, by its name"},
          {"additionalProperties", of_class}};
}

}  // namespace

void ReadParameters(const std::string& text, const std::string& where, RegistrationOptions& options) {
  const Json parameters = Parse(text, where);
  if (!parameters.is_object()) Refuse(where, "parameters", "an object", parameters);
  std::vector<std::string> known = {"metrics", "classes"};
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    known.push_back(parameter.declaration.name);
  }
  for (const auto& [key, value] : parameters.items()) {
    if (std::ranges::find(known, key) == known.end()) RefuseName(where, "parameters", key, known);
  }
  if (parameters.contains("metrics")) {
    ReadMetrics(parameters["metrics"], where, options);
    if (!parameters.contains("classes")) options.classes.clear();
  }
  if (parameters.contains("classes")) ReadClasses(parameters["classes"], where, options);
  for (const auto& [declaration, get, set] : RegistrationParameters()) {
    if (!parameters.contains(declaration.name)) continue;
    set(Read(declaration, parameters[declaration.name], where, declaration.name), options);
  }
  CheckOptions(options);
}

std::string FormatParameters(const RegistrationOptions& options) {
  Json parameters = {{"metrics", MetricsOf(options)}};
  if (!options.classes.empty()) parameters["classes"] = ClassesOf(options);
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    parameters[parameter.declaration.name] = JsonOf(parameter.get(options));
  }
  return parameters.dump(2).append("\n");
}

std::string FormatWeights(const RegistrationOptions& options) {
  const Json weights = {
      {"metrics", MetricsOf(options)}, {"classes", ClassesOf(options)}, {"smoothness", options.smoothness}};
  return weights.dump(2).append("\n");
}

std::string ParameterSchema(const RegistrationOptions& defaults) {
  Json properties = {{"metrics", SchemaOfMetrics(defaults)}, {"classes", SchemaOfClasses()}};
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    OptionDeclaration declaration = parameter.declaration;
    declaration.default_value = parameter.get(defaults);
    properties[declaration.name] = SchemaOf(declaration);
  }
  const Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                       {"title", "parameters of a registration"},
                       {"type", "object"},
                       {"additionalProperties", false},
                       {"properties", properties}};
  return schema.dump(2).append("\n");
}

}  // namespace structlab::registration
