// Speed of k-means and nearest neighbours of texts, compared with packaged implementations: OpenCV's for
// dense rows, and dlib's kkmeans for sparse rows. All get the same rows and, for k-means, the same start. The
// program fails if the results differ.
//
// The texts are random: 55 different words of 2^14, drawn with frequency 1 / rank as in real texts, with
// exponentially distributed weights, scaled to length 1. One thread.
#include <dlib/clustering.h>

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <opencv2/core.hpp>
#include <string>
#include <utility>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/random_stream.h"
#include "kernels/neighbors/k_means.h"
#include "kernels/neighbors/nearest_rows.h"

namespace structlab::kernels {
namespace {

constexpr int kColumns = 1 << 14, kWords = 55;
constexpr int kIterations = 10;
constexpr uint64_t kSeed = 1;
// Other orders of summing floats may assign a row between two centroids differently.
constexpr double kMaxDifferent = 0.005;

SparseRows MakeTexts(int count, const char* name) {
  std::vector<Eigen::Triplet<float>> entries;
  for (int row = 0; row < count; ++row) {
    common::RandomStream random(kSeed, name, static_cast<uint64_t>(row));
    std::map<int, double> words;
    double squares = 0;
    while (words.size() < kWords) {
      const int word = static_cast<int>(std::exp(random.Uniform(0, std::log(kColumns))));
      const double weight = random.Exponential();
      if (words.try_emplace(word % kColumns, weight).second) squares += weight * weight;
    }
    for (const auto& [word, weight] : words) {
      entries.emplace_back(row, word, static_cast<float>(weight / std::sqrt(squares)));
    }
  }
  SparseRows rows(count, kColumns);
  rows.setFromTriplets(entries.begin(), entries.end());
  return rows;
}

cv::Mat DenseOf(const SparseRows& rows) {
  cv::Mat dense = cv::Mat::zeros(static_cast<int>(rows.rows()), static_cast<int>(rows.cols()), CV_32F);
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    for (SparseRows::InnerIterator entry(rows, row); entry; ++entry) {
      dense.at<float>(static_cast<int>(row), static_cast<int>(entry.col())) = entry.value();
    }
  }
  return dense;
}

// Throws unless nearly all entries are equal.
void CheckSame(const std::string& name, const std::vector<int>& ours, const std::vector<int>& theirs) {
  size_t different = 0;
  for (size_t i = 0; i < ours.size(); ++i) different += ours[i] != theirs[i];
  if (static_cast<double>(different) <= kMaxDifferent * static_cast<double>(ours.size())) return;
  common::ThrowDataError(name, "what the packaged one finds",
                         std::to_string(different) + " others of " + std::to_string(ours.size()));
}

void Print(const std::string& name, const common::PairedSeconds& seconds, const std::string& yardstick,
           const std::string& note) {
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = 1e3 * seconds.ours,
                             .unit = "ms",
                             .yardstick = yardstick,
                             .yardstick_value = 1e3 * seconds.yardstick,
                             .note = note + ", CPU time"});
}

// OpenCV starts with clusters of the rows, our function with centroids. So OpenCV gets the clusters of these
// centroids and one more iteration, because its last iteration does not assign rows.
std::vector<int> OpenCvClusters(const cv::Mat& dense, int clusters, const std::vector<int>& first) {
  cv::Mat labels(static_cast<int>(first.size()), 1, CV_32S), centers;
  for (size_t i = 0; i < first.size(); ++i) labels.at<int>(static_cast<int>(i)) = first[i];
  cv::kmeans(dense, clusters, labels, cv::TermCriteria(cv::TermCriteria::COUNT, kIterations + 1, 0), 1,
             cv::KMEANS_USE_INITIAL_LABELS, centers);
  return {labels.begin<int>(), labels.end<int>()};
}

void MeasureOpenCvClusters(const std::string& name, int texts, int clusters) {
  const SparseRows rows = MakeTexts(texts, "benchmark/texts");
  const cv::Mat dense = DenseOf(rows);
  const std::vector<int> first = KMeans(rows, clusters, 0, kSeed).clusters;
  std::vector<int> ours, theirs;
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { ours = KMeans(rows, clusters, kIterations, kSeed).clusters; },
                                 [&] { theirs = OpenCvClusters(dense, clusters, first); }, 3);
  CheckSame(name, ours, theirs);
  Print(name, seconds, "OpenCV's kmeans of dense rows",
        std::to_string(texts) + " texts, " + std::to_string(clusters) + " clusters, 10 iterations");
}

using DlibText = std::vector<std::pair<unsigned long, double>>;
using DlibKernel = dlib::sparse_linear_kernel<DlibText>;

std::vector<DlibText> DlibTexts(const SparseRows& rows) {
  std::vector<DlibText> texts(rows.rows());
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    for (SparseRows::InnerIterator entry(rows, row); entry; ++entry) {
      texts[row].emplace_back(static_cast<unsigned long>(entry.col()), entry.value());
    }
  }
  return texts;
}

std::vector<int> DlibClusters(const std::vector<DlibText>& texts, const std::vector<DlibText>& centers) {
  const dlib::kcentroid<DlibKernel> centroid{DlibKernel()};
  dlib::kkmeans<DlibKernel> means(centroid);
  means.set_number_of_centers(centers.size());
  means.set_min_change(0);
  means.train(texts, centers, kIterations);
  std::vector<int> clusters;
  for (const DlibText& text : texts) clusters.push_back(static_cast<int>(means(text)));
  return clusters;
}

void MeasureDlibClusters(const std::string& name, int texts, int clusters) {
  const SparseRows rows = MakeTexts(texts, "benchmark/texts");
  const std::vector<DlibText> theirs_of_rows = DlibTexts(rows);
  const SparseRows first =
      Eigen::MatrixXf(KMeans(rows, clusters, 0, kSeed).centroids.transpose()).sparseView();
  const std::vector<DlibText> centers = DlibTexts(first);
  std::vector<int> ours, theirs;
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { ours = KMeans(rows, clusters, kIterations, kSeed).clusters; },
                                 [&] { theirs = DlibClusters(theirs_of_rows, centers); }, 3);
  CheckSame(name, ours, theirs);
  Print(name, seconds, "dlib's kkmeans of sparse rows",
        std::to_string(texts) + " texts, " + std::to_string(clusters) + " clusters, 10 iterations");
}

void MeasureNeighbours(const std::string& name, int texts, int queries) {
  const SparseRows rows = MakeTexts(texts, "benchmark/texts"),
                   asked = MakeTexts(queries, "benchmark/queries");
  const cv::Mat dense = DenseOf(rows), dense_asked = DenseOf(asked);
  std::vector<int> ours, theirs;
  const common::PairedSeconds seconds = common::InterleavedMedians(
      [&] {
        ours.clear();
        for (const std::vector<int>& nearest : NearestRows(rows).Find(asked, 1)) ours.push_back(nearest[0]);
      },
      [&] {
        cv::Mat distances, nearest;
        cv::batchDistance(dense_asked, dense, distances, CV_32F, nearest, cv::NORM_L2SQR, 1);
        theirs.assign(nearest.begin<int>(), nearest.end<int>());
      },
      3);
  CheckSame(name, ours, theirs);
  Print(name, seconds, "OpenCV's batchDistance of dense rows",
        std::to_string(queries) + " queries of " + std::to_string(texts) + " texts");
}

void Measure(const common::BenchmarkSelection& selection) {
  cv::setNumThreads(1);
  if (selection.Contains("k_means_texts/opencv")) MeasureOpenCvClusters("k_means_texts/opencv", 2000, 50);
  if (selection.Contains("k_means_texts/dlib")) MeasureDlibClusters("k_means_texts/dlib", 400, 10);
  if (selection.Contains("nearest_texts/opencv")) MeasureNeighbours("nearest_texts/opencv", 2000, 500);
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::kernels
