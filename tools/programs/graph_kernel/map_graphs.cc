// The commands features and gram.
#include <CLI/CLI.hpp>
#include <numeric>
#include <utility>

#include "common/arguments.h"
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

void AddMapFlags(CLI::App& app, MapArguments& arguments) {
  app.add_option("--out", arguments.out, "the file that is written")->required();
  app.add_option("--format", arguments.format, "hdf5 or svmlight (default: by the name of the file)");
  app.add_option("--save", arguments.save, "keeps kernel, columns and scaling for other graphs");
  app.add_option("--load", arguments.load,
                 "takes them from there; where columns are not scaled gram takes those that its graphs have. "
                 "Labels, if they are used, must be there too, classes of graphs need not");
}

struct MappedGraphs {
  kernels::GraphDataset dataset;
  GraphFeatureMap map;
  kernels::SparseFeatures rows;
};

// The map of the graphs themselves, all of which are training graphs.
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
    common::ThrowUsageError("--labels", "gram or evaluate for random walks, which have no features with them",
                            "features");
  }
  MappedGraphs mapped;
  const bool is_new = arguments.load.empty();
  if (!is_new) {
    flags.CheckNoneGiven();
    if (!arguments.save.empty()) common::ThrowUsageError("--save", "nothing beside --load", "a file");
    mapped.map = kernels::ReadGraphFeatureMap(common::CallersPath(arguments.load));
  }
  mapped.dataset =
      flags.ReadGraphs(is_new ? kernels::GraphClasses::kNeeded : kernels::GraphClasses::kOptional);
  if (is_for_pairs) CheckGramSize(mapped.dataset.graphs.size());
  common::ThreadPool pool(flags.threads());
  const GraphFeatures features =
      ComputeGraphFeatures(mapped.dataset.graphs, is_new ? flags.options() : mapped.map.options, pool);
  if (is_new) mapped.map = MakeMap(flags, mapped.dataset, features);
  // The kernel of new graphs counts what they have in common, whether or not an old graph had it, too; a map
  // without columns has selected none.
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

// Of a kernel without features, which nothing can be kept of for other graphs.
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
  CLI::App app(
      "Writes a row of features for each graph; inner products of rows are the kernel. --columns=selected "
      "looks\n"
      "at the classes of all graphs: what is learned from the rows must be tried on other graphs, mapped by "
      "--load.",
      "graph_kernel features");
  KernelFlags flags(app);
  MapArguments arguments;
  AddMapFlags(app, arguments);
  if (!common::ParseArguments(app, words, out, HelpOfKernels)) return 0;
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
  CLI::App app(
      "Writes the kernel of all pairs of graphs: 1 on the diagonal, unless --raw, or 0 for a graph without "
      "any\n"
      "feature. --columns=selected looks at the classes of all graphs: accuracies from such a matrix are too "
      "good;\n"
      "see evaluate.",
      "graph_kernel gram");
  KernelFlags flags(app);
  MapArguments arguments;
  AddMapFlags(app, arguments);
  if (!common::ParseArguments(app, words, out, HelpOfKernels)) return 0;
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
