#include "structured_learning/optimization/frank_wolfe/chain_dual_state.h"

#include <algorithm>
#include <utility>

#include "common/check.h"

namespace structlab::structured_learning {
namespace {

// Up to this length the inner products of all pairs of positions are stored: T^2/2 numbers, compared with T
// rows.
constexpr int kLongestWithProducts = 64;

int64_t Triangle(int t) { return static_cast<int64_t>(t) * (t + 1) / 2; }

}  // namespace

ChainDualState::ChainDualState(const ChainProblem& problem, double lambda, std::optional<Box> box)
    : problem_(&problem),
      lambda_(lambda),
      box_(std::move(box)),
      lower_(box_ ? problem.samples().num_features() : 0, problem.samples().num_labels()),
      upper_(lower_),
      sum_(problem.samples().num_features(), problem.samples().num_labels()),
      clipped_(box_ ? problem.samples().num_features() : 0, problem.samples().num_labels()),
      marginals_(DenseVector::Zero(problem.samples().num_positions() * sum_.stride())),
      transitions_(problem.size()),
      block_losses_(problem.size(), 0.0),
      workspace_(problem.samples().max_length(), sum_.stride()),
      difference_(DenseVector::Zero(static_cast<long>(problem.samples().max_length()) * sum_.stride())),
      slot_(sum_.packed().size(), -1),
      scratch_(sum_) {
  CheckLambda(lambda);
  if (box_) {
    CheckBox(*box_, problem.dimension());
    lower_.Load(box_->lower);
    upper_.Load(box_->upper);
  }
  const ChainSamples& samples = problem.samples();
  products_start_.reserve(samples.size());
  for (int i = 0; i < samples.size(); ++i) {
    products_start_.push_back(static_cast<int64_t>(products_.size()));
    if (samples.length(i) > kLongestWithProducts) continue;
    for (int t = 0; t < samples.length(i); ++t) {
      for (int s = 0; s <= t; ++s) {
        products_.push_back(samples.FeatureProduct(samples.begin(i) + s, samples.begin(i) + t));
      }
    }
  }
  WeightsChanged();
}

void ChainDualState::WeightsChanged() {
  scored_block_ = -1;
  formed_block_ = -1;
  if (box_) clipped_.packed() = sum_.packed().cwiseMax(lower_.packed()).cwiseMin(upper_.packed());
}

void ChainDualState::RequireScores(int i) {
  if (scored_block_ == i) return;
  ComputeScores(problem_->samples(), i, packed_weights(), workspace_);
  scored_block_ = i;
}

double ChainDualState::DotWithScores(int i) {
  double dot = 0;
  const int64_t begin = problem_->samples().begin(i);
  for (int t = 0; t < problem_->samples().length(i); ++t) {
    dot += (MarginalsAt(begin + t) * RowAt(workspace_.scores(t))).sum();
  }
  const DenseVector& weights = packed_weights().packed();
  for (const Transition& transition : transitions_[i]) dot += transition.value * weights[transition.offset];
  return dot;
}

double ChainDualState::BlockDotWeights(int i) {
  RequireScores(i);
  return DotWithScores(i);
}

DenseVector ChainDualState::FromRaw(const DenseVector& raw) const {
  ChainWeights packed(sum_.num_features(), sum_.num_labels());
  packed.packed() = raw;
  return packed.Unpack();
}

void ChainDualState::SetCorner(int i, const Output& output, Corner& corner) {
  corner.output = output;
  corner.loss = problem_->Loss(i, output);
}

void ChainDualState::FindCorner(int i, Corner& corner) {
  RequireScores(i);
  const auto truth = problem_->samples().labels(i);
  const double loss = problem_->LossOfOneLabel(i);
  corner.output.resize(truth.size());
  Viterbi(packed_weights(), truth, loss, workspace_, corner.output);
  corner.loss = problem_->Loss(i, corner.output);
}

double ChainDualState::HingeAt(int i, const Corner& corner) {
  RequireScores(i);
  return corner.loss + ScoreOf(packed_weights(), workspace_, corner.output) -
         ScoreOf(packed_weights(), workspace_, problem_->samples().labels(i));
}

BlockComparison ChainDualState::Compare(int i, const Corner& corner) {
  formed_block_ = -1;
  const double gap = HingeAt(i, corner) / size() - block_losses_[i] + lambda_ * DotWithScores(i);
  if (gap <= 0) return {gap, 0};
  FormDifference(i, corner);
  return {gap, SquaredNormOfDifference(i)};
}

// A difference is formed in three parts: subtract the current block; add the target; list the positions that
// are not zero.
void ChainDualState::BeginDifference(int i) {
  const int64_t begin = problem_->samples().begin(i);
  for (int t = 0; t < problem_->samples().length(i); ++t) DifferenceAt(t) = -MarginalsAt(begin + t);
  transition_difference_.clear();
  for (const Transition& transition : transitions_[i]) {
    slot_[transition.offset] = static_cast<int>(transition_difference_.size());
    transition_difference_.push_back({transition.offset, transition.value, 0});
  }
}

void ChainDualState::AddToDifference(int i, const Corner& corner, double share) {
  const auto truth = problem_->samples().labels(i);
  const std::vector<int>& output = corner.output;
  for (size_t t = 0; t < truth.size(); ++t) {
    const bool wrong = truth[t] != output[t];
    if (wrong) {
      Row difference = DifferenceAt(static_cast<int>(t));
      difference[truth[t]] += share;
      difference[output[t]] -= share;
    }
    if (t > 0 && (wrong || truth[t - 1] != output[t - 1])) {
      AddTransition(TransitionOffset(truth[t - 1], truth[t]), share);
      AddTransition(TransitionOffset(output[t - 1], output[t]), -share);
    }
  }
}

void ChainDualState::AddTransition(int offset, double value) {
  int& slot = slot_[offset];
  if (slot < 0) {
    slot = static_cast<int>(transition_difference_.size());
    transition_difference_.push_back({offset, 0, 0});
  }
  transition_difference_[slot].target += value;
}

void ChainDualState::EndDifference(int i) {
  active_.clear();
  for (int t = 0; t < problem_->samples().length(i); ++t) {
    if ((DifferenceAt(t) != 0).any()) active_.push_back(t);
  }
  for (const TransitionDifference& entry : transition_difference_) slot_[entry.offset] = -1;
  formed_block_ = i;
}

void ChainDualState::FormDifference(int i, const Corner& corner) {
  BeginDifference(i);
  AddToDifference(i, corner, 1 / (lambda_ * size()));
  EndDifference(i);
  formed_output_ = corner.output;
}

double ChainDualState::SquaredNormOfDifference(int i) {
  double norm =
      problem_->samples().length(i) > kLongestWithProducts ? UnaryNormByRows(i) : UnaryNormByProducts(i);
  for (const TransitionDifference& entry : transition_difference_) {
    norm += (entry.target - entry.plane) * (entry.target - entry.plane);
  }
  return norm;
}

// |sum_t x_t d_t'|^2 = sum_{s,t} x_s'x_t d_s'd_t.
double ChainDualState::UnaryNormByProducts(int i) {
  const double* products = products_.data() + products_start_[i];
  double norm = 0;
  for (const int t : active_) {
    const Row row = DifferenceAt(t);
    for (const int s : active_) {
      if (s > t) break;
      norm += (s == t ? 1 : 2) * products[Triangle(t) + s] * (row * DifferenceAt(s)).sum();
    }
  }
  return norm;
}

double ChainDualState::UnaryNormByRows(int i) {
  const ChainSamples& samples = problem_->samples();
  for (const int t : active_)
    AddOuterProduct(samples, samples.begin(i) + t, DifferenceAt(t).data(), 1, scratch_);
  double norm = 0;
  for (const int t : active_) {
    for (const int feature : samples.features(samples.begin(i) + t)) {
      Row row = RowAt(scratch_.feature_row(feature));
      norm += row.square().sum();
      row.setZero();  // so that a feature that occurs again adds nothing
    }
  }
  return norm;
}

void ChainDualState::ApplyDifference(int i, double step) {
  const int64_t begin = problem_->samples().begin(i);
  for (const int t : active_) {
    AddOuterProduct(problem_->samples(), begin + t, DifferenceAt(t).data(), step, sum_);
    MarginalsAt(begin + t) += step * DifferenceAt(t);
  }
  std::vector<Transition>& transitions = transitions_[i];
  transitions.clear();
  for (const TransitionDifference& entry : transition_difference_) {
    const double change = step * (entry.target - entry.plane);
    sum_.packed()[entry.offset] += change;
    const double value = step < 1 ? entry.plane + change : entry.target;
    if (value != 0) transitions.push_back({entry.offset, value});
  }
}

void ChainDualState::MoveLoss(int i, const Corner& corner, double step) {
  const double change = step * (corner.loss / size() - block_losses_[i]);
  block_losses_[i] += change;
  loss_ += change;
}

void ChainDualState::Move(int i, const Corner& corner, double step) {
  if (step == 0) return;
  RequireDifference(i, corner);
  ApplyDifference(i, step);
  MoveLoss(i, corner, step);
  WeightsChanged();
}

template <class Visit>
void ChainDualState::ForTransitions(int i, const Corner& corner, const Visit& visit) const {
  const auto truth = problem_->samples().labels(i);
  for (size_t t = 1; t < truth.size(); ++t) {
    if (corner.output[t - 1] == truth[t - 1] && corner.output[t] == truth[t]) continue;
    visit(TransitionOffset(truth[t - 1], truth[t]), 1.0);
    visit(TransitionOffset(corner.output[t - 1], corner.output[t]), -1.0);
  }
}

// Computes <Psi(found), Psi(c)> for all c at once. A table holds the product of the first plane with each
// position and label, sum_s x_s'x_t (e_{y_s} - e_{found_s}); it is read at the wrong labels of c. A row of
// transitions is used in the same way.
void ChainDualState::PlaneProducts(int i, const Corner& found, const std::vector<Corner>& corners,
                                   std::vector<double>* products) {
  const ChainSamples& samples = problem_->samples();
  const auto truth = samples.labels(i);
  const int length = samples.length(i);
  formed_block_ = -1;
  for (int t = 0; t < length; ++t) {
    Row table = DifferenceAt(t);
    table.setZero();
    for (int s = 0; s < length; ++s) {
      if (found.output[s] == truth[s]) continue;
      const double product = length > kLongestWithProducts
                                 ? samples.FeatureProduct(samples.begin(i) + s, samples.begin(i) + t)
                                 : products_[products_start_[i] + Triangle(std::max(s, t)) + std::min(s, t)];
      table[truth[s]] += product;
      table[found.output[s]] -= product;
    }
  }
  DenseVector& scratch = scratch_.packed();
  ForTransitions(i, found, [&](int offset, double value) { scratch[offset] += value; });
  products->clear();
  for (const Corner& corner : corners) {
    double sum = 0;
    for (int t = 0; t < length; ++t) {
      if (corner.output[t] != truth[t]) sum += DifferenceAt(t)[truth[t]] - DifferenceAt(t)[corner.output[t]];
    }
    ForTransitions(i, corner, [&](int offset, double value) { sum += value * scratch[offset]; });
    products->push_back(sum);
  }
  ForTransitions(i, found, [&](int offset, double) { scratch[offset] = 0; });
}

void ChainDualState::Hinges(int i, const std::vector<Corner>& corners, std::vector<double>* values) {
  RequireScores(i);
  const double true_score = ScoreOf(packed_weights(), workspace_, problem_->samples().labels(i));
  values->clear();
  for (const Corner& corner : corners) {
    values->push_back(corner.loss + ScoreOf(packed_weights(), workspace_, corner.output) - true_score);
  }
}

void ChainDualState::MoveToCombination(int i, const std::vector<Corner>& corners,
                                       const std::vector<double>& shares) {
  BeginDifference(i);
  double block_loss = 0;
  for (size_t c = 0; c < corners.size(); ++c) {
    if (shares[c] == 0) continue;
    AddToDifference(i, corners[c], shares[c]);
    block_loss += lambda_ * shares[c] * corners[c].loss;
  }
  EndDifference(i);
  ApplyDifference(i, 1);
  loss_ += block_loss - block_losses_[i];
  block_losses_[i] = block_loss;
  WeightsChanged();
}

double ChainDualState::ExactStep(int i, const Corner& corner, const BlockComparison& comparison) {
  if (!box_ || comparison.gap <= 0) return StepLength(comparison, lambda_);
  RequireDifference(i, corner);
  const int64_t begin = problem_->samples().begin(i);
  for (const int t : active_)
    AddOuterProduct(problem_->samples(), begin + t, DifferenceAt(t).data(), 1, scratch_);
  for (const TransitionDifference& entry : transition_difference_) {
    scratch_.packed()[entry.offset] += entry.target - entry.plane;
  }
  const double step = BoxLineSearch(sum_.packed(), scratch_.packed(), lower_.packed(), upper_.packed(),
                                    lambda_, corner.loss / size() - block_losses_[i]);
  scratch_.packed().setZero();
  return step;
}

ChainWeights ChainDualState::DifferenceFrom(const std::vector<Corner>& corners) const {
  const ChainSamples& samples = problem_->samples();
  const double unit = 1 / (lambda_ * size());
  ChainWeights difference = sum_;
  const auto subtract = [&](int offset, double value) { difference.packed()[offset] -= value; };
  for (int i = 0; i < size(); ++i) {
    const auto truth = samples.labels(i);
    const std::vector<int>& output = corners[i].output;
    for (size_t t = 0; t < truth.size(); ++t) {
      if (t > 0) {
        subtract(TransitionOffset(truth[t - 1], truth[t]), unit);
        subtract(TransitionOffset(output[t - 1], output[t]), -unit);
      }
      if (truth[t] == output[t]) continue;
      const int64_t position = samples.begin(i) + static_cast<int64_t>(t);
      const auto features = samples.features(position);
      const auto values = samples.values(position);
      for (size_t k = 0; k < features.size(); ++k) {
        const double value = values.empty() ? unit : unit * values[k];
        difference.feature_row(features[k])[truth[t]] -= value;
        difference.feature_row(features[k])[output[t]] += value;
      }
    }
  }
  return difference;
}

double ChainDualState::SquaredDistance(const std::vector<Corner>& corners) const {
  return DifferenceFrom(corners).packed().squaredNorm();
}

double ChainDualState::ExactStepOfAll(const std::vector<Corner>& corners, double gap) const {
  if (!box_ || gap <= 0) return StepLength({gap, SquaredDistance(corners)}, lambda_);
  double loss = 0;
  for (const Corner& corner : corners) loss += corner.loss / size();
  return BoxLineSearch(sum_.packed(), -DifferenceFrom(corners).packed(), lower_.packed(), upper_.packed(),
                       lambda_, loss - loss_);
}

void ChainDualState::MoveAll(const std::vector<Corner>& corners, double step) {
  if (step == 0) return;
  for (int i = 0; i < size(); ++i) {
    FormDifference(i, corners[i]);
    ApplyDifference(i, step);
    MoveLoss(i, corners[i], step);
  }
  Refresh();
}

void ChainDualState::DivideLambda(double factor) {
  lambda_ /= factor;
  for (double& loss : block_losses_) loss /= factor;
  loss_ /= factor;
  formed_block_ = -1;
}

void ChainDualState::Refresh() {
  sum_.packed().setZero();
  loss_ = 0;
  for (int i = 0; i < size(); ++i) {
    const int64_t begin = problem_->samples().begin(i);
    for (int t = 0; t < problem_->samples().length(i); ++t) {
      AddOuterProduct(problem_->samples(), begin + t, MarginalsAt(begin + t).data(), 1, sum_);
    }
    for (const Transition& transition : transitions_[i]) sum_.packed()[transition.offset] += transition.value;
    loss_ += block_losses_[i];
  }
  WeightsChanged();
}

}  // namespace structlab::structured_learning
