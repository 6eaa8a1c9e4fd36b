#include "graphical_models/exact/bucket_elimination.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "graphical_models/exact/cluster_tables.h"
#include "graphical_models/exact/elimination_order.h"
#include "graphical_models/exact/factor_messages.h"
#include "graphical_models/exact/one_pass_minimum.h"
#include "graphical_models/model/energy_value.h"

namespace structlab::graphical_models {
namespace {

// Like Eliminate with kMin (factor_messages.h), but inlined: a call would take longer.
double Least(std::span<const double> energies) {
  double least = kInfinity;
  for (const double energy : energies) least = std::min(least, energy);
  return least;
}

// The bucket of a variable.
struct Bucket {
  int variable;
  std::vector<int> separator;
  std::vector<int> factors;   // whose first eliminated variable is this one
  std::vector<int> children;  // buckets that send their messages here
  // Over the separator: first the message to the bucket of its first variable; in sums, then the message
  // back.
  std::vector<double> message;
};

// Buckets in the order of elimination.
std::vector<Bucket> MakeBuckets(const FactorGraph& graph, int64_t max_bytes, int64_t bytes_an_entry) {
  if (max_bytes < 0) {
    common::ThrowUsageError("max_bytes of bucket elimination", "0 or more", std::to_string(max_bytes));
  }
  std::vector<Bucket> buckets;
  std::vector<int> position(graph.num_variables());
  for (EliminationStep& step : EliminationOrder(graph, max_bytes / bytes_an_entry)) {
    position[step.variable] = static_cast<int>(buckets.size());
    buckets.push_back({step.variable, std::move(step.separator), {}, {}, {}});
  }
  const auto first = [&](std::span<const int> variables) {
    int earliest = std::numeric_limits<int>::max();
    for (const int v : variables) earliest = std::min(earliest, position[v]);
    return static_cast<size_t>(earliest);
  };
  for (int f = 0; f < graph.num_factors(); ++f) buckets[first(graph.scope(f))].factors.push_back(f);
  for (size_t b = 0; b < buckets.size(); ++b) {
    if (buckets[b].separator.empty()) continue;
    buckets[first(buckets[b].separator)].children.push_back(static_cast<int>(b));
  }
  return buckets;
}

class BucketTree {
 public:
  BucketTree(const FactorGraph& graph, int64_t max_bytes, Elimination elimination)
      : graph_(graph),
        elimination_(elimination),
        // Sums take 16 more bytes per entry: messages to children are accumulated as a mass and its scale.
        buckets_(MakeBuckets(graph, max_bytes, elimination == Elimination::kMin ? 8 : 24)) {}

  // Eliminates all variables. Returns the minimum energy or -log Z, or nothing once must_stop() returns true.
  template <class MustStop>
  std::optional<double> PassUp(const MustStop& must_stop) {
    constexpr size_t kReadsBetweenQuestions = 10'000'000;  // about ten milliseconds
    double total = graph_.constant();
    for (Bucket& bucket : buckets_) {
      if (must_stop()) return std::nullopt;
      const ClusterTables tables = TablesOf(bucket);
      bucket.message.resize(TableSize(bucket.separator, graph_.label_counts()));
      size_t reads = 0;
      bool is_stopped = false;
      tables.ForSums([&](size_t entry, std::span<const double> sums) {
        bucket.message[entry] =
            elimination_ == Elimination::kMin ? Least(sums) : Eliminate(sums, Elimination::kSum);
        reads += tables.size() * sums.size();
        if (reads < kReadsBetweenQuestions) return true;
        reads = 0;
        is_stopped = must_stop();
        return !is_stopped;
      });
      if (is_stopped) return std::nullopt;
      if (bucket.separator.empty()) total += bucket.message[0];
    }
    return total;
  }

  // After PassUp with kMin: the best label of each variable, given those of the variables eliminated after
  // it.
  Labeling Decode() const {
    Labeling labeling(graph_.num_variables(), 0);
    for (auto bucket = buckets_.rbegin(); bucket != buckets_.rend(); ++bucket) {
      Label& label = labeling[bucket->variable];
      double least = kInfinity;
      Label best = 0;
      for (label = 0; label < graph_.num_labels(bucket->variable); ++label) {
        const double energy = EnergyIn(*bucket, labeling);
        if (energy >= least) continue;
        least = energy;
        best = label;
      }
      label = best;
    }
    return labeling;
  }

  // After PassUp with kSum and a finite result: computes the messages back and the marginals of every bucket.
  void PassDown(GibbsDistribution* distribution) {
    for (auto bucket = buckets_.rbegin(); bucket != buckets_.rend(); ++bucket)
      PassDown(*bucket, distribution);
  }

 private:
  // The factors of the bucket, then the messages of its children.
  ClusterTables TablesOf(const Bucket& bucket) const {
    ClusterTables tables(bucket.variable, bucket.separator, graph_.label_counts());
    for (const int f : bucket.factors) tables.Add(graph_.scope(f), graph_.table(f));
    for (const int child : bucket.children) {
      const Bucket& below = buckets_[child];
      tables.Add(below.separator, below.message);
    }
    return tables;
  }

  double EnergyIn(const Bucket& bucket, const Labeling& labeling) const {
    double energy = 0;
    for (const int f : bucket.factors) energy += graph_.table(f)[graph_.TableEntry(f, labeling)];
    for (const int child : bucket.children) {
      const Bucket& below = buckets_[child];
      size_t entry = 0;
      for (const int v : below.separator) {
        entry = entry * static_cast<size_t>(graph_.num_labels(v)) + static_cast<size_t>(labeling[v]);
      }
      energy += below.message[entry];
    }
    return energy;
  }

  void PassDown(const Bucket& bucket, GibbsDistribution* distribution);

  const FactorGraph& graph_;
  Elimination elimination_;
  std::vector<Bucket> buckets_;
};

// Computes -log of a sum of exp(-energy), one energy at a time.
class RunningSum {
 public:
  void Add(double energy) {
    if (energy == kInfinity) return;
    if (energy < min_) {
      mass_ = mass_ * std::exp(energy - min_) + 1;  // exp(-infinity) is 0
      min_ = energy;
    } else {
      mass_ += std::exp(min_ - energy);
    }
  }
  double energy() const { return mass_ > 0 ? min_ - std::log(mass_) : kInfinity; }

 private:
  double min_ = kInfinity, mass_ = 0;
};

void Normalize(std::vector<double>& masses) {
  double sum = 0;
  for (const double mass : masses) sum += mass;
  for (double& mass : masses) mass /= sum;
}

void BucketTree::PassDown(const Bucket& bucket, GibbsDistribution* distribution) {
  ClusterTables tables = TablesOf(bucket);
  const size_t num_factors = bucket.factors.size(), num_children = bucket.children.size();
  if (!bucket.separator.empty()) tables.Add(bucket.separator, bucket.message);
  std::vector<std::vector<RunningSum>> to_children;
  for (const int child : bucket.children) {
    to_children.emplace_back(buckets_[child].message.size());
  }
  double least = kInfinity;  // the minimum energy, whose mass is 1
  tables.ForSums([&](size_t, std::span<const double> sums) {
    least = std::min(least, Least(sums));
    return true;
  });
  std::vector<double>& marginal = distribution->marginals[bucket.variable];
  std::vector<double> before(num_children);  // sums of all tables before a child's message
  tables.ForSeparator([&](size_t) {
    for (size_t label = 0; label < tables.num_labels(); ++label) {
      double sum = 0;
      for (size_t i = 0; i < num_factors; ++i) sum += tables.Value(i, label);
      for (size_t i = num_factors + num_children; i < tables.size(); ++i) sum += tables.Value(i, label);
      for (size_t c = 0; c < num_children; ++c) {
        before[c] = sum;
        sum += tables.Value(num_factors + c, label);
      }
      const double mass = std::exp(least - sum);
      marginal[label] += mass;
      for (size_t i = 0; i < num_factors; ++i) {
        distribution->factor_marginals[bucket.factors[i]][tables.Entry(i, label)] += mass;
      }
      // Infinity cannot be subtracted, so the sum without a child is the sum of the tables before and after
      // it.
      double after = 0;
      for (size_t c = num_children; c-- > 0;) {
        to_children[c][tables.Entry(num_factors + c, label)].Add(before[c] + after);
        after += tables.Value(num_factors + c, label);
      }
    }
  });
  Normalize(marginal);
  for (const int f : bucket.factors) Normalize(distribution->factor_marginals[f]);
  for (size_t c = 0; c < num_children; ++c) {
    std::vector<double>& message = buckets_[bucket.children[c]].message;
    for (size_t entry = 0; entry < message.size(); ++entry) message[entry] = to_children[c][entry].energy();
  }
}

}  // namespace

MapResult BucketEliminationMap(const FactorGraph& graph, const BucketEliminationOptions& options,
                               const common::RunControl& run) {
  return MinimizeInOnePass(graph, run,
                           [&] { return BucketTree(graph, options.max_bytes, Elimination::kMin); });
}

GibbsDistribution BucketEliminationSum(const FactorGraph& graph, const BucketEliminationOptions& options) {
  BucketTree tree(graph, options.max_bytes, Elimination::kSum);
  GibbsDistribution distribution;
  distribution.log_partition = -*tree.PassUp([] { return false; });
  const bool nothing_allowed = distribution.log_partition == -kInfinity;
  const double start = nothing_allowed ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  for (const int count : graph.label_counts()) {
    distribution.marginals.emplace_back(static_cast<size_t>(count), start);
  }
  for (int f = 0; f < graph.num_factors(); ++f) {
    distribution.factor_marginals.emplace_back(graph.table(f).size(), start);
  }
  if (!nothing_allowed) tree.PassDown(&distribution);
  return distribution;
}

}  // namespace structlab::graphical_models
