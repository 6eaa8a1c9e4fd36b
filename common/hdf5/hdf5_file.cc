#include "common/hdf5/hdf5_file.h"

#include <hdf5.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <type_traits>
#include <utility>

#include "common/check.h"
#include "common/error.h"

namespace structlab::common {
namespace {

static_assert(std::is_same_v<hid_t, int64_t>);

[[noreturn]] void ThrowDamaged(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::kData, {.where = name, .what = "cannot be read as HDF5 (" + what + ")"});
}

// An identifier of the HDF5 library, closed in the destructor. Throws Error(kData) naming `what` if the call
// that created it failed.
class Hdf5Id {
 public:
  Hdf5Id(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
    if (id < 0) ThrowDamaged(what, "HDF5 refuses it");
  }
  ~Hdf5Id() {
    if (id_ >= 0) close_(id_);
  }
  Hdf5Id(Hdf5Id&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = H5I_INVALID_HID; }
  Hdf5Id& operator=(const Hdf5Id&) = delete;

  hid_t get() const { return id_; }
  hid_t Release() { return std::exchange(id_, H5I_INVALID_HID); }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// Properties of a dataset without its creation time, so that equal content gives equal bytes.
Hdf5Id Hdf5DatasetProperties() {
  Hdf5Id properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "properties");
  STRUCTLAB_CHECK(H5Pset_obj_track_times(properties.get(), false) >= 0);
  return properties;
}

// The compound type of a table's rows, with the offset of each column.
struct RowType {
  Hdf5Id type;
  std::vector<size_t> text_offsets, text_sizes, number_offsets;
  size_t size;
};

RowType MakeRowType(const Hdf5Table& table, const std::vector<size_t>& text_sizes) {
  size_t size = 0;
  std::vector<size_t> text_offsets, number_offsets;
  for (const size_t text_size : text_sizes) {
    text_offsets.push_back(size);
    size += text_size;
  }
  for (size_t i = 0; i < table.number_names.size(); ++i) {
    number_offsets.push_back(size);
    size += sizeof(double);
  }
  RowType row{.type = {H5Tcreate(H5T_COMPOUND, size), H5Tclose, "type"},
              .text_offsets = std::move(text_offsets),
              .text_sizes = text_sizes,
              .number_offsets = std::move(number_offsets),
              .size = size};
  for (size_t i = 0; i < text_sizes.size(); ++i) {
    const Hdf5Id text(H5Tcopy(H5T_C_S1), H5Tclose, "type");
    STRUCTLAB_CHECK(H5Tset_size(text.get(), text_sizes[i]) >= 0);
    STRUCTLAB_CHECK(H5Tset_strpad(text.get(), H5T_STR_NULLPAD) >= 0);
    STRUCTLAB_CHECK(H5Tset_cset(text.get(), H5T_CSET_UTF8) >= 0);
    STRUCTLAB_CHECK(H5Tinsert(row.type.get(), table.text_names[i].c_str(), row.text_offsets[i], text.get()) >=
                    0);
  }
  for (size_t i = 0; i < table.number_names.size(); ++i) {
    STRUCTLAB_CHECK(H5Tinsert(row.type.get(), table.number_names[i].c_str(), row.number_offsets[i],
                              H5T_NATIVE_DOUBLE) >= 0);
  }
  return row;
}

// The type of a column in the file. Checked here because HDF5 silently ignores a missing column.
Hdf5Id ColumnInFile(const Hdf5Id& type, const std::string& column, const std::string& name) {
  const int index = H5Tget_member_index(type.get(), column.c_str());
  if (index < 0) ThrowDamaged(name, "no column " + column);
  return {H5Tget_member_type(type.get(), static_cast<unsigned>(index)), H5Tclose, name};
}

// The size of each text column in the file.
std::vector<size_t> TextSizesInFile(const Hdf5Id& type, const Hdf5Table& table, const std::string& name) {
  std::vector<size_t> sizes;
  for (const std::string& column : table.text_names) {
    const Hdf5Id member = ColumnInFile(type, column, name);
    const bool is_text = H5Tget_class(member.get()) == H5T_STRING && H5Tis_variable_str(member.get()) == 0;
    if (!is_text) ThrowDamaged(name, "column " + column + " is not text");
    sizes.push_back(H5Tget_size(member.get()));
  }
  return sizes;
}

void CheckNumbersInFile(const Hdf5Id& type, const Hdf5Table& table, const std::string& name) {
  for (const std::string& column : table.number_names) {
    const Hdf5Id member = ColumnInFile(type, column, name);
    if (H5Tget_class(member.get()) != H5T_FLOAT) {
      ThrowDamaged(name, "column " + column + " is not a number");
    }
  }
}

// The number of rows of a dataset; `row_bytes` is the size of a row in the file.
hsize_t RowsOf(const Hdf5Id& dataset, int dimensions, size_t row_bytes, const std::string& name) {
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose, name);
  hsize_t sizes[2] = {0, 2};
  if (H5Sget_simple_extent_ndims(space.get()) != dimensions) ThrowDamaged(name, "dimensions");
  H5Sget_simple_extent_dims(space.get(), sizes, nullptr);
  if (sizes[1] != 2) ThrowDamaged(name, "points are not pairs");
  // Rows that were never written take no space in the file, so a small file could ask for much memory.
  // Deflate expands one byte to at most 1032.
  constexpr double kLargestRatio = 1032;
  const double bytes = static_cast<double>(sizes[0]) * static_cast<double>(row_bytes);
  if (bytes > kLargestRatio * static_cast<double>(H5Dget_storage_size(dataset.get()))) {
    ThrowDamaged(name, "more rows than bytes for them");
  }
  return sizes[0];
}

// Uses the oldest file format, which is the default: with newer ones, H5Fget_file_image (1.10.8) leaves a
// wrong checksum in the first block.
Hdf5Id MemoryAccess() {
  constexpr size_t kIncrement = size_t{1} << 14;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // HDF5 must not print errors; we throw them
  Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "memory");
  STRUCTLAB_CHECK(H5Pset_fapl_core(access.get(), kIncrement, /*backing_store=*/false) >= 0);
  return access;
}

// A unique name: the library treats open files of the same name as one file, also in memory.
std::string UniqueName() {
  static std::atomic<int> count = 0;
  return std::to_string(count++).append(".h5");
}

bool Exists(hid_t file, const std::string& dataset) {
  return H5Lexists(file, dataset.c_str(), H5P_DEFAULT) > 0;
}

Hdf5Id OpenDataset(hid_t file, const std::string& dataset, const std::string& name) {
  return {H5Dopen2(file, dataset.c_str(), H5P_DEFAULT), H5Dclose, name};
}

Hdf5Id CreateDataset(hid_t file, const std::string& dataset, hid_t type, const Hdf5Id& space,
                     const Hdf5Id& properties) {
  const Hdf5Id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "properties");
  STRUCTLAB_CHECK(H5Pset_create_intermediate_group(links.get(), 1) >= 0);
  return {H5Dcreate2(file, dataset.c_str(), type, space.get(), links.get(), properties.get(), H5P_DEFAULT),
          H5Dclose, dataset};
}

void WriteAttribute(const Hdf5Id& dataset, const char* name, const std::string& text) {
  const Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose, "type");
  STRUCTLAB_CHECK(H5Tset_size(type.get(), text.size() + 1) >= 0);  // the specification requires a final zero
  const Hdf5Id space(H5Screate(H5S_SCALAR), H5Sclose, "space");
  const Hdf5Id id(H5Acreate2(dataset.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                  H5Aclose, name);
  STRUCTLAB_CHECK(H5Awrite(id.get(), type.get(), text.c_str()) >= 0);
}

// Stores pictures in chunks of whole rows, so that a part of a large picture can be read alone.
void CompressRows(const Hdf5Id& properties, const std::vector<hsize_t>& sizes, size_t row_bytes) {
  constexpr size_t kMinBytes = 2048, kChunk = size_t{1} << 18;
  if (sizes[0] * row_bytes < kMinBytes) return;
  std::vector<hsize_t> chunk = sizes;
  chunk[0] = std::clamp<hsize_t>(kChunk / row_bytes, 1, sizes[0]);
  STRUCTLAB_CHECK(H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()) >= 0);
  STRUCTLAB_CHECK(H5Pset_deflate(properties.get(), 4) >= 0);
}

// The sides, checked against the limits of CheckPicture, so that a small file cannot ask for much memory.
Picture PictureOfSizes(const Hdf5Id& dataset, const std::string& name) {
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose, name);
  hsize_t sizes[3] = {0, 0, 1};
  const int dimensions = H5Sget_simple_extent_ndims(space.get());
  if (dimensions != 2 && dimensions != 3) ThrowDamaged(name, "a picture's dimensions");
  H5Sget_simple_extent_dims(space.get(), sizes, nullptr);
  const auto is_side = [](hsize_t size) { return size >= 1 && size <= kMaxPictureSide; };
  const bool fits = is_side(sizes[0]) && is_side(sizes[1]) && sizes[2] == (dimensions == 2 ? 1 : 3) &&
                    sizes[0] * sizes[1] * sizes[2] <= kMaxPictureBytes;
  if (!fits) ThrowDamaged(name, "a picture's size");
  Picture picture = {.width = static_cast<int>(sizes[1]),
                     .height = static_cast<int>(sizes[0]),
                     .channels = static_cast<int>(sizes[2])};
  picture.values.resize(sizes[0] * sizes[1] * sizes[2]);
  return picture;
}

hid_t TypeOf(const int*) { return H5T_NATIVE_INT; }
hid_t TypeOf(const int64_t*) { return H5T_NATIVE_INT64; }
hid_t TypeOf(const uint64_t*) { return H5T_NATIVE_UINT64; }
hid_t TypeOf(const double*) { return H5T_NATIVE_DOUBLE; }

}  // namespace

Hdf5File::Hdf5File() : name_("memory") {
  const Hdf5Id access = MemoryAccess();
  file_ = Hdf5Id(H5Fcreate(UniqueName().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose, name_)
              .Release();
}

Hdf5File::Hdf5File(std::string_view bytes, std::string file_name) : name_(std::move(file_name)) {
  const Hdf5Id access = MemoryAccess();
  // The library copies the bytes; only its interface lacks the const.
  if (H5Pset_file_image(access.get(), const_cast<char*>(bytes.data()), bytes.size()) < 0) {
    ThrowDamaged(name_, "empty");
  }
  file_ = Hdf5Id(H5Fopen(UniqueName().c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose, name_).Release();
}

Hdf5File::~Hdf5File() { H5Fclose(file_); }

std::string Hdf5File::Bytes() const {
  STRUCTLAB_CHECK(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0);
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  STRUCTLAB_CHECK(size > 0);
  std::string bytes(size, '\0');
  STRUCTLAB_CHECK(H5Fget_file_image(file_, bytes.data(), bytes.size()) == size);
  return bytes;
}

void Hdf5File::WriteTable(const std::string& dataset, const Hdf5Table& table) {
  if (table.texts.empty()) return;
  std::vector<size_t> sizes(table.text_names.size(), 1);
  for (const auto& row : table.texts) {
    for (size_t i = 0; i < sizes.size(); ++i) sizes[i] = std::max(sizes[i], row[i].size());
  }
  const RowType type = MakeRowType(table, sizes);
  std::string rows(type.size * table.texts.size(), '\0');
  const size_t numbers = table.number_names.size();
  for (size_t r = 0; r < table.texts.size(); ++r) {
    char* row = rows.data() + r * type.size;
    for (size_t i = 0; i < sizes.size(); ++i) {
      std::memcpy(row + type.text_offsets[i], table.texts[r][i].data(), table.texts[r][i].size());
    }
    for (size_t i = 0; i < numbers; ++i) {
      std::memcpy(row + type.number_offsets[i], &table.numbers[r * numbers + i], sizeof(double));
    }
  }
  const hsize_t count = table.texts.size();
  const Hdf5Id space(H5Screate_simple(1, &count, nullptr), H5Sclose, "space");
  const Hdf5Id id = CreateDataset(file_, dataset, type.type.get(), space, Hdf5DatasetProperties());
  STRUCTLAB_CHECK(H5Dwrite(id.get(), type.type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()) >= 0);
}

void Hdf5File::ReadTable(const std::string& dataset, Hdf5Table& table) const {
  if (!Exists(file_, dataset)) return;
  const Hdf5Id id = OpenDataset(file_, dataset, name_);
  const Hdf5Id file_type(H5Dget_type(id.get()), H5Tclose, name_);
  if (H5Tget_class(file_type.get()) != H5T_COMPOUND) ThrowDamaged(name_, "not a table");
  CheckNumbersInFile(file_type, table, name_);
  const RowType type = MakeRowType(table, TextSizesInFile(file_type, table, name_));
  const hsize_t count = RowsOf(id, 1, H5Tget_size(file_type.get()), name_);
  std::string rows(type.size * count, '\0');
  if (H5Dread(id.get(), type.type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()) < 0) {
    ThrowDamaged(name_, dataset);
  }
  table.numbers.resize(count * table.number_names.size());
  for (size_t r = 0; r < count; ++r) {
    const char* row = rows.data() + r * type.size;
    std::vector<std::string>& texts = table.texts.emplace_back();
    for (size_t i = 0; i < type.text_sizes.size(); ++i) {
      const char* text = row + type.text_offsets[i];
      texts.emplace_back(text, strnlen(text, type.text_sizes[i]));
    }
    for (size_t i = 0; i < table.number_names.size(); ++i) {
      std::memcpy(&table.numbers[r * table.number_names.size() + i], row + type.number_offsets[i],
                  sizeof(double));
    }
  }
}

template <typename Number>
void Hdf5File::WriteArray(const std::string& dataset, const Number* values,
                          const std::vector<uint64_t>& sizes) {
  const std::vector<hsize_t> counts(sizes.begin(), sizes.end());
  const Hdf5Id space(H5Screate_simple(static_cast<int>(counts.size()), counts.data(), nullptr), H5Sclose,
                     "space");
  const Hdf5Id id = CreateDataset(file_, dataset, TypeOf(values), space, Hdf5DatasetProperties());
  STRUCTLAB_CHECK(H5Dwrite(id.get(), TypeOf(values), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
}
template void Hdf5File::WriteArray(const std::string&, const int*, const std::vector<uint64_t>&);
template void Hdf5File::WriteArray(const std::string&, const int64_t*, const std::vector<uint64_t>&);
template void Hdf5File::WriteArray(const std::string&, const uint64_t*, const std::vector<uint64_t>&);
template void Hdf5File::WriteArray(const std::string&, const double*, const std::vector<uint64_t>&);

void Hdf5File::WriteText(const std::string& dataset, const std::string& text) {
  const Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose, "type");
  STRUCTLAB_CHECK(H5Tset_size(type.get(), H5T_VARIABLE) >= 0);
  constexpr hsize_t kOne = 1;
  const Hdf5Id space(H5Screate_simple(1, &kOne, nullptr), H5Sclose, "space");
  const Hdf5Id id = CreateDataset(file_, dataset, type.get(), space, Hdf5DatasetProperties());
  const char* const begin = text.c_str();
  STRUCTLAB_CHECK(H5Dwrite(id.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &begin) >= 0);
}

void Hdf5File::WritePoints(const std::string& dataset, const std::vector<double>& points) {
  if (points.empty()) return;
  constexpr hsize_t kChunk = 4096;
  const hsize_t sizes[2] = {points.size() / 2, 2};
  const hsize_t chunk[2] = {std::min(kChunk, sizes[0]), 2};
  const Hdf5Id properties = Hdf5DatasetProperties();
  if (sizes[0] >= 128) {
    STRUCTLAB_CHECK(H5Pset_chunk(properties.get(), 2, chunk) >= 0);
    STRUCTLAB_CHECK(H5Pset_shuffle(properties.get()) >= 0);
    STRUCTLAB_CHECK(H5Pset_deflate(properties.get(), 1) >= 0);
  }
  const Hdf5Id space(H5Screate_simple(2, sizes, nullptr), H5Sclose, dataset);
  const Hdf5Id id = CreateDataset(file_, dataset, H5T_IEEE_F64LE, space, properties);
  STRUCTLAB_CHECK(H5Dwrite(id.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, points.data()) >= 0);
}

std::vector<double> Hdf5File::ReadPoints(const std::string& dataset) const {
  if (!Exists(file_, dataset)) return {};
  const Hdf5Id id = OpenDataset(file_, dataset, name_);
  const Hdf5Id type(H5Dget_type(id.get()), H5Tclose, name_);
  if (H5Tget_class(type.get()) != H5T_FLOAT) ThrowDamaged(name_, "points are not numbers");
  std::vector<double> points(2 * RowsOf(id, 2, 2 * H5Tget_size(type.get()), name_));
  if (H5Dread(id.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, points.data()) < 0) {
    ThrowDamaged(name_, dataset);
  }
  return points;
}

void Hdf5File::WritePicture(const std::string& dataset, const Picture& picture) {
  const auto channels = static_cast<hsize_t>(picture.channels);
  std::vector<hsize_t> sizes = {static_cast<hsize_t>(picture.height), static_cast<hsize_t>(picture.width)};
  if (channels > 1) sizes.push_back(channels);
  const Hdf5Id properties = Hdf5DatasetProperties();
  CompressRows(properties, sizes, sizes[1] * channels);
  const Hdf5Id space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose,
                     dataset);
  const Hdf5Id id = CreateDataset(file_, dataset, H5T_STD_U8LE, space, properties);
  STRUCTLAB_CHECK(
      H5Dwrite(id.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, picture.values.data()) >= 0);
  WriteAttribute(id, "CLASS", "IMAGE");
  WriteAttribute(id, "IMAGE_VERSION", "1.2");
  WriteAttribute(id, "IMAGE_SUBCLASS", channels > 1 ? "IMAGE_TRUECOLOR" : "IMAGE_GRAYSCALE");
  if (channels > 1) WriteAttribute(id, "INTERLACE_MODE", "INTERLACE_PIXEL");
}

Picture Hdf5File::ReadPicture(const std::string& dataset) const {
  const Hdf5Id id = OpenDataset(file_, dataset, name_);
  const Hdf5Id type(H5Dget_type(id.get()), H5Tclose, name_);
  if (H5Tequal(type.get(), H5T_STD_U8LE) <= 0) ThrowDamaged(name_, "a picture's values");
  Picture picture = PictureOfSizes(id, name_);
  if (H5Dread(id.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, picture.values.data()) < 0) {
    ThrowDamaged(name_, dataset);
  }
  return picture;
}

}  // namespace structlab::common
