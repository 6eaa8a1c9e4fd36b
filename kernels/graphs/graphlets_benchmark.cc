// Speed of sampling graphlets on the proteins of DD: chains of 5 and of 9 nodes on one core, and all graphs
// on two cores with the setting of the published table (10,000 samples for each of 4 to 9 nodes).
//
// The reference is nauty alone, called for as many graphlets with the same frequencies: the time of a program
// that samples in no time but does not cache any forms.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/error.h"
#include "common/parallel.h"
#include "common/random_stream.h"
#include "kernels/graphs/graphlet_features.h"
#include "kernels/graphs/testing/random_graphs.h"
#include "kernels/graphs/tu_dataset.h"

namespace structlab::kernels {
namespace {

struct Proteins {
  std::vector<Graph> graphs;
  bool stand_in;
};

// Random graphs with the numbers of graphs, nodes and edges that DD has on average, if DD is missing.
Proteins Load() {
  const char* data = std::getenv("STRUCTLAB_DATA");
  const std::filesystem::path folder = std::filesystem::path(data == nullptr ? "" : data) / "graphs" / "DD";
  if (data != nullptr && std::filesystem::exists(folder))
    return {ReadTuDataset(folder.string()).graphs, false};
  Proteins proteins = {{}, true};
  for (uint64_t g = 0; g < 1178; ++g) {
    common::RandomStream stream(1, "stand-in", g);
    proteins.graphs.push_back(RandomGraph(284, 0.0178, stream));
  }
  return proteins;
}

void Print(const common::BenchmarkRow& row) {
  std::fputs(common::FormatBenchmarkRow(row).c_str(), stdout);
  std::fflush(stdout);
}

constexpr int kSamples = 10000;  // per graph

// Samples every tenth graph, starting with an empty cache of forms; returns the number of samples.
int64_t SampleSome(const Proteins& proteins, int nodes) {
  const CanonicalForms forms;
  int64_t samples = 0;
  for (size_t g = 0; g < proteins.graphs.size(); g += 10) {
    common::RandomStream stream(1, "benchmark", g);
    for (const auto& [form, count] :
         SampleConnectedGraphlets(proteins.graphs[g], nodes, {.samples = kSamples}, forms, stream)) {
      samples += count;
    }
  }
  return samples;
}

// The graphlets of some graphs, as often as they were sampled.
std::vector<GraphletRows> SomeRows(const Proteins& proteins, int nodes, const CanonicalForms& forms) {
  std::vector<GraphletRows> rows;
  for (size_t g = 0; g < proteins.graphs.size(); g += 100) {
    common::RandomStream stream(1, "benchmark", g);
    for (const auto& [form, count] :
         SampleConnectedGraphlets(proteins.graphs[g], nodes, {.samples = kSamples}, forms, stream)) {
      rows.insert(rows.end(), count, RowsOf(form, nodes));
    }
  }
  return rows;
}

void PrintRate(const Proteins& proteins, int nodes, const std::string& name) {
  const CanonicalForms forms;
  const std::vector<GraphletRows> rows = SomeRows(proteins, nodes, forms);
  int64_t samples = 0;
  Graphlet sum = 0;
  const common::PairedSeconds seconds =
      common::InterleavedMedians([&] { samples = SampleSome(proteins, nodes); },
                                 [&] {
                                   for (const GraphletRows& row : rows)
                                     sum += CanonicalFormByNauty(row, nodes);
                                 },
                                 5);
  STRUCTLAB_CHECK(sum != 0 && samples > 0);
  char note[120];
  std::snprintf(note, sizeof(note), "%s; %.0f ns a sample, burn-in included, cold cache, CPU time",
                proteins.stand_in ? "stand-in graphs" : "every tenth graph of DD",
                1e9 * seconds.ours / static_cast<double>(samples));
  Print({.benchmark = name,
         .value = static_cast<double>(samples) / seconds.ours,
         .unit = "samples/s",
         .yardstick = "nauty alone, without a chain",
         .yardstick_value = static_cast<double>(rows.size()) / seconds.yardstick,
         .note = note});
}

void PrintAll(const Proteins& proteins, const std::string& name) {
  common::ThreadPool pool(2);
  const double seconds = common::MeasureSeconds(
      [&] { STRUCTLAB_CHECK(GraphletHashFeatures(proteins.graphs, {}, pool).nonZeros() > 0); },
      common::BenchmarkClock::kWall);
  Print({.benchmark = name,
         .value = seconds,
         .unit = "s",
         .threads = 2,
         .note = proteins.stand_in ? "stand-in graphs" : "1178 graphs, 4 to 9 nodes, 10,000 samples each"});
}

void Measure(const common::BenchmarkSelection& selection) {
  if (selection.Contains("graphlets_n5")) PrintRate(Load(), 5, "graphlets_n5");
  if (selection.Contains("graphlets_n9")) PrintRate(Load(), 9, "graphlets_n9");
  if (selection.Contains("graphlets_dd")) PrintAll(Load(), "graphlets_dd");
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::kernels
