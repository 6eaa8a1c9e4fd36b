// Any bytes as lines of SVMlight.
#include "structured_learning/linear/examples/fuzz_lines.h"
#include "structured_learning/linear/examples/svmlight_line.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::structured_learning;
  for (const OnMistake on_mistake : {OnMistake::kStop, OnMistake::kSkip}) {
    FuzzLines(data, size, on_mistake,
              MakeSvmlightParser({.labels = LabelKind::kAny, .crosses = {{':', ':'}}}));
  }
  return 0;
}
