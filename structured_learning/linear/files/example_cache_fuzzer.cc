// Any bytes after the header, unchanged and with a matching end and checksums, give consistent batches or an
// Error of the data.
#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "structured_learning/linear/examples/fuzz_lines.h"
#include "structured_learning/linear/files/example_cache.h"

namespace {

void Read(const std::string& content) {
  using namespace structlab::structured_learning;
  try {
    ExampleCacheReader reader(structlab::common::FuzzFile(content), {});
    for (ExampleBatch batch; reader.Next(batch);) {
      size_t features = 0;
      for (size_t i = 0; i < batch.size(); ++i) {
        CheckExample(batch[i], reader.end().label_names.size());
        features += batch[i].keys.size();
      }
      STRUCTLAB_CHECK(features == batch.num_features());
    }
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  Read(bytes);
  std::string content = "structlab example cache\t4\n\n" + bytes;
  Read(content);
  // One record with all bytes, before an end with one name.
  constexpr size_t kHead = 32;
  if (size < kHead) return 0;
  const uint64_t checksum = XXH3_64bits(data + kHead, size - kHead);
  std::memcpy(content.data() + content.size() - size + kHead - sizeof checksum, &checksum, sizeof checksum);
  const std::string text = "0\n\n0\nlabel\n";
  const uint64_t end[] = {~uint64_t{0}, text.size(), 0, XXH3_64bits(text.data(), text.size())};
  content.append(reinterpret_cast<const char*>(end), sizeof end).append(text);
  Read(content.append(reinterpret_cast<const char*>(&end[1]), sizeof end[1]));
  return 0;
}
