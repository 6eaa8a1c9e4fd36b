#include "structured_learning/multilabel/vector_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string_view>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "structured_learning/multilabel/sparse_row_builder.h"

namespace structlab::structured_learning {
namespace {

static_assert(std::endian::native == std::endian::little);

// Reads record by record and passes on values one by one, so that a wrong dimension cannot allocate much
// memory.
class VectorReader {
 public:
  explicit VectorReader(const VectorFile& file) : path_(file.path), type_(file.type), input_(file.path) {}

  int64_t rows() const { return rows_; }
  int64_t columns() const { return columns_; }  // 0 before the first row

  // Calls take(column, value) for each value of the next row; false at the end of the file.
  template <class Take>
  bool Next(const Take& take) {
    common::StopPoint();
    const size_t size = type_ == VectorType::kInt16 ? 2 : 4;
    std::array<char, 4> head = {};
    const size_t got = Fill(std::span(head).first(size));
    if (got == 0) return false;
    ++rows_;
    if (got < size) Refuse("the dimension of a vector", "the end of the file");
    const int64_t dimension =
        type_ == VectorType::kInt16 ? As<int16_t>(head.data()) : As<int32_t>(head.data());
    if (dimension < 1 || (columns_ != 0 && dimension != columns_)) {
      consumed_ -= static_cast<int64_t>(size) - 1;  // position where the dimension begins
      Refuse(
          columns_ != 0 ? fmt::format("the dimension {} as in row 1", columns_) : "a dimension of 1 or more",
          std::to_string(dimension));
    }
    columns_ = dimension;
    for (int64_t column = 0; column < dimension;) {
      const auto max_count = static_cast<int64_t>(block_.size() / size);
      const auto count = static_cast<size_t>(std::min(max_count, dimension - column));
      const size_t bytes = Fill(std::span(block_).first(count * size));
      if (bytes < count * size) {
        Refuse(fmt::format("{} values", dimension),
               fmt::format("the end of the file after {}", column + static_cast<int64_t>(bytes / size)));
      }
      const int64_t before = consumed_ - static_cast<int64_t>(bytes);
      for (size_t i = 0; i < count; ++i, ++column) {
        const char* const at = block_.data() + i * size;
        const double value =
            type_ == VectorType::kInt16 ? As<int16_t>(at) : static_cast<double>(As<float>(at));
        if (std::isfinite(value) && take(column, value)) continue;
        consumed_ = before + static_cast<int64_t>(i * size) + 1;
        Refuse(std::isfinite(value) ? "0 or 1 for a tag" : "a finite number", common::FormatDouble(value));
      }
    }
    return true;
  }

  void RefuseIfEmpty() const {
    if (rows_ == 0) common::ThrowDataError(path_, "at least one row", "an empty file");
  }

 private:
  template <class T>
  static T As(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }

  [[noreturn]] void Refuse(const std::string& expected, const std::string& found) const {
    common::ThrowDataError(fmt::format("{}: byte {}, row {}", path_, consumed_, rows_), expected, found);
  }

  // Fills the buffer, or less at the end of the file.
  size_t Fill(std::span<char> buffer) {
    size_t filled = 0;
    while (filled < buffer.size()) {
      const size_t got = input_.Read(buffer.subspan(filled));
      if (got == 0) break;
      filled += got;
    }
    consumed_ += static_cast<int64_t>(filled);
    return filled;
  }

  const std::string path_;
  const VectorType type_;
  common::ByteInput input_;
  std::array<char, 1 << 14> block_;
  int64_t consumed_ = 0, rows_ = 0, columns_ = 0;
};

}  // namespace

VectorFile VectorFileByName(const std::string& path) {
  std::string_view name = path;
  if (name.ends_with(".gz")) name.remove_suffix(3);
  if (name.ends_with(".hvecs") || name.ends_with(".hvec")) return {path, VectorType::kInt16};
  if (name.ends_with(".fvecs") || name.ends_with(".fvec")) return {path, VectorType::kFloat};
  common::ThrowUsageError(path, "a name that ends in .hvec, .hvecs, .fvec or .fvecs", "another ending",
                          "rename the file by its format");
}

Eigen::SparseMatrix<double, Eigen::RowMajor, int> ReadVectors(const VectorFile& file) {
  VectorReader reader(file);
  SparseRowBuilder builder(file.path);
  const auto take = [&](int64_t column, double value) {
    builder.Add(column, value);
    return true;
  };
  while (reader.Next(take)) builder.EndRow();
  reader.RefuseIfEmpty();
  return builder.Matrix(reader.columns());
}

MultiLabelData ReadVectorFiles(const std::vector<VectorFile>& features, const VectorFile& annotation) {
  if (features.empty()) common::ThrowUsageError(annotation.path, "a file of features beside it", "none");
  MultiLabelData data;
  VectorReader tags(annotation);
  TagList row;
  const auto take_tag = [&](int64_t column, double value) {
    if (value == 1) row.push_back(static_cast<int>(column));
    return value == 0 || value == 1;
  };
  while (tags.Next(take_tag)) {
    data.tags.push_back(row);
    row.clear();
  }
  tags.RefuseIfEmpty();
  data.num_tags = static_cast<int>(tags.columns());

  std::vector<std::unique_ptr<VectorReader>> readers;
  for (const VectorFile& file : features) readers.push_back(std::make_unique<VectorReader>(file));
  SparseRowBuilder builder(features[0].path);
  int64_t first = 0;  // first column of the current file
  const auto take = [&](int64_t column, double value) {
    builder.Add(first + column, value);
    return true;
  };
  const auto refuse_rows = [&](size_t file, const std::string& found) {
    common::ThrowDataError(features[file].path, fmt::format("{} rows as in {}", tags.rows(), annotation.path),
                           found);
  };
  for (int64_t i = 0; i < tags.rows(); ++i) {
    first = 0;
    for (size_t k = 0; k < readers.size(); ++k) {
      if (!readers[k]->Next(take)) refuse_rows(k, std::to_string(i));
      first += readers[k]->columns();
      if (first > std::numeric_limits<int>::max()) {
        common::ThrowDataError(features[k].path, "at most 2147483647 columns in all files together", "more");
      }
    }
    builder.EndRow();
  }
  const auto pass_over = [](int64_t, double) { return true; };
  for (size_t k = 0; k < readers.size(); ++k) {
    if (readers[k]->Next(pass_over)) refuse_rows(k, "more");
  }
  data.features = builder.Matrix(first);
  return data;
}

MultiLabelData ReadVectorFiles(const std::vector<std::string>& features, const std::string& annotation) {
  std::vector<VectorFile> files;
  for (const std::string& path : features) files.push_back(VectorFileByName(path));
  return ReadVectorFiles(files, VectorFileByName(annotation));
}

}  // namespace structlab::structured_learning
