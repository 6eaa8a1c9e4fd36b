#include "experiments/datasets/text_collection.h"

#include <filesystem>
#include <system_error>

#include "common/error.h"

namespace structlab::datasets {

std::string PlainOrGzip(const std::string& path) {
  std::error_code error;
  const bool plain = std::filesystem::exists(path, error);
  const bool compressed = std::filesystem::exists(path + ".gz", error);
  if (plain && compressed) {
    common::ThrowDataError(path, "the file plain or as .gz", "both", "remove one of them");
  }
  if (!plain && !compressed) {
    common::ThrowDataError(path, "the file, plain or as .gz", "nothing of that name",
                           "complete the folder, or remove it to work with generated data");
  }
  return plain ? path : path + ".gz";
}

}  // namespace structlab::datasets
