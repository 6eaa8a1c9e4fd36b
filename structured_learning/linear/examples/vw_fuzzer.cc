// Any bytes as lines of Vowpal Wabbit's text.
#include "structured_learning/linear/examples/fuzz_lines.h"
#include "structured_learning/linear/examples/vw_line.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::structured_learning;
  for (const OnMistake on_mistake : {OnMistake::kStop, OnMistake::kSkip}) {
    FuzzLines(data, size, on_mistake, MakeVwParser({.crosses = {{'a', ' '}, {':', ':'}}}));
    FuzzLines(data, size, on_mistake, MakeVwParser({.labels = LabelKind::kNumber, .seed = 1}));
  }
  return 0;
}
