// Overwrites bytes of a sealed file. It must be reported as undamaged exactly if the bytes are unchanged, and
// the damage must be one line.
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/check.h"
#include "common/hdf5/sealed_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace structlab::common;
  static const std::string whole = SealedFile("format 1", {{"a", "1"}, {"b", "two words"}}, "any bytes");
  FuzzedDataProvider bytes(data, size);
  std::string file = whole;
  const std::string part = bytes.ConsumeRandomLengthString(whole.size());
  file.replace(bytes.ConsumeIntegralInRange<size_t>(0, whole.size()),
               bytes.ConsumeIntegralInRange<size_t>(0, whole.size()), part);
  const Seal seal = ReadSeal(file, "format 1", "x");
  STRUCTLAB_CHECK(seal.damage.empty() == (file == whole));
  STRUCTLAB_CHECK(seal.damage.size() < 1000 && seal.damage.find('\n') == std::string::npos);
  return 0;
}
