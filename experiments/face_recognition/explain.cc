#include "experiments/face_recognition/explain.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/face_recognition/whose_faces.h"

namespace structlab::face_recognition {
namespace {

using harness::Explanation;
using harness::ExplanationKind;
using harness::Pairs;
using harness::Results;

// The least and the largest of some ratios.
struct Range {
  double low, high;
};

void Include(double ratio, std::optional<Range>& range) {
  if (!range) range = Range{ratio, ratio};
  range = Range{std::min(range->low, ratio), std::max(range->high, ratio)};
}

std::string TextOf(const Range& range) {
  return common::FormatShort(std::round(10 * range.low) / 10) + " to " +
         common::FormatShort(std::round(10 * range.high) / 10);
}

double RatioOf(const Pairs& pairs) { return common::Mean(pairs.b) / common::Mean(pairs.a); }

// How many times faster HASH-OMP is, over the planned dimensions and some values of u: than RANDOM-l1 as
// measured, and than its printed time as each yardstick scales it.
struct Speedups {
  std::optional<Range> of_ours;
  std::map<std::string, Range> by_yardstick = {};
};

void AddSpeedups(const Results& results, const std::string& dataset, std::span<const int> percents,
                 Speedups& speedups) {
  for (const int64_t dimension : PlannedDimensions(results)) {
    for (const int percent : percents) {
      const Pairs ours = PairsOf(results, {.name = "",
                                           .less = TimedOf(dataset, kHashOmp, dimension, percent),
                                           .more = TimedOf(dataset, kRandomL1, dimension, std::nullopt),
                                           .ignored_keys = {"u"}});
      if (!ours.a.empty()) Include(RatioOf(ours), speedups.of_ours);
      for (const char* yardstick : kYardsticks) {
        const Pairs scaled = ScaledTimes(results, dataset, dimension, percent, yardstick);
        if (scaled.a.empty()) continue;
        std::optional<Range> range;
        if (const auto known = speedups.by_yardstick.find(yardstick); known != speedups.by_yardstick.end()) {
          range = known->second;
        }
        Include(RatioOf(scaled), range);
        speedups.by_yardstick.insert_or_assign(yardstick, *range);
      }
    }
  }
}

// "13 to 70 times by RANDOM-OMP, 20 to 75 times by EIGEN-OMP"
std::string ByYardstick(const Speedups& speedups) {
  std::string text;
  for (const char* yardstick : kYardsticks) {
    const auto found = speedups.by_yardstick.find(yardstick);
    if (found == speedups.by_yardstick.end()) continue;
    text.append(text.empty() ? "" : ", ").append(TextOf(found->second));
    text.append(" times by ").append(yardstick);
  }
  return text;
}

bool IsSpeedup(const harness::ResultRow& row) {
  return row.metric == "speedup_low" || row.metric == "speedup_high";
}

}  // namespace

std::vector<std::string> Departures() {
  return {
      "AR may not be given away. In its place stand generated faces of its shape, 100 subjects with 26 "
      "images each, with drawn sunglasses and scarves; what is claimed about accuracies on AR is not decided "
      "on them but on Extended Yale B with drawn occluders, split as AR is: real faces, a substitute. "
      "Sunglasses are drawn on 6/26 of the images of each subject, rounded (15 of 64) and scarves on "
      "as many others; a trial takes 26 of these images at random, 13 to train. Occluders do not follow the "
      "light, are the same in all trials, and 13 training images need not hold 3 of each. Trials share fewer "
      "images than those of a set of 26 do, so that the corrected intervals are too wide rather than too "
      "narrow. Times of AR are those of the generated faces, whose codes may be longer or shorter than AR's, "
      "so that claims about times are left to Extended Yale B.",

      "Extended Yale B has 32 x 32 pixels here, not 192 x 168: a substitute, and a dimension of 1000 is "
      "nearly that of the images. Subjects 11 and 13 have 60 images and subject 12 has 59, so that 13 and 12 "
      "are left for the test instead of 15. ORL and Yale stand beside it, and in no claim.",

      "Entries of the hash matrix are sums over the hash functions, as (3.8) and (3.9) have it; (3.4) read "
      "literally would have almost no entry. Bins and signs come from different bits of the hash.",

      "u, the number of hash functions by the dimension, is chosen in each trial on its own validation "
      "images, "
      "not on one trial for all: images that choose u in one trial stand among the test images of others, "
      "and "
      "the intervals over trials would not hold what the choice does. Of equally good ones the least is "
      "taken. "
      "`percent_of_dimension` is 100 u, `validation_accuracy` its accuracy there. Claims about times are "
      "about u = 0.05, 0.25 and 1 and do not depend on that choice, but for the growth in Table 3.2 and the "
      "equal times of Table 3.3, whose u are those that were chosen.",

      "For sparse codes, features are scaled to length 1 after measuring, those of queries too, so that 0.05 "
      "is a part of the length; for KNN and SVM they are not: eigenfaces keep the brightness of an image. "
      "The source gives this tolerance for RANDOM-l1 alone; it holds for all here. A pursuit ends at it, or "
      "with 50 atoms or half as many as there are features, which the source does not give.",

      "With more features than training images there need not be a code within the tolerance, and l1 "
      "minimisation would end at plain least squares: such rows are not applicable. `share_within_tolerance` "
      "is of the test images, `atoms` are coefficients that are not 0, `share_of_heaviest` is the part of "
      "the l1 norm in the 10 largest, means over the test images.",

      "l1 minimisation follows the path of all Lasso solutions to its first point within the tolerance, "
      "which is exact and faster than the source's solver; its times are therefore compared with ours as "
      "well as with the printed ones. These are scaled by RANDOM-OMP and by EIGEN-OMP, which do the same "
      "here and in print differ by up to ten times. The printed times were of larger images (Extended Yale "
      "B: 32 times as many pixels), so that features were dearer beside codes than they are here: no scaling "
      "undoes that.",

      "There are no more discriminants than subjects less one, 99 and 37, and no more eigenfaces than the "
      "training images' rank: rows of FISHER beyond are not applicable. Hashed and random features have the "
      "rank of the pixels, 1024, and a pursuit takes at most 50 of the training images, so that its rows are "
      "measured at all dimensions, those above the number and so the rank of these images, too. FISHER "
      "itself looks for them within "
      "as many eigenfaces as there are images less subjects (Belhumeur et al. 1997), which over-fits where "
      "these are almost all. The source's dimension may have been that of the eigenfaces instead: rows of "
      "ours, `within eigenfaces`, take it so, and stand for FISHER in claims.",

      "KNN is the nearest neighbour; SVM is linear, one against one, its C chosen on the validation images. "
      "The source gives neither.",

      "Times are processor milliseconds of one thread for a query, from its pixels to its subject; "
      "`feature_time` is that to its features, `code_time` the rest. The matrices of random features are "
      "kept; the hash matrix is never made. Between searches for codes, which take the caches from the "
      "matrices, features take longer than alone: the claim about features alone has times of their own, "
      "`features_alone_time`. Times that claims compare are taken side by side in one process, "
      "in turn on the same queries, of which each method answers one that is not timed and then ten that "
      "are, "
      "those of Table 3.3 among them; those of Table 3.2 are of a process for "
      "each method and trial, one dimension after the other, and only the growth of HASH-OMP with the "
      "dimension is claimed of them. The speedups of the text are the least and the largest over sets and "
      "dimensions in a trial, with u = 1.",

      "Table 3.3 has the source's dimensions, whose times need not agree here; the claim about equal times "
      "reads the accuracy of RANDOM-l1 off between the dimensions that take as long. Its row without "
      "numbers, the speed "
      "that RANDOM-l1 could not reach, has the fastest that we measured, with 2 features.",

      "Table 3.4: in each of ten folds of the test and validation images one fold tests, the next chooses C "
      "and eight train; the standard deviation is over the trials. The validation images have chosen u "
      "before. [0,1] is taken for each code, from its least coefficient to its largest; the source does not "
      "say of what.",

      "Figures 3.1 and 3.3 have u = 0.2, not tuned, and 300 features.",
  };
}

Explanation Explain(const harness::ResultRow& row, const Results& results) {
  if (!IsSpeedup(row) || !row.value || !row.reported) return {};
  Speedups speedups;
  for (const char* dataset : {"AR", "YaleB"}) {
    if (row.dataset.find(dataset) != row.dataset.npos) {
      AddSpeedups(results, dataset, std::span(&kSpeedupPercent, 1), speedups);
    }
  }
  if (speedups.by_yardstick.empty()) return {};
  // The least speedup is about the least ones, the highest about the highest; one yardstick alone explains
  // nothing.
  bool is_as_fast = true;
  for (const auto& [yardstick, range] : speedups.by_yardstick) {
    is_as_fast = is_as_fast && (row.metric == "speedup_low" ? range.low : range.high) >= *row.reported;
  }
  return {is_as_fast ? ExplanationKind::kExplained : ExplanationKind::kUnexplained,
          "against our l1 minimisation; against the printed times of RANDOM-l1, scaled by those of a pursuit "
          "that the source has timed, HASH-OMP is faster, over all dimensions and with u = 1, by " +
              ByYardstick(speedups)};
}

namespace {

std::string AboutTimes(const Results& results, const FaceTask& task) {
  Speedups speedups;
  AddSpeedups(results, task.name, kTimedPercents, speedups);
  if (!speedups.of_ours) return "";
  std::string text = NameAndData(results, task) + ": HASH-OMP is " + TextOf(*speedups.of_ours) +
                     " times faster than our RANDOM-l1, over the dimensions and u = 0.05, 0.25 and 1";
  const std::string by_yardstick = ByYardstick(speedups);
  if (!by_yardstick.empty()) {
    text +=
        ". Were the printed RANDOM-l1 to ours as a printed pursuit on dense features is to our own, it would "
        "be faster than that " +
        by_yardstick;
  }
  return text + ".";
}

// The highest mean accuracy of methods that do not hash, and with how many features. At any dimension: on
// small sets most of them end below the largest.
struct Best {
  std::string method;
  int64_t dimension;
  double accuracy;
};

std::optional<double> MeanAccuracy(const Results& results, const FaceTask& task, const Method& method,
                                   int64_t dimension) {
  const auto values = results.Values(AccuracyOf(task.name, method.name, dimension));
  if (values.empty()) return std::nullopt;
  return common::Mean(harness::Numbers(values));
}

std::optional<Best> BestOfOthers(const Results& results, const FaceTask& task) {
  std::optional<Best> best;
  for (const Method& method : Methods()) {
    if (method.features == Features::kHash) continue;
    for (const int64_t dimension : PlannedDimensions(results)) {
      const auto mean = MeanAccuracy(results, task, method, dimension);
      if (mean && (!best || *mean > best->accuracy)) best = Best{method.name, dimension, *mean};
    }
  }
  return best;
}

// What the source does not claim: the most accurate methods of the sets beside its own.
std::string AboutAccuracy(const Results& results, const FaceTask& task) {
  const int64_t most = PlannedDimensions(results).back();
  const auto of_hash = MeanAccuracy(results, task, FindMethod(kHashOmp), most);
  const std::optional<Best> best = BestOfOthers(results, task);
  if (!of_hash || !best) return "";
  const auto rounded = [](double share) { return common::FormatShort(std::round(1000 * share) / 1000); };
  return NameAndData(results, task) + ", of which the source says nothing: with " + std::to_string(most) +
         " features HASH-OMP recognises " + rounded(*of_hash) +
         " of the test images, and the best of the methods that do not hash, " + best->method + " with " +
         std::to_string(best->dimension) + ", " + rounded(best->accuracy) + ".";
}

}  // namespace

std::vector<std::string> Conclude(const Results& results) {
  std::vector<std::string> paragraphs;
  for (const FaceTask& task : FaceTasks()) {
    const bool is_beside = !task.is_printed && task.accuracy_part.empty();
    const std::string text = task.is_printed ? AboutTimes(results, task)
                             : is_beside     ? AboutAccuracy(results, task)
                                             : "";
    if (!text.empty()) paragraphs.push_back(text);
  }
  return paragraphs;
}

}  // namespace structlab::face_recognition
