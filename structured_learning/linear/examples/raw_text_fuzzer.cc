// Any bytes as lines of raw text, in both encodings.
#include "structured_learning/linear/examples/fuzz_lines.h"
#include "structured_learning/linear/examples/raw_text_line.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::structured_learning;
  for (const OnMistake on_mistake : {OnMistake::kStop, OnMistake::kSkip}) {
    FuzzLines(data, size, on_mistake, MakeRawTextParser({}, {.ngrams = 3}));
    FuzzLines(data, size, on_mistake, MakeRawTextParser({.copies = 3}, {.encoding = TextEncoding::kLatin1}));
  }
  return 0;
}
