#include "tools/programs/graph_kernel/output_files.h"

#include <hdf5.h>

#include <array>
#include <filesystem>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"

namespace structlab::tools {
namespace {

// Datasets of one HDF5 file in memory: a full disk is met by our own code.
class Hdf5Image {
 public:
  Hdf5Image() {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are ours to print
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    STRUCTLAB_CHECK(H5Pset_fapl_core(access, size_t{1} << 20, /*backing_store=*/false) >= 0);
    file_ = H5Fcreate("graphs.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose(access);
    STRUCTLAB_CHECK(file_ >= 0);
  }
  ~Hdf5Image() { H5Fclose(file_); }
  Hdf5Image(const Hdf5Image&) = delete;
  Hdf5Image& operator=(const Hdf5Image&) = delete;

  void Write(const char* name, const void* data, hid_t type, std::span<const hsize_t> sizes) {
    const hid_t space = H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr);
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    // Without the second in which it was made, so that equal files are equal.
    STRUCTLAB_CHECK(H5Pset_obj_track_times(properties, false) >= 0);
    const hid_t dataset = H5Dcreate2(file_, name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    STRUCTLAB_CHECK(dataset >= 0);
    STRUCTLAB_CHECK(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
  }

  std::string Bytes() const {
    STRUCTLAB_CHECK(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0);
    const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
    STRUCTLAB_CHECK(size > 0);
    std::string bytes(static_cast<size_t>(size), '\0');
    STRUCTLAB_CHECK(H5Fget_file_image(file_, bytes.data(), bytes.size()) == size);
    return bytes;
  }

 private:
  hid_t file_;
};

template <class Values>
void WriteList(Hdf5Image& image, const char* name, const Values& values, hid_t type) {
  const std::array<hsize_t, 1> size = {values.size()};
  image.Write(name, values.data(), type, size);
}

std::string FeaturesAsHdf5(const kernels::SparseFeatures& features, std::span<const uint64_t> names,
                           std::span<const int> classes) {
  std::vector<int64_t> row_begin = {0}, columns;
  std::vector<double> values;
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    for (kernels::SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      columns.push_back(entry.col());
      values.push_back(entry.value());
    }
    row_begin.push_back(static_cast<int64_t>(values.size()));
  }
  const std::array<int64_t, 2> shape = {features.rows(), features.cols()};
  Hdf5Image image;
  WriteList(image, "shape", shape, H5T_NATIVE_INT64);
  WriteList(image, "row_begin", row_begin, H5T_NATIVE_INT64);
  WriteList(image, "columns", columns, H5T_NATIVE_INT64);
  WriteList(image, "values", values, H5T_NATIVE_DOUBLE);
  WriteList(image, "names", names, H5T_NATIVE_UINT64);
  if (!classes.empty()) WriteList(image, "classes", classes, H5T_NATIVE_INT);
  return image.Bytes();
}

std::string ClassOf(std::span<const int> classes, Eigen::Index row) {
  return classes.empty() ? "0" : std::to_string(classes[static_cast<size_t>(row)]);
}

void AppendEntry(std::string& text, Eigen::Index column, double value) {
  text.append(" ").append(std::to_string(column)).append(":").append(common::FormatDouble(value));
}

std::string FeaturesAsText(const kernels::SparseFeatures& features, std::span<const int> classes) {
  std::string text;
  for (Eigen::Index row = 0; row < features.rows(); ++row) {
    text.append(ClassOf(classes, row));
    for (kernels::SparseFeatures::InnerIterator entry(features, row); entry; ++entry) {
      if (entry.value() != 0) AppendEntry(text, entry.col() + 1, entry.value());
    }
    text.append("\n");
  }
  return text;
}

std::string GramAsText(const Eigen::MatrixXd& gram, std::span<const int> classes) {
  std::string text;
  for (Eigen::Index row = 0; row < gram.rows(); ++row) {
    text.append(ClassOf(classes, row));
    text.append(" 0:").append(std::to_string(row + 1));
    for (Eigen::Index column = 0; column < gram.cols(); ++column) {
      AppendEntry(text, column + 1, gram(row, column));
    }
    text.append("\n");
  }
  return text;
}

std::string GramAsHdf5(const Eigen::MatrixXd& gram, std::span<const int> classes) {
  Hdf5Image image;
  const std::array<hsize_t, 2> sizes = {static_cast<hsize_t>(gram.rows()), static_cast<hsize_t>(gram.cols())};
  image.Write("gram", gram.data(), H5T_NATIVE_DOUBLE, sizes);  // symmetric: rows are columns
  if (!classes.empty()) WriteList(image, "classes", classes, H5T_NATIVE_INT);
  return image.Bytes();
}

}  // namespace

OutputFormat OutputFormatOf(const std::string& format, const std::string& path) {
  if (format == "hdf5") return OutputFormat::kHdf5;
  if (format == "svmlight") return OutputFormat::kSvmlight;
  if (!format.empty()) common::ThrowUsageError("--format", "hdf5 or svmlight", common::Quote(format));
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".h5" || ending == ".hdf5") return OutputFormat::kHdf5;
  if (ending == ".svm" || ending == ".svmlight" || ending == ".libsvm") return OutputFormat::kSvmlight;
  common::ThrowUsageError("--out", "a name that ends in .h5, .hdf5, .svm, .svmlight or .libsvm",
                          common::Quote(path), "or give --format");
}

void WriteFeatures(const kernels::SparseFeatures& features, std::span<const uint64_t> names,
                   std::span<const int> classes, OutputFormat format, const std::string& path) {
  common::WriteFileAtomically(path, format == OutputFormat::kHdf5 ? FeaturesAsHdf5(features, names, classes)
                                                                  : FeaturesAsText(features, classes));
}

void WriteGram(const Eigen::MatrixXd& gram, std::span<const int> classes, OutputFormat format,
               const std::string& path) {
  common::WriteFileAtomically(
      path, format == OutputFormat::kHdf5 ? GramAsHdf5(gram, classes) : GramAsText(gram, classes));
}

}  // namespace structlab::tools
