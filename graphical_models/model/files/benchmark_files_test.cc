// The public benchmark instances, with the counts that their README states.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "graphical_models/model/conversion.h"
#include "graphical_models/model/energy_value.h"
#include "graphical_models/model/files/cfn_file.h"
#include "graphical_models/model/files/uai_file.h"
#include "graphical_models/model/files/wcsp_file.h"

namespace structlab::graphical_models {
namespace {

class BenchmarkFiles : public testing::Test {
 protected:
  void SetUp() override {
    const char* const data = std::getenv("STRUCTLAB_DATA");
    if (data == nullptr || *data == '\0') {
      GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in";
    }
    folder_ = std::string(data) + "/mrf-benchmarks/";
  }

  std::string folder_;
};

struct Counts {
  int variables;
  int min_labels, max_labels;
  int factors;
  size_t max_arity;
  friend bool operator==(const Counts&, const Counts&) = default;
};

void PrintTo(const Counts& counts, std::ostream* out) {
  *out << counts.variables << " variables, " << counts.min_labels << " to " << counts.max_labels
       << " labels, " << counts.factors << " factors of at most " << counts.max_arity;
}

Counts CountsOf(const FactorGraph& graph) {
  Counts counts = {graph.num_variables(), 1 << 30, 0, graph.num_factors(), 0};
  for (const int labels : graph.label_counts()) {
    counts.min_labels = std::min(counts.min_labels, labels);
    counts.max_labels = std::max(counts.max_labels, labels);
  }
  for (int f = 0; f < graph.num_factors(); ++f) {
    counts.max_arity = std::max(counts.max_arity, graph.scope(f).size());
  }
  return counts;
}

struct UaiInstance {
  const char* file;
  Counts counts;
};

TEST_F(BenchmarkFiles, UaiModelsHaveTheStatedCounts) {
  for (const auto& [file, counts] : std::vector<UaiInstance>{
           {"uai-2012-map/Grids/grid20x20.f10.uai.gz", {400, 2, 2, 1160, 2}},
           {"uai-2012-map/Grids/grid20x20.f10.wrap.uai.gz", {400, 2, 2, 1200, 2}},
           {"uai-2012-map/Grids/grid40x40.f15.uai.gz", {1600, 2, 2, 4720, 2}},
           {"uai-2012-map/Grids/grid40x40.f5.wrap.uai.gz", {1600, 2, 2, 4800, 2}},
           {"uai-2012-pe/DBN/rbm_20.uai", {40, 2, 2, 440, 2}},
           {"uai-2012-pe/DBN/rbm_ferro_22.uai", {44, 2, 2, 528, 2}},
           {"uai-2012-pe/Alchemy/smokers_20.uai", {440, 2, 2, 860, 3}},
           {"uai-2012-pe/CSP/404.wcsp.uai", {100, 2, 4, 710, 3}},
           {"uai-2012-pe/Pedigree/Family2Dominant.1.5loci.uai", {385, 2, 3, 385, 4}},
           {"wcsp/GeomSurf-7-gm256.uai.gz", {787, 7, 7, 3527, 3}},
           {"wcsp/pedigree9.uai.gz", {1118, 1, 7, 1118, 4}},
       }) {
    SCOPED_TRACE(file);
    const FactorGraph graph = ReadUai(folder_ + file);
    EXPECT_EQ(CountsOf(graph), counts);
    const std::string copy = testing::TempDir() + "/copy.uai";
    WriteUai(graph, copy);
    EXPECT_EQ(ReadUai(copy), graph);
    if (counts.max_arity == 2) {
      const Labeling labeling(counts.variables, 1);
      EXPECT_NEAR(ToPairwise(graph).Energy(labeling), graph.Energy(labeling), 1e-9);
    }
  }
}

TEST_F(BenchmarkFiles, EvidenceFits) {
  const std::string grid = folder_ + "uai-2012-map/Grids/grid20x20.f10.uai";
  EXPECT_TRUE(ReadUaiEvidence(grid + ".evid", ReadUai(grid + ".gz")).empty());
  const std::string pedigree = folder_ + "uai-2012-pe/Pedigree/Family2Dominant.1.5loci.uai";
  const FactorGraph graph = ReadUai(pedigree);
  const std::vector<Observation> evidence = ReadUaiEvidence(pedigree + ".evid", graph);
  EXPECT_EQ(evidence.size(), 37u);
  EXPECT_EQ(Condition(graph, evidence).graph.num_variables(), 385 - 37);
}

struct WcspInstance {
  const char* name;
  int64_t bound;
  int variables, max_domain, functions;
};

TEST_F(BenchmarkFiles, WcspsHaveTheStatedCounts) {
  for (const auto& [name, bound, variables, max_domain, functions] : std::vector<WcspInstance>{
           {"example", 64, 25, 5, 63},
           {"celar6sub0", 160, 32, 44, 223},
           {"404", 164, 100, 4, 710},
           {"cap131", 61310339, 100, 50, 2599},
           {"scen06", 255194, 100, 44, 1222},
       }) {
    SCOPED_TRACE(name);
    const Wcsp wcsp = ReadWcsp(folder_ + "wcsp/" + name + ".wcsp.gz");
    const Counts counts = CountsOf(wcsp.graph);
    EXPECT_EQ(wcsp.upper_bound, bound);
    EXPECT_EQ(counts.variables, variables);
    EXPECT_EQ(counts.max_labels, max_domain);
    // Functions without variables are part of the constant.
    EXPECT_GE(counts.factors, functions - 1);
    EXPECT_LE(counts.factors, functions);
  }
}

TEST_F(BenchmarkFiles, TheCfnIsRead) {
  const Cfn cfn = ReadCfn(folder_ + "wcsp/1aho.cfn.gz");
  EXPECT_EQ(cfn.name, "1aho.rlx");
  EXPECT_EQ(cfn.bound, 10000);
  EXPECT_FALSE(cfn.maximized);
  EXPECT_EQ(cfn.graph.num_factors(), 608);
  EXPECT_EQ(cfn.variable_names.front(), "V1");
  EXPECT_EQ(CountsOf(cfn.graph).max_arity, 2u);
}

}  // namespace
}  // namespace structlab::graphical_models
