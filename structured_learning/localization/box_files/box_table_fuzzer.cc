// Any bytes as a table of boxes give boxes within their images or an Error that names the file.
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/fuzz_file.h"
#include "structured_learning/localization/box_files/box_table.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::structured_learning;
  const std::string path = common::FuzzFile(data, size);
  const auto list = common::ReadUnlessDamaged(common::kFuzzFile, [&] { return ReadBoxTable(path); });
  if (!list) return 0;
  for (const ListedImage& image : list->images) {
    for (const ListedObject& object : image.objects) CheckListedBox(*list, image, object, image.size);
  }
  return 0;
}
