#include "kernels/sparse/testing/sparse_problems.h"

#include <glpk.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>

#include "common/check.h"
#include "common/linear_algebra/testing/reference_decompositions.h"
#include "common/random_stream.h"

namespace structlab::kernels {
namespace {

// Calls visit(columns of the support times their signs, indices) for all supports of 1 to `most` independent
// atoms and all signs.
void ForAllSigns(
    const SparseProblem& problem,
    const std::function<void(const Eigen::MatrixXd& columns, const Eigen::VectorXd& signs)>& visit) {
  const Eigen::Index n = problem.atoms.cols();
  int patterns = 1;
  for (Eigen::Index j = 0; j < n; ++j) patterns *= 3;
  for (int pattern = 1; pattern < patterns; ++pattern) {
    std::vector<Eigen::Index> support;
    std::vector<double> signs;
    Eigen::Index atom = 0;
    for (int rest = pattern; rest > 0; rest /= 3, ++atom) {
      if (rest % 3 == 0) continue;
      support.push_back(atom);
      signs.push_back(rest % 3 == 1 ? 1 : -1);
    }
    const Eigen::Index k = static_cast<Eigen::Index>(support.size());
    if (k > problem.atoms.rows()) continue;
    Eigen::MatrixXd columns(problem.atoms.rows(), k);
    for (Eigen::Index i = 0; i < k; ++i) columns.col(i) = problem.atoms.col(support[i]);
    if (common::RankByQr(columns) < k) continue;
    visit(columns, Eigen::Map<const Eigen::VectorXd>(signs.data(), k));
  }
}

// All minimisers with these signs: alpha = nearest - lambda * direction.
struct Line {
  Eigen::VectorXd nearest, direction;
};

Line LineOf(const Eigen::MatrixXd& columns, const Eigen::VectorXd& x, const Eigen::VectorXd& signs) {
  const Eigen::MatrixXd gram = columns.transpose() * columns;
  return {common::SolveByQr(gram, columns.transpose() * x), common::SolveByQr(gram, signs)};
}

bool HasSigns(const Eigen::VectorXd& alpha, const Eigen::VectorXd& signs) {
  return alpha.cwiseProduct(signs).minCoeff() >= -1e-10;
}

}  // namespace

SparseProblem SixAtoms() {
  SparseProblem problem = {Eigen::MatrixXd::Zero(4, 6), Eigen::VectorXd(4)};
  problem.atoms.leftCols(4).setIdentity();
  problem.atoms.col(4) << 1, 1, 1, 0;
  problem.atoms.col(4) /= std::sqrt(3.0);
  problem.atoms.col(5) << 0.5, -0.5, 0.5, -0.5;
  problem.x << 2, 0.5, 1, -0.3;
  return problem;
}

SparseProblem RandomProblem(int dimension, int size, uint64_t seed) {
  common::RandomStream stream(seed, "sparse problem");
  SparseProblem problem = {Eigen::MatrixXd(dimension, size), Eigen::VectorXd(dimension)};
  for (double& entry : problem.atoms.reshaped()) entry = stream.Normal();
  for (double& entry : problem.x) entry = stream.Normal();
  problem.atoms.colwise().normalize();
  return problem;
}

SparseProblem TiedProblem(int dimension, int size, uint64_t seed) {
  common::RandomStream stream(seed, "tied problem");
  SparseProblem problem = {Eigen::MatrixXd(dimension, size), Eigen::VectorXd(dimension)};
  for (double& entry : problem.atoms.reshaped()) entry = static_cast<double>(stream.UniformIndex(3)) - 1;
  for (double& entry : problem.x) entry = static_cast<double>(stream.UniformIndex(3)) - 1;
  return problem;
}

PlainPursuit PursueByLeastSquares(const SparseProblem& problem, int rounds) {
  PlainPursuit pursuit;
  Eigen::VectorXd remainder = problem.x;
  Eigen::MatrixXd taken(problem.atoms.rows(), 0);
  for (int round = 0; round < rounds; ++round) {
    int best = -1;
    double most = -1;
    for (int atom = 0; atom < problem.atoms.cols(); ++atom) {
      if (std::find(pursuit.atoms.begin(), pursuit.atoms.end(), atom) != pursuit.atoms.end()) continue;
      const double product = std::abs(problem.atoms.col(atom).dot(remainder));
      if (product > most) {
        most = product;
        best = atom;
      }
    }
    pursuit.atoms.push_back(best);
    taken.conservativeResize(Eigen::NoChange, taken.cols() + 1);
    taken.rightCols(1) = problem.atoms.col(best);
    pursuit.coefficients.push_back(common::SolveByQr(taken, problem.x));
    remainder = problem.x - taken * pursuit.coefficients.back();
    pursuit.residuals.push_back(remainder.norm());
  }
  return pursuit;
}

double MinL1BySupports(const SparseProblem& problem, double tolerance) {
  if (problem.x.norm() <= tolerance) return 0;
  double least = std::numeric_limits<double>::infinity();
  ForAllSigns(problem, [&](const Eigen::MatrixXd& columns, const Eigen::VectorXd& signs) {
    const Line line = LineOf(columns, problem.x, signs);
    const double room = tolerance * tolerance - (problem.x - columns * line.nearest).squaredNorm();
    if (room < -1e-18) return;
    const double lambda = std::sqrt(std::max(0.0, room) / (columns * line.direction).squaredNorm());
    const Eigen::VectorXd alpha = line.nearest - lambda * line.direction;
    if (HasSigns(alpha, signs)) least = std::min(least, alpha.lpNorm<1>());
  });
  return least;
}

double MinLassoBySupports(const SparseProblem& problem, double lambda) {
  double least = 0.5 * problem.x.squaredNorm();
  ForAllSigns(problem, [&](const Eigen::MatrixXd& columns, const Eigen::VectorXd& signs) {
    const Line line = LineOf(columns, problem.x, signs);
    const Eigen::VectorXd alpha = line.nearest - lambda * line.direction;
    if (!HasSigns(alpha, signs)) return;
    least = std::min(least, 0.5 * (problem.x - columns * alpha).squaredNorm() + lambda * alpha.lpNorm<1>());
  });
  return least;
}

double MinL1ByLinearProgram(const SparseProblem& problem) {
  glp_term_out(GLP_OFF);
  const std::unique_ptr<glp_prob, decltype(&glp_delete_prob)> program(glp_create_prob(), glp_delete_prob);
  const int rows = static_cast<int>(problem.atoms.rows()), columns = static_cast<int>(problem.atoms.cols());
  glp_set_obj_dir(program.get(), GLP_MIN);
  glp_add_rows(program.get(), rows);
  glp_add_cols(program.get(), 2 * columns);  // positive and negative parts
  for (int i = 0; i < rows; ++i) glp_set_row_bnds(program.get(), i + 1, GLP_FX, problem.x[i], problem.x[i]);
  for (int j = 0; j < 2 * columns; ++j) {
    std::vector<int> places = {0};
    std::vector<double> values = {0};
    for (int i = 0; i < rows; ++i) {
      places.push_back(i + 1);
      values.push_back(j < columns ? problem.atoms(i, j) : -problem.atoms(i, j - columns));
    }
    glp_set_mat_col(program.get(), j + 1, rows, places.data(), values.data());
    glp_set_col_bnds(program.get(), j + 1, GLP_LO, 0, 0);
    glp_set_obj_coef(program.get(), j + 1, 1);
  }
  glp_smcp parameters;
  glp_init_smcp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  STRUCTLAB_CHECK(glp_simplex(program.get(), &parameters) == 0);
  return glp_get_status(program.get()) == GLP_OPT ? glp_get_obj_val(program.get())
                                                  : std::numeric_limits<double>::infinity();
}

}  // namespace structlab::kernels
