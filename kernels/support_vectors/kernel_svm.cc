#include "kernels/support_vectors/kernel_svm.h"

#include <fmt/format.h>
#include <libsvm/svm.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"
#include "kernels/sparse/class_labels.h"

namespace structlab::kernels {
namespace {

constexpr double kMaxEntry = 1e38;

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};
using Model = std::unique_ptr<svm_model, FreeModel>;

void CheckArguments(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                    const KernelSvmOptions& options) {
  if (gram.rows() != gram.cols()) {
    common::ThrowUsageError("gram", "a square matrix", fmt::format("{} x {}", gram.rows(), gram.cols()));
  }
  if (!gram.allFinite()) common::ThrowUsageError("gram", "finite numbers", "one that is not");
  if (gram.size() > 0 && gram.cwiseAbs().maxCoeff() > kMaxEntry) {
    common::ThrowUsageError("gram",
                            "entries of at most 1e38 in magnitude, because libsvm rounds them to 32 bits",
                            common::FormatDouble(gram.cwiseAbs().maxCoeff()));
  }
  if (gram.size() > 0 &&
      (gram - gram.transpose()).cwiseAbs().maxCoeff() > 1e-9 * gram.cwiseAbs().maxCoeff()) {
    common::ThrowUsageError("gram", "a symmetric matrix", "one that is not");
  }
  if (static_cast<Eigen::Index>(labels.size()) != gram.rows()) {
    common::ThrowUsageError("labels", fmt::format("{}, one for each row of gram", gram.rows()),
                            std::to_string(labels.size()));
  }
  if (ClassesOf(labels).size() < 2) {
    common::ThrowUsageError("labels", "at least two classes", std::to_string(ClassesOf(labels).size()));
  }
  if (!(options.cost > 0 && std::isfinite(options.cost))) {
    common::ThrowUsageError("cost", "a finite number above 0", common::FormatDouble(options.cost));
  }
  if (!(options.tolerance > 0 && std::isfinite(options.tolerance))) {
    common::ThrowUsageError("tolerance", "a finite number above 0", common::FormatDouble(options.tolerance));
  }
}

// The input of libsvm: each row has its number, from 1, then its kernel values with all examples.
class Problem {
 public:
  Problem(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels) {
    const Eigen::Index n = gram.rows();
    nodes_.reserve(n * (n + 2));
    for (Eigen::Index row = 0; row < n; ++row) {
      nodes_.push_back({0, static_cast<double>(row + 1)});
      for (Eigen::Index column = 0; column < n; ++column) {
        nodes_.push_back({static_cast<int>(column) + 1, gram(row, column)});
      }
      nodes_.push_back({-1, 0});
    }
    for (Eigen::Index row = 0; row < n; ++row) rows_.push_back(&nodes_[row * (n + 2)]);
    labels_.assign(labels.begin(), labels.end());
    problem_ = {static_cast<int>(n), labels_.data(), rows_.data()};
  }
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const svm_problem& get() const { return problem_; }

 private:
  std::vector<svm_node> nodes_;
  std::vector<svm_node*> rows_;
  std::vector<double> labels_;
  svm_problem problem_;
};

int PairOf(int a, int b, int classes) { return a * (2 * classes - a - 1) / 2 + (b - a - 1); }

// libsvm numbers classes in the order of their first examples, and groups the support vectors by class. For
// the pair i < j it stores the coefficients of i's vectors in row j - 1 and those of j's in row i; f > 0
// votes for i.
KernelSvm FromModel(const svm_model& model, std::vector<int> classes) {
  const int k = model.nr_class;
  std::vector<int> rank;  // maps libsvm's class numbers to ours
  for (int i = 0; i < k; ++i) {
    rank.push_back(
        static_cast<int>(std::lower_bound(classes.begin(), classes.end(), model.label[i]) - classes.begin()));
  }
  KernelSvm svm;
  svm.classes = std::move(classes);
  svm.support.assign(model.sv_indices, model.sv_indices + model.l);
  for (int& example : svm.support) --example;
  std::sort(svm.support.begin(), svm.support.end());
  const auto place_of = [&](int s) {
    return std::lower_bound(svm.support.begin(), svm.support.end(), model.sv_indices[s] - 1) -
           svm.support.begin();
  };
  svm.coefficients = Eigen::MatrixXd::Zero(model.l, k * (k - 1) / 2);
  svm.offsets = Eigen::VectorXd::Zero(k * (k - 1) / 2);
  std::vector<int> first(1, 0);  // index of the first support vector of each class
  for (int i = 0; i < k; ++i) first.push_back(first.back() + model.nSV[i]);
  for (int i = 0, libsvm_pair = 0; i < k; ++i) {
    for (int j = i + 1; j < k; ++j, ++libsvm_pair) {
      const auto [a, b] = std::minmax(rank[i], rank[j]);
      const int pair = PairOf(a, b, k);
      const double sign = b == rank[i] ? 1 : -1;
      for (int s = first[i]; s < first[static_cast<size_t>(i) + 1]; ++s) {
        svm.coefficients(place_of(s), pair) = sign * model.sv_coef[j - 1][s];
      }
      for (int s = first[j]; s < first[static_cast<size_t>(j) + 1]; ++s) {
        svm.coefficients(place_of(s), pair) = sign * model.sv_coef[i][s];
      }
      svm.offsets[pair] = sign * model.rho[libsvm_pair];
    }
  }
  return svm;
}

// The violation for one pair of classes: examples of class a have the label -1, those of b have 1. `values`
// and `coefficients` have one entry per example.
double Violation(std::span<const int> labels, int a, int b, double cost,
                 const Eigen::Ref<const Eigen::VectorXd>& values,
                 const Eigen::Ref<const Eigen::VectorXd>& coefficients) {
  double most = -INFINITY, least = INFINITY;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != a && labels[i] != b) continue;
    const Eigen::Index row = static_cast<Eigen::Index>(i);
    // A coefficient is in [0, cost] for class b, and in [-cost, 0] for class a.
    const double y = labels[i] == b ? 1 : -1, coefficient = coefficients[row];
    const bool may_rise = coefficient<(y > 0 ? cost : 0.0), may_fall = coefficient>(y > 0 ? 0.0 : -cost);
    if (may_rise) most = std::max(most, y - values[row]);
    if (may_fall) least = std::min(least, y - values[row]);
  }
  return std::max(0.0, most - least);
}

}  // namespace

KernelSvm TrainKernelSvm(const Eigen::Ref<const Eigen::MatrixXd>& gram, std::span<const int> labels,
                         const KernelSvmOptions& options) {
  CheckArguments(gram, labels, options);
  // Keeps libsvm from writing its progress to standard output.
  static const bool silent = [] {
    svm_set_print_string_function([](const char*) {});
    return true;
  }();
  static_cast<void>(silent);
  const Problem problem(gram, labels);
  svm_parameter parameters{};
  parameters.svm_type = C_SVC;
  parameters.kernel_type = PRECOMPUTED;
  parameters.cache_size = 100;
  parameters.eps = options.tolerance;
  parameters.C = options.cost;
  parameters.shrinking = 1;
  STRUCTLAB_CHECK(svm_check_parameter(&problem.get(), &parameters) == nullptr);
  const Model model(svm_train(&problem.get(), &parameters));
  KernelSvm svm = FromModel(*model, ClassesOf(labels));
  svm.num_training = static_cast<int>(gram.rows());
  return svm;
}

Eigen::VectorXd Violations(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& gram,
                           std::span<const int> labels, const KernelSvmOptions& options) {
  CheckArguments(gram, labels, options);
  if (ClassesOf(labels) != svm.classes) {
    common::ThrowUsageError("labels", "the classes of the machine", "other classes");
  }
  const Eigen::MatrixXd values = DecisionValues(svm, gram);
  Eigen::MatrixXd coefficients = Eigen::MatrixXd::Zero(values.rows(), values.cols());
  for (size_t s = 0; s < svm.support.size(); ++s) {
    coefficients.row(svm.support[s]) = svm.coefficients.row(static_cast<Eigen::Index>(s));
  }
  Eigen::VectorXd violations(values.cols());
  Eigen::Index pair = 0;
  for (size_t a = 0; a < svm.classes.size(); ++a) {
    for (size_t b = a + 1; b < svm.classes.size(); ++b, ++pair) {
      violations[pair] = Violation(labels, svm.classes[a], svm.classes[b], options.cost, values.col(pair),
                                   coefficients.col(pair));
    }
  }
  return violations;
}

Eigen::MatrixXd DecisionValues(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& kernel) {
  if (kernel.cols() != svm.num_training) {
    common::ThrowUsageError("kernel",
                            fmt::format("{} columns, one for each training example", svm.num_training),
                            std::to_string(kernel.cols()));
  }
  Eigen::MatrixXd with_support(kernel.rows(), static_cast<Eigen::Index>(svm.support.size()));
  for (size_t s = 0; s < svm.support.size(); ++s) {
    with_support.col(static_cast<Eigen::Index>(s)) = kernel.col(svm.support[s]);
  }
  if (!with_support.allFinite()) common::ThrowUsageError("kernel", "finite numbers", "one that is not");
  return (with_support * svm.coefficients).rowwise() - svm.offsets.transpose();
}

std::vector<int> Classify(const KernelSvm& svm, const Eigen::Ref<const Eigen::MatrixXd>& kernel) {
  const Eigen::MatrixXd values = DecisionValues(svm, kernel);
  const int k = static_cast<int>(svm.classes.size());
  std::vector<int> found;
  for (Eigen::Index row = 0; row < values.rows(); ++row) {
    std::vector<int> votes(svm.classes.size());
    for (int a = 0; a < k; ++a) {
      for (int b = a + 1; b < k; ++b) ++votes[values(row, PairOf(a, b, k)) > 0 ? b : a];
    }
    const auto most = std::max_element(votes.begin(), votes.end());
    found.push_back(svm.classes[most - votes.begin()]);
  }
  return found;
}

}  // namespace structlab::kernels
