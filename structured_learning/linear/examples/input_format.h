// The format of lines and how they become features, as options and as facts that a model stores.
//
//     const InputFormat input = {.format = ExampleFormat::kRawText};
//     ExampleReader reader("news.txt", MakeParser(input), &labels);
//
// Store FactsOf(input) in the model: InputFormatOf restores the format, so that new lines are read in the
// same way.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_INPUT_FORMAT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_INPUT_FORMAT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "structured_learning/linear/examples/facts.h"
#include "structured_learning/linear/examples/line_parser.h"
#include "structured_learning/linear/examples/raw_text_line.h"

namespace structlab::structured_learning {

enum class ExampleFormat { kSvmlight, kVw, kRawText, kFastText };

struct InputFormat {
  ExampleFormat format = ExampleFormat::kVw;
  ParserOptions parser = {};
  TextOptions text = {};  // for raw text and fastText's lines
};

// True if TextOptions apply to the format.
inline bool HasTextOptions(ExampleFormat format) {
  return format == ExampleFormat::kRawText || format == ExampleFormat::kFastText;
}

// Labels in svmlight are numbers, labels in the other formats are texts.
inline LabelSpelling SpellingOf(ExampleFormat format) {
  return format == ExampleFormat::kSvmlight ? LabelSpelling::kNumber : LabelSpelling::kText;
}

// Throws common::Error (usage) as the parsers do.
std::unique_ptr<LineParser> MakeParser(const InputFormat& input);

// The names of the enum values in facts and flags, in the order of the enums.
inline constexpr EnumNames<4> kExampleFormatNames = {"svmlight", "vw", "text", "fasttext"};
inline constexpr EnumNames<2> kTextEncodingNames = {"utf-8", "latin-1"};
inline constexpr EnumNames<3> kTermWeightNames = {"binary", "count", "log-count"};

// Everything that determines the features and labels of a line, except for the seed and whether labels are
// ignored. Names begin with "input.".
Facts FactsOf(const InputFormat& input);
// The inverse; other facts are ignored. Throws common::Error (data), which names `where`, for a fact that is
// missing or invalid.
InputFormat InputFormatOf(const Facts& facts, uint32_t seed, const std::string& where);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_INPUT_FORMAT_H_
