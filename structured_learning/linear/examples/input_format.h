// Which format lines have and what is made of them, as options and as facts that a model keeps.
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
  TextOptions text = {};  // of raw text and fastText's lines
};

// Whether TextOptions say what becomes of its words.
inline bool HasTextOptions(ExampleFormat format) {
  return format == ExampleFormat::kRawText || format == ExampleFormat::kFastText;
}

// Labels of svmlight are numbers, those of the other formats texts.
inline LabelSpelling SpellingOf(ExampleFormat format) {
  return format == ExampleFormat::kSvmlight ? LabelSpelling::kNumber : LabelSpelling::kText;
}

// Throws common::Error (usage) as the parsers do.
std::unique_ptr<LineParser> MakeParser(const InputFormat& input);

// In the order of the enums, as facts and flags have them.
inline constexpr EnumNames<4> kExampleFormatNames = {"svmlight", "vw", "text", "fasttext"};
inline constexpr EnumNames<2> kTextEncodingNames = {"utf-8", "latin-1"};
inline constexpr EnumNames<3> kTermWeightNames = {"binary", "count", "log-count"};

// All that decides which features and labels a line has, but the seed and whether labels are ignored.
// Names begin with "input.".
Facts FactsOf(const InputFormat& input);
// The other way; other facts are ignored. Throws common::Error (data) at `where` for a fact that is missing
// or wrong.
InputFormat InputFormatOf(const Facts& facts, uint32_t seed, const std::string& where);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_INPUT_FORMAT_H_
