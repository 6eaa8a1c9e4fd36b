// For any bytes as a model file, with their own digest or with the correct one, the reader returns a model or
// throws an Error. A model stays the same when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/digest.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/model_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::kernels;
  static const common::ScratchFolder folder("model_file_fuzzer");
  std::string text = "structlab-model 1 kind\n";
  text.append(reinterpret_cast<const char*>(data), size);
  for (const bool is_signed : {false, true}) {
    if (is_signed) text.append(common::Sha256OfText(text)).append("\n");
    const std::string path = common::FuzzFile(text);
    const auto found =
        common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadModelFile("kind", path); });
    if (!found) continue;
    STRUCTLAB_CHECK(is_signed);
    const std::string copy = folder.path() + "/copy";
    WriteModelFile(*found, "kind", copy);
    const ModelFile again = ReadModelFile("kind", copy);
    STRUCTLAB_CHECK(again.texts == found->texts && again.matrices.size() == found->matrices.size());
    size_t numbers = 0;
    for (const auto& [name, matrix] : found->matrices) {
      const Eigen::MatrixXd& same = again.Matrix(name);
      STRUCTLAB_CHECK(same.rows() == matrix.rows() && same.cols() == matrix.cols() && same == matrix);
      numbers += static_cast<size_t>(matrix.size());
    }
    STRUCTLAB_CHECK(8 * numbers <= size);
  }
  return 0;
}
