// Any tables in a file of HDF5 are a case that is stored and read back to the same, or an Error. HDF5 itself
// makes the files from what the bytes say: damaged ones are kept from it by their seal
// (common/hdf5/sealed_file.h).
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/fuzz_file.h"
#include "common/hdf5/hdf5_file.h"
#include "experiments/harness/run/store.h"

namespace {

using namespace structlab;
using namespace structlab::harness;

// Writes a table with the usual columns.
void WriteTable(FuzzedDataProvider& bytes, common::Hdf5File& file, const std::string& name) {
  const std::string texts[] = {"",          "a=1;b=x",          "note", "refusal",
                               "picture_0", "structlab case 2", "1e3",  "2:a,b%2C;2:x*2"};
  common::Hdf5Table table = {{"table", "dataset", "method", "setting", "metric", "unit", "name", "items"},
                             {}};
  if (name == "provenance" || name == "notes" || name == "files") table.text_names = {"name", "value"};
  if (name == "values") table.number_names = {"value"};
  if (name == "curves") table.number_names = {"begin", "length"};
  if (name == "items") table.number_names = {"size", "parts"};
  for (int rows = bytes.ConsumeIntegralInRange(1, 7); rows > 0; --rows) {
    std::vector<std::string>& row = table.texts.emplace_back(table.text_names.size());
    for (std::string& text : row) text = bytes.PickValueInArray(texts);
  }
  table.numbers.resize(table.texts.size() * table.number_names.size());
  for (double& number : table.numbers) number = bytes.ConsumeIntegralInRange(-1, 4);
  if (name == "provenance") table.texts[0] = {"format", "structlab case 2"};
  file.WriteTable(name, table);
}

std::string AnyFile(FuzzedDataProvider& bytes) {
  common::Hdf5File file;
  if (bytes.ConsumeBool()) {
    Picture picture{.width = bytes.ConsumeIntegralInRange(1, 70),
                    .height = bytes.ConsumeIntegralInRange(1, 70)};
    picture.values.assign(picture.width * picture.height, bytes.ConsumeIntegral<uint8_t>());
    file.WritePicture("picture_0", picture);
  }
  for (const char* name : {"provenance", "notes", "files", "values", "curves", "pictures", "items"}) {
    if (bytes.ConsumeIntegralInRange(0, 7) > 1) WriteTable(bytes, file, name);
  }
  file.WritePoints("points", std::vector<double>(bytes.ConsumeIntegralInRange<size_t>(0, 9) * 2, 0.5));
  std::vector<double> items;  // number and value
  for (int count = bytes.ConsumeIntegralInRange(0, 9), size = bytes.ConsumeIntegralInRange(1, 3), i = 0;
       i < count; ++i) {
    items.insert(items.end(), {1.0 * (i % size), 0.5});
  }
  file.WritePoints("item_points", items);
  return file.Bytes();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider bytes(data, size);
  const std::string file = AnyFile(bytes);
  const auto stored = common::ReadUnlessDamaged("", [&] { return DecodeCase(file, "x"); });
  if (!stored) return 0;
  const std::string image = EncodeCase(*stored);
  STRUCTLAB_CHECK(EncodeCase(DecodeCase(image, "x")) == image);
  return 0;
}
