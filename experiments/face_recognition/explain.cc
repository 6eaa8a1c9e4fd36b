#include "experiments/face_recognition/explain.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/protocol.h"

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

// How many times faster HASH-OMP is, over the planned dimensions.
struct Speedups {
  std::optional<Range> of_ours, of_printed;
};

void AddSpeedups(const Results& results, const std::string& dataset, Speedups& speedups) {
  for (const int64_t dimension : PlannedDimensions(results)) {
    const Pairs ours = harness::Pair(results.Values(TimeOf(dataset, kHashOmp, dimension)),
                                     results.Values(TimeOf(dataset, kRandomL1, dimension)));
    if (!ours.a.empty()) Include(RatioOf(ours), speedups.of_ours);
    const Pairs printed = ScaledTimes(results, dataset, dimension);
    if (!printed.a.empty()) Include(RatioOf(printed), speedups.of_printed);
  }
}

bool IsSpeedup(const harness::ResultRow& row) {
  return row.metric == "speedup_low" || row.metric == "speedup_high";
}

}  // namespace

std::vector<std::string> Departures() {
  return {
      "AR may not be given away. In its place stand generated faces of its shape, 100 subjects with 26 "
      "images "
      "each, with drawn sunglasses and scarves; what is claimed about accuracies on AR is not decided on "
      "them. Beside them is Extended Yale B with sunglasses drawn on 6 of 26 images of each subject and "
      "scarves on 6 others, split as AR is: real faces, drawn occluders, a substitute.",

      "Extended Yale B has 32 x 32 pixels here, not 192 x 168: a substitute, and a dimension of 1000 is "
      "nearly "
      "that of the images. Subjects 11 and 13 have 60 images and subject 12 has 59, so that 13 and 12 are "
      "left "
      "for the test instead of 15. ORL and Yale stand beside it.",

      "Entries of the hash matrix are sums over the hash functions, as (3.8) and (3.9) have it; (3.4) read "
      "literally would have almost no entry. Bins and signs come from different bits of the hash.",

      "u, the number of hash functions by the dimension, is chosen once for all trials, on the validation "
      "images of the first one; --set=face_recognition.tuning=each chooses in each trial, as the source "
      "does, "
      "at ten times the cost. Of equally good ones the least is taken.",

      "Features are scaled to length 1 after measuring, those of queries too, so that 0.05 is a part of the "
      "length. The source gives this tolerance for RANDOM-l1 alone; it holds for all here. A pursuit ends at "
      "it, or with 50 atoms or half as many as there are features, which the source does not give.",

      "l1 minimisation follows the path of all Lasso solutions to its first point within the tolerance, "
      "which "
      "is exact and faster than the source's solver; its times are therefore compared with ours as well as "
      "with the printed ones, scaled by EIGEN-OMP as a common yardstick.",

      "There are no more discriminants than subjects less one, 99 and 37, and no more eigenfaces than the "
      "training images' rank: rows of FISHER beyond are not applicable. FISHER itself looks for them within "
      "as "
      "many eigenfaces as there are images less subjects (Belhumeur et al. 1997), which over-fits where "
      "these "
      "are almost all. The source's dimension may have been that of the eigenfaces instead: rows of ours, "
      "`within eigenfaces`, take it so, and stand for FISHER in claims.",

      "KNN is the nearest neighbour; SVM is linear, one against one, its C chosen on the validation images. "
      "The source gives neither.",

      "Times are processor milliseconds of one thread for a query, from its pixels to its subject. The "
      "matrices of random features are kept; the hash matrix is never made.",

      "Table 3.3 has the source's dimensions, whose times need not agree here; the claim about equal times "
      "looks for the largest dimension at which RANDOM-l1 is not slower. Its row without numbers, the speed "
      "that RANDOM-l1 could not reach, has the fastest that we measured, with 2 features.",

      "Table 3.4: in each of ten folds of the test and validation images one fold tests, the next chooses C "
      "and eight train; the standard deviation is over the trials.",

      "Figures 3.1 and 3.3 have u = 0.2, not tuned, and 300 features.",
  };
}

Explanation Explain(const harness::ResultRow& row, const Results& results) {
  if (!IsSpeedup(row) || !row.value) return {};
  Speedups speedups;
  for (const char* dataset : {"AR", "YaleB"}) {
    if (row.dataset.find(dataset) != row.dataset.npos) AddSpeedups(results, dataset, speedups);
  }
  if (!speedups.of_printed) return {};
  // 30 and 150 times, the source's words, are for numbers from 36 to 314 in its own table.
  const bool is_as_fast = speedups.of_printed->high >= 30;
  return {
      is_as_fast ? ExplanationKind::kExplained : ExplanationKind::kUnexplained,
      "against our l1 minimisation; against the printed times of RANDOM-l1, scaled by those of EIGEN-OMP, "
      "HASH-OMP is " +
          TextOf(*speedups.of_printed) + " times faster"};
}

std::vector<std::string> Conclude(const Results& results) {
  std::vector<std::string> paragraphs;
  for (const FaceTask& task : FaceTasks()) {
    if (!task.is_printed) continue;
    Speedups speedups;
    AddSpeedups(results, task.name, speedups);
    if (!speedups.of_ours) continue;
    std::string text = task.name + ": HASH-OMP is " + TextOf(*speedups.of_ours) +
                       " times faster than our RANDOM-l1, over the dimensions";
    if (speedups.of_printed) {
      text +=
          ", and " + TextOf(*speedups.of_printed) +
          " times faster than the printed one would be, if that is to ours as the printed EIGEN-OMP is to "
          "our EIGEN-OMP";
    }
    paragraphs.push_back(text + ".");
  }
  return paragraphs;
}

}  // namespace structlab::face_recognition
