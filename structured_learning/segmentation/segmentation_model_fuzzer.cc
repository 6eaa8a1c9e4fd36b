// For any bytes as a model file with a correct digest, the reader returns a model or throws an Error. A model
// stays the same when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/digest.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/segmentation/segmentation_model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  static const common::ScratchFolder folder("segmentation_model_fuzzer");
  std::string text = "structlab-model 1 segmentation\n";
  text.append(reinterpret_cast<const char*>(data), size);
  text.append(common::Sha256OfText(text)).append("\n");
  const std::string path = common::FuzzFile(text);
  const auto found =
      common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadSegmentationModel(path); });
  if (!found) return 0;
  const std::string copy = folder.path() + "/copy";
  WriteSegmentationModel(*found, copy);
  const SegmentationModel again = ReadSegmentationModel(copy);
  STRUCTLAB_CHECK(again.weights == found->weights && again.facts == found->facts);
  STRUCTLAB_CHECK(again.features == found->features);
  STRUCTLAB_CHECK(again.standardization.mean == found->standardization.mean);
  STRUCTLAB_CHECK(again.weights.size() == 2 * again.num_features() + kNumEdgeFeatures);
  return 0;
}
