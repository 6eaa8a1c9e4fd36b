#include "kernels/files/hdf5_matrix.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/input_scope.h"
#include "common/number.h"
#include "common/processes/isolated_call.h"

namespace structlab::kernels {
namespace {

// The bytes that HDF5 may take in addition to the numbers.
constexpr uint64_t kWorkingMemory = uint64_t{1} << 29;

// HDF5 does not come to an end on some damaged files.
int SecondsFor(const std::string& path) {
  std::error_code failure;
  const uintmax_t size = std::filesystem::file_size(path, failure);
  constexpr uintmax_t kAlways = 30, kBytesPerSecond = 1 << 20, kMax = 100'000;
  return static_cast<int>(failure ? kAlways : std::min(kMax, kAlways + size / kBytesPerSecond));
}

// An open HDF5 object, which is closed at the end.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  bool is_open() const { return id_ >= 0; }
  hid_t id() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// The names of the datasets at the top of the file.
std::vector<std::string> DatasetsOf(hid_t file) {
  std::vector<std::string> names;
  const auto visit = [](hid_t group, const char* name, const H5L_info_t*, void* data) -> herr_t {
    H5O_info_t info;
    if (H5Oget_info_by_name(group, name, &info, H5P_DEFAULT) >= 0 && info.type == H5O_TYPE_DATASET) {
      static_cast<std::vector<std::string>*>(data)->push_back(name);
    }
    return 0;
  };
  H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &names);
  return names;
}

std::string OnlyDataset(hid_t file, const std::string& path, const std::string& preferred) {
  const std::vector<std::string> names = DatasetsOf(file);
  if (std::ranges::find(names, preferred) != names.end()) return preferred;
  if (names.size() == 1) return names[0];
  std::string list;
  for (size_t i = 0; i < names.size() && i < 10; ++i) list += (i == 0 ? "" : ", ") + names[i];
  common::ThrowDataError(path, "one dataset at the top of the file",
                         names.empty() ? "none" : fmt::format("{}: {}", names.size(), list),
                         "name it after a colon, as " + path + ":" + (names.empty() ? "name" : names[0]));
}

// Stands in front of the numbers that the child process leaves. Names of other files follow them.
struct Shape {
  int64_t rows = 0, columns = 0;
};

// Entries that were never written take no space in the file, so a small file could ask for much memory.
// Deflate expands one byte to at most 1032. A few entries are always allowed.
void CheckSize(hid_t file, hid_t data, hid_t type, const Shape& shape, const std::string& where) {
  constexpr double kAlways = 1 << 24, kLargestRatio = 1032;
  const double entries = static_cast<double>(shape.rows) * static_cast<double>(shape.columns);
  hsize_t file_size = 0;
  H5Fget_filesize(file, &file_size);
  const Handle creation(H5Dget_create_plist(data), H5Pclose);
  const bool is_in_file = H5Pget_external_count(creation.id()) <= 0;
  const hsize_t size = H5Dget_storage_size(data);
  const auto stored = static_cast<double>(is_in_file ? std::min(file_size, size) : size);
  if (entries <= kAlways || entries * static_cast<double>(H5Tget_size(type)) <= kLargestRatio * stored)
    return;
  common::ThrowDataError(where, "a dataset that is not almost empty",
                         fmt::format("{} x {} entries in {} bytes", shape.rows, shape.columns, stored));
}

Shape ShapeOf(hid_t file, hid_t data, hid_t type, const std::string& where) {
  const Handle space(H5Dget_space(data), H5Sclose);
  const int dimensions = H5Sget_simple_extent_ndims(space.id());
  if (dimensions < 1 || dimensions > 2) {
    common::ThrowDataError(where, "one or two dimensions", std::to_string(dimensions));
  }
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_FLOAT && kind != H5T_INTEGER) {
    common::ThrowDataError(where, "integers or floating-point numbers", "another type");
  }
  hsize_t sizes[2] = {0, 1};
  H5Sget_simple_extent_dims(space.id(), sizes, nullptr);
  constexpr hsize_t kMaxEntries = hsize_t{1} << 32;
  if (sizes[0] == 0 || sizes[1] == 0 || sizes[0] > kMaxEntries / sizes[1]) {
    common::ThrowDataError(where, "1 to 2^32 entries", fmt::format("{} x {}", sizes[0], sizes[1]));
  }
  const Shape shape = {static_cast<int64_t>(sizes[0]), static_cast<int64_t>(sizes[1])};
  CheckSize(file, data, type, shape, where);
  return shape;
}

// A dataset that was compressed by a filter that this HDF5 does not have is not damaged.
void CheckFilters(hid_t data, const std::string& where) {
  const Handle creation(H5Dget_create_plist(data), H5Pclose);
  for (int i = 0; i < H5Pget_nfilters(creation.id()); ++i) {
    unsigned int flags = 0, configuration = 0;
    size_t values = 0;
    char name[64] = "";
    const H5Z_filter_t filter = H5Pget_filter2(creation.id(), static_cast<unsigned>(i), &flags, &values,
                                               nullptr, sizeof(name), name, &configuration);
    if (filter < 0 || H5Zfilter_avail(filter) > 0) continue;
    name[sizeof(name) - 1] = 0;
    // Registered numbers: LZF of h5py, and Blosc.
    const char* const known = filter == 32000 ? "lzf" : filter == 32001 ? "blosc" : name;
    common::ThrowDataError(where, "a dataset that is compressed by gzip, szip or not at all",
                           fmt::format("the filter {} {}, which is missing here", filter, known),
                           "write it again with compression=\"gzip\"");
  }
}

std::string NameOf(hid_t object) {
  std::string name(4096, '\0');
  const ssize_t size = H5Fget_name(object, name.data(), name.size());
  name.resize(size < 0 ? 0 : std::min(static_cast<size_t>(size), name.size()));
  return name;
}

// The other files that HDF5 opens for the dataset, each name in a line: an external link leads into one, and
// numbers can lie in files beside. Throws common::Error(kData) for virtual datasets, which can have any.
std::string OtherFilesOf(hid_t file, hid_t data, const std::string& where) {
  const Handle creation(H5Dget_create_plist(data), H5Pclose);
  if (H5Pget_layout(creation.id()) == H5D_VIRTUAL) {
    common::ThrowDataError(where, "a dataset with numbers of its own", "a virtual one, of other datasets",
                           "copy it into one file");
  }
  std::string names;
  const std::string of_data = NameOf(data);
  if (of_data != NameOf(file)) names.append(of_data).append("\n");
  for (int i = 0; i < H5Pget_external_count(creation.id()); ++i) {
    std::string name(4096, '\0');
    off_t offset = 0;
    hsize_t size = 0;
    H5Pget_external(creation.id(), static_cast<unsigned>(i), name.size() - 1, name.data(), &offset, &size);
    names.append(name.c_str()).append("\n");
  }
  return names;
}

// Notes as read what OtherFilesOf has found: HDF5 looks in the working folder and beside the file.
void NoteOtherFiles(std::string_view names, const std::string& path) {
  for (size_t at = 0; at < names.size();) {
    const std::string name(names.substr(at, names.find('\n', at) - at));
    at += name.size() + 1;
    const std::filesystem::path beside = std::filesystem::path(path).parent_path() / name;
    common::InputScope::NoteRead(name);
    common::InputScope::NoteRead(beside.string());
  }
}

// Reads the shape and the numbers into `bytes`. For the child process.
void ReadInChild(const std::string& path, const std::string& dataset, const Hdf5Options& options,
                 common::SharedBytes& bytes) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.is_open()) common::ThrowDataError(path, "an HDF5 file", "another format, or a damaged file");
  const std::string name = dataset.empty() ? OnlyDataset(file.id(), path, options.preferred) : dataset;
  const std::string where = path + ":" + name;
  const Handle data(H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data.is_open()) {
    std::string list;
    for (const std::string& known : DatasetsOf(file.id())) list += (list.empty() ? "" : ", ") + known;
    common::ThrowDataError(where, "a dataset", list.empty() ? "none" : "others: " + list);
  }
  const std::string other_files = OtherFilesOf(file.id(), data.id(), where);
  const Handle type(H5Dget_type(data.id()), H5Tclose);
  const Shape shape = ShapeOf(file.id(), data.id(), type.id(), where);
  const auto entries = static_cast<uint64_t>(shape.rows) * static_cast<uint64_t>(shape.columns);
  common::LimitFurtherMemory(sizeof(double) * entries + kWorkingMemory);
  char* const to = bytes.Resize(sizeof(shape) + sizeof(double) * entries + other_files.size());
  std::memcpy(to, &shape, sizeof(shape));
  std::ranges::copy(other_files, to + sizeof(shape) + sizeof(double) * entries);
  CheckFilters(data.id(), where);
  if (H5Dread(data.id(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, to + sizeof(shape)) < 0) {
    common::ThrowDataError(where, "a dataset that can be read", "a damaged one");
  }
  const auto* const numbers = reinterpret_cast<const double*>(to + sizeof(shape));
  const auto is_fine = [&](double number) {
    return std::isfinite(number) || (options.keeps_missing && std::isnan(number));
  };
  const double* const other = std::find_if_not(numbers, numbers + entries, is_fine);
  if (other == numbers + entries) return;
  const auto place = static_cast<int64_t>(other - numbers);
  common::ThrowDataError(where, "finite entries",
                         fmt::format("{} in row {}, column {}", common::FormatShort(*other),
                                     place / shape.columns + 1, place % shape.columns + 1),
                         std::isnan(*other) ? "--missing=drop-rows leaves out rows with nan" : "");
}

}  // namespace

DenseRows<double> ReadHdf5Matrix(const std::string& path, const std::string& dataset,
                                 const Hdf5Options& options) {
  const common::ByteInput exists(path, common::Compression::kKeep);  // throws if it cannot be read
  const common::SharedBytes bytes =
      common::CallIsolated(path, {.seconds = SecondsFor(path)},
                           [&](common::SharedBytes& to) { ReadInChild(path, dataset, options, to); });
  Shape shape;
  std::memcpy(&shape, bytes.data(), sizeof(shape));
  DenseRows<double> rows(shape.rows, shape.columns);
  const size_t end = sizeof(shape) + sizeof(double) * static_cast<size_t>(rows.size());
  std::memcpy(rows.data(), bytes.data() + sizeof(shape), end - sizeof(shape));
  NoteOtherFiles({bytes.data() + end, bytes.size() - end}, path);
  return rows;
}

}  // namespace structlab::kernels
