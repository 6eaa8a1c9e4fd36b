// The loop of block-coordinate Frank-Wolfe on a given dual state. The learners of bcfw.h start it from w = 0;
// the regularisation path continues from its last state.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_SOLVER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_SOLVER_H_

#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "structured_learning/optimization/frank_wolfe/bcfw_options.h"
#include "structured_learning/optimization/frank_wolfe/block_gaps.h"
#include "structured_learning/optimization/frank_wolfe/dual_state.h"
#include "structured_learning/optimization/frank_wolfe/iterate_average.h"
#include "structured_learning/optimization/frank_wolfe/plane_cache.h"

namespace structlab::structured_learning {

// The state and the gaps must outlive the solver. Run may be called again after lambda was divided: it
// continues with the state, the gaps and the random stream as they are.
template <class State>
class BcfwSolver {
 public:
  BcfwSolver(State& state, BlockGaps& gaps, const BcfwOptions& options)
      : state_(state),
        gaps_(gaps),
        options_(options),
        stream_(options.run.seed, "bcfw/blocks"),
        cache_(state.size(), options.plane_cache) {
    CheckBcfwOptions(options);
  }

  // Call this if the state starts at these corners and not at the true outputs. Only the plane cache needs
  // it.
  void StartFromCorners(const std::vector<typename State::Corner>& corners) { cache_.Start(state_, corners); }

  LearningResult Run() {
    Begin();
    while (!ended_) {
      if (GapIsDue()) {
        MeasureGap();
      } else if (Passes() >= options_.run.stop.iterations) {
        End(common::Ending::kIterationLimit);
      } else {
        Visit(NextBlock());
      }
    }
    if (EndsWithoutItsGap()) MeasureLastGap();
    return Finish();
  }

 private:
  using Corner = typename State::Corner;
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

  void Begin() {
    result_ = LearningResult();
    // The recorder checks only time and interruption. This class checks the gap and the passes itself,
    // because the gap may belong to the last iterate when the average is returned, and because a gap that is
    // due is also measured at the limit of passes.
    recorder_.emplace(common::RunControl{
        .stop = {.seconds = options_.run.stop.seconds, .interrupted = options_.run.stop.interrupted},
        .observer = options_.run.observer});
    calls_ = gap_calls_ = 0;
    steps_since_gap_ = 0;
    StartWatch(-std::numeric_limits<double>::infinity());
    next_in_order_ = 0;
    gap_due_ = options_.gap_first;
    ended_ = false;
    exact_ = false;
    waits_for_average_ = false;
    primal_ = kNaN;
    average_ = IterateAverage();
    averaged_.reset();
    order_.clear();
    if (options_.sampling == BlockSampling::kGap && !gaps_.all_known() && !options_.gap_first) {
      order_ = stream_.Permutation(state_.size());
    }
  }

  // The first pass of gap sampling visits every block, in random order: their gaps are unknown.
  int NextBlock() {
    const int size = state_.size();
    if (options_.sampling == BlockSampling::kCyclic) return static_cast<int>(next_in_order_++ % size);
    if (next_in_order_ < static_cast<int>(order_.size())) return order_[next_in_order_++];
    if (options_.sampling == BlockSampling::kGap && gaps_.sum() > 0) {
      return gaps_.Find(stream_.Uniform() * gaps_.sum());
    }
    return static_cast<int>(stream_.UniformIndex(size));
  }

  // Alg. 13, lines 8 to 13, and those tests of line 14 that need no oracle.
  void Visit(int i) {
    ++steps_since_gap_;
    Watch(i);
    exact_ = false;
    state_.FindCorner(i, corner_);
    ++calls_;
    const BlockComparison comparison = state_.Compare(i, corner_);
    if (!std::isfinite(comparison.gap)) return End(common::Ending::kNumericalBreakdown);
    gaps_.Set(i, comparison.gap);
    if (cache_.enabled()) {
      cache_.Improve(state_, i, corner_);
    } else {
      state_.Move(i, corner_, StepTo(i, corner_, comparison));
    }
    Moved();
    CheckHeuristic();
    if (calls_ % state_.size() != 0) return;
    if (options_.stopping == StoppingRule::kHeuristic) CheckProgress();
    CheckTimeAndObserver();
  }

  double StepTo(int i, const Corner& corner, const BlockComparison& comparison) {
    return options_.short_steps ? StepLength(comparison, state_.lambda())
                                : state_.ExactStep(i, corner, comparison);
  }

  void Moved() {
    if (!options_.average) return;
    average_.Add(state_);
    averaged_.reset();
  }

  double Tolerance() const { return ToleranceAt(primal_); }

  double ToleranceAt(double primal) const {
    const double relative = options_.relative_tolerance * primal;
    return relative > options_.run.stop.gap ? relative
                                            : options_.run.stop.gap;  // false while the primal is unknown
  }

  void CheckHeuristic() {
    if (options_.stopping == StoppingRule::kHeuristic && gaps_.all_known() &&
        gaps_.sum() <= options_.run.stop.gap) {
      End(common::Ending::kHeuristicallyConverged);
    }
  }

  bool GapIsDue() const {
    if (gap_due_) return true;
    if (options_.stopping == StoppingRule::kHeuristic) return false;
    if (static_cast<double>(steps_since_gap_) >= options_.passes_between_gaps * state_.size()) return true;
    return steps_since_gap_ > 0 && !waits_for_average_ && gaps_.all_known() && gaps_.sum() <= Tolerance();
  }

  // A full oracle pass at the current w: the exact gap, new block gaps, and a step of all blocks if asked
  // for.
  void MeasureGap() {
    gap_due_ = false;
    steps_since_gap_ = 0;
    ReadGap(options_.hybrid ? &corners_ : nullptr);
    if (!std::isfinite(gap_)) return End(common::Ending::kNumericalBreakdown);
    if (gap_ <= Tolerance()) {
      if (AverageIsWithinTolerance()) End(ClosedGap());
      waits_for_average_ = true;
    } else if (gap_ - excess_ <= Tolerance()) {
      End(common::Ending::kHeuristicallyConverged);  // the oracle finds no more, but its bound is not closed
    }
    CheckProgress();
    CheckTimeAndObserver();
    if (ended_ || Passes() >= options_.run.stop.iterations) return End(common::Ending::kIterationLimit);
    if (options_.hybrid) StepOfAllBlocks();
  }

  // The exact gap at the current w, new block gaps, and the corners of all blocks if asked for.
  void ReadGap(std::vector<Corner>* corners) {
    const int size = state_.size();
    gap_ = ExactGap(state_, &gaps_, corners, &excess_);
    gap_ += excess_;
    calls_ += size;
    gap_calls_ += size;
    primal_ = DualObjective(state_) + gap_;
    exact_ = true;
  }

  OracleCertificate Certificate() const { return CertificateOf(state_.problem()); }

  // The ending when the gap is within the tolerance. An oracle without a certificate proves no gap.
  common::Ending ClosedGap() const {
    return Certificate() == OracleCertificate::kNone ? common::Ending::kHeuristicallyConverged
                                                     : common::Ending::kGapReached;
  }

  // At a limit the exact rule still reports the gap. The average measures its gap itself.
  bool EndsWithoutItsGap() const {
    return !exact_ && options_.stopping == StoppingRule::kExact && !options_.average && IsAtALimit();
  }

  bool IsAtALimit() const {
    return result_.ending == common::Ending::kIterationLimit ||
           result_.ending == common::Ending::kTimeLimit || result_.ending == common::Ending::kInterrupted;
  }

  void MeasureLastGap() {
    ReadGap(nullptr);
    if (!std::isfinite(gap_)) result_.ending = common::Ending::kNumericalBreakdown;
    if (gap_ <= Tolerance()) result_.ending = ClosedGap();
  }

  // Watches for progress from now on: remembers the dual value and which blocks are visited.
  void StartWatch(double dual) {
    watched_dual_ = dual;
    visits_watched_ = 0;
    unvisited_ = state_.size();
    visited_.assign(state_.size(), false);
  }

  void Watch(int i) {
    ++visits_watched_;
    if (visited_[i]) return;
    visited_[i] = true;
    --unvisited_;
  }

  // Ends the run if every block had a step, or all had a common one, and the dual rose by less than its last
  // digit: then no progress is possible. Uniform sampling may miss the one block with a gap for several
  // passes, so the test waits until every block was visited. Gap sampling draws in proportion to gaps that
  // stay exact while nothing moves, so one pass without a rise is enough; the blocks with a gap of nearly 0
  // might never be drawn.
  void CheckProgress() {
    const double dual = DualObjective(state_);
    if (dual > watched_dual_) return StartWatch(dual);
    if (options_.average && exact_ && gap_ <= Tolerance()) return;  // the average still improves
    const bool all_had_a_step =
        options_.sampling == BlockSampling::kGap ? visits_watched_ >= state_.size() : unvisited_ == 0;
    const bool had_a_common_step =
        options_.hybrid && options_.stopping == StoppingRule::kExact && !recorder_->trace().empty();
    if (!all_had_a_step && !had_a_common_step) return;
    End(Certificate() == OracleCertificate::kExact ? common::Ending::kNumericalBreakdown
                                                   : common::Ending::kHeuristicallyConverged);
  }

  // True without averaging. Otherwise one oracle pass, which counts as a gap pass.
  bool AverageIsWithinTolerance() {
    if (!options_.average || average_.count() == 0) return true;
    calls_ += state_.size();
    gap_calls_ += state_.size();
    averaged_.emplace();
    average_.Finish(state_, &*averaged_);
    return averaged_->gap <= ToleranceAt(averaged_->primal);
  }

  // Alg. 14, lines 9 to 13. The slope along the step is the gap of the corners, without what their bounds
  // add.
  void StepOfAllBlocks() {
    state_.MoveAll(corners_,
                   options_.short_steps
                       ? StepLength({gap_ - excess_, state_.SquaredDistance(corners_)}, state_.lambda())
                       : state_.ExactStepOfAll(corners_, gap_ - excess_));
    exact_ = false;
    Moved();
  }

  void CheckTimeAndObserver() {
    recorder_->Record(Passes(), exact_ ? primal_ : kNaN, DualObjective(state_));
    if (const auto ending = recorder_->MustStop()) End(*ending);
  }

  double Passes() const { return static_cast<double>(calls_) / state_.size(); }

  // The first reason counts.
  void End(common::Ending ending) {
    if (!ended_) result_.ending = ending;
    ended_ = true;
  }

  LearningResult Finish() {
    result_.lambda = state_.lambda();
    result_.weights = state_.weights();
    result_.dual = DualObjective(state_);
    result_.primal = exact_ ? primal_ : kNaN;
    result_.gap = exact_ ? gap_ : kNaN;
    if (options_.average && average_.count() > 0) ReturnAverage();
    result_.certificate = Certificate();
    if (Certificate() != OracleCertificate::kNone && IsDualTooHigh(result_.primal, result_.dual)) {
      result_.ending = common::Ending::kNumericalBreakdown;
    }
    result_.passes = Passes();
    result_.gap_passes = static_cast<double>(gap_calls_) / state_.size();
    result_.seconds = recorder_->seconds();
    result_.trace = recorder_->Take();
    return std::move(result_);
  }

  void ReturnAverage() {
    if (!averaged_) {
      average_.Finish(state_, &averaged_.emplace());
      calls_ += state_.size();
      gap_calls_ += state_.size();
    }
    result_.weights = std::move(averaged_->weights);
    result_.dual = averaged_->dual;
    result_.primal = averaged_->primal;
    result_.gap = averaged_->gap;
    if (options_.stopping == StoppingRule::kExact && IsAtALimit() &&
        result_.gap <= ToleranceAt(result_.primal)) {
      result_.ending = ClosedGap();
    }
  }

  State& state_;
  BlockGaps& gaps_;
  BcfwOptions options_;
  common::RandomStream stream_;
  PlaneCache<State> cache_;

  LearningResult result_;
  IterateAverage average_;
  std::optional<LearningResult> averaged_;  // result of the current average, if it was measured
  Corner corner_;
  std::vector<Corner> corners_;
  std::vector<int> order_;
  int64_t next_in_order_ = 0;
  int64_t calls_ = 0, gap_calls_ = 0, steps_since_gap_ = 0;
  bool gap_due_ = false;
  bool ended_ = false;
  bool exact_ = false;  // gap_ and primal_ belong to the current state
  // An exact gap was within the tolerance. The block gaps do not describe the average, whose gap is then
  // measured every passes_between_gaps.
  bool waits_for_average_ = false;
  double gap_ = 0, primal_ = kNaN;
  double excess_ = 0;  // the part of gap_ that only the oracle's bound adds
  double watched_dual_ =
      0;  // dual when it was last found to have risen (at an exact gap, or at the end of a pass)
  int64_t visits_watched_ = 0;
  int unvisited_ = 0;  // blocks without a visit since then
  std::vector<bool> visited_;
  std::optional<common::RunRecorder> recorder_;  // of the run
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_BCFW_SOLVER_H_
