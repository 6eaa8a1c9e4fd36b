#include "kernels/functions/gram.h"

#include <algorithm>
#include <utility>

#include "common/check.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kTile = 256;

int64_t CountTiles(int64_t rows) { return (rows + kTile - 1) / kTile; }

}  // namespace

template <class T>
DenseRows<T> GramMatrix(const VectorKernel<T>& kernel, const RowBlock<T>& rows, common::ThreadPool& pool,
                        const std::string& where) {
  CheckRows(rows, where);
  const int64_t n = rows.size(), tiles = CountTiles(n);
  DenseRows<T> gram(n, n);
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (int64_t i = 0; i < tiles; ++i) {
    for (int64_t j = i; j < tiles; ++j) pairs.emplace_back(i * kTile, j * kTile);
  }
  common::ParallelFor(pool, static_cast<int64_t>(pairs.size()), [&](int64_t pair) {
    const auto [top, left] = pairs[static_cast<size_t>(pair)];
    const int64_t height = std::min(kTile, n - top), width = std::min(kTile, n - left);
    auto tile = gram.block(top, left, height, width);
    kernel.Compute(rows.Part(top, height), rows.Part(left, width), tile);
    if (top == left) {
      tile.template triangularView<Eigen::StrictlyLower>() = tile.transpose();
    } else {
      gram.block(left, top, width, height) = tile.transpose();
    }
  });
  return gram;
}

template <class T>
DenseRows<T> CrossGram(const VectorKernel<T>& kernel, const RowBlock<T>& a, const RowBlock<T>& b,
                       common::ThreadPool& pool, const std::string& where) {
  CheckRows(a, where);
  CheckRows(b, where);
  CheckAlike(a, b, where);
  DenseRows<T> values(a.size(), b.size());
  const int64_t down = CountTiles(a.size()), across = CountTiles(b.size());
  common::ParallelFor(pool, down * across, [&](int64_t tile) {
    const int64_t top = tile / across * kTile, left = tile % across * kTile;
    const int64_t height = std::min(kTile, a.size() - top), width = std::min(kTile, b.size() - left);
    kernel.Compute(a.Part(top, height), b.Part(left, width), values.block(top, left, height, width));
  });
  return values;
}

GramCentering::GramCentering(const Eigen::Ref<const Eigen::MatrixXd>& gram)
    : column_means_(gram.colwise().mean()), mean_(column_means_.mean()) {
  STRUCTLAB_CHECK(gram.rows() == gram.cols() && gram.rows() > 0);
}

void GramCentering::Center(Eigen::Ref<Eigen::MatrixXd> values) const {
  const Eigen::VectorXd row_means = values.rowwise().mean();
  values.rowwise() -= column_means_.transpose();
  values.colwise() -= (row_means.array() - mean_).matrix();
}

template DenseRows<float> GramMatrix(const VectorKernel<float>&, const RowBlock<float>&, common::ThreadPool&,
                                     const std::string&);
template DenseRows<double> GramMatrix(const VectorKernel<double>&, const RowBlock<double>&,
                                      common::ThreadPool&, const std::string&);
template DenseRows<float> CrossGram(const VectorKernel<float>&, const RowBlock<float>&,
                                    const RowBlock<float>&, common::ThreadPool&, const std::string&);
template DenseRows<double> CrossGram(const VectorKernel<double>&, const RowBlock<double>&,
                                     const RowBlock<double>&, common::ThreadPool&, const std::string&);

}  // namespace structlab::kernels
