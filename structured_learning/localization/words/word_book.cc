#include "structured_learning/localization/words/word_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/stop_point.h"
#include "kernels/neighbors/dense_k_means.h"

namespace structlab::structured_learning {
namespace {

constexpr Eigen::Index kBlock = 256;  // descriptors that are assigned at once

std::span<float, kDescriptorNumbers> RowOf(DescriptorRows& rows, Eigen::Index row) {
  return std::span<float, kDescriptorNumbers>(rows.data() + row * kDescriptorNumbers, kDescriptorNumbers);
}

// The number of different rows, but at most `most`.
int CountDifferentRows(const DescriptorRows& rows, int most) {
  std::unordered_set<std::string> different;
  const size_t bytes = kDescriptorNumbers * sizeof(float);
  for (Eigen::Index i = 0; i < rows.rows() && std::ssize(different) < most; ++i) {
    // No number is -0, so that equal rows have equal bytes.
    different.emplace(reinterpret_cast<const char*>(rows.row(i).data()), bytes);
  }
  return static_cast<int>(different.size());
}

void CheckOptions(const WordBookOptions& options) {
  CheckDescriptorOptions(options.descriptors);
  const auto check = [](const char* name, int value, int high) {
    if (value >= 1 && value <= high) return;
    common::ThrowUsageError(name, fmt::format("1 to {}", high), std::to_string(value));
  };
  check("words", options.num_words, 65'536);
  check("descriptors", options.max_descriptors, 10'000'000);
  check("images of the words", options.max_images, 10'000'000);
  check("iterations of k-means", options.iterations, 1'000'000);
}

DescriptorRows SampleOf(const graphical_models::Image& image, int most, int i,
                        const WordBookOptions& options) {
  const DenseDescriptors descriptors(image, options.descriptors);
  common::RandomStream random(options.seed, "localization/descriptors", static_cast<uint64_t>(i));
  const std::vector<int> chosen =
      random.SampleWithoutReplacement(descriptors.size(), std::min(most, descriptors.size()));
  DescriptorRows rows(std::ssize(chosen), kDescriptorNumbers);
  for (size_t k = 0; k < chosen.size(); ++k) {
    descriptors.Describe(chosen[k], RowOf(rows, static_cast<Eigen::Index>(k)));
  }
  return rows;
}

}  // namespace

WordImage WordsOf(const graphical_models::Image& image, const WordBook& book, const std::string& where) {
  if (std::max(image.width, image.height) > kMaxImageSide) {
    common::ThrowDataError(where, fmt::format("sides of at most {} pixels", kMaxImageSide),
                           fmt::format("{} x {}", image.width, image.height));
  }
  const DenseDescriptors descriptors(image, book.descriptors);
  WordImage words{image.width, image.height, {}};
  words.points.reserve(static_cast<size_t>(descriptors.size()));
  const Eigen::VectorXf halves = book.centers.rowwise().squaredNorm() / 2;
  DescriptorRows block(kBlock, kDescriptorNumbers), scores;
  for (int begin = 0; begin < descriptors.size(); begin += kBlock) {
    common::StopPoint();
    const Eigen::Index count = std::min<Eigen::Index>(kBlock, descriptors.size() - begin);
    for (Eigen::Index i = 0; i < count; ++i) {
      descriptors.Describe(begin + static_cast<int>(i), RowOf(block, i));
    }
    // The nearest center has the largest c'x - |c|^2 / 2.
    scores.noalias() = block.topRows(count) * book.centers.transpose();
    scores.rowwise() -= halves.transpose();
    for (Eigen::Index i = 0; i < count; ++i) {
      Eigen::Index word = 0;
      scores.row(i).maxCoeff(&word);
      const auto [x, y] = descriptors.position(begin + static_cast<int>(i));
      words.points.push_back(
          {static_cast<uint16_t>(x), static_cast<uint16_t>(y), static_cast<int32_t>(word)});
    }
  }
  return words;
}

int CountImagesOfWordBook(int num_images, const WordBookOptions& options) {
  return std::min(num_images, options.max_images);
}

WordBook LearnWordBook(int num_images, const PlainImageSource& source, const WordBookOptions& options) {
  CheckOptions(options);
  const int count = CountImagesOfWordBook(num_images, options);
  DescriptorRows sample(options.max_descriptors, kDescriptorNumbers);
  Eigen::Index size = 0;
  for (int64_t k = 0; k < count; ++k) {
    common::StopPoint();
    const auto i = static_cast<int>(k * num_images / count);
    const std::optional<graphical_models::Image> image = source(i);
    if (!image) continue;
    // An equal share of what is left for each of the images that are left.
    const auto most = static_cast<int>((options.max_descriptors - size + count - k - 1) / (count - k));
    const DescriptorRows rows = SampleOf(*image, most, i, options);
    sample.middleRows(size, rows.rows()) = rows;
    size += rows.rows();
  }
  if (size == 0) {
    common::ThrowDataError("images", "at least one that can be read", "none");
  }
  sample.conservativeResize(size, kDescriptorNumbers);
  const int words = CountDifferentRows(sample, options.num_words);
  return {options.descriptors,
          kernels::DenseKMeans<float>(
              sample,
              {.clusters = words, .restarts = 1, .max_iterations = options.iterations, .seed = options.seed})
              .centroids};
}

}  // namespace structlab::structured_learning
