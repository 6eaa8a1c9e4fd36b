// The restriction kernel on real boxes: positive semidefinite, and no product of a kernel of images and a
// kernel of boxes.
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>
#include <algorithm>
#include <string>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/objects/ess_examples.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/object_localization/protocol.h"
#include "kernels/functions/gram.h"
#include "structured_learning/localization/kernels/box_kernel.h"
#include "structured_learning/localization/search/grid_search.h"

namespace structlab::object_localization {
namespace {

using namespace structured_learning;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// The distance of the Gram matrix from the nearest product k_1(x, x') k_2(y, y'), relative to its norm. A
// product, as a matrix with a row for each pair of images and a column for each pair of boxes, has rank 1.
double DistanceFromProducts(const Eigen::MatrixXd& gram, int num_images) {
  const auto boxes = static_cast<int>(gram.rows()) / num_images;
  Eigen::MatrixXd pairs(num_images * num_images, boxes * boxes);
  for (int i = 0; i < num_images; ++i) {
    for (int j = 0; j < num_images; ++j) {
      pairs.row(i * num_images + j) =
          gram.block(i * boxes, j * boxes, boxes, boxes).reshaped<Eigen::RowMajor>().transpose();
    }
  }
  const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(pairs).singularValues();
  return std::sqrt(std::max(0.0, 1 - values[0] * values[0] / values.squaredNorm()));
}

void RunKernel(const BoxKernelOptions& options, int grid, Recorder& record) {
  const std::string folder = record.Data("ess").path;
  const std::vector<WordImage> images = {datasets::LoadEssExamples(folder)[0].image,
                                         datasets::LoadEssTrainingImage(folder).image};
  int width = images[0].width, height = images[0].height, num_words = 0;
  for (const WordImage& image : images) {
    width = std::min(width, image.width), height = std::min(height, image.height);
    num_words = std::max(num_words, NumWords(image));
  }
  // The same boxes in both images.
  const std::vector<PixelBox> boxes = GridBoxes(width, height, {.columns = grid, .rows = grid});
  std::vector<kernels::SparseRowsOf<double>> rows;
  for (const WordImage& image : images) rows.push_back(BoxRows(image, boxes, num_words, options));
  common::ThreadPool pool(1);
  const auto count = static_cast<Eigen::Index>(boxes.size());
  Eigen::MatrixXd gram(2 * count, 2 * count);
  const auto compare = MakeBoxKernel(options);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      gram.block(i * count, j * count, count, count) =
          kernels::CrossGram<double>(*compare, rows[i], rows[j], pool);
    }
  }
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram).eigenvalues();
  const double least = values[0] / values[values.size() - 1], distance = DistanceFromProducts(gram, 2);
  record.Value(kSlides, "kernel_property", least > -1e-9 && distance > 0.01 ? 1 : 0,
               {.dataset = "", .method = kKernelRow, .setting = harness::Setting{}});
  record.Value(kOurKernel, "least_eigenvalue", least);
  record.Value(kOurKernel, "distance_from_products", distance);
}

}  // namespace

void Restriction(Package& package) {
  package.Data(datasets::SourceOf("ess", "object_localization"));
  package.Plan([](Planner& plan) {
    plan.data = {"ess"};
    plan.dataset = "boxes of two photographs";
    for (const char* kernel : {"linear", kChiSquare, kPyramidMatch}) {
      Case& c = plan.Add("localization/kernel", kKernelRow, {{"kernel", kernel}});
      c.deterministic = true;
      const int grid = static_cast<int>(c.Int("kernel_grid"));
      BoxKernelOptions options;
      if (std::string(kernel) == kChiSquare) options = {.type = BoxKernelType::kChiSquare, .width = 1};
      if (std::string(kernel) == kPyramidMatch) options = {.type = BoxKernelType::kPyramidMatch};
      c.run = [=](uint64_t, Recorder& record) { RunKernel(options, grid, record); };
    }
  });
}

}  // namespace structlab::object_localization
