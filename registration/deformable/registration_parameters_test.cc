// The JSON schema, the reader of parameters and the checks agree on every bound of every parameter.
#include "registration/deformable/registration_parameters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "common/error.h"
#include "registration/deformable/parameter_file.h"

namespace structlab::registration {
namespace {

using common::OptionDeclaration;
using common::OptionKind;
using nlohmann::json;

bool IsOfType(const json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "boolean") return value.is_boolean();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  EXPECT_EQ(type, "number");
  return value.is_number();
}

bool HasAllRequired(const json& schema, const json& value) {
  if (!schema.contains("required")) return true;
  for (const json& name : schema["required"]) {
    if (!value.contains(name.get<std::string>())) return false;
  }
  return true;
}

// The keywords of JSON Schema that ParameterSchema has; another one fails the test.
bool Accepts(const json& schema, const json& value);
bool AcceptsByKeyword(const json& schema, const std::string& keyword, const json& value) {
  const json& rule = schema[keyword];
  if (keyword == "type") return IsOfType(value, rule);
  if (keyword == "enum") return std::ranges::find(rule, value) != rule.end();
  if (keyword == "oneOf") {
    return std::ranges::count_if(rule, [&](const json& one) { return Accepts(one, value); }) == 1;
  }
  if (keyword == "minimum") return !value.is_number() || value >= rule;
  if (keyword == "maximum") return !value.is_number() || value <= rule;
  if (keyword == "exclusiveMinimum") return !value.is_number() || value > rule;
  if (keyword == "exclusiveMaximum") return !value.is_number() || value < rule;
  if (keyword == "minProperties") return !value.is_object() || value.size() >= rule.get<size_t>();
  if (keyword == "required") return HasAllRequired(schema, value);
  if (keyword == "additionalProperties") {
    for (const auto& [name, held] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(name)) continue;
      if (rule.is_boolean() ? !rule.get<bool>() : !Accepts(rule, held)) return false;
    }
    return true;
  }
  if (keyword == "properties") {
    for (const auto& [name, of_name] : rule.items()) {
      if (value.is_object() && value.contains(name) && !Accepts(of_name, value[name])) return false;
    }
    return true;
  }
  const std::set<std::string> for_readers = {"$schema", "title", "description", "default"};
  EXPECT_TRUE(for_readers.contains(keyword)) << keyword;
  return true;
}

bool Accepts(const json& schema, const json& value) {
  for (const auto& [keyword, rule] : schema.items()) {
    if (!AcceptsByKeyword(schema, keyword, value)) return false;
  }
  return true;
}

bool IsAccepted(const std::function<void()>& work) {
  try {
    work();
  } catch (const common::Error&) {
    return false;
  }
  return true;
}

bool ReaderAccepts(const json& parameters) {
  RegistrationOptions options;
  return IsAccepted([&] { ReadParameters(parameters.dump(), "p.json", options); });
}

struct Value {
  json value;
  bool is_allowed;
};

// Just inside and just outside of each bound.
template <class Number>
void AddBounds(const common::OptionRange<Number>& range, const std::function<Number(Number, bool)>& next,
               std::vector<Value>& values) {
  using Limits = std::numeric_limits<Number>;
  if (range.min > Limits::lowest()) {
    values.push_back({range.excludes_min ? next(range.min, true) : range.min, true});
    values.push_back({range.excludes_min ? range.min : next(range.min, false), false});
  }
  if (range.max < Limits::max()) {
    values.push_back({range.excludes_max ? next(range.max, false) : range.max, true});
    values.push_back({range.excludes_max ? range.max : next(range.max, true), false});
  }
}

std::vector<Value> ValuesOf(const OptionDeclaration& declaration) {
  std::vector<Value> values = {{nullptr, false}, {json::array(), false}};
  const double infinity = std::numeric_limits<double>::infinity();
  switch (declaration.kind) {
    case OptionKind::kInteger:
      AddBounds<int64_t>(
          declaration.integers, [](int64_t at, bool up) { return up ? at + 1 : at - 1; }, values);
      values.insert(values.end(), {{2.5, false}, {"2", false}, {true, false}});
      break;
    case OptionKind::kNumber:
      AddBounds<double>(
          declaration.numbers,
          [infinity](double at, bool up) { return std::nextafter(at, up ? infinity : -infinity); }, values);
      values.insert(values.end(), {{"0.5", false}, {true, false}});
      break;
    case OptionKind::kFlag:
      values.insert(values.end(), {{true, true}, {false, true}, {1, false}, {"yes", false}});
      break;
    case OptionKind::kText:
      values.insert(values.end(), {{"", true}, {1, false}});
      break;
    case OptionKind::kChoice:
      for (const std::string& choice : declaration.choices) values.push_back({choice, true});
      values.insert(values.end(), {{"nonsense", false}, {0, false}});
      break;
  }
  return values;
}

// Checks each value of the declaration within the parameters that `with` makes of it.
void ExpectAgreement(const OptionDeclaration& declaration, const std::function<json(const json&)>& with) {
  const json schema = json::parse(ParameterSchema());
  for (const auto& [value, is_allowed] : ValuesOf(declaration)) {
    const json parameters = with(value);
    EXPECT_EQ(Accepts(schema, parameters), is_allowed) << "schema: " << parameters.dump();
    EXPECT_EQ(ReaderAccepts(parameters), is_allowed) << "reader: " << parameters.dump();
  }
}

// The widest percentiles, so that the bounds of each alone decide.
json WithWidePercentiles(const std::string& name, const json& value) {
  json parameters = {{"low_percent", 0}, {"high_percent", 100}};
  parameters[name] = value;
  return parameters;
}

TEST(RegistrationParameters, SchemaAndReaderAgreeOnEachBound) {
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    const std::string& name = parameter.declaration.name;
    ExpectAgreement(parameter.declaration,
                    [&](const json& value) { return WithWidePercentiles(name, value); });
  }
}

TEST(RegistrationParameters, SchemaAndReaderAgreeOnMetrics) {
  for (const PatchMetricKind& kind : PatchMetrics()) {
    ExpectAgreement(MetricWeight(), [&](const json& weight) -> json {
      return {{"metrics", {{kind.name, weight}}}};
    });
    std::vector<OptionDeclaration> all = kind.options;
    all.push_back(MetricWeight());
    for (const OptionDeclaration& option : all) {
      ExpectAgreement(option, [&](const json& value) -> json {
        return {{"metrics", {{kind.name, {{option.name, value}}}}}};
      });
    }
  }
  const json schema = json::parse(ParameterSchema());
  for (const char* refused :
       {R"({"metrics": {}})", R"({"metrics": {"nmi": 1}})", R"({"metrics": {"mi": {"b": 1}}})",
        R"({"metrics": 1})", R"({"spacings": 1})", "[]", "1"}) {
    EXPECT_FALSE(Accepts(schema, json::parse(refused))) << refused;
    EXPECT_FALSE(ReaderAccepts(json::parse(refused))) << refused;
  }
}

TEST(RegistrationParameters, SchemaAndReaderAgreeOnClasses) {
  const auto with = [](const json& label, const json& weight) -> json {
    return {{"metrics", {{"mi", 1}}},
            {"classes", {{"bladder", {{"label", label}, {"weights", {{"mi", weight}}}}}}}};
  };
  ExpectAgreement(ClassLabel(), [&](const json& label) { return with(label, 1); });
  ExpectAgreement(ClassWeight(), [&](const json& weight) { return with(1, weight); });
  const json schema = json::parse(ParameterSchema());
  for (const char* refused : {R"({"classes": {"a": {"label": 1}}})", R"({"classes": {"a": {"weights": {}}}})",
                              R"({"classes": {"a": 1}})", R"({"classes": []})",
                              R"({"classes": {"a": {"label": 1, "weights": {"ncc": 1}, "name": "b"}}})"}) {
    EXPECT_FALSE(Accepts(schema, json::parse(refused))) << refused;
    EXPECT_FALSE(ReaderAccepts(json::parse(refused))) << refused;
  }
}

common::OptionValue ValueIn(const json& value, OptionKind kind) {
  if (kind == OptionKind::kInteger) return value.get<int64_t>();
  return value.get<double>();
}

// Also of options that no file has given.
TEST(RegistrationParameters, ChecksAgreeOnEachBound) {
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    const OptionDeclaration& declaration = parameter.declaration;
    if (declaration.kind != OptionKind::kInteger && declaration.kind != OptionKind::kNumber) continue;
    for (const auto& [value, is_allowed] : ValuesOf(declaration)) {
      const bool is_of_its_kind =
          declaration.kind == OptionKind::kInteger ? value.is_number_integer() : value.is_number();
      if (!is_of_its_kind) continue;
      RegistrationOptions options = {.low_percent = 0, .high_percent = 100};
      parameter.set(ValueIn(value, declaration.kind), options);
      EXPECT_EQ(IsAccepted([&] { CheckOptions(options); }), is_allowed) << declaration.name << " " << value;
    }
    for (const double value : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      if (declaration.kind == OptionKind::kInteger) continue;
      RegistrationOptions options;
      parameter.set(value, options);
      EXPECT_FALSE(IsAccepted([&] { CheckOptions(options); })) << declaration.name << " " << value;
    }
  }
}

TEST(RegistrationParameters, DefaultsAreThoseOfTheOptions) {
  const json schema = json::parse(ParameterSchema());
  for (const RegistrationParameter& parameter : RegistrationParameters()) {
    EXPECT_EQ(parameter.get({}), parameter.declaration.default_value) << parameter.declaration.name;
    EXPECT_TRUE(common::IsAllowed(parameter.declaration, parameter.declaration.default_value));
  }
  EXPECT_TRUE(Accepts(schema, json::parse(FormatParameters({}))));
}

}  // namespace
}  // namespace structlab::registration
