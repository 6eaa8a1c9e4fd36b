// A text that is read as a model can be written and read back to the same model; every other text gives an
// Error. Each input is tried unchanged and with the correct digest, because otherwise the fuzzer would never
// get past the digest.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/digest.h"
#include "common/error.h"
#include "structured_learning/optimization/model.h"

namespace {

void ReadWriteRead(const std::string& text) {
  using namespace structlab::structured_learning;
  LinearModel model;
  try {
    model = ParseModel(text, "x");
  } catch (const structlab::common::Error&) {
    return;
  }
  const LinearModel again = ParseModel(FormatModel(model), "x");
  STRUCTLAB_CHECK(again.weights == model.weights && again.lambda == model.lambda &&
                  again.problem == model.problem);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  ReadWriteRead(text);
  const std::string body = "structlab linear model\t1\n" + text;
  ReadWriteRead(body + "sha256\t" + structlab::common::Sha256OfText(body) + "\n");
  return 0;
}
