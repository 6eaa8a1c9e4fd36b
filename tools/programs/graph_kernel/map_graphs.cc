// The commands features and gram.
#include <numeric>
#include <set>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "kernels/graphs/graph_feature_file.h"
#include "tools/programs/graph_kernel/commands.h"
#include "tools/programs/graph_kernel/kernel_flags.h"
#include "tools/programs/graph_kernel/output_files.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

using kernels::GraphFeatureMap;
using kernels::GraphFeatures;

struct MapArguments {
  std::string out, format, save, load;
};

void AddMapFlags(common::CommandLine& line, MapArguments& arguments) {
  line.Option("--out", arguments.out, "the output file").Required();
  line.Option("--format", arguments.format, "hdf5 or svmlight (default: by the ending of --out)");
  line.Option("--save", arguments.save, "save kernel, columns and scaling for other graphs");
  line.Option("--load", arguments.load,
              "take them from a saved file. If columns are not scaled, gram uses all columns of its graphs. "
              "The graphs need node labels if the kernel uses them, but no classes");
}

struct MappedGraphs {
  kernels::GraphDataset dataset;
  GraphFeatureMap map;
  kernels::SparseFeatures rows;
};

// The map with all these graphs as training graphs.
GraphFeatureMap MakeMap(const KernelFlags& flags, const kernels::GraphDataset& dataset,
                        const GraphFeatures& features) {
  const std::set<int> classes(dataset.labels.begin(), dataset.labels.end());
  if (flags.choice() == kernels::FeatureChoice::kSelected && classes.size() < 2) {
    common::ThrowUsageError("--columns", "graphs of two classes for selected", std::to_string(classes.size()),
                            "give --columns=scaled or --columns=all");
  }
  std::vector<int> all(dataset.graphs.size());
  std::iota(all.begin(), all.end(), 0);
  return MakeGraphFeatureMap(features, all, dataset.labels, flags.choice(), flags.unit_rows());
}

void CheckFiles(const KernelFlags& flags, const MapArguments& arguments) {
  CheckFolderOf(arguments.out, "--out");
  CheckFolderOf(arguments.save, "--save");
  CheckDifferentFiles({flags.data(), {"--load", arguments.load}},
                      {{"--save", arguments.save}, {"--out", arguments.out}});
}

MappedGraphs MapGraphs(KernelFlags& flags, const MapArguments& arguments, bool is_for_pairs) {
  CheckFiles(flags, arguments);
  flags.Check();
  if (flags.is_pairwise()) {
    common::ThrowUsageError("--labels", "gram or evaluate, because random walks with labels have no features",
                            "features");
  }
  MappedGraphs mapped;
  const bool is_new = arguments.load.empty();
  if (!is_new) {
    flags.CheckNoneGiven();
    if (!arguments.save.empty()) common::ThrowUsageError("--save", "no file with --load", "a file");
    mapped.map = kernels::ReadGraphFeatureMap(common::CallersPath(arguments.load));
  }
  mapped.dataset =
      flags.ReadGraphs(is_new ? kernels::GraphClasses::kNeeded : kernels::GraphClasses::kOptional);
  if (is_for_pairs) CheckGramSize(mapped.dataset.graphs.size());
  common::ThreadPool pool(flags.threads());
  const GraphFeatures features =
      ComputeGraphFeatures(mapped.dataset.graphs, is_new ? flags.options() : mapped.map.options, pool);
  if (is_new) mapped.map = MakeMap(flags, mapped.dataset, features);
  // The kernel of new graphs also counts common features that no old graph had. (A map without columns is one
  // whose selection kept none.)
  const bool has_all_columns = !mapped.map.names.empty() && mapped.map.maxima.empty();
  if (!is_new && is_for_pairs && has_all_columns) mapped.map.names = features.features.names;
  mapped.rows = ApplyGraphFeatureMap(mapped.map, features.features);
  return mapped;
}

void Save(const GraphFeatureMap& map, const MapArguments& arguments) {
  if (!arguments.save.empty()) kernels::WriteGraphFeatureMap(map, common::CallersPath(arguments.save));
}

void PrintMapped(const MappedGraphs& mapped, const KernelFlags& flags, std::FILE* out) {
  PrintGraphs(mapped.dataset, mapped.map.options, flags.changes(), out);
  PrintLine("features", std::to_string(mapped.map.names.size()), out);
  common::CheckPrinted(out);
}

// For a kernel without features; there is nothing to save for other graphs.
int WritePairwiseGram(KernelFlags& flags, const MapArguments& arguments, OutputFormat format, std::FILE* out,
                      const std::atomic<bool>& interrupted) {
  CheckFiles(flags, arguments);
  for (const auto& [flag, value] : {std::pair("--save", &arguments.save), {"--load", &arguments.load}}) {
    if (value->empty()) continue;
    common::ThrowUsageError(flag, "a kernel that has features", "random-walk with --labels");
  }
  const kernels::GraphDataset dataset = flags.ReadGraphs(kernels::GraphClasses::kNeeded);
  CheckGramSize(dataset.graphs.size());
  common::ThreadPool pool(flags.threads());
  const Eigen::MatrixXd gram = flags.PairwiseGram(dataset.graphs, pool);
  if (interrupted) return common::kInterruptedStatus;
  WriteGram(gram, dataset.labels, format, common::CallersPath(arguments.out));
  PrintGraphs(dataset, flags.options(), flags.changes(), out);
  common::CheckPrinted(out);
  return 0;
}

}  // namespace

int RunFeatures(const std::vector<std::string>& words, std::FILE* out, const std::atomic<bool>& interrupted) {
  common::CommandLine line(
      "Writes a row of features for each graph; inner products of rows are the kernel. --columns=selected\n"
      "uses the classes of all graphs: test a classifier on other graphs, mapped by --load.",
      "graph_kernel features");
  KernelFlags flags(line);
  MapArguments arguments;
  AddMapFlags(line, arguments);
  if (!line.Parse(words, out, HelpOfKernels)) return 0;
  const OutputFormat format = OutputFormatOf(arguments.format, arguments.out);
  const MappedGraphs mapped = MapGraphs(flags, arguments, /*is_for_pairs=*/false);
  if (interrupted) return common::kInterruptedStatus;
  Save(mapped.map, arguments);
  WriteFeatures(mapped.rows, mapped.map.names, mapped.dataset.labels, format,
                common::CallersPath(arguments.out));
  PrintMapped(mapped, flags, out);
  return 0;
}

int RunGram(const std::vector<std::string>& words, std::FILE* out, const std::atomic<bool>& interrupted) {
  common::CommandLine line(
      "Writes the kernel of all pairs of graphs. Unless --raw, the diagonal is 1, or 0 for a graph without\n"
      "features. --columns=selected uses the classes of all graphs: accuracies with such a matrix are too\n"
      "high; use evaluate instead.",
      "graph_kernel gram");
  KernelFlags flags(line);
  MapArguments arguments;
  AddMapFlags(line, arguments);
  if (!line.Parse(words, out, HelpOfKernels)) return 0;
  const OutputFormat format = OutputFormatOf(arguments.format, arguments.out);
  flags.Check();
  if (flags.is_pairwise()) return WritePairwiseGram(flags, arguments, format, out, interrupted);
  const MappedGraphs mapped = MapGraphs(flags, arguments, /*is_for_pairs=*/true);
  if (interrupted) return common::kInterruptedStatus;
  Save(mapped.map, arguments);
  WriteGram(kernels::LinearGram(mapped.rows), mapped.dataset.labels, format,
            common::CallersPath(arguments.out));
  PrintMapped(mapped, flags, out);
  return 0;
}

}  // namespace structlab::tools
