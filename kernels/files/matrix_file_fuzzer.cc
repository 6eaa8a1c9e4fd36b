// For any bytes as a CSV or svmlight file, the reader returns a matrix or throws an Error with the place. A
// matrix stays the same when it is written as a CSV file and read again.
#include <unistd.h>

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
  static const common::ScratchFolder folder("matrix_file_fuzzer");
  const std::string target = common::FuzzFile(data, size);
  for (const char* ending : {".csv", ".svm"}) {
    // The end of the file name selects the format.
    const std::string path = folder.path() + "/input" + ending;
    [[maybe_unused]] static const bool are_linked = [&] {
      for (const char* each : {".csv", ".svm"}) {
        STRUCTLAB_CHECK(symlink(target.c_str(), (folder.path() + "/input" + each).c_str()) == 0);
      }
      return true;
    }();
    const auto found = common::ReadUnlessDamaged(path, [&] { return ReadMatrix(path); });
    if (!found) continue;
    STRUCTLAB_CHECK(found->rows.rows() > 0 && found->rows.allFinite());
    STRUCTLAB_CHECK(found->columns.empty() ||
                    static_cast<Eigen::Index>(found->columns.size()) == found->rows.cols());
    if (found->rows.cols() == 0 || found->rows.size() > 100'000) continue;
    const std::string copy = folder.path() + "/copy.csv";
    WriteCsv(*found, copy);
    const NamedMatrix again = ReadMatrix(copy);
    STRUCTLAB_CHECK(again.columns == found->columns);
    STRUCTLAB_CHECK(again.rows.rows() == found->rows.rows() && again.rows.cols() == found->rows.cols());
    STRUCTLAB_CHECK(again.rows == found->rows);
  }
  return 0;
}
