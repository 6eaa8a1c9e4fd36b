#include "graphical_models/images/regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/number.h"

namespace structlab::graphical_models {
namespace {

double SquaredDistance(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  double sum = 0;
  for (size_t channel = 0; channel < 3; ++channel) {
    sum += (a[channel] - b[channel]) * (a[channel] - b[channel]);
  }
  return sum;
}

// Disjoint sets of pixels (union-find); the name of a set is its first pixel.
class PixelSets {
 public:
  explicit PixelSets(size_t pixels) : parents_(pixels) { std::iota(parents_.begin(), parents_.end(), 0); }

  int Find(int pixel) {
    while (Parent(pixel) != pixel) pixel = Parent(pixel) = Parent(Parent(pixel));
    return pixel;
  }
  void Unite(int a, int b) {
    a = Find(a), b = Find(b);
    Parent(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& Parent(int pixel) { return parents_[pixel]; }
  std::vector<int> parents_;
};

// Calls visit(pixel, neighbour) for every pair of neighbours, each once.
template <class Visitor>
void ForNeighbours(const Image& image, const Visitor& visit) {
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const int pixel = y * image.width + x;
      if (x + 1 < image.width) visit(pixel, pixel + 1);
      if (y + 1 < image.height) visit(pixel, pixel + image.width);
    }
  }
}

// The sets as regions, numbered by their first pixels.
Segmentation Number(PixelSets& sets, size_t pixels) {
  Segmentation segmentation{.count = 0, .of_pixel = std::vector<int>(pixels)};
  for (size_t pixel = 0; pixel < pixels; ++pixel) {
    const int first = sets.Find(static_cast<int>(pixel));
    segmentation.of_pixel[pixel] =
        first == static_cast<int>(pixel) ? segmentation.count++ : segmentation.of_pixel[first];
  }
  return segmentation;
}

// Merges regions. The number of a merged region is the lowest number of its parts.
class RegionMerger {
 public:
  RegionMerger(const Image& image, const Segmentation& segmentation)
      : regions_(segmentation.count), sets_(segmentation.count) {
    for (size_t pixel = 0; pixel < segmentation.of_pixel.size(); ++pixel) {
      Region& region = At(segmentation.of_pixel[pixel]);
      ++region.size;
      const std::array<int, 3> color = ColorOf(image, pixel);
      for (size_t channel = 0; channel < 3; ++channel) region.sum[channel] += color[channel];
    }
    ForNeighbours(image, [&](int p, int q) {
      const int a = segmentation.of_pixel[p];
      const int b = segmentation.of_pixel[q];
      if (a != b) At(a).adjacent.insert(b), At(b).adjacent.insert(a);
    });
  }

  void MergeBelow(int min_size) {
    std::set<std::pair<int64_t, int>> small;
    for (int region = 0; region < static_cast<int>(regions_.size()); ++region) {
      if (At(region).size < min_size) small.emplace(At(region).size, region);
    }
    while (!small.empty()) {
      const int region = small.begin()->second;
      small.erase(small.begin());
      if (At(region).adjacent.empty()) continue;  // it is the whole image
      const int into = NearestOf(region);
      small.erase({At(into).size, into});
      const int merged = Merge(region, into);
      if (At(merged).size < min_size) small.emplace(At(merged).size, merged);
    }
  }

  // The number of the merged region that contains this one.
  int Find(int region) { return sets_.Find(region); }

 private:
  struct Region {
    int64_t size = 0;
    std::array<int64_t, 3> sum = {};  // of red, green and blue
    std::set<int> adjacent;           // current numbers of the adjacent regions

    std::array<double, 3> Mean() const {
      std::array<double, 3> mean;
      for (size_t channel = 0; channel < 3; ++channel) {
        mean[channel] = static_cast<double>(sum[channel]) / static_cast<double>(size);
      }
      return mean;
    }
  };

  Region& At(int region) { return regions_[region]; }

  int NearestOf(int region) {
    const std::array<double, 3> mean = At(region).Mean();
    int nearest = -1;
    double least = 0;
    for (const int other : At(region).adjacent) {  // ascending: among equal ones the first is kept
      const double distance = SquaredDistance(mean, At(other).Mean());
      if (nearest < 0 || distance < least) nearest = other, least = distance;
    }
    return nearest;
  }

  // Merges two regions; returns the number of the result, the lower one.
  int Merge(int a, int b) {
    const int kept = std::min(a, b), gone = std::max(a, b);
    Region& to = At(kept);
    Region& from = At(gone);
    to.size += from.size;
    for (size_t channel = 0; channel < 3; ++channel) to.sum[channel] += from.sum[channel];
    for (const int other : from.adjacent) {
      At(other).adjacent.erase(gone);
      if (other != kept) At(other).adjacent.insert(kept);
    }
    if (to.adjacent.size() < from.adjacent.size()) to.adjacent.swap(from.adjacent);
    to.adjacent.insert(from.adjacent.begin(), from.adjacent.end());
    to.adjacent.erase(kept), to.adjacent.erase(gone);
    from = Region();
    sets_.Unite(kept, gone);
    return kept;
  }

  std::vector<Region> regions_;
  PixelSets sets_;  // of regions
};

}  // namespace

std::vector<std::vector<int>> Segmentation::Members() const {
  std::vector<std::vector<int>> members(count);
  for (size_t pixel = 0; pixel < of_pixel.size(); ++pixel) {
    if (of_pixel[pixel] >= 0) members[of_pixel[pixel]].push_back(static_cast<int>(pixel));
  }
  return members;
}

void CheckSegmentation(const Segmentation& segmentation, int num_pixels, const std::string& where) {
  if (static_cast<int64_t>(segmentation.of_pixel.size()) != num_pixels) {
    common::ThrowUsageError(where, "a region for each of " + std::to_string(num_pixels) + " pixels",
                            std::to_string(segmentation.of_pixel.size()));
  }
  if (segmentation.count < 0 || segmentation.count > num_pixels) {
    common::ThrowUsageError(where, "0 to " + std::to_string(num_pixels) + " regions",
                            std::to_string(segmentation.count));
  }
  std::vector<bool> has_pixel(segmentation.count, false);
  for (const int region : segmentation.of_pixel) {
    if (region < -1 || region >= segmentation.count) {
      common::ThrowUsageError(
          where, "regions from 0 to " + std::to_string(segmentation.count - 1) + ", or -1 for none",
          std::to_string(region));
    }
    if (region < 0) continue;
    has_pixel[region] = true;
  }
  const auto empty = std::find(has_pixel.begin(), has_pixel.end(), false);
  if (empty == has_pixel.end()) return;
  common::ThrowUsageError(where, "a pixel in every region",
                          "none in region " + std::to_string(empty - has_pixel.begin()));
}

Segmentation RegionsOfSimilarColor(const Image& image, double color_radius, int min_size) {
  CheckImage(image, "image");
  if (!(color_radius >= 0) || !std::isfinite(color_radius)) {
    common::ThrowUsageError("colour radius", "0 or more", common::FormatDouble(color_radius));
  }
  if (min_size < 1) common::ThrowUsageError("minimum size", "1 or more pixels", std::to_string(min_size));
  const auto pixels = static_cast<size_t>(image.num_pixels());
  PixelSets sets(pixels);
  ForNeighbours(image, [&](int p, int q) {
    int squares = 0;
    const std::array<int, 3> a = ColorOf(image, static_cast<size_t>(p));
    const std::array<int, 3> b = ColorOf(image, static_cast<size_t>(q));
    for (size_t channel = 0; channel < 3; ++channel) {
      squares += (a[channel] - b[channel]) * (a[channel] - b[channel]);
    }
    if (squares <= color_radius * color_radius) sets.Unite(p, q);
  });
  const Segmentation fine = Number(sets, pixels);
  RegionMerger merger(image, fine);
  merger.MergeBelow(min_size);
  // Regions are numbered by their first pixels, so the lowest number in a merged region contains its first
  // pixel.
  Segmentation merged{.count = 0, .of_pixel = std::vector<int>(pixels)};
  std::vector<int> number(fine.count);
  for (int region = 0; region < fine.count; ++region) {
    const int first = merger.Find(region);
    number[region] = first == region ? merged.count++ : number[first];
  }
  for (size_t pixel = 0; pixel < pixels; ++pixel) {
    merged.of_pixel[pixel] = number[fine.of_pixel[pixel]];
  }
  return merged;
}

Segmentation RegionsOutside(const Segmentation& segmentation, const Image& mask) {
  CheckSegmentation(segmentation, mask.num_pixels(), "segmentation");
  std::vector<int> number(segmentation.count, 0);
  const auto number_of = [&](size_t pixel) -> int& { return number[segmentation.of_pixel[pixel]]; };
  const size_t pixels = segmentation.of_pixel.size();
  for (size_t pixel = 0; pixel < pixels; ++pixel) {
    if (segmentation.of_pixel[pixel] >= 0 && mask.values[pixel] == 255) number_of(pixel) = -1;
  }
  Segmentation outside{.count = 0, .of_pixel = std::vector<int>(pixels, -1)};
  for (int& region : number) region = region < 0 ? -1 : outside.count++;
  for (size_t pixel = 0; pixel < pixels; ++pixel) {
    if (segmentation.of_pixel[pixel] >= 0) outside.of_pixel[pixel] = number_of(pixel);
  }
  return outside;
}

Image PictureOfRegions(const Image& image, const Segmentation& segmentation) {
  constexpr std::array<uint8_t, 3> kBorder = {255, 220, 0};
  CheckSegmentation(segmentation, image.num_pixels(), "segmentation");
  std::vector<bool> is_border(segmentation.of_pixel.size(), false);
  ForNeighbours(image, [&](int p, int q) {
    const size_t a = p, b = q;
    if (segmentation.of_pixel[a] != segmentation.of_pixel[b]) is_border[a] = true;
  });
  Image picture = {.width = image.width, .height = image.height, .channels = 3, .values = {}};
  for (size_t pixel = 0; pixel < is_border.size(); ++pixel) {
    const std::array<int, 3> color = ColorOf(image, pixel);
    for (size_t channel = 0; channel < 3; ++channel) {
      picture.values.push_back(is_border[pixel] ? kBorder[channel] : static_cast<uint8_t>(color[channel]));
    }
  }
  return picture;
}

}  // namespace structlab::graphical_models
