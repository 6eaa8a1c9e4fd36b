#include "structured_learning/localization/search/box_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "common/error.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

// The intervals that halving of [0, length - 1] at floor((low + high) / 2) leads to, numbered from above and
// from the lower half to the upper: 2 length - 1 of them. Interval 0 is the whole.
class Halvings {
 public:
  explicit Halvings(int length) {
    low_.reserve(2 * length - 1);
    high_.reserve(2 * length - 1);
    Add(0, length - 1);
  }

  int low(int interval) const { return low_[interval]; }
  int high(int interval) const { return high_[interval]; }
  int width(int interval) const { return high_[interval] - low_[interval]; }
  uint16_t LowerHalf(int interval) const { return static_cast<uint16_t>(interval + 1); }
  // The lower half of k numbers and its parts are 2 k - 1 intervals.
  uint16_t UpperHalf(int interval) const {
    const int middle = (low_[interval] + high_[interval]) / 2;
    return static_cast<uint16_t>(interval + 2 * (middle - low_[interval] + 1));
  }

 private:
  void Add(int low, int high) {
    low_.push_back(static_cast<uint16_t>(low));
    high_.push_back(static_cast<uint16_t>(high));
    if (low == high) return;
    const int middle = (low + high) / 2;
    Add(low, middle);
    Add(middle + 1, high);
  }

  std::vector<uint16_t> low_, high_;
};
static_assert(2 * kMaxImageSide - 1 <= std::numeric_limits<uint16_t>::max());

// A box set in the queue: the intervals of left, top, right and bottom by their numbers.
struct QueuedSet {
  double bound;
  int64_t order;  // of the entry into the queue
  std::array<uint16_t, 4> sides;
};
static_assert(sizeof(QueuedSet) == 24);

// The order of the queue, whose top is the greatest. Of equal bounds the last one comes first: the first one
// would search all sets with equal bounds level by level.
bool ComesLater(const QueuedSet& a, const QueuedSet& b) {
  return a.bound < b.bound || (a.bound == b.bound && a.order < b.order);
}

class Search {
 public:
  Search(const BoxScore& score, const BoxObjective& objective, bool keeps_all)
      : score_(score),
        objective_(objective),
        keeps_all_(keeps_all),
        columns_(score.width()),
        rows_(score.height()) {
    Push({BoundOf({}), 0, {}});
  }

  bool is_empty() const { return queue_.empty(); }
  double highest_bound() const {
    return queue_.empty() ? -std::numeric_limits<double>::infinity() : queue_.front().bound;
  }
  int64_t num_sets() const { return num_sets_; }
  int64_t max_queued() const { return max_queued_; }
  const std::optional<ValuedBox>& best_seen() const { return best_seen_; }

  // Takes sets from the queue until one is a single box, which is returned. Nothing at the limit of sets, or
  // if the queue is empty.
  std::optional<ValuedBox> Next(int64_t max_sets) {
    while (!queue_.empty() && num_sets_ < max_sets) {
      if ((num_sets_ & 1023) == 0) common::StopPoint();
      if (!keeps_all_ && (num_sets_ & (num_sets_ - 1)) == 0) Descend(queue_.front());  // 0 and powers of two
      std::pop_heap(queue_.begin(), queue_.end(), ComesLater);
      const QueuedSet set = queue_.back();
      queue_.pop_back();
      ++num_sets_;
      if (const int side = LongestSide(set); IntervalsOf(side).width(set.sides[side]) > 0) {
        for (const std::optional<QueuedSet>& part : Split(set, side)) {
          if (part && (!best_seen_ || part->bound >= best_seen_->value)) Push(*part);
        }
      } else {
        // Rounding may have put the bound of a better box below its value.
        const ValuedBox found = Valued(set);
        return best_seen_ && best_seen_->value > found.value ? *best_seen_ : found;
      }
    }
    return std::nullopt;
  }

  // Looks for a last box in the set with the highest bound. Returns this bound, or -infinity if the queue is
  // empty.
  double DescendFromTop() {
    if (!queue_.empty()) Descend(queue_.front());
    return highest_bound();
  }

 private:
  const Halvings& IntervalsOf(int side) const { return side % 2 == 0 ? columns_ : rows_; }

  BoxSet SetOf(const std::array<uint16_t, 4>& sides) const {
    return {{columns_.low(sides[0]), rows_.low(sides[1]), columns_.low(sides[2]), rows_.low(sides[3])},
            {columns_.high(sides[0]), rows_.high(sides[1]), columns_.high(sides[2]), rows_.high(sides[3])}};
  }

  double BoundOf(const std::array<uint16_t, 4>& sides) const {
    return ObjectiveBound(score_, objective_, SetOf(sides));
  }

  // Of a set of one box.
  ValuedBox Valued(const QueuedSet& single) const {
    const PixelBox box = SetOf(single.sides).low;
    return {box, ObjectiveOf(score_, objective_, box)};
  }

  void Push(QueuedSet set) {
    set.order = ++num_pushed_;
    queue_.push_back(set);
    std::push_heap(queue_.begin(), queue_.end(), ComesLater);
    max_queued_ = std::max(max_queued_, std::ssize(queue_));
  }

  int LongestSide(const QueuedSet& set) const {
    int longest = 0, width = -1;
    for (int side = 0; side < 4; ++side) {
      const int here = IntervalsOf(side).width(set.sides[side]);
      if (here > width) longest = side, width = here;
    }
    return longest;
  }

  // The upper and the lower half of an interval, in the order in which they enter the queue; nothing for a
  // half without a box.
  std::array<std::optional<QueuedSet>, 2> Split(const QueuedSet& set, int side) const {
    const Halvings& intervals = IntervalsOf(side);
    std::array<std::optional<QueuedSet>, 2> halves;
    for (int k = 0; k < 2; ++k) {
      QueuedSet half = set;
      half.sides[side] = k == 0 ? intervals.UpperHalf(set.sides[side]) : intervals.LowerHalf(set.sides[side]);
      const BoxSet boxes = SetOf(half.sides);
      if (!boxes.HasBox()) continue;
      half.bound = ObjectiveBound(score_, objective_, boxes);
      halves[k] = half;
    }
    return halves;
  }

  // Follows the better half down to a single box, and keeps it if it is the best so far.
  void Descend(QueuedSet set) {
    for (int side = LongestSide(set); IntervalsOf(side).width(set.sides[side]) > 0; side = LongestSide(set)) {
      const auto halves = Split(set, side);
      set = halves[0] && (!halves[1] || halves[0]->bound > halves[1]->bound) ? *halves[0] : *halves[1];
    }
    const ValuedBox found = Valued(set);
    if (!best_seen_ || found.value > best_seen_->value) best_seen_ = found;
  }

  const BoxScore& score_;
  const BoxObjective& objective_;
  bool keeps_all_;  // whether sets below the best box are needed, too
  Halvings columns_, rows_;
  std::vector<QueuedSet> queue_;
  int64_t num_sets_ = 0, num_pushed_ = 0, max_queued_ = 0;
  std::optional<ValuedBox> best_seen_;
};

void CheckSearch(const BoxScore& score, const BoxSearchOptions& options) {
  if (const std::string why = score.WhyNoBound(); !why.empty()) {
    common::ThrowUsageError("box search",
                            "a score with an upper bound over sets of boxes, which is 0 for the empty box",
                            "one without: " + why,
                            "leave it out and compare the score with a threshold, or search a grid of boxes");
  }
  if (options.max_sets < 1) {
    common::ThrowUsageError("box search", "a limit of at least 1 set", fmt::format("{}", options.max_sets));
  }
}

}  // namespace

std::string_view BoxMethodName(BoxMethod method) {
  switch (method) {
    case BoxMethod::kSearch:
      return "search";
    case BoxMethod::kScan:
      return "scan";
    case BoxMethod::kGrid:
      break;
  }
  return "grid";
}

BoxSearchResult SearchBox(const BoxScore& score, const BoxObjective& objective,
                          const BoxSearchOptions& options) {
  CheckSearch(score, options);
  Search search(score, objective, /*keeps_all=*/false);
  if (const std::optional<ValuedBox> best = search.Next(options.max_sets)) {
    return {best->box, best->value, best->value, search.num_sets(), search.max_queued()};
  }
  // The queue is empty if rounding put the bound of the set of the best box below its value.
  const double bound = search.DescendFromTop();
  const ValuedBox& seen = *search.best_seen();
  return {seen.box, seen.value, std::max(bound, seen.value), search.num_sets(), search.max_queued()};
}

BestBoxes SearchBestBoxes(const BoxScore& score, int count, const BoxObjective& objective,
                          const BoxSearchOptions& options) {
  CheckSearch(score, options);
  if (count < 1) common::ThrowUsageError("box search", "at least 1 box", fmt::format("{}", count));
  Search search(score, objective, /*keeps_all=*/true);
  BestBoxes found;
  while (static_cast<int>(found.boxes.size()) < count) {
    const std::optional<ValuedBox> next = search.Next(options.max_sets);
    if (!next) break;
    found.boxes.push_back(*next);
  }
  found.upper_bound = search.highest_bound();
  found.num_sets = search.num_sets();
  found.is_complete = search.is_empty() || static_cast<int>(found.boxes.size()) == count;
  return found;
}

std::vector<BoxSearchResult> FindBoxesByRemoval(WordImage image, std::span<const double> weights,
                                                BoxFeatures features, int count,
                                                const BoxSearchOptions& options) {
  std::vector<BoxSearchResult> found;
  while (static_cast<int>(found.size()) < count && !image.points.empty()) {
    found.push_back(SearchBox(*MakeBoxScore(features, image, weights), {}, options));
    image = WithoutPointsIn(image, found.back().box);
  }
  return found;
}

}  // namespace structlab::structured_learning
