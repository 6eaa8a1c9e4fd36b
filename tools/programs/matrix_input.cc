#include "tools/programs/matrix_input.h"

#include <fmt/format.h>

#include <vector>

#include "common/error.h"
#include "common/memory_need.h"
#include "common/number.h"
#include "common/program.h"
#include "common/quantity.h"
#include "kernels/statistics/gram_checks.h"

namespace structlab::tools {
namespace {

void Note(const char* program, const std::string& path, const std::string& note, std::FILE* messages) {
  std::fprintf(messages, "%s: note: %s: %s\n", program, path.c_str(), note.c_str());
}

// Whether the numbers rise by 1 from row to row, as numbers of rows do.
bool NumbersRows(const kernels::DenseRows<double>& rows, Eigen::Index column) {
  constexpr Eigen::Index kLeastRows = 5;
  for (Eigen::Index i = 1; i < rows.rows(); ++i) {
    if (rows(i, column) - rows(i - 1, column) != 1) return false;
  }
  return rows.rows() >= kLeastRows;
}

double MatrixBytes(Eigen::Index rows, int count) {
  return 8.0 * count * static_cast<double>(rows) * static_cast<double>(rows);
}

}  // namespace

void AddMatrixFlags(common::CommandLine& line, MatrixFlags& flags) {
  line.Option("--missing", flags.missing, "rows with a missing number: refuse them, or leave them out")
      .OneOf({"refuse", "drop-rows"})
      .ShowDefault();
  line.Option("--names", flags.names, "whether the first line of a text table holds names of columns")
      .OneOf({"auto", "yes", "no"})
      .ShowDefault();
}

std::string HelpOnMatrices() {
  return R"(
Files: .csv, .tsv, .txt (numbers separated by commas, semicolons, tabs or spaces; the first line may hold names,
see --names), .svm, .svmlight, .libsvm (labels are ignored), .h5, .hdf5 (file.h5:dataset). table.csv:height,weight
reads the columns with these names. Missing numbers are cells such as nothing, -, ., ?, NA, None, <NA>, #N/A.)";
}

kernels::NamedMatrix ReadUsersMatrix(const char* program, const std::string& path, const MatrixFlags& flags,
                                     std::FILE* messages) {
  if (flags.is_gram && flags.drops_rows()) {
    common::ThrowUsageError("--missing", "refuse with --kernel=precomputed", flags.missing);
  }
  kernels::MatrixOptions options = {.keeps_missing = flags.drops_rows(), .is_gram = flags.is_gram};
  if (flags.names == "yes") options.names = kernels::TableNames::kYes;
  if (flags.names == "no") options.names = kernels::TableNames::kNo;
  kernels::NamedMatrix matrix = kernels::ReadMatrix(common::CallersPath(path), options);
  for (const std::string& note : matrix.notes) Note(program, path, note, messages);
  for (Eigen::Index c = 0; c < matrix.rows.cols(); ++c) {
    if (flags.is_gram || !NumbersRows(matrix.rows, c)) continue;
    const std::string column = matrix.columns.empty()
                                   ? fmt::format("column {}", c + 1)
                                   : fmt::format("the column {}", common::Quote(matrix.columns[c]));
    Note(program, path,
         column +
             " counts up row by row; if it numbers the rows, leave it out, as it depends on the order "
             "of the rows only",
         messages);
  }
  return matrix;
}

void DropMissingRows(const char* program, std::span<UsersMatrix> files, std::FILE* messages) {
  const Eigen::Index rows = files.front().matrix.rows.rows();
  std::vector<bool> is_whole(static_cast<size_t>(rows), true);
  Eigen::Index kept = rows;
  std::string where;
  for (const UsersMatrix& file : files) {
    if (file.matrix.rows.rows() != rows) {
      common::ThrowDataError(file.path, fmt::format("{} rows as in {}", rows, files.front().path),
                             std::to_string(file.matrix.rows.rows()));
    }
    Eigen::Index count = 0;
    for (Eigen::Index i = 0; i < rows; ++i) {
      if (!file.matrix.rows.row(i).hasNaN()) continue;
      ++count;
      kept -= is_whole[i] ? 1 : 0;
      is_whole[i] = false;
    }
    if (count > 0) where += fmt::format("{}{} ({})", where.empty() ? "" : ", ", file.path, count);
  }
  if (kept == rows) return;
  if (kept == 0) {
    common::ThrowDataError(files.front().path, "a row without missing numbers",
                           "none of " + std::to_string(rows));
  }
  std::fprintf(messages, "%s: note: %lld of %lld rows are left out, as a number is missing in %s\n", program,
               static_cast<long long>(rows - kept), static_cast<long long>(rows), where.c_str());
  for (UsersMatrix& file : files) {
    kernels::DenseRows<double> whole(kept, file.matrix.rows.cols());
    for (Eigen::Index i = 0, to = 0; i < rows; ++i) {
      if (is_whole[i]) whole.row(to++) = file.matrix.rows.row(i);
    }
    file.matrix.rows = std::move(whole);
  }
}

kernels::TrainedKernel TrainUsersKernel(const std::string& kernel, const UsersMatrix& file, uint64_t seed) {
  try {
    return kernels::TrainedKernel(kernel, file.matrix.rows, seed);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    if (parts.where == "kernel width") parts.where = file.path + ": " + parts.where;
    throw common::Error(error.kind(), parts);
  }
}

void CheckUsersGram(const UsersMatrix& file) {
  try {
    kernels::CheckGram(file.matrix.rows, file.path);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    if (parts.remedy.empty()) parts.remedy = "--kernel=precomputed takes kernel values of all pairs of rows";
    throw common::Error(common::ErrorKind::kData, parts);
  }
  // Cauchy and Schwarz: k(x, y)^2 <= k(x, x) k(y, y).
  const auto& gram = file.matrix.rows;
  const Eigen::ArrayXd roots = gram.diagonal().array().max(0).sqrt();
  for (Eigen::Index i = 0; i < gram.rows(); ++i) {
    const Eigen::ArrayXd most = (1 + 1e-8) * roots[i] * roots;
    Eigen::Index j = 0;
    const double excess = (gram.row(i).transpose().array().abs() - most).maxCoeff(&j);
    if (excess <= 0) continue;
    common::ThrowDataError(
        file.path, "kernel values k(x, y), none above the root of k(x, x) k(y, y)",
        fmt::format("{} in row {}, column {}", common::FormatShort(gram(i, j)), i + 1, j + 1),
        "of distances d take exp(-gamma d^2)");
  }
}

bool ExceedsMemory(Eigen::Index rows, int count, const std::string& memory) {
  return MatrixBytes(rows, count) > static_cast<double>(common::ParseMemory(memory, "--memory"));
}

void CheckMemory(const std::string& path, Eigen::Index rows, int count, const std::string& memory,
                 const std::string& remedy) {
  if (!ExceedsMemory(rows, count, memory)) return;
  common::ThrowEnvironmentError(
      path,
      fmt::format("its {} rows need about {} for matrices of {} x {} numbers, more than --memory={}", rows,
                  common::ReadableMemory(MatrixBytes(rows, count)), rows, rows, memory),
      remedy);
}

}  // namespace structlab::tools
