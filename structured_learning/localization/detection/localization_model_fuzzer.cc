// Any bytes as a model file give a model that can be applied or an Error that names the file. Each input is
// tried unchanged, and behind the first line and with the correct digest, because otherwise the fuzzer would
// never get past the digest.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/digest.h"
#include "common/fuzz_file.h"
#include "structured_learning/localization/detection/find_objects.h"

namespace {

void ReadAndApply(const std::string& bytes) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(bytes);
  const auto model =
      common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadLocalizationModel(path); });
  if (!model) return;
  const WordImage image{20, 10, {{3, 4, 0}, {7, 7, model->num_words - 1}}};
  FindObjects(*model, image, 2);
  if (model->book) WordsForModel(*model, graphical_models::UniformImage(20, 10, 1, 7));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  ReadAndApply(bytes);
  const std::string body = "structlab-model 1 localization\n" + bytes;
  ReadAndApply(body + structlab::common::Sha256OfText(body) + "\n");
  return 0;
}
