// Any bytes as a model file give a model that can score rows or an Error that names the file. Each input is
// tried unchanged, and behind the first line and with the correct digest, because otherwise the fuzzer would
// never get past the digest.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/digest.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "structured_learning/ranking/training/ranking_model.h"

namespace {

void ReadAndScore(const std::string& bytes) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(bytes);
  const auto model = common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadRankingModel(path); });
  if (!model) return;
  kernels::DenseRows<double> rows =
      kernels::DenseRows<double>::Constant(2, model->features.num_columns(), 0.5);
  try {
    model->Scores(rows);
  } catch (const common::Error&) {  // scores that are not finite
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  ReadAndScore(bytes);
  const std::string body = "structlab-model 1 ranking\n" + bytes;
  ReadAndScore(body + structlab::common::Sha256OfText(body) + "\n");
  return 0;
}
