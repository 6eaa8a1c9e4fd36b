#include "structured_learning/linear/examples/input_format.h"

#include <gtest/gtest.h>

#include <vector>

#include "common/error.h"
#include "structured_learning/linear/examples/read_text.h"

namespace structlab::structured_learning {
namespace {

const std::vector<InputFormat> kFormats = {
    {},
    {.format = ExampleFormat::kSvmlight,
     .parser = {.labels = LabelKind::kAny, .constant = false, .copies = 3}},
    {.format = ExampleFormat::kVw,
     .parser = {.labels = LabelKind::kNumber, .is_signed = true, .crosses = {{'a', 'b'}, {' ', ':'}}}},
    {.format = ExampleFormat::kRawText,
     .text = {.encoding = TextEncoding::kLatin1,
              .ngrams = 3,
              .weight = TermWeight::kCount,
              .unit_length = false}},
    {.format = ExampleFormat::kRawText, .text = {.weight = TermWeight::kBinary}},
    {.format = ExampleFormat::kFastText, .text = {.ngrams = 2, .weight = TermWeight::kBinary}}};

TEST(InputFormat, ComesBackFromItsFacts) {
  for (const InputFormat& input : kFormats) {
    const auto facts = FactsOf(input);
    const InputFormat back = InputFormatOf(facts, 9, "model");
    EXPECT_EQ(back.parser.seed, 9u);
    EXPECT_EQ(back.format, input.format);
    EXPECT_EQ(back.parser.labels, input.parser.labels);
    EXPECT_EQ(back.parser.constant, input.parser.constant);
    EXPECT_EQ(back.parser.is_signed, input.parser.is_signed);
    EXPECT_EQ(back.parser.copies, input.parser.copies);
    EXPECT_EQ(back.parser.crosses, input.parser.crosses);
    EXPECT_EQ(back.text.encoding, input.text.encoding);
    EXPECT_EQ(back.text.ngrams, input.text.ngrams);
    EXPECT_EQ(back.text.weight, input.text.weight);
    EXPECT_EQ(back.text.unit_length, input.text.unit_length);
    EXPECT_EQ(FactsOf(back), facts);
  }
  // All of them differ.
  for (size_t i = 0; i < kFormats.size(); ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_NE(FactsOf(kFormats[i]), FactsOf(kFormats[j]));
  }
}

TEST(InputFormat, MakesTheParserOfItsFormat) {
  const auto features = [](const char* line, ExampleFormat format) {
    return ReadText(line, MakeParser({.format = format, .parser = {.constant = false}}))
        .at(0)
        .features.size();
  };
  EXPECT_EQ(features("1 5:2 6:1\n", ExampleFormat::kSvmlight), 2u);
  EXPECT_EQ(features("1 | a b c\n", ExampleFormat::kVw), 3u);
  EXPECT_EQ(features("1\ta b c, d\n", ExampleFormat::kRawText), 4u);
  EXPECT_EQ(features("__label__1 a b c, d\n", ExampleFormat::kFastText), 4u);
}

TEST(EnumNames, AreReadAndOthersRefused) {
  const auto format_of = [](std::string_view name) {
    return EnumOf<ExampleFormat>(kExampleFormatNames, name, "--format", common::ErrorKind::kUsage);
  };
  for (const ExampleFormat format :
       {ExampleFormat::kSvmlight, ExampleFormat::kVw, ExampleFormat::kRawText, ExampleFormat::kFastText}) {
    EXPECT_EQ(format_of(EnumName(kExampleFormatNames, format)), format);
  }
  try {
    format_of("csv");
    ADD_FAILURE() << "took it";
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
    EXPECT_STREQ(error.what(), "--format: expected one of svmlight, vw, text, fasttext, found 'csv'");
  }
}

TEST(InputFormat, WrongFactsAreRefused) {
  const auto facts = FactsOf(kFormats[3]);
  for (const auto& [name, value] : facts) {
    auto damaged = facts;
    damaged.erase(name);
    EXPECT_THROW(InputFormatOf(damaged, 0, "model"), common::Error) << name;
    damaged[name] = "odd";
    EXPECT_THROW(InputFormatOf(damaged, 0, "model"), common::Error) << name;
  }
  auto many = facts;
  many["input.copies"] = "256";
  EXPECT_THROW(InputFormatOf(many, 0, "model"), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
