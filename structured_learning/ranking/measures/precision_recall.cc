#include "structured_learning/ranking/measures/precision_recall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

void CheckGrades(std::span<const double> scores, std::span<const int> grades,
                 std::span<const double> thresholds) {
  if (scores.size() != grades.size()) {
    common::ThrowUsageError("scores", fmt::format("one for each of the {} grades", grades.size()),
                            std::to_string(scores.size()));
  }
  double sum = 0;
  for (const double threshold : thresholds) {
    if (!(threshold >= 0)) {
      common::ThrowUsageError("thresholds", "probabilities >= 0", common::FormatShort(threshold));
    }
    sum += threshold;
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    common::ThrowUsageError("thresholds", "probabilities with the sum 1", common::FormatShort(sum));
  }
  for (size_t i = 0; i < grades.size(); ++i) {
    if (grades[i] < 0 || grades[i] > static_cast<int>(thresholds.size())) {
      common::ThrowUsageError(fmt::format("grade of sample {}", i), fmt::format("0 to {}", thresholds.size()),
                              std::to_string(grades[i]));
    }
  }
}

// How many samples have each grade.
using GradeCounts = std::vector<double>;

// sum_m G(min(grade, grade_m)) over the counted samples m.
double SharedGain(int grade, const GradeCounts& counts, std::span<const double> gain) {
  double sum = 0;
  for (int other = 0; other < static_cast<int>(counts.size()); ++other) {
    sum += counts[other] * gain[std::min(grade, other)];
  }
  return sum;
}

}  // namespace

std::vector<PrecisionRecallPoint> PrecisionRecallCurve(std::span<const double> scores,
                                                       Relevance is_relevant) {
  std::vector<PrecisionRecallPoint> points;
  int64_t found = 0, relevant = 0;
  for (const TieGroup& group : TieGroupsOf(scores, is_relevant)) {
    found += group.size;
    relevant += group.relevant;
    points.push_back(
        {group.score, found, relevant, static_cast<double>(relevant) / static_cast<double>(found), 0});
  }
  if (relevant == 0) common::ThrowUsageError("labels", "at least one relevant sample", "none");
  for (PrecisionRecallPoint& point : points) {
    point.recall = static_cast<double>(point.relevant) / static_cast<double>(relevant);
  }
  return points;
}

double PrecisionAt(int64_t k, std::span<const double> scores, Relevance is_relevant) {
  if (k < 1) common::ThrowUsageError("k", "at least 1", std::to_string(k));
  double relevant = 0;
  int64_t above = 0;
  for (const TieGroup& group : TieGroupsOf(scores, is_relevant)) {
    const int64_t taken = std::min(group.size, k - above);
    relevant +=
        static_cast<double>(group.relevant) * static_cast<double>(taken) / static_cast<double>(group.size);
    above += taken;
    if (above == k) break;
  }
  return relevant / static_cast<double>(k);
}

std::vector<double> EqualThresholds(int num_grades) {
  if (num_grades < 1) common::ThrowUsageError("grades", "at least 1", std::to_string(num_grades));
  return std::vector<double>(num_grades, 1.0 / num_grades);
}

double GradedAveragePrecision(std::span<const double> scores, std::span<const int> grades,
                              std::span<const double> thresholds) {
  CheckGrades(scores, grades, thresholds);
  const int num_grades = static_cast<int>(thresholds.size());
  std::vector<double> gain(num_grades + 1, 0.0);
  for (int grade = 1; grade <= num_grades; ++grade) gain[grade] = gain[grade - 1] + thresholds[grade - 1];
  double best = 0;
  for (const int grade : grades) best += gain[grade];
  if (!(best > 0)) common::ThrowUsageError("grades", "at least one relevant sample", "none");

  const std::vector<int> order = OrderByFallingScore(scores);
  GradeCounts above(num_grades + 1, 0.0);
  double sum = 0;
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin;
    GradeCounts tied(num_grades + 1, 0.0);
    for (; end < order.size() && scores[order[end]] == scores[order[begin]]; ++end)
      ++tied[grades[order[end]]];
    // For a random sample of the group: its own gain, the gain shared with all samples above the group, and
    // with another random sample of the group.
    const auto size = static_cast<double>(end - begin);
    double own = 0, with_above = 0, with_tied = 0;
    for (int grade = 0; grade <= num_grades; ++grade) {
      own += tied[grade] * gain[grade] / size;
      with_above += tied[grade] * SharedGain(grade, above, gain) / size;
      with_tied += tied[grade] * (SharedGain(grade, tied, gain) - gain[grade]);
    }
    if (end - begin > 1) with_tied /= size * (size - 1);
    for (size_t k = begin; k < end; ++k) {
      const double before = static_cast<double>(k - begin) * with_tied;
      sum += (own + with_above + before) / static_cast<double>(k + 1);
    }
    for (int grade = 0; grade <= num_grades; ++grade) above[grade] += tied[grade];
    begin = end;
  }
  return std::min(1.0, sum / best);
}

}  // namespace structlab::structured_learning
