#include "structured_learning/localization/detection/localization_model.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "kernels/files/model_file.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {
namespace {

using kernels::ModelFile;

constexpr char kFileKind[] = "localization", kFactPrefix[] = "fact.";
constexpr std::array<const char*, 2> kKernelNames = {"words", "word_pyramid"};
constexpr int kMaxWords = 1 << 24;

int IntegerOf(const ModelFile& file, const std::string& name, int64_t low, int64_t high) {
  const int64_t value = common::ParseInteger(file.Text(name), file.path);
  if (value < low || value > high) {
    common::ThrowDataError(file.path, fmt::format("{} from {} to {}", name, low, high), std::to_string(value),
                           "train the model again");
  }
  return static_cast<int>(value);
}

double NumberOf(const ModelFile& file, const std::string& name, double low, double high) {
  const double value = common::ParseDouble(file.Text(name), file.path);
  if (!(value >= low && value <= high)) {
    common::ThrowDataError(file.path, fmt::format("{} from {} to {}", name, low, high),
                           common::FormatShort(value), "train the model again");
  }
  return value;
}

void CheckMatrixSize(const ModelFile& file, const std::string& name, Eigen::Index rows,
                     Eigen::Index columns) {
  const Eigen::MatrixXd& matrix = file.Matrix(name);
  if (matrix.rows() == rows && matrix.cols() == columns) return;
  common::ThrowDataError(file.path, fmt::format("{} of size {} x {}", name, rows, columns),
                         fmt::format("{} x {}", matrix.rows(), matrix.cols()), "train the model again");
}

std::string FormatSides(const std::vector<int>& sides) {
  std::string text;
  for (const int side : sides) text.append(text.empty() ? "" : ",").append(std::to_string(side));
  return text;
}

std::vector<int> ParseSides(const std::string& text, const std::string& where) {
  std::vector<int> sides;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const int64_t side = common::ParseInteger(text.substr(begin, end - begin), where);
    // Out of range for CheckDescriptorOptions.
    sides.push_back(side < 1 || side > 1'000'000 ? 0 : static_cast<int>(side));
    begin = end + 1;
  }
  return sides;
}

void AddBook(const WordBook& book, ModelFile& file) {
  file.texts["max_side"] = std::to_string(book.descriptors.max_side);
  file.texts["step"] = std::to_string(book.descriptors.step);
  file.texts["cell_sides"] = FormatSides(book.descriptors.cell_sides);
  file.texts["min_gradient"] = common::FormatDouble(book.descriptors.min_gradient);
  file.matrices["centers"] = book.centers.cast<double>();
}

WordBook BookOf(const ModelFile& file) {
  WordBook book;
  book.descriptors.max_side = IntegerOf(file, "max_side", 1, kMaxImageSide);
  book.descriptors.step = IntegerOf(file, "step", 1, kMaxImageSide);
  book.descriptors.cell_sides = ParseSides(file.Text("cell_sides"), file.path);
  book.descriptors.min_gradient = NumberOf(file, "min_gradient", 0, 1000);
  try {
    CheckDescriptorOptions(book.descriptors);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    parts.where = file.path + ": " + parts.where;
    throw common::Error(common::ErrorKind::kData, std::move(parts));
  }
  const Eigen::MatrixXd& centers = file.Matrix("centers");
  if (centers.rows() < 1) common::ThrowDataError(file.path, "at least one word", "none");
  CheckMatrixSize(file, "centers", centers.rows(), kDescriptorNumbers);
  if (centers.cwiseAbs().maxCoeff() > 1) {
    common::ThrowDataError(file.path, "centers with numbers from -1 to 1",
                           common::FormatShort(centers.cwiseAbs().maxCoeff()));
  }
  book.centers = centers.cast<float>();
  return book;
}

}  // namespace

std::string LocalizationKernelName(LocalizationKernel kernel) {
  return kKernelNames[static_cast<size_t>(kernel)];
}

LocalizationKernel ParseLocalizationKernel(const std::string& name, const std::string& where) {
  for (size_t kernel = 0; kernel < kKernelNames.size(); ++kernel) {
    if (name == kKernelNames[kernel]) return static_cast<LocalizationKernel>(kernel);
  }
  common::ThrowUsageError(where,
                          "one of " + common::ListNearest(name, {kKernelNames.begin(), kKernelNames.end()}),
                          common::Quote(name));
}

BoxFeatures FeaturesOf(LocalizationKernel kernel) {
  return kernel == LocalizationKernel::kWords ? BoxFeatures::kWords : BoxFeatures::kWordPyramid;
}

void WriteLocalizationModel(const LocalizationModel& model, const std::string& path) {
  ModelFile file;
  file.texts["input"] = std::string(model.book ? "images" : "points");
  file.texts["words"] = std::to_string(model.num_words);
  file.texts["cells"] = std::to_string(model.cells);
  file.texts["kernel"] = LocalizationKernelName(model.kernel);
  if (model.min_score) file.texts["min_score"] = common::FormatDouble(*model.min_score);
  file.texts["max_overlap"] = common::FormatDouble(model.max_overlap);
  if (model.book) AddBook(*model.book, file);
  for (const auto& [name, value] : model.facts) file.texts[kFactPrefix + name] = value;
  file.matrices["weights"] = model.weights;
  kernels::WriteModelFile(file, kFileKind, path);
}

LocalizationModel ReadLocalizationModel(const std::string& path) {
  const ModelFile file = kernels::ReadModelFile(kFileKind, path);
  LocalizationModel model;
  model.num_words = IntegerOf(file, "words", 1, kMaxWords);
  const std::string& input = file.Text("input");
  if (input == "images") {
    model.book = BookOf(file);
    if (model.book->num_words() != model.num_words) {
      common::ThrowDataError(file.path, fmt::format("{} centers of words", model.num_words),
                             std::to_string(model.book->num_words()), "train the model again");
    }
  } else if (input != "points") {
    common::ThrowDataError(file.path, "input images or points", common::Quote(input));
  }
  model.cells = IntegerOf(file, "cells", 0, kMaxImageSide);
  const std::string& kernel = file.Text("kernel");
  for (const char* name : kKernelNames) {
    if (kernel == name) model.kernel = ParseLocalizationKernel(kernel, file.path);
  }
  if (kernel != LocalizationKernelName(model.kernel)) {
    common::ThrowDataError(file.path, "a kernel that this program knows", common::Quote(kernel));
  }
  if (file.texts.contains("min_score")) model.min_score = NumberOf(file, "min_score", -1e200, 1e200);
  model.max_overlap = NumberOf(file, "max_overlap", 0, 1);
  CheckMatrixSize(file, "weights", Eigen::Index{CellsOf(FeaturesOf(model.kernel))} * model.num_words, 1);
  model.weights = file.Matrix("weights");
  constexpr double kMaxWeight = 1e100;  // sums of weights stay finite
  if (model.weights.cwiseAbs().maxCoeff() > kMaxWeight) {
    common::ThrowDataError(file.path, "weights of at most 1e100",
                           common::FormatShort(model.weights.cwiseAbs().maxCoeff()), "train the model again");
  }
  for (const auto& [name, value] : file.texts) {
    if (name.starts_with(kFactPrefix)) model.facts[name.substr(std::size(kFactPrefix) - 1)] = value;
  }
  return model;
}

}  // namespace structlab::structured_learning
