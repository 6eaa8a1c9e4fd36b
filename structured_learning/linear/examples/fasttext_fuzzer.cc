// Any bytes as fastText's lines, in both encodings.
#include "structured_learning/linear/examples/fasttext_line.h"
#include "structured_learning/linear/examples/fuzz_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::structured_learning;
  for (const OnMistake on_mistake : {OnMistake::kStop, OnMistake::kSkip}) {
    FuzzLines(data, size, on_mistake, MakeFastTextParser({.labels = LabelKind::kAny}, {.ngrams = 3}));
    FuzzLines(data, size, on_mistake, MakeFastTextParser({.copies = 3}, {.encoding = TextEncoding::kLatin1}));
  }
  return 0;
}
