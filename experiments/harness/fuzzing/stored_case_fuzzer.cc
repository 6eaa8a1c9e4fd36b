// What is stored of any case is read back to the same; and any tables in a file of HDF5 are a case that is
// stored and read back to the same, or an Error. The files are made by HDF5 from what the bytes say: bytes of
// a damaged file would try HDF5 itself, from which digests keep them (store.h).
#include <fuzzer/FuzzedDataProvider.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/hdf5_picture.h"
#include "experiments/harness/hdf5_table.h"
#include "experiments/harness/stored_case.h"

namespace {

using namespace structlab::harness;

// A text; those that are stored have no zero byte.
std::string AnyText(FuzzedDataProvider& bytes) {
  std::string text = bytes.ConsumeRandomLengthString(40);
  return text.substr(0, text.find('\0'));
}

Picture AnyPicture(FuzzedDataProvider& bytes) {
  Picture picture{.width = bytes.ConsumeIntegralInRange(1, 70),
                  .height = bytes.ConsumeIntegralInRange(1, 70),
                  .channels = bytes.ConsumeBool() ? 1 : 3};
  picture.values.assign(static_cast<size_t>(picture.width * picture.height * picture.channels),
                        bytes.ConsumeIntegral<uint8_t>());
  return picture;
}

// Keys of rows and other tables, with their usual columns.
Hdf5Table UsualTable(const char* dataset) {
  const std::string name = dataset;
  if (name == "provenance" || name == "notes" || name == "files") return {{"name", "value"}, {}, {}, {}};
  Hdf5Table table = {{"table", "dataset", "method", "setting", "metric"}, {}, {}, {}};
  if (name == "values") table.text_names.push_back("unit");
  if (name == "pictures") table.text_names.push_back("name");
  if (name == "values") table.number_names = {"value"};
  if (name == "curves") table.number_names = {"begin", "length"};
  return table;
}

void WriteUsual(FuzzedDataProvider& bytes, const Hdf5Id& file, const char* dataset) {
  Hdf5Table table = UsualTable(dataset);
  const std::string texts[] = {"", "a=1;b=x", "note", "refusal", "picture_0", "structlab case 1", "1e3"};
  for (int rows = bytes.ConsumeIntegralInRange(1, 7); rows > 0; --rows) {
    std::vector<std::string>& row = table.texts.emplace_back();
    for (size_t i = 0; i < table.text_names.size(); ++i) {
      row.push_back(bytes.ConsumeBool() ? bytes.PickValueInArray(texts) : AnyText(bytes));
    }
    for (size_t i = 0; i < table.number_names.size(); ++i) {
      const bool is_small = bytes.ConsumeBool();
      table.numbers.push_back(is_small ? bytes.ConsumeIntegralInRange(0, 4)
                                       : bytes.ConsumeFloatingPoint<double>());
    }
  }
  WriteHdf5Table(file, dataset, table);
}

hid_t AnyType(FuzzedDataProvider& bytes, const Hdf5Id& text, const Hdf5Id& any_length) {
  const hid_t types[] = {text.get(),   any_length.get(), H5T_NATIVE_DOUBLE, H5T_NATIVE_FLOAT,
                         H5T_STD_U8LE, H5T_NATIVE_INT64, H5T_IEEE_F32BE,    H5T_STD_REF_OBJ};
  return bytes.PickValueInArray(types);
}

hsize_t AnySize(FuzzedDataProvider& bytes) {
  return bytes.ConsumeBool() ? bytes.ConsumeIntegralInRange<hsize_t>(0, 5)
                             : bytes.ConsumeIntegral<uint64_t>() >> bytes.ConsumeIntegralInRange(8, 63);
}

// A dataset of any type and size, with the usual columns or some of them if it is a table; what is small is
// written. HDF5 refuses some.
void WriteUnusual(FuzzedDataProvider& bytes, const Hdf5Id& file, const char* dataset) {
  const Hdf5Id text(H5Tcopy(H5T_C_S1), H5Tclose, "text"), any_length(H5Tcopy(H5T_C_S1), H5Tclose, "text");
  H5Tset_size(text.get(), bytes.ConsumeIntegralInRange<size_t>(1, 30));
  H5Tset_size(any_length.get(), H5T_VARIABLE);
  hid_t type = AnyType(bytes, text, any_length);
  bool has_pointers = type == any_length.get() || type == H5T_STD_REF_OBJ;
  const Hdf5Id row(H5Tcreate(H5T_COMPOUND, 400), H5Tclose, "row");
  if (bytes.ConsumeBool()) {
    size_t offset = 0;
    Hdf5Table table = UsualTable(dataset);
    table.text_names.insert(table.text_names.end(), table.number_names.begin(), table.number_names.end());
    for (const std::string& column : table.text_names) {
      if (bytes.ConsumeIntegralInRange(0, 15) == 0) continue;
      const hid_t column_type = AnyType(bytes, text, any_length);
      has_pointers = has_pointers || column_type == any_length.get() || column_type == H5T_STD_REF_OBJ;
      if (H5Tinsert(row.get(), column.c_str(), offset, column_type) < 0) return;
      offset += H5Tget_size(column_type);
    }
    if (offset == 0) return;
    type = row.get();
  }
  std::vector<hsize_t> sizes;
  for (int dimensions = bytes.ConsumeIntegralInRange(0, 3); dimensions > 0; --dimensions) {
    sizes.push_back(AnySize(bytes));
  }
  const hid_t space = H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr);
  if (space < 0) return;
  const hid_t id = H5Dcreate2(file.get(), dataset, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const double size = static_cast<double>(H5Tget_size(type));
  double room = size;
  for (const hsize_t side : sizes) room *= static_cast<double>(side);
  if (id >= 0 && !has_pointers && room > 0 && room < 4096) {
    std::string content = bytes.ConsumeBytesAsString(static_cast<size_t>(room));
    content.resize(static_cast<size_t>(room));
    H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.data());
  }
  if (id >= 0) H5Dclose(id);
  H5Sclose(space);
}

void WriteProvenance(const Hdf5Id& file) {
  Hdf5Table table = UsualTable("provenance");
  table.texts = {{"format", "structlab case 1"},
                 {"seconds", "1"},
                 {"cpu_seconds", "1"},
                 {"peak_rss_mb", "1"},
                 {"finished", ""}};
  WriteHdf5Table(file, "provenance", table);
}

// A file with some of the datasets that a case has.
std::string AnyFile(FuzzedDataProvider& bytes) {
  const Hdf5Id file = CreateHdf5Image();
  const bool has_provenance = bytes.ConsumeIntegralInRange(0, 7) != 0;
  if (has_provenance) WriteProvenance(file);
  if (bytes.ConsumeBool()) WriteHdf5Picture(file, "picture_0", AnyPicture(bytes));
  for (const char* dataset : {"provenance", "notes", "files", "values", "curves", "points", "pictures"}) {
    if (has_provenance && dataset == std::string("provenance")) continue;
    const int kind = bytes.ConsumeIntegralInRange(0, 7);
    if (kind == 1) {
      WriteUnusual(bytes, file, dataset);
    } else if (kind > 1 && dataset != std::string("points")) {
      WriteUsual(bytes, file, dataset);
    } else if (kind > 1) {
      WriteHdf5Points(file, dataset,
                      std::vector<double>(bytes.ConsumeIntegralInRange<size_t>(0, 9) * 2, 0.5));
    }
  }
  return Hdf5ImageBytes(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  FuzzedDataProvider bytes(data, size);
  StoredCase stored;
  try {
    stored = DecodeCase(AnyFile(bytes), "x");
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    return 0;
  }
  const std::string image = EncodeCase(stored);
  STRUCTLAB_CHECK(EncodeCase(DecodeCase(image, "x")) == image);
  return 0;
}
