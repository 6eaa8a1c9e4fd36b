#include "kernels/functions/gram.h"

#include <algorithm>
#include <utility>

#include "common/check.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kTile = kGramTile;

// Computed in a separate matrix, so that the bits depend only on the rows. (Otherwise the memory address of a
// row decides which values vector instructions compute, and which are computed one by one.)
template <class T>
DenseRows<T> TileOf(const VectorKernel<T>& kernel, const RowBlock<T>& a, const RowBlock<T>& b) {
  DenseRows<T> tile(a.size(), b.size());
  kernel.Compute(a, b, tile);
  return tile;
}

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
    const auto [top, left] = pairs[pair];
    const int64_t height = std::min(kTile, n - top), width = std::min(kTile, n - left);
    DenseRows<T> tile = TileOf(kernel, rows.Part(top, height), rows.Part(left, width));
    if (top == left) tile.template triangularView<Eigen::StrictlyLower>() = tile.transpose();
    gram.block(top, left, height, width) = tile;
    if (top != left) gram.block(left, top, width, height) = tile.transpose();
  });
  return gram;
}

template <class T>
DenseRows<T> CrossGram(const VectorKernel<T>& kernel, const RowBlock<T>& a, const RowBlock<T>& b,
                       common::ThreadPool& pool, const std::string& where) {
  CheckRows(a, where);
  CheckRows(b, where);
  CheckSameLayout(a, b, where);
  DenseRows<T> values(a.size(), b.size());
  const int64_t down = CountTiles(a.size()), across = CountTiles(b.size());
  common::ParallelFor(pool, down * across, [&](int64_t tile) {
    const int64_t top = tile / across * kTile, left = tile % across * kTile;
    const int64_t height = std::min(kTile, a.size() - top), width = std::min(kTile, b.size() - left);
    values.block(top, left, height, width) = TileOf(kernel, a.Part(top, height), b.Part(left, width));
  });
  return values;
}

template <class T>
DenseRows<T> GramRows(const VectorKernel<T>& kernel, const RowBlock<T>& rows, int64_t tile,
                      common::ThreadPool& pool) {
  const int64_t n = rows.size(), top = tile * kTile, height = std::min(kTile, n - top);
  DenseRows<T> values(height, n);
  common::ParallelFor(pool, CountTiles(n), [&](int64_t other) {
    const int64_t left = other * kTile, width = std::min(kTile, n - left);
    if (other < tile) {
      values.middleCols(left, width) =
          TileOf(kernel, rows.Part(left, width), rows.Part(top, height)).transpose();
      return;
    }
    DenseRows<T> here = TileOf(kernel, rows.Part(top, height), rows.Part(left, width));
    if (other == tile) here.template triangularView<Eigen::StrictlyLower>() = here.transpose();
    values.middleCols(left, width) = here;
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
template DenseRows<float> GramRows(const VectorKernel<float>&, const RowBlock<float>&, int64_t,
                                   common::ThreadPool&);
template DenseRows<double> GramRows(const VectorKernel<double>&, const RowBlock<double>&, int64_t,
                                    common::ThreadPool&);
template DenseRows<float> CrossGram(const VectorKernel<float>&, const RowBlock<float>&,
                                    const RowBlock<float>&, common::ThreadPool&, const std::string&);
template DenseRows<double> CrossGram(const VectorKernel<double>&, const RowBlock<double>&,
                                     const RowBlock<double>&, common::ThreadPool&, const std::string&);

}  // namespace structlab::kernels
