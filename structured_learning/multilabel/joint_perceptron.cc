#include "structured_learning/multilabel/joint_perceptron.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>

#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

void CheckOptions(const JointPerceptronOptions& options) {
  if (options.margin > 0 && std::isfinite(options.margin) && options.step > 0 &&
      std::isfinite(options.step) && options.max_passes >= 1) {
    return;
  }
  common::ThrowUsageError("joint perceptron", "a margin and a step above 0, and at least 1 pass",
                          fmt::format("{}, {}, {}", common::FormatShort(options.margin),
                                      common::FormatShort(options.step), options.max_passes));
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
  while (result.passes < options.max_passes && !result.is_separated) {
    result.is_separated = true;
    for (int64_t block = 0; block < gram.num_blocks(); ++block) {
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
        result.is_separated = false;
        ++result.updates;
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
  }
  result.alpha.assign(alpha.begin(), alpha.end());
  return result;
}

template JointPerceptron TrainJointPerceptron(kernels::GramBlocks<float>&, const JointPerceptronOptions&);
template JointPerceptron TrainJointPerceptron(kernels::GramBlocks<double>&, const JointPerceptronOptions&);

}  // namespace structlab::structured_learning
