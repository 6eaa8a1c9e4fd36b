#include "experiments/harness/run/hdf5_file.h"

#include <algorithm>
#include <cstring>

#include "common/check.h"
#include "common/error.h"

namespace structlab::harness {
namespace {

// Properties of a dataset without the time at which it was made, so that equal cases give equal bytes.
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

// The type of a column as it is in the file. HDF5 would leave out one that is not there.
Hdf5Id ColumnInFile(const Hdf5Id& type, const std::string& column, const std::string& name) {
  const int index = H5Tget_member_index(type.get(), column.c_str());
  if (index < 0) ThrowDamagedHdf5(name, "no column " + column);
  return {H5Tget_member_type(type.get(), static_cast<unsigned>(index)), H5Tclose, name};
}

// The size of each text column as it is in the file.
std::vector<size_t> TextSizesInFile(const Hdf5Id& type, const Hdf5Table& table, const std::string& name) {
  std::vector<size_t> sizes;
  for (const std::string& column : table.text_names) {
    const Hdf5Id member = ColumnInFile(type, column, name);
    const bool is_text = H5Tget_class(member.get()) == H5T_STRING && H5Tis_variable_str(member.get()) == 0;
    if (!is_text) ThrowDamagedHdf5(name, "column " + column + " is no text");
    sizes.push_back(H5Tget_size(member.get()));
  }
  return sizes;
}

void CheckNumbersInFile(const Hdf5Id& type, const Hdf5Table& table, const std::string& name) {
  for (const std::string& column : table.number_names) {
    const Hdf5Id member = ColumnInFile(type, column, name);
    if (H5Tget_class(member.get()) != H5T_FLOAT) {
      ThrowDamagedHdf5(name, "column " + column + " is no number");
    }
  }
}

// Of a dataset whose rows have that many bytes in the file.
hsize_t RowsOf(const Hdf5Id& dataset, int dimensions, size_t row_bytes, const std::string& name) {
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose, name);
  hsize_t sizes[2] = {0, 2};
  if (H5Sget_simple_extent_ndims(space.get()) != dimensions) ThrowDamagedHdf5(name, "dimensions");
  H5Sget_simple_extent_dims(space.get(), sizes, nullptr);
  if (sizes[1] != 2) ThrowDamagedHdf5(name, "points are not pairs");
  // Rows that nobody wrote take no room in the file: a few bytes must not ask for much memory. Deflate makes
  // at most 1032 bytes of one.
  constexpr double kLargestRatio = 1032;
  const double bytes = static_cast<double>(sizes[0]) * static_cast<double>(row_bytes);
  if (bytes > kLargestRatio * static_cast<double>(H5Dget_storage_size(dataset.get()))) {
    ThrowDamagedHdf5(name, "more rows than bytes for them");
  }
  return sizes[0];
}

// The oldest file format, which is the default: in the newer ones H5Fget_file_image (1.10.8) leaves a wrong
// checksum in the first block.
Hdf5Id MemoryAccess(size_t increment) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are ours to print
  Hdf5Id access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "memory");
  STRUCTLAB_CHECK(H5Pset_fapl_core(access.get(), increment, /*backing_store=*/false) >= 0);
  return access;
}

bool Exists(const Hdf5Id& file, const char* dataset) {
  return H5Lexists(file.get(), dataset, H5P_DEFAULT) > 0;
}

void WriteAttribute(const Hdf5Id& dataset, const char* name, const std::string& text) {
  const Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose, "type");
  STRUCTLAB_CHECK(H5Tset_size(type.get(), text.size() + 1) >= 0);  // the specification wants the zero
  const Hdf5Id space(H5Screate(H5S_SCALAR), H5Sclose, "space");
  const Hdf5Id id(H5Acreate2(dataset.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                  H5Aclose, name);
  STRUCTLAB_CHECK(H5Awrite(id.get(), type.get(), text.c_str()) >= 0);
}

// In blocks of whole rows, so that a part of a large picture can be read without the rest.
void CompressRows(const Hdf5Id& properties, const std::vector<hsize_t>& sizes, size_t row_bytes) {
  constexpr size_t kMinBytes = 2048, kChunk = size_t{1} << 18;
  if (sizes[0] * row_bytes < kMinBytes) return;
  std::vector<hsize_t> chunk = sizes;
  chunk[0] = std::clamp<hsize_t>(kChunk / row_bytes, 1, sizes[0]);
  STRUCTLAB_CHECK(H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()) >= 0);
  STRUCTLAB_CHECK(H5Pset_deflate(properties.get(), 4) >= 0);
}

// The sides, which are no larger than CheckPicture allows: a few bytes cannot ask for much memory.
Picture PictureOfSizes(const Hdf5Id& dataset, const std::string& name) {
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose, name);
  hsize_t sizes[3] = {0, 0, 1};
  const int dimensions = H5Sget_simple_extent_ndims(space.get());
  if (dimensions != 2 && dimensions != 3) ThrowDamagedHdf5(name, "a picture's dimensions");
  H5Sget_simple_extent_dims(space.get(), sizes, nullptr);
  const auto is_side = [](hsize_t size) { return size >= 1 && size <= kMaxPictureSide; };
  const bool fits = is_side(sizes[0]) && is_side(sizes[1]) && sizes[2] == (dimensions == 2 ? 1 : 3) &&
                    sizes[0] * sizes[1] * sizes[2] <= kMaxPictureBytes;
  if (!fits) ThrowDamagedHdf5(name, "a picture's size");
  Picture picture = {.width = static_cast<int>(sizes[1]),
                     .height = static_cast<int>(sizes[0]),
                     .channels = static_cast<int>(sizes[2])};
  picture.values.resize(sizes[0] * sizes[1] * sizes[2]);
  return picture;
}

}  // namespace

Hdf5Id::Hdf5Id(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
  if (id < 0) ThrowDamagedHdf5(what, "HDF5 refuses it");
}

Hdf5Id::~Hdf5Id() {
  if (id_ >= 0) close_(id_);
}

void ThrowDamagedHdf5(const std::string& name, const std::string& what) {
  throw common::Error(common::ErrorKind::kData,
                      {.where = name, .what = "cannot be read as a stored case (" + what + ")"});
}

Hdf5Id CreateHdf5Image() {
  const Hdf5Id access = MemoryAccess(size_t{1} << 14);
  return {H5Fcreate("case.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose, "memory"};
}

std::string Hdf5ImageBytes(const Hdf5Id& file) {
  STRUCTLAB_CHECK(H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0);
  const ssize_t size = H5Fget_file_image(file.get(), nullptr, 0);
  STRUCTLAB_CHECK(size > 0);
  std::string bytes(static_cast<size_t>(size), '\0');
  STRUCTLAB_CHECK(H5Fget_file_image(file.get(), bytes.data(), bytes.size()) == size);
  return bytes;
}

Hdf5Id OpenHdf5Image(std::string_view bytes, const std::string& name) {
  const Hdf5Id access = MemoryAccess(size_t{1} << 14);
  // The library copies the bytes; its interface merely lacks the const.
  if (H5Pset_file_image(access.get(), const_cast<char*>(bytes.data()), bytes.size()) < 0) {
    ThrowDamagedHdf5(name, "empty");
  }
  return {H5Fopen("case.h5", H5F_ACC_RDONLY, access.get()), H5Fclose, name};
}

void WriteHdf5Table(const Hdf5Id& file, const char* dataset, const Hdf5Table& table) {
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
  const Hdf5Id properties = Hdf5DatasetProperties();
  const Hdf5Id id(H5Dcreate2(file.get(), dataset, type.type.get(), space.get(), H5P_DEFAULT, properties.get(),
                             H5P_DEFAULT),
                  H5Dclose, dataset);
  STRUCTLAB_CHECK(H5Dwrite(id.get(), type.type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()) >= 0);
}

void ReadHdf5Table(const Hdf5Id& file, const char* dataset, Hdf5Table& table, const std::string& name) {
  if (!Exists(file, dataset)) return;
  const Hdf5Id id(H5Dopen2(file.get(), dataset, H5P_DEFAULT), H5Dclose, name);
  const Hdf5Id file_type(H5Dget_type(id.get()), H5Tclose, name);
  if (H5Tget_class(file_type.get()) != H5T_COMPOUND) ThrowDamagedHdf5(name, "no table");
  CheckNumbersInFile(file_type, table, name);
  const RowType type = MakeRowType(table, TextSizesInFile(file_type, table, name));
  const hsize_t count = RowsOf(id, 1, H5Tget_size(file_type.get()), name);
  std::string rows(type.size * count, '\0');
  if (H5Dread(id.get(), type.type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, rows.data()) < 0) {
    ThrowDamagedHdf5(name, dataset);
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

void WriteHdf5Points(const Hdf5Id& file, const char* dataset, const std::vector<double>& points) {
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
  const Hdf5Id id(H5Dcreate2(file.get(), dataset, H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, properties.get(),
                             H5P_DEFAULT),
                  H5Dclose, dataset);
  STRUCTLAB_CHECK(H5Dwrite(id.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, points.data()) >= 0);
}

std::vector<double> ReadHdf5Points(const Hdf5Id& file, const char* dataset, const std::string& name) {
  if (!Exists(file, dataset)) return {};
  const Hdf5Id id(H5Dopen2(file.get(), dataset, H5P_DEFAULT), H5Dclose, name);
  const Hdf5Id type(H5Dget_type(id.get()), H5Tclose, name);
  if (H5Tget_class(type.get()) != H5T_FLOAT) ThrowDamagedHdf5(name, "points are no numbers");
  std::vector<double> points(2 * RowsOf(id, 2, 2 * H5Tget_size(type.get()), name));
  if (H5Dread(id.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, points.data()) < 0) {
    ThrowDamagedHdf5(name, dataset);
  }
  return points;
}

void WriteHdf5Picture(const Hdf5Id& file, const std::string& dataset, const Picture& picture) {
  const auto channels = static_cast<hsize_t>(picture.channels);
  std::vector<hsize_t> sizes = {static_cast<hsize_t>(picture.height), static_cast<hsize_t>(picture.width)};
  if (channels > 1) sizes.push_back(channels);
  const Hdf5Id properties = Hdf5DatasetProperties();
  CompressRows(properties, sizes, sizes[1] * channels);
  const Hdf5Id space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose,
                     dataset);
  const Hdf5Id id(H5Dcreate2(file.get(), dataset.c_str(), H5T_STD_U8LE, space.get(), H5P_DEFAULT,
                             properties.get(), H5P_DEFAULT),
                  H5Dclose, dataset);
  STRUCTLAB_CHECK(
      H5Dwrite(id.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, picture.values.data()) >= 0);
  WriteAttribute(id, "CLASS", "IMAGE");
  WriteAttribute(id, "IMAGE_VERSION", "1.2");
  WriteAttribute(id, "IMAGE_SUBCLASS", channels > 1 ? "IMAGE_TRUECOLOR" : "IMAGE_GRAYSCALE");
  if (channels > 1) WriteAttribute(id, "INTERLACE_MODE", "INTERLACE_PIXEL");
}

Picture ReadHdf5Picture(const Hdf5Id& file, const std::string& dataset, const std::string& name) {
  const Hdf5Id id(H5Dopen2(file.get(), dataset.c_str(), H5P_DEFAULT), H5Dclose, name);
  const Hdf5Id type(H5Dget_type(id.get()), H5Tclose, name);
  if (H5Tequal(type.get(), H5T_STD_U8LE) <= 0) ThrowDamagedHdf5(name, "a picture's values");
  Picture picture = PictureOfSizes(id, name);
  if (H5Dread(id.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, picture.values.data()) < 0) {
    ThrowDamagedHdf5(name, dataset);
  }
  return picture;
}

}  // namespace structlab::harness
