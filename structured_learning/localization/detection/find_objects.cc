#include "structured_learning/localization/detection/find_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "common/error.h"
#include "common/stop_point.h"
#include "structured_learning/localization/detection/cell_grid.h"
#include "structured_learning/localization/search/box_scan.h"
#include "structured_learning/localization/search/word_score.h"

namespace structlab::structured_learning {
namespace {

constexpr int kMaxSuppressedInARow = 10;

BoxSearchResult BestBoxOf(const LocalizationModel& model, const WordImage& words) {
  const std::span<const double> weights(model.weights.data(), static_cast<size_t>(model.weights.size()));
  const auto score = MakeBoxScore(FeaturesOf(model.kernel), words, weights);
  const auto* const additive = dynamic_cast<const AdditiveBoxScore*>(score.get());
  return additive != nullptr ? BestBox(*additive) : SearchBox(*score);
}

bool OverlapsMore(const std::vector<ScoredBox>& kept, const PixelBox& box, double max_overlap) {
  return std::ranges::any_of(kept,
                             [&](const ScoredBox& other) { return Overlap(other.box, box) > max_overlap; });
}

}  // namespace

std::vector<ScoredBox> SuppressOverlaps(const std::vector<ScoredBox>& boxes, double max_overlap) {
  std::vector<ScoredBox> kept;
  for (const ScoredBox& scored : boxes) {
    if (!OverlapsMore(kept, scored.box, max_overlap)) kept.push_back(scored);
  }
  return kept;
}

WordImage WordsForModel(const LocalizationModel& model, const graphical_models::Image& image,
                        const std::string& where) {
  if (!model.book) {
    common::ThrowUsageError("model", "one that was trained on images", "one that was trained on points",
                            "take files of points");
  }
  return WordsOf(image, *model.book, where);
}

std::vector<ScoredBox> FindObjects(const LocalizationModel& model, const WordImage& words, int top,
                                   const std::string& where) {
  if (NumWords(words) > model.num_words) {
    common::ThrowDataError(where, fmt::format("words from 0 to {}, as the model has", model.num_words - 1),
                           std::to_string(NumWords(words) - 1),
                           "take points that were made with the same code book");
  }
  const CellGrid grid(words.width, words.height, model.cells);
  WordImage rest = grid.OnCells(words);
  const PointGrid used(rest, where);  // refuses what cannot be searched
  std::vector<ScoredBox> found;
  int suppressed = 0;
  while (std::ssize(found) < top && suppressed < kMaxSuppressedInARow && !rest.points.empty()) {
    common::StopPoint();
    const BoxSearchResult best = BestBoxOf(model, rest);
    if (model.min_score && !(best.value > *model.min_score)) break;
    WordImage left = WithoutPointsIn(rest, best.box);
    const bool has_points = left.points.size() < rest.points.size();
    if (!has_points && !found.empty()) break;  // all other points have weights below 0
    const PixelBox box = grid.PixelsOf(best.box);
    if (OverlapsMore(found, box, model.max_overlap)) {
      ++suppressed;
    } else {
      found.push_back({box, found.empty() ? best.value : std::min(best.value, found.back().score)});
      suppressed = 0;
    }
    if (!has_points) break;
    rest = std::move(left);
  }
  return found;
}

}  // namespace structlab::structured_learning
