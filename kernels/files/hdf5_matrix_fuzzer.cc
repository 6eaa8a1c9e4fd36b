// For any bytes as an HDF5 file, the reader returns a matrix or throws an Error: of the only dataset, and of
// a dataset that is named. HDF5 may crash on damaged bytes, which must be an Error too.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/matrix_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab;
  using namespace structlab::kernels;
  static const common::ScratchFolder folder("hdf5_matrix_fuzzer");
  static const std::string path = folder.path() + "/input.h5";
  const std::string target = common::FuzzFile(data, size);
  [[maybe_unused]] static const bool is_linked = [&] {
    STRUCTLAB_CHECK(symlink(target.c_str(), path.c_str()) == 0);
    return true;
  }();
  for (const char* dataset : {"", ":group/data"}) {
    const auto found = common::ReadUnlessDamaged(path, [&] { return ReadMatrix(path + dataset); });
    if (!found) continue;
    STRUCTLAB_CHECK(found->rows.size() > 0 && found->rows.allFinite() && found->columns.empty());
    STRUCTLAB_CHECK(static_cast<size_t>(found->rows.size()) <= std::max(size_t{1} << 24, 1032 * size));
  }
  return 0;
}
