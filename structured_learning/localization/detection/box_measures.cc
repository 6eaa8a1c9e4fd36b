#include "structured_learning/localization/detection/box_measures.h"

#include <algorithm>
#include <limits>
#include <ranges>

namespace structlab::structured_learning {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double ShareOf(double count, int all) { return all > 0 ? count / all : kUnknown; }

// The overlap of the best find with the nearest true box.
double OverlapOfBest(const FoundInImage& image) {
  if (image.found.empty()) return 0;
  const ScoredBox& best = *std::ranges::max_element(image.found, {}, &ScoredBox::score);
  double overlap = 0;
  for (const PixelBox& truth : image.truths) overlap = std::max(overlap, Overlap(truth, best.box));
  return overlap;
}

struct RankedFind {
  int image;
  ScoredBox found;
};

enum class Verdict { kRight, kWrong, kDoesNotCount };

// Decides about the finds in their order, and remembers which true boxes have been found.
class Matching {
 public:
  Matching(const std::vector<FoundInImage>& images, double min_overlap)
      : images_(images), min_overlap_(min_overlap) {
    for (const FoundInImage& image : images) is_found_.emplace_back(image.truths.size(), false);
  }

  Verdict Judge(const RankedFind& find) {
    const FoundInImage& image = images_[find.image];
    double best = -1;
    int nearest = -1;
    for (int k = 0; k < std::ssize(image.truths); ++k) {
      const double overlap = Overlap(image.truths[k], find.found.box);
      if (overlap > best) best = overlap, nearest = k;
    }
    for (const PixelBox& ignored : image.ignored) {
      const double overlap = Overlap(ignored, find.found.box);
      if (overlap > best) best = overlap, nearest = -1;
    }
    if (best < min_overlap_) return Verdict::kWrong;
    if (nearest < 0) return Verdict::kDoesNotCount;
    if (is_found_[find.image][nearest]) return Verdict::kWrong;
    is_found_[find.image][nearest] = true;
    return Verdict::kRight;
  }

 private:
  const std::vector<FoundInImage>& images_;
  double min_overlap_;
  std::vector<std::vector<bool>> is_found_;
};

}  // namespace

double AveragePrecision(const std::vector<FoundInImage>& images, double min_overlap) {
  int num_truths = 0;
  std::vector<RankedFind> finds;
  for (int i = 0; i < std::ssize(images); ++i) {
    num_truths += static_cast<int>(images[i].truths.size());
    for (const ScoredBox& found : images[i].found) finds.push_back({i, found});
  }
  if (num_truths == 0) return kUnknown;
  std::ranges::stable_sort(finds, std::ranges::greater(),
                           [](const RankedFind& find) { return find.found.score; });
  struct Point {
    double recall, precision;
  };
  std::vector<Point> curve;
  Matching matching(images, min_overlap);
  int right = 0, counted = 0;
  for (size_t k = 0; k < finds.size(); ++k) {
    const Verdict verdict = matching.Judge(finds[k]);
    if (verdict == Verdict::kRight) ++right;
    if (verdict != Verdict::kDoesNotCount) ++counted;
    const bool is_last_of_equals = k + 1 == finds.size() || finds[k + 1].found.score != finds[k].found.score;
    if (is_last_of_equals && counted > 0) {
      curve.push_back({static_cast<double>(right) / num_truths, static_cast<double>(right) / counted});
    }
  }
  double area = 0, precision = 0;
  for (size_t k = curve.size(); k-- > 0;) {
    precision = std::max(precision, curve[k].precision);
    area += precision * (curve[k].recall - (k > 0 ? curve[k - 1].recall : 0));
  }
  return area;
}

BoxMeasures MeasureBoxes(const std::vector<FoundInImage>& images) {
  BoxMeasures measures;
  double sum = 0;
  int at_50 = 0, at_75 = 0, empty = 0;
  for (const FoundInImage& image : images) {
    measures.objects += static_cast<int>(image.truths.size());
    measures.finds += static_cast<int>(image.found.size());
    if (!image.truths.empty()) {
      ++measures.images_with_object;
      const double overlap = OverlapOfBest(image);
      sum += overlap;
      at_50 += overlap >= 0.5 ? 1 : 0;
      at_75 += overlap >= 0.75 ? 1 : 0;
    } else if (image.ignored.empty()) {
      ++measures.images_without_object;
      empty += image.found.empty() ? 1 : 0;
    }
  }
  measures.mean_overlap = ShareOf(sum, measures.images_with_object);
  measures.share_at_50 = ShareOf(at_50, measures.images_with_object);
  measures.share_at_75 = ShareOf(at_75, measures.images_with_object);
  measures.share_empty = ShareOf(empty, measures.images_without_object);
  measures.average_precision_50 = AveragePrecision(images, 0.5);
  measures.average_precision_75 = AveragePrecision(images, 0.75);
  return measures;
}

}  // namespace structlab::structured_learning
