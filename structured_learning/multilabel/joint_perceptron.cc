#include "structured_learning/multilabel/joint_perceptron.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <optional>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

void CheckOptions(const JointPerceptronOptions& options) {
  if (options.margin > 0 && std::isfinite(options.margin) && options.step > 0 &&
      std::isfinite(options.step)) {
    return;
  }
  common::ThrowUsageError(
      "joint perceptron", "a margin and a step above 0",
      fmt::format("{} and {}", common::FormatShort(options.margin), common::FormatShort(options.step)));
}

void CheckSquare(double square, int64_t row) {
  if (square > 0 && std::isfinite(square)) return;
  common::ThrowUsageError("joint perceptron", "kernels that are positive semidefinite and finite",
                          fmt::format("{} of row {} with itself", common::FormatShort(square), row + 1),
                          "scale large features, such as by rows=standardized");
}

}  // namespace

template <class T>
JointPerceptron TrainJointPerceptron(kernels::GramBlocks<T>& gram, const JointPerceptronOptions& options) {
  CheckOptions(options);
  const bool is_printed = options.rule == PerceptronRule::kPrintedDual;
  Eigen::VectorXd alpha = Eigen::VectorXd::Zero(gram.size()), scores = alpha;
  double norm_square = 0;  // |W|^2
  JointPerceptron result;
  common::RunRecorder run(options.run);
  std::optional<common::Ending> ending = run.MustStopAfter(0);
  while (!ending) {
    int64_t updates = 0;  // of this pass
    int64_t block = 0;
    for (; block < gram.num_blocks() && !run.MustStop(); ++block) {
      const auto values = gram.Block(block);
      for (int64_t row = 0; row < values.rows(); ++row) {
        const int64_t i = gram.begin(block) + row;
        const auto square = static_cast<double>(values(row, i));
        if (square == 0) continue;  // without features or tags: its score is always 0
        CheckSquare(square, i);
        const auto kernel = values.row(row).transpose().template cast<double>();
        double score = is_printed ? kernel.dot(alpha) : scores[i];
        if (options.rule == PerceptronRule::kNormalized) {
          score = norm_square > 0 ? score / std::sqrt(norm_square) : 0;
        }
        if (!(score < options.margin)) continue;
        ++updates;
        if (is_printed) {
          alpha = (alpha + options.step * kernel).cwiseMax(0);
          continue;
        }
        norm_square += options.step * (options.step * square + 2 * scores[i]);
        alpha[i] += options.step;
        scores += options.step * kernel;
      }
    }
    ++result.passes;
    result.updates += updates;
    ending = run.Record(static_cast<double>(result.passes), static_cast<double>(updates));
    if (updates == 0 && block == gram.num_blocks()) ending = common::Ending::kConverged;
  }
  result.ending = *ending;
  result.trace = run.Take();
  result.alpha.assign(alpha.begin(), alpha.end());
  return result;
}

template JointPerceptron TrainJointPerceptron(kernels::GramBlocks<float>&, const JointPerceptronOptions&);
template JointPerceptron TrainJointPerceptron(kernels::GramBlocks<double>&, const JointPerceptronOptions&);

}  // namespace structlab::structured_learning
