#include "experiments/hashing/graph_runs.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "common/folds.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::Recorder;
using harness::Setting;
using kernels::GraphDataset;
using kernels::SvmQuality;

// Some of the graphs, with the same shares of classes; all if `most` is 0 or more than half of them.
GraphDataset Some(GraphDataset all, int64_t most, uint64_t seed) {
  const auto size = static_cast<int64_t>(all.graphs.size());
  const int64_t parts = most == 0 ? 1 : size / most;
  if (parts < 2) return all;
  common::RandomStream random(seed, "hashing/some-graphs");
  const std::vector<int> part_of = common::StratifiedFolds(all.labels, static_cast<int>(parts), random);
  GraphDataset some;
  for (size_t g = 0; g < all.graphs.size(); ++g) {
    if (part_of[g] != 0) continue;
    some.graphs.push_back(std::move(all.graphs[g]));
    some.labels.push_back(all.labels[g]);
  }
  return some;
}

void RecordChoice(const SvmQuality& quality, const std::string& method, const Setting& choice,
                  Recorder& record) {
  record.Value(kOurChoices, "accuracy", quality.accuracy, {.method = method, .setting = choice});
  if (!quality.area_under_curve) return;
  record.Value(kOurChoices, "auc", *quality.area_under_curve, {.method = method, .setting = choice});
}

const char* DataOf(const GraphTask& task) { return task.is_printed ? kGraphsData : kOtherGraphsData; }

}  // namespace

GraphCase AddGraphCase(harness::Planner& plan, const GraphTask& task, const std::string& name,
                       const std::string& method, Case*& c) {
  Case planned;
  planned.name = "graphs/" + harness::NamePart(task.name) + "/" + name;
  planned.dataset = task.name;
  planned.method = method;
  planned.data = {DataOf(task)};
  c = &plan.Add(std::move(planned));
  const bool is_small = task.is_printed && task.name != "DD";
  c->repeats = static_cast<int>(plan.Int(is_small          ? "graph_seeds"
                                         : task.is_printed ? "large_graph_seeds"
                                                           : "other_graph_seeds"));
  return {task,
          c->Int("graphs"),
          static_cast<int>(c->Int("folds")),
          {.inner_folds = static_cast<int>(c->Int("inner_folds")), .costs = c->Numbers("costs")}};
}

GraphDataset LoadGraphs(const GraphCase& of, const Recorder& record) {
  const std::string& path = record.Data(DataOf(of.task)).path;
  return Some(datasets::LoadGraphSet(path, datasets::FindGraphSet(of.task.set)), of.graphs,
              record.this_case().seed);
}

kernels::GraphletHashing ReadSampling(Case& c) {
  return {.max_nodes = static_cast<int>(c.Int("largest_graphlet")),
          .sampling = {.samples = static_cast<int>(c.Int("graph_samples"))}};
}

std::vector<int> AllOf(const GraphDataset& dataset) {
  std::vector<int> all(dataset.graphs.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

kernels::CrossValidated Validate(const GraphCase& of, const GraphDataset& dataset, uint64_t seed,
                                 const kernels::GramOfFold& gram_of, kernels::InnerGram inner) {
  common::RandomStream random(seed, "hashing/folds");
  const std::vector<int> fold_of = common::StratifiedFolds(dataset.labels, of.folds, random);
  kernels::NestedValidation options = of.validation;
  options.inner = inner;
  options.seed = seed;
  return CrossValidate(dataset.labels, fold_of, gram_of, options);
}

void RecordChoices(const kernels::CrossValidated& quality, const std::string& method,
                   const std::string& variant, Recorder& record) {
  RecordChoice(quality.chosen, method, ChoiceKey("training graphs", variant), record);
  RecordChoice(quality.highest, method, ChoiceKey("test graphs", variant), record);
}

}  // namespace structlab::hashing
