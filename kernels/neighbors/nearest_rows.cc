#include "kernels/neighbors/nearest_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>

#include "common/error.h"

namespace structlab::kernels {

NearestRows::NearestRows(const SparseRows& rows) : rows_of_columns_(rows.transpose()) {}

std::vector<std::vector<int>> NearestRows::Find(const SparseRows& queries, int count) const {
  const Eigen::Index rows = rows_of_columns_.cols();
  if (queries.cols() != rows_of_columns_.rows()) {
    common::ThrowUsageError("queries", fmt::format("{} columns", rows_of_columns_.rows()),
                            std::to_string(queries.cols()));
  }
  if (count < 1 || count > rows) {
    common::ThrowUsageError("count", fmt::format("1 to {}", rows), std::to_string(count));
  }
  std::vector<float> products(rows);
  std::vector<int> order(products.size());
  std::vector<std::vector<int>> nearest;
  for (Eigen::Index query = 0; query < queries.rows(); ++query) {
    std::ranges::fill(products, 0.f);
    for (SparseRows::InnerIterator feature(queries, query); feature; ++feature) {
      for (SparseRows::InnerIterator row(rows_of_columns_, feature.col()); row; ++row) {
        products[row.col()] += feature.value() * row.value();
      }
    }
    std::iota(order.begin(), order.end(), 0);
    const auto is_nearer = [&](int a, int b) {
      const float of_a = products[a], of_b = products[b];
      return of_a > of_b || (of_a == of_b && a < b);
    };
    std::ranges::partial_sort(order, order.begin() + count, is_nearer);
    nearest.emplace_back(order.begin(), order.begin() + count);
  }
  return nearest;
}

}  // namespace structlab::kernels
