#include "structured_learning/segmentation/segmentation_model.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "kernels/files/model_file.h"

namespace structlab::structured_learning {
namespace {

using kernels::ModelFile;

constexpr char kFileKind[] = "segmentation";
constexpr char kFactPrefix[] = "fact.";
constexpr std::array<const char*, 3> kUnitNames = {"pixels", "superpixels", "blocks"};
constexpr int kMaxSide = 65536, kMaxRegion = 1 << 30;

[[noreturn]] void ThrowInconsistent(const std::string& path, const std::string& expected,
                                    const std::string& found) {
  common::ThrowDataError(path, expected, found, "train the model again");
}

int IntegerOf(const ModelFile& file, const std::string& name) {
  const int64_t value = common::ParseInteger(file.Text(name), file.path);
  if (value < 0 || value > kMaxRegion) {
    ThrowInconsistent(file.path, name + " within its range", std::to_string(value));
  }
  return static_cast<int>(value);
}

// A matrix of this size.
const Eigen::MatrixXd& MatrixOf(const ModelFile& file, const std::string& name, Eigen::Index rows,
                                Eigen::Index columns) {
  const Eigen::MatrixXd& matrix = file.Matrix(name);
  if (matrix.rows() != rows || matrix.cols() != columns) {
    ThrowInconsistent(file.path, fmt::format("{} of size {} x {}", name, rows, columns),
                      fmt::format("{} x {}", matrix.rows(), matrix.cols()));
  }
  return matrix;
}

Eigen::RowVectorXd ScaleOf(const ModelFile& file, const std::string& name, Eigen::Index size) {
  const Eigen::MatrixXd& scale = MatrixOf(file, name, 1, size);
  if (!(scale.array() > 0).all()) ThrowInconsistent(file.path, name + " above 0", "another value");
  return scale;
}

// Calls read(); errors of usage become those of the file.
template <class Read>
auto WithFile(const std::string& path, const Read& read) {
  try {
    return read();
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    if (!parts.where.starts_with(path)) parts.where = path + ": " + parts.where;
    throw common::Error(common::ErrorKind::kData, std::move(parts));
  }
}

}  // namespace

std::string UnitKindName(UnitKind kind) { return kUnitNames[static_cast<size_t>(kind)]; }

UnitKind ParseUnitKind(const std::string& name, const std::string& where) {
  for (size_t kind = 0; kind < kUnitNames.size(); ++kind) {
    if (name == kUnitNames[kind]) return static_cast<UnitKind>(kind);
  }
  common::ThrowUsageError(where,
                          "one of " + common::ListNearest(name, {kUnitNames.begin(), kUnitNames.end()}),
                          common::Quote(name));
}

int DefaultMaxSide(UnitKind kind) {
  return kind == UnitKind::kPixels ? 100 : kind == UnitKind::kSuperpixels ? 320 : 1024;
}

void CheckUnitOptions(const UnitOptions& options) {
  const auto check = [](const char* name, int value, int low, int high) {
    if (value >= low && value <= high) return;
    common::ThrowUsageError(name, fmt::format("{} to {}", low, high), std::to_string(value));
  };
  check("longer side", options.max_side.value_or(0), 0, kMaxSide);
  check("block size", options.block_size, 1, kMaxSide);
  check("smallest region", options.min_region, 1, kMaxRegion);
  if (options.neighbours == 4 || options.neighbours == 8) return;
  common::ThrowUsageError("neighbours", "4 or 8", std::to_string(options.neighbours));
}

void WriteSegmentationModel(const SegmentationModel& model, const std::string& path) {
  ModelFile file;
  file.texts["units"] = UnitKindName(model.units.kind);
  file.texts["max_side"] = std::to_string(model.units.max_side.value_or(DefaultMaxSide(model.units.kind)));
  file.texts["block_size"] = std::to_string(model.units.block_size);
  file.texts["min_region"] = std::to_string(model.units.min_region);
  file.texts["neighbours"] = std::to_string(model.units.neighbours);
  file.texts["features"] = FormatFeatureGroups(model.features);
  for (const auto& [name, value] : model.facts) file.texts[kFactPrefix + name] = value;
  if (model.book) {
    file.matrices["centers"] = model.book->centers;
    file.matrices["word_scale"] = model.book->scale;
  }
  file.matrices["mean"] = model.standardization.mean;
  file.matrices["scale"] = model.standardization.scale;
  file.matrices["weights"] = model.weights;
  kernels::WriteModelFile(file, kFileKind, path);
}

SegmentationModel ReadSegmentationModel(const std::string& path) {
  const ModelFile file = kernels::ReadModelFile(kFileKind, path);
  return WithFile(path, [&] {
    SegmentationModel model;
    model.units.kind = ParseUnitKind(file.Text("units"), "units");
    model.units.max_side = IntegerOf(file, "max_side");
    model.units.block_size = IntegerOf(file, "block_size");
    model.units.min_region = IntegerOf(file, "min_region");
    model.units.neighbours = IntegerOf(file, "neighbours");
    CheckUnitOptions(model.units);
    model.features = ParseFeatureGroups(file.Text("features"), "features");
    if (UsesWords(model.features)) {
      const Eigen::Index words = file.Matrix("centers").rows();
      if (words < 1) ThrowInconsistent("centers", "at least one word", "none");
      model.book = CodeBook{.centers = MatrixOf(file, "centers", words, kDescriptorSize),
                            .scale = ScaleOf(file, "word_scale", kDescriptorSize)};
    }
    const int num_features = model.num_features();
    model.standardization.mean = MatrixOf(file, "mean", 1, num_features);
    model.standardization.scale = ScaleOf(file, "scale", num_features);
    model.weights = MatrixOf(file, "weights", 2 * Eigen::Index{num_features} + kNumEdgeFeatures, 1);
    if (model.weights.tail(kNumEdgeFeatures).minCoeff() < 0) {
      ThrowInconsistent("weights", "weights of edges of at least 0", "a negative one");
    }
    for (const auto& [name, value] : file.texts) {
      if (name.starts_with(kFactPrefix)) model.facts[name.substr(std::size(kFactPrefix) - 1)] = value;
    }
    return model;
  });
}

GraphSample UnlabeledGraph(const ImageUnits& units, const FeatureGroups& features, const CodeBook* book) {
  GraphSample graph;
  graph.features = UnitFeatures(units, features, book);
  graph.edges = units.edges;
  graph.edge_features = UnitEdgeFeatures(units);
  graph.labels.assign(static_cast<size_t>(units.count), kBackground);
  graph.loss_weights.assign(static_cast<size_t>(units.count), 1);
  graph.grid_width = units.grid_width;
  graph.grid_height = units.grid_height;
  return graph;
}

}  // namespace structlab::structured_learning
