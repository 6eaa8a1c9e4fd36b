#include "structured_learning/linear/examples/input_format.h"

#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/examples/fasttext_line.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::structured_learning {
namespace {

constexpr EnumNames<3> kLabelKindNames = {"one", "any", "number"};

bool FlagOf(const Facts& facts, const std::string& name, const std::string& where) {
  const std::string& value = FactOf(facts, name, where);
  if (value != "0" && value != "1") common::ThrowDataError(where, name + " 0 or 1", common::Quote(value));
  return value == "1";
}

int IntegerOf(const Facts& facts, const std::string& name, int low, int high, const std::string& where) {
  const int64_t value = common::ParseInteger(FactOf(facts, name, where), where);
  if (value < low || value > high) {
    common::ThrowDataError(
        where,
        std::string(name).append(" ").append(std::to_string(low)).append(" to ").append(std::to_string(high)),
        std::to_string(value));
  }
  return static_cast<int>(value);
}

}  // namespace

std::unique_ptr<LineParser> MakeParser(const InputFormat& input) {
  switch (input.format) {
    case ExampleFormat::kSvmlight:
      return MakeSvmlightParser(input.parser);
    case ExampleFormat::kVw:
      return MakeVwParser(input.parser);
    case ExampleFormat::kFastText:
      return MakeFastTextParser(input.parser, input.text);
    case ExampleFormat::kRawText:
      break;
  }
  return MakeRawTextParser(input.parser, input.text);
}

Facts FactsOf(const InputFormat& input) {
  Facts facts = {{"input.format", EnumName(kExampleFormatNames, input.format)},
                 {"input.labels", EnumName(kLabelKindNames, input.parser.labels)},
                 {"input.constant", input.parser.constant ? "1" : "0"},
                 {"input.signed", input.parser.is_signed ? "1" : "0"},
                 {"input.copies", std::to_string(input.parser.copies)}};
  std::string& crosses = facts["input.crosses"];  // two characters each
  for (const auto& [first, second] : input.parser.crosses) crosses.append({first, second});
  if (HasTextOptions(input.format)) {
    facts["input.encoding"] = EnumName(kTextEncodingNames, input.text.encoding);
    facts["input.ngrams"] = std::to_string(input.text.ngrams);
    facts["input.weight"] = EnumName(kTermWeightNames, input.text.weight);
    facts["input.unit_length"] = std::to_string(int{input.text.unit_length});
  }
  return facts;
}

InputFormat InputFormatOf(const Facts& facts, uint32_t seed, const std::string& where) {
  constexpr auto kData = common::ErrorKind::kData;
  InputFormat input;
  input.format =
      EnumOf<ExampleFormat>(kExampleFormatNames, FactOf(facts, "input.format", where), where, kData);
  input.parser.seed = seed;
  input.parser.labels =
      EnumOf<LabelKind>(kLabelKindNames, FactOf(facts, "input.labels", where), where, kData);
  input.parser.constant = FlagOf(facts, "input.constant", where);
  input.parser.is_signed = FlagOf(facts, "input.signed", where);
  input.parser.copies = IntegerOf(facts, "input.copies", 1, 255, where);
  const std::string& crosses = FactOf(facts, "input.crosses", where);
  if (crosses.size() % 2 != 0)
    common::ThrowDataError(where, "pairs as input.crosses", common::Quote(crosses));
  for (size_t i = 0; i < crosses.size(); i += 2)
    input.parser.crosses.emplace_back(crosses[i], crosses[i + 1]);
  if (HasTextOptions(input.format)) {
    input.text.encoding =
        EnumOf<TextEncoding>(kTextEncodingNames, FactOf(facts, "input.encoding", where), where, kData);
    input.text.ngrams = IntegerOf(facts, "input.ngrams", 1, 8, where);
    input.text.weight =
        EnumOf<TermWeight>(kTermWeightNames, FactOf(facts, "input.weight", where), where, kData);
    input.text.unit_length = FlagOf(facts, "input.unit_length", where);
  }
  return input;
}

}  // namespace structlab::structured_learning
