#include "structured_learning/multilabel/kernel_joint_svm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "common/error.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/stop_point.h"

namespace structlab::structured_learning {
namespace {

constexpr char kName[] = "joint SVM";
constexpr char kScaleFeatures[] = "scale large features, such as by rows=standardized, or lower the cost";

template <class T>
class Descent {
 public:
  Descent(kernels::GramBlocks<T>& gram, const KernelJointSvmOptions& options,
          std::span<const signed char> signs)
      : gram_(gram),
        options_(options),
        run_(options.run),
        random_(options.run.seed, "kernel joint svm"),
        signs_(Eigen::VectorXd::Ones(gram.size())),
        scores_(Eigen::VectorXd::Zero(gram.size())),
        alpha_(Eigen::VectorXd::Zero(gram.size())),
        diagonal_(Eigen::VectorXd::Constant(gram.size(), -1)) {
    for (size_t i = 0; i < signs.size(); ++i) signs_[static_cast<Eigen::Index>(i)] = signs[i];
  }

  KernelJointSvm Run() {
    KernelJointSvm svm;
    std::optional<common::Ending> ending;
    while (!ending) {
      if (!run_.MustStopAfter(static_cast<double>(svm.passes))) {
        Pass();
        ++svm.passes;
      }
      ending = Measure(svm);
    }
    svm.ending = *ending;
    svm.trace = run_.Take();
    svm.alpha.assign(alpha_.begin(), alpha_.end());
    return svm;
  }

 private:
  void Pass() {
    for (const int block : random_.Permutation(static_cast<int>(gram_.num_blocks()))) {
      if (run_.MustStop()) return;
      VisitBlock(block);
    }
  }

  // The amount by which alpha_i should change.
  double Step(int64_t i) const {
    if (!(diagonal_[i] > 0)) return 0;
    const double wanted = alpha_[i] + (1 - signs_[i] * scores_[i]) / diagonal_[i];
    return std::clamp(wanted, 0.0, options_.cost) - alpha_[i];
  }

  void VisitBlock(int64_t block) {
    const int64_t begin = gram_.begin(block), rows = gram_.rows(block);
    const std::vector<int> order = random_.Permutation(static_cast<int>(rows));
    const bool is_first = diagonal_[begin] < 0;
    // If nothing in a block changes, its Gram rows need not be computed.
    if (!is_first && std::ranges::none_of(order, [&](int i) { return Step(begin + i) != 0; })) return;
    const auto values = gram_.Block(block);
    if (is_first) TakeDiagonal(begin, values);
    for (const int i : order) {
      const double step = Step(begin + i);
      if (step == 0) continue;
      alpha_[begin + i] += step;
      scores_ += (step * signs_[begin + i]) * values.row(i).transpose().template cast<double>();
    }
  }

  void TakeDiagonal(int64_t begin, const typename kernels::GramBlocks<T>::Values& values) {
    for (int64_t i = 0; i < values.rows(); ++i) {
      const auto square = static_cast<double>(values(i, begin + i));
      if (!(square >= 0) || !std::isfinite(square)) {
        common::ThrowUsageError(
            kName,
            std::isfinite(square) ? "kernels that are positive semidefinite" : "kernels that are finite",
            fmt::format("{} of row {} with itself", common::FormatShort(square), begin + i + 1),
            std::isfinite(square) ? "" : kScaleFeatures);
      }
      diagonal_[begin + i] = square;
      if (square == 0) alpha_[begin + i] = options_.cost;
    }
  }

  // Returns why to stop, if at all.
  std::optional<common::Ending> Measure(KernelJointSvm& svm) {
    const Eigen::ArrayXd margins = signs_.array() * scores_.array();
    const double square = (alpha_.array() * margins).sum(), sum = alpha_.sum();
    svm.primal = square / 2 + options_.cost * (1 - margins).max(0).sum();
    svm.dual = sum - square / 2;
    if (!std::isfinite(svm.primal) || !std::isfinite(svm.dual)) {
      common::ThrowUsageError(kName, "finite objectives", "infinity or NaN", kScaleFeatures);
    }
    // Rounding of floats leaves about 1e-7 if the sum is as large as its terms.
    if (square < -1e-4 * std::max(1.0, sum)) {
      common::ThrowUsageError(kName, "kernels that are positive semidefinite",
                              fmt::format("alpha' Q alpha = {}; set eigenvalues below 0 to 0, or take "
                                          "another kernel",
                                          common::FormatShort(square)));
    }
    const auto ending = run_.Record(static_cast<double>(svm.passes), svm.primal, svm.dual);
    const double tolerance = options_.relative_gap * std::max(1.0, std::abs(svm.primal));
    return svm.primal - svm.dual <= tolerance ? common::Ending::kGapReached : ending;
  }

  kernels::GramBlocks<T>& gram_;
  const KernelJointSvmOptions& options_;
  common::RunRecorder run_;
  common::RandomStream random_;
  Eigen::VectorXd signs_, scores_, alpha_;
  Eigen::VectorXd diagonal_;  // below 0: not seen yet
};

void CheckCross(const Eigen::Ref<const Eigen::MatrixXd>& cross, std::span<const double> alpha,
                const TagKernel& tags) {
  const auto rows = static_cast<Eigen::Index>(tags.size());
  if (cross.cols() == rows && static_cast<Eigen::Index>(alpha.size()) == rows) return;
  common::ThrowUsageError(kName, fmt::format("kernel values and alphas of {} training rows", rows),
                          fmt::format("{} and {}", cross.cols(), alpha.size()));
}

}  // namespace

template <class T>
kernels::FinishGramRow<T> TimesTagKernel(const TagKernel& tags) {
  return [&tags](int64_t i, std::span<T> row) {
    std::vector<double> values(row.size());
    tags.Values(tags.rows()[i], values);
    for (size_t j = 0; j < row.size(); ++j) row[j] = static_cast<T>(static_cast<double>(row[j]) * values[j]);
  };
}

template <class T>
KernelJointSvm TrainKernelJointSvm(kernels::GramBlocks<T>& gram, const KernelJointSvmOptions& options,
                                   std::span<const signed char> signs) {
  if (!(options.cost > 0) || !std::isfinite(options.cost) || !(options.relative_gap > 0)) {
    common::ThrowUsageError(kName, "a cost and a gap above 0",
                            fmt::format("{} and {}", common::FormatShort(options.cost),
                                        common::FormatShort(options.relative_gap)));
  }
  if (!signs.empty() && static_cast<int64_t>(signs.size()) != gram.size()) {
    common::ThrowUsageError(kName, fmt::format("{} signs", gram.size()), std::to_string(signs.size()));
  }
  if (std::ranges::any_of(signs, [](signed char sign) { return sign != 1 && sign != -1; })) {
    common::ThrowUsageError(kName, "signs 1 and -1", "other values");
  }
  return Descent<T>(gram, options, signs).Run();
}

Eigen::MatrixXd TagScores(const Eigen::Ref<const Eigen::MatrixXd>& cross, std::span<const double> alpha,
                          const TagKernel& tags) {
  CheckCross(cross, alpha, tags);
  const TagVectors& vectors = tags.vectors();
  Eigen::MatrixXd scores = Eigen::MatrixXd::Zero(cross.rows(), tags.num_tags());
  Eigen::VectorXd shifted = Eigen::VectorXd::Zero(cross.rows());
  for (int i = 0; i < tags.size(); ++i) {
    const TagList& row = tags.rows()[i];
    const double weight = alpha[i] * vectors.Scale(row);
    if (weight == 0) continue;
    for (const int tag : row) scores.col(tag) += weight * cross.col(i);
    shifted += weight * cross.col(i);
  }
  scores.noalias() -= shifted * vectors.shift().transpose();
  return scores;
}

Eigen::MatrixXd DecodeByNeighbors(const Eigen::Ref<const Eigen::MatrixXd>& cross,
                                  std::span<const double> alpha, const TagKernel& tags,
                                  const NeighborDecoding& decoding) {
  if (tags.options().form == TagKernelForm::kPlain) {
    return DecodeTagScores(TagScores(cross, alpha, tags), tags.rows(), tags.vectors(), decoding);
  }
  CheckCross(cross, alpha, tags);
  using Eigen::MatrixXd;
  const auto m = static_cast<Eigen::Index>(tags.size());
  const MatrixXd weighted = cross * Eigen::Map<const Eigen::VectorXd>(alpha.data(), m).asDiagonal();
  MatrixXd fits(m, cross.rows());  // one column for each new row
  constexpr Eigen::Index kBlock = 256;
  MatrixXd block(m, kBlock);
  for (Eigen::Index begin = 0; begin < m; begin += kBlock) {
    common::StopPoint();
    const Eigen::Index count = std::min(kBlock, m - begin);
    for (Eigen::Index j = 0; j < count; ++j) {
      tags.Values(tags.rows()[begin + j], std::span<double>(block.col(j).data(), static_cast<size_t>(m)));
    }
    fits.middleRows(begin, count).noalias() = block.leftCols(count).transpose() * weighted.transpose();
  }
  MatrixXd decoded(cross.rows(), tags.num_tags());
  Eigen::RowVectorXd shares(tags.num_tags());
  for (Eigen::Index row = 0; row < cross.rows(); ++row) {
    DecodeFits(std::span<const double>(fits.col(row).data(), static_cast<size_t>(m)), tags.rows(), decoding,
               shares);
    decoded.row(row) = shares;
  }
  return decoded;
}

template kernels::FinishGramRow<float> TimesTagKernel<float>(const TagKernel&);
template kernels::FinishGramRow<double> TimesTagKernel<double>(const TagKernel&);
template KernelJointSvm TrainKernelJointSvm(kernels::GramBlocks<float>&, const KernelJointSvmOptions&,
                                            std::span<const signed char>);
template KernelJointSvm TrainKernelJointSvm(kernels::GramBlocks<double>&, const KernelJointSvmOptions&,
                                            std::span<const signed char>);

}  // namespace structlab::structured_learning
