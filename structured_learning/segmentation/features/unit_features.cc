#include "structured_learning/segmentation/features/unit_features.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "common/check.h"
#include "common/error.h"
#include "common/key_values.h"
#include "common/nearest_names.h"
#include "structured_learning/segmentation/features/lab_color.h"
#include "structured_learning/segmentation/features/pixel_planes.h"

namespace structlab::structured_learning {
namespace {

struct GroupName {
  FeatureGroup group;
  const char* name;
  int count;  // of features; 0: that of words
};

constexpr std::array<GroupName, 6> kGroups = {{{FeatureGroup::kBias, "bias", 1},
                                               {FeatureGroup::kColor, "color", 6},
                                               {FeatureGroup::kTexture, "texture", kGradientBins + 1},
                                               {FeatureGroup::kPosition, "position", 5},
                                               {FeatureGroup::kContext, "context", kGradientBins + 7},
                                               {FeatureGroup::kWords, "words", 0}}};

const GroupName& NameOf(FeatureGroup group) { return kGroups[static_cast<size_t>(group)]; }

// Smaller deviations are rounding errors, such as those of a* and b* of grey images.
constexpr double kMinDeviation = 1e-6;

// The gradients in each direction, and the share of the strongest.
DenseRows TextureOf(const DenseRows& means) {
  DenseRows texture(means.rows(), kGradientBins + 1);
  texture.leftCols(kGradientBins) = means.middleCols(kFirstGradient, kGradientBins);
  for (Eigen::Index i = 0; i < means.rows(); ++i) {
    const auto bins = texture.row(i).head(kGradientBins);
    const double sum = bins.sum();
    texture(i, kGradientBins) = sum > 1e-9 ? bins.maxCoeff() / sum : 1.0 / kGradientBins;
  }
  return texture;
}

DenseRows SideBySide(const std::vector<DenseRows>& parts) {
  Eigen::Index columns = 0;
  for (const DenseRows& part : parts) columns += part.cols();
  DenseRows whole(parts[0].rows(), columns);
  columns = 0;
  for (const DenseRows& part : parts) {
    whole.middleCols(columns, part.cols()) = part;
    columns += part.cols();
  }
  return whole;
}

// What several groups need.
struct Measured {
  const ImageUnits& units;
  PixelPlanes planes;
  DenseRows texture_means;  // of the planes

  explicit Measured(const ImageUnits& of)
      : units(of),
        planes(ColorsAndGradients(of.image)),
        texture_means(of.are_pixels ? MeansAroundPixels(planes, kTextureRadius) : UnitMeans(planes, of)) {}

  DenseRows Color() const {
    const DenseRows& mean = units.are_pixels ? planes.rows : texture_means;
    return SideBySide({mean.leftCols(kFirstGradient), DeviationsOf(texture_means)});
  }
  DenseRows Position() const {
    DenseRows position(units.count, 5);
    Eigen::Index row = 0;
    for (const auto& [column, line] : UnitCenters(units)) {
      const double x = (2 * column + 1) / units.image.width - 1, y = (2 * line + 1) / units.image.height - 1;
      position.row(row++) << x, y, x * x, x * y, y * y;
    }
    return position;
  }
  DenseRows Context() const {
    const SquareMeans squares(planes);
    const int radius = std::max(1, std::max(units.image.width, units.image.height) / 10);
    DenseRows means(units.count, planes.rows.cols());
    Eigen::Index row = 0;
    for (const auto& [column, line] : UnitCenters(units)) {
      means.row(row++) =
          squares.Around(static_cast<int>(std::lround(column)), static_cast<int>(std::lround(line)), radius);
    }
    return SideBySide({means.leftCols(kFirstGradient), DeviationsOf(means), TextureOf(means)});
  }
};

}  // namespace

std::string FeatureGroupName(FeatureGroup group) { return NameOf(group).name; }

FeatureGroups AllFeatures() {
  FeatureGroups all;
  for (const GroupName& one : kGroups) all.push_back(one.group);
  return all;
}

FeatureGroups BlockFeatures() { return {FeatureGroup::kBias, FeatureGroup::kColor, FeatureGroup::kTexture}; }

FeatureGroups ParseFeatureGroups(const std::string& text, const std::string& where) {
  std::vector<std::string> names;
  for (const GroupName& one : kGroups) names.emplace_back(one.name);
  FeatureGroups groups;
  for (const std::string_view part : common::SplitList(text, ',')) {
    const auto found = std::ranges::find(names, part);
    if (found == names.end()) {
      common::ThrowUsageError(where, "one of " + common::ListNearest(std::string(part), names, names.size()),
                              common::Quote(part));
    }
    const FeatureGroup group = kGroups[static_cast<size_t>(found - names.begin())].group;
    if (std::ranges::find(groups, group) != groups.end()) {
      common::ThrowUsageError(where, "each name once", common::Quote(part) + " twice");
    }
    groups.push_back(group);
  }
  return groups;
}

std::string FormatFeatureGroups(const FeatureGroups& groups) {
  std::string text;
  for (const FeatureGroup group : groups) text.append(text.empty() ? "" : ",").append(NameOf(group).name);
  return text;
}

bool UsesWords(const FeatureGroups& groups) {
  return std::ranges::find(groups, FeatureGroup::kWords) != groups.end();
}

int CountFeatures(const FeatureGroups& groups, int num_words) {
  int count = 0;
  for (const FeatureGroup group : groups) {
    count += group == FeatureGroup::kWords ? num_words : NameOf(group).count;
  }
  return count;
}

DenseRows UnitFeatures(const ImageUnits& units, const FeatureGroups& groups, const CodeBook* book) {
  const bool has_book = book != nullptr || !UsesWords(groups);
  STRUCTLAB_CHECK(has_book && !groups.empty());
  const Measured measured(units);
  std::vector<DenseRows> parts;
  for (const FeatureGroup group : groups) {
    switch (group) {
      case FeatureGroup::kBias:
        parts.push_back(DenseRows::Ones(units.count, 1));
        break;
      case FeatureGroup::kColor:
        parts.push_back(measured.Color());
        break;
      case FeatureGroup::kTexture:
        parts.push_back(TextureOf(measured.texture_means));
        break;
      case FeatureGroup::kPosition:
        parts.push_back(measured.Position());
        break;
      case FeatureGroup::kContext:
        parts.push_back(measured.Context());
        break;
      case FeatureGroup::kWords:
        parts.push_back(WordHistograms(units, *book));
        break;
    }
  }
  return SideBySide(parts);
}

DenseRows UnitEdgeFeatures(const ImageUnits& units) {
  const PixelPlanes colors = {
      .width = units.image.width, .height = units.image.height, .rows = LabColors(units.image)};
  const DenseRows means = units.are_pixels ? colors.rows : UnitMeans(colors, units);
  DenseRows features(std::ssize(units.edges), kNumEdgeFeatures);
  features.col(0) = EdgeContrast(means, units.edges);
  features.col(1).setOnes();
  return features;
}

void Standardization::Apply(DenseRows& features) const {
  features.rowwise() -= mean;
  features.array().rowwise() /= scale.array();
}

void StandardizationBuilder::Add(const DenseRows& features) {
  if (features.rows() == 0) return;
  if (count_ == 0) mean_ = squares_ = Eigen::RowVectorXd::Zero(features.cols());
  if (features.cols() != mean_.size()) {
    common::ThrowUsageError("features", fmt::format("{} columns", mean_.size()),
                            fmt::format("{}", features.cols()));
  }
  // Means and squares of two sets together (Chan, Golub, LeVeque 1983).
  const auto added = static_cast<double>(features.rows());
  const Eigen::RowVectorXd mean = features.colwise().mean();
  const Eigen::RowVectorXd squares = (features.rowwise() - mean).colwise().squaredNorm();
  const Eigen::RowVectorXd difference = mean - mean_;
  squares_ += squares + difference.cwiseAbs2() * (count_ * added / (count_ + added));
  mean_ += difference * (added / (count_ + added));
  count_ += added;
}

Standardization StandardizationBuilder::Build() const {
  Standardization result = {.mean = mean_, .scale = Eigen::RowVectorXd::Ones(mean_.size())};
  for (Eigen::Index j = 0; j < mean_.size(); ++j) {
    const double deviation = std::sqrt(squares_[j] / count_);
    const bool is_constant = deviation <= kMinDeviation * std::max(1.0, std::abs(mean_[j]));
    if (is_constant) result.mean[j] = 0;
    if (!is_constant) result.scale[j] = deviation;
  }
  return result;
}

}  // namespace structlab::structured_learning
