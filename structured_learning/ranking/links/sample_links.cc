#include "structured_learning/ranking/links/sample_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <type_traits>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "kernels/functions/rows.h"

namespace structlab::structured_learning {
namespace {

// The numbers of the nearest other rows of each row, in rising order.
template <class T>
std::vector<std::vector<int>> NearestRows(const kernels::RowBlock<T>& rows, int neighbours) {
  const auto n = static_cast<int>(rows.size());
  constexpr int kPart = 256;
  const auto squares = rows.Squares();
  std::vector<std::vector<int>> nearest(n);
  std::vector<std::pair<double, int>> distances(n);
  for (int begin = 0; begin < n; begin += kPart) {
    common::StopPoint();
    const int count = std::min(kPart, n - begin);
    kernels::DenseRows<T> products(count, n);
    rows.Part(begin, count).Products(rows, products);
    for (int i = begin; i < begin + count; ++i) {
      distances.clear();
      for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        distances.emplace_back(static_cast<double>(squares[i]) + static_cast<double>(squares[j]) -
                                   2 * static_cast<double>(products(i - begin, j)),
                               j);
      }
      const auto last = distances.begin() + std::min<std::ptrdiff_t>(neighbours, std::ssize(distances));
      std::partial_sort(distances.begin(), last, distances.end());
      for (auto at = distances.begin(); at != last; ++at) nearest[i].push_back(at->second);
      std::ranges::sort(nearest[i]);
    }
  }
  return nearest;
}

}  // namespace

void CheckSampleLinks(const SampleLinks& links, int num_samples, const std::string& where) {
  const auto place = [&](size_t link) { return fmt::format("{}, link {}", where, link + 1); };
  if (!links.weights.empty() && links.weights.size() != links.size()) {
    common::ThrowDataError(where, fmt::format("a weight for each of the {} links", links.size()),
                           std::to_string(links.weights.size()));
  }
  std::vector<std::pair<NodePair, size_t>> sorted;
  for (size_t link = 0; link < links.size(); ++link) {
    const auto [p, q] = links.pairs[link];
    for (const int sample : {p, q}) {
      if (sample < 0 || sample >= num_samples) {
        common::ThrowDataError(place(link), fmt::format("samples from 0 to {}", num_samples - 1),
                               std::to_string(sample));
      }
    }
    if (p == q) common::ThrowDataError(place(link), "two different samples", fmt::format("{} twice", p));
    if (!(links.weight(link) >= 0 && std::isfinite(links.weight(link)))) {
      common::ThrowDataError(place(link), "a finite weight of at least 0",
                             common::FormatShort(links.weight(link)));
    }
    sorted.push_back({{std::min(p, q), std::max(p, q)}, link});
  }
  std::ranges::sort(sorted);
  for (size_t k = 1; k < sorted.size(); ++k) {
    if (sorted[k].first != sorted[k - 1].first) continue;
    common::ThrowDataError(place(sorted[k].second), "each pair of samples once",
                           fmt::format("the pair of link {} again", sorted[k - 1].second + 1));
  }
}

SampleLinks LinksWithinGroups(std::span<const int> group_of, int64_t max_links) {
  std::map<int, std::vector<int>> members;
  for (size_t i = 0; i < group_of.size(); ++i) {
    if (group_of[i] >= 0) members[group_of[i]].push_back(static_cast<int>(i));
  }
  int64_t count = 0;
  for (const auto& [group, samples] : members) {
    const int64_t size = std::ssize(samples);
    count += size * (size - 1) / 2;
    if (count > max_links) {
      common::ThrowDataError(fmt::format("group {}", group),
                             fmt::format("at most {} links in all groups", max_links),
                             fmt::format("more, with its {} samples", size),
                             "split large groups, or give links between some of their samples");
    }
  }
  SampleLinks links;
  links.pairs.reserve(static_cast<size_t>(count));
  for (const auto& [group, samples] : members) {
    for (size_t a = 0; a < samples.size(); ++a) {
      for (size_t b = a + 1; b < samples.size(); ++b) links.pairs.push_back({samples[a], samples[b]});
    }
  }
  std::ranges::sort(links.pairs);
  return links;
}

SampleLinks MutualNeighbourLinks(const RankingRows& rows, int neighbours) {
  if (neighbours < 1) common::ThrowUsageError("neighbours", "at least 1", std::to_string(neighbours));
  const std::vector<std::vector<int>> nearest = std::visit(
      [&](const auto& matrix) {
        using T = typename std::remove_cvref_t<decltype(matrix)>::Scalar;
        return NearestRows(kernels::RowBlock<T>(matrix), neighbours);
      },
      rows);
  SampleLinks links;
  for (int i = 0; i < static_cast<int>(nearest.size()); ++i) {
    for (const int j : nearest[i]) {
      if (j > i && std::ranges::binary_search(nearest[j], i)) links.pairs.push_back({i, j});
    }
  }
  return links;
}

SelectedLinks SelectLinks(const SampleLinks& links, std::span<const int> samples, int num_samples) {
  std::vector<int> place(num_samples, -1);
  for (size_t k = 0; k < samples.size(); ++k) place[samples[k]] = static_cast<int>(k);
  SelectedLinks selected;
  for (size_t link = 0; link < links.size(); ++link) {
    const int p = place[links.pairs[link][0]], q = place[links.pairs[link][1]];
    if (p < 0 && q < 0) continue;
    if (p < 0 || q < 0) {
      ++selected.dropped;
      continue;
    }
    selected.links.pairs.push_back({p, q});
    if (!links.weights.empty()) selected.links.weights.push_back(links.weights[link]);
  }
  return selected;
}

}  // namespace structlab::structured_learning
