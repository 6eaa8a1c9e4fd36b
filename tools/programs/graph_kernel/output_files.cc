#include "tools/programs/graph_kernel/output_files.h"

#include <array>
#include <filesystem>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/hdf5/hdf5_file.h"
#include "common/number.h"

namespace structlab::tools {
namespace {

template <class Values>
void WriteList(common::Hdf5File& file, const char* name, const Values& values) {
  file.WriteArray(name, values.data(), {values.size()});
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
  common::Hdf5File file;
  WriteList(file, "shape", shape);
  WriteList(file, "row_begin", row_begin);
  WriteList(file, "columns", columns);
  WriteList(file, "values", values);
  WriteList(file, "names", names);
  if (!classes.empty()) WriteList(file, "classes", classes);
  return file.Bytes();
}

std::string ClassOf(std::span<const int> classes, Eigen::Index row) {
  return classes.empty() ? "0" : std::to_string(classes[row]);
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
  common::Hdf5File file;
  const auto size = static_cast<uint64_t>(gram.rows());
  file.WriteArray("gram", gram.data(), {size, size});  // symmetric: rows are columns
  if (!classes.empty()) WriteList(file, "classes", classes);
  return file.Bytes();
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
