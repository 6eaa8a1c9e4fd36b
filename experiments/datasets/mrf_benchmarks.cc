#include "experiments/datasets/mrf_benchmarks.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/files/cfn_file.h"
#include "graphical_models/model/files/token_reader.h"
#include "graphical_models/model/files/uai_file.h"
#include "graphical_models/model/files/wcsp_file.h"

namespace structlab::datasets {
namespace {

using graphical_models::FactorGraph;

constexpr std::string_view kEvidenceEnding = ".evid";

MrfInstance Grid(int side, int strength, bool wraps) {
  MrfInstance instance;
  const std::string length = std::to_string(side);
  instance.name.append("grid").append(length).append("x").append(length).append(".f");
  instance.name.append(std::to_string(strength)).append(wraps ? ".wrap" : "");
  const std::string file = "uai-2012-map/Grids/" + instance.name + ".uai";
  instance.model = file + ".gz";
  instance.evidence = file + std::string(kEvidenceEnding);
  const int pairs = 2 * side * (wraps ? side : side - 1);
  instance.sizes = {
      .variables = side * side, .min_labels = 2, .max_labels = 2, .factors = {side * side, pairs}};
  instance.side = side;
  instance.wraps = wraps;
  instance.strength = strength;
  return instance;
}

MrfInstance Other(const std::string& name, const std::string& ending, MrfSizes sizes, bool has_optimum) {
  MrfInstance instance;
  instance.name = name;
  instance.model = "wcsp/" + name + ending;
  if (has_optimum) instance.optimum = "wcsp/" + name + ".ub";
  instance.sizes = std::move(sizes);
  return instance;
}

std::vector<MrfInstance> All() {
  return {
      Grid(20, 10, false),
      Grid(20, 10, true),
      Grid(20, 15, false),
      Grid(20, 5, true),
      Grid(40, 10, true),
      Grid(40, 15, false),
      Grid(40, 2, false),
      Grid(40, 2, true),
      Grid(40, 5, false),
      Grid(40, 5, true),
      Other("example", ".wcsp.gz", {25, 5, 5, {0, 63}}, true),
      Other("celar6sub0", ".wcsp.gz", {32, 36, 44, {0, 223}}, true),
      Other("scen06", ".wcsp.gz", {100, 22, 44, {0, 1222}}, false),
      Other("cap131", ".wcsp.gz", {100, 2, 50, {99, 2500}}, true),
      Other("1aho", ".cfn.gz", {64, 1, 55, {64, 544}}, true),
      Other("404", ".wcsp.gz", {100, 2, 4, {100, 592, 18}}, false),
      Other("GeomSurf-7-gm256", ".uai.gz", {787, 7, 7, {787, 2180, 560}}, false),
      Other("pedigree9", ".uai.gz", {1118, 1, 7, {294, 432, 22, 370}}, false),
  };
}

// By what the name ends in, but for ".gz"; null if that is none of the formats.
FactorGraph (*ReaderFor(std::string_view path))(const std::string&) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  if (path.ends_with(".uai")) return graphical_models::ReadUai;
  if (path.ends_with(".wcsp")) {
    return [](const std::string& file) { return graphical_models::ReadWcsp(file).graph; };
  }
  if (path.ends_with(".cfn")) {
    return [](const std::string& file) { return graphical_models::ReadCfn(file).graph; };
  }
  return nullptr;
}

// A model that is kept as gzip has no ".gz" in the name of its evidence.
void ExamineEvidence(const std::string& path) {
  std::string model = path.substr(0, path.size() - kEvidenceEnding.size());
  if (!std::filesystem::exists(model)) model += ".gz";
  graphical_models::ReadUaiEvidence(path, graphical_models::ReadUai(model));
}

}  // namespace

std::span<const MrfInstance> MrfInstances() {
  static const std::vector<MrfInstance> instances = All();
  return instances;
}

const MrfInstance& FindMrfInstance(std::string_view name) {
  std::vector<std::string> known;
  for (const MrfInstance& instance : MrfInstances()) {
    if (instance.name == name) return instance;
    known.push_back(instance.name);
  }
  common::ThrowUsageError("instance", "one of " + common::ListNearest(name, known), common::Quote(name));
}

MrfSizes SizesOf(const FactorGraph& graph) {
  MrfSizes sizes;
  sizes.variables = graph.num_variables();
  if (sizes.variables > 0) {
    const auto [least, most] = std::ranges::minmax(graph.label_counts());
    sizes.min_labels = least;
    sizes.max_labels = most;
  }
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const size_t arity = graph.scope(factor).size();
    if (sizes.factors.size() < arity) sizes.factors.resize(arity);
    ++sizes.factors[arity - 1];
  }
  return sizes;
}

FactorGraph ReadMrfInstance(const std::string& folder, const MrfInstance& instance) {
  const std::string path = folder + "/" + instance.model;
  FactorGraph graph = ReaderFor(path)(path);
  if (instance.evidence.empty()) return graph;
  const auto evidence = graphical_models::ReadUaiEvidence(folder + "/" + instance.evidence, graph);
  return evidence.empty() ? graph : graphical_models::Condition(graph, evidence).graph;
}

double ReadMrfOptimum(const std::string& path) {
  graphical_models::TokenReader reader(path);
  const double optimum = reader.Number("the least energy");
  reader.ExpectEnd("the least energy");
  return optimum;
}

void ExamineMrfFile(const std::string& path) {
  if (const auto read = ReaderFor(path)) {
    read(path);
  } else if (path.ends_with(kEvidenceEnding)) {
    ExamineEvidence(path);
  } else {
    ReadMrfOptimum(path);
  }
}

}  // namespace structlab::datasets
