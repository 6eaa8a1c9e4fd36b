#include "tools/programs/map_program.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <limits>
#include <optional>

#include "common/arguments.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/table.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/files/uai_file.h"
#include "tools/programs/map_model.h"

namespace structlab::tools {
namespace {

using common::FormatDouble;
using graphical_models::ConditionedGraph;
using graphical_models::Ending;
using graphical_models::FactorGraph;
using graphical_models::MapMethod;
using graphical_models::MapResult;
using graphical_models::StopRule;
using graphical_models::TracePoint;

constexpr int kNoSolutionStatus = 1;
constexpr char kAutomatic[] = "auto";

struct Arguments {
  std::string model, format, evidence, trace, out;
  std::string method = kAutomatic;
  double seconds = std::numeric_limits<double>::infinity();
  double gap = -std::numeric_limits<double>::infinity();
  int64_t iterations = std::numeric_limits<int64_t>::max();
};

std::string Footer() {
  std::string text =
      "Methods:\n  auto: by the form of the model: tree, bucket-elimination, trws for pairs, else "
      "max-product\n";
  for (const MapMethod& method : graphical_models::MapMethods()) {
    text += "  " + method.name + ": " + method.summary + " (takes: " + method.takes + ")\n";
  }
  text += R"(
All formats are read as energies, which are minimised: UAI potentials p as -log p, so that the labeling found is
the most probable one; the costs of WCSP and CFN as they are, those that are maximised with a minus.

Ctrl-C ends the search, and the best labeling so far is written; a second one ends the program at once.
brute-force and tree are done in one go: they heed neither the first Ctrl-C nor the limits.

Exit status: 130 interrupted (the labeling is written); 2 wrong usage; 3 a file is damaged or cannot be read or
written; 1 only forbidden labelings were found (the last is written); 0 otherwise.

Example:
  bazel run //tools:map -- grid.uai --evidence=grid.uai.evid --method=trws --out=grid.MPE)";
  return text;
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  CLI::App app(
      "Finds a labeling of least energy (a most probable one) of a graphical model, and a lower bound where "
      "the\n"
      "method has one.",
      "map");
  app.add_option("MODEL", arguments.model, "a .uai, .wcsp or .cfn file, plain or .gz")->required();
  app.add_option("--format", arguments.format, "of the model, if its name does not tell")
      ->check(CLI::IsMember({"uai", "wcsp", "cfn"}));
  app.add_option("--evidence", arguments.evidence, "known labels, as a UAI evidence file");
  app.add_option("--method", arguments.method, "see below")->capture_default_str();
  app.add_option("--out", arguments.out,
                 "where the labeling goes, in the UAI format MPE (default: standard output)");
  app.add_option("--trace", arguments.trace, "a table of energy and bound over time (TSV)");
  app.add_option("--seconds", arguments.seconds, "stop after so many")->check(CLI::NonNegativeNumber);
  app.add_option("--iterations", arguments.iterations, "stop after so many")->check(CLI::NonNegativeNumber);
  app.add_option("--gap", arguments.gap, "stop when energy and bound are as near")
      ->check(CLI::NonNegativeNumber);
  app.footer(Footer());
  return common::ParseArguments(app, words, out);
}

std::string FormatPoint(const TracePoint& point) {
  std::string text = "energy " + FormatDouble(point.energy);
  if (point.lower_bound > -std::numeric_limits<double>::infinity()) {
    text += ", bound " + FormatDouble(point.lower_bound);
  }
  return text;
}

class ProgressObserver : public graphical_models::TraceObserver {
 public:
  explicit ProgressObserver(std::FILE* to) : line_("map: iterations", 0, to) {}
  void See(const TracePoint& point) override { line_.Advance(1, FormatPoint(point)); }

 private:
  common::ProgressLine line_;
};

void WriteTrace(const MapResult& result, const std::string& path) {
  common::Table table = {.columns = {"seconds", "iteration", "energy", "lower_bound"}};
  for (const TracePoint& point : result.trace) {
    table.rows.push_back({FormatDouble(point.seconds), std::to_string(point.iteration),
                          FormatDouble(point.energy), FormatDouble(point.lower_bound)});
  }
  common::WriteTsv(table, path);
}

// The result in terms of all variables, known ones too.
MapResult Complete(const FactorGraph& graph, const ConditionedGraph& conditioned, MapResult result) {
  result.labeling = conditioned.Complete(result.labeling);
  result.energy = graph.Energy(result.labeling);
  return result;
}

void PrintSummary(const MapModel& model, const MapMethod& method, const MapResult& result, std::FILE* to) {
  std::fprintf(to, "model        %s\n", Describe(model.graph).c_str());
  std::fprintf(to, "method       %s\n", method.name.c_str());
  std::fprintf(to, "energy       %s\n", FormatDouble(result.energy).c_str());
  std::fprintf(to, "lower bound  %s\n",
               result.lower_bound > -std::numeric_limits<double>::infinity()
                   ? FormatDouble(result.lower_bound).c_str()
                   : "none");
  if (model.maximized) std::fprintf(to, "sum of costs %s\n", FormatDouble(-result.energy).c_str());
  std::fprintf(to, "ended        %s, %lld iterations, %.3g s\n",
               std::string(EndingName(result.ending)).c_str(),
               static_cast<long long>(result.trace.back().iteration), result.trace.back().seconds);
}

// A search may take hours: that its result has no place to go to is told before.
void CheckFolderOf(const std::string& path, const std::string& flag) {
  if (path.empty()) return;
  const std::filesystem::path folder = std::filesystem::path(common::CallersPath(path)).parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  common::ThrowUsageError(flag, "a file in a folder that is there", path);
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  // A mistake in the flags is told before a long file is read.
  const bool automatic = arguments.method == kAutomatic;
  if (!automatic) graphical_models::FindMapMethod(arguments.method);
  CheckFolderOf(arguments.out, "--out");
  CheckFolderOf(arguments.trace, "--trace");
  const std::string path = common::CallersPath(arguments.model);
  const MapModel model =
      ReadMapModel(path, arguments.format.empty() ? FormatOfName(arguments.model) : arguments.format);
  const ConditionedGraph conditioned = graphical_models::Condition(
      model.graph, arguments.evidence.empty() ? std::vector<graphical_models::Observation>()
                                              : graphical_models::ReadUaiEvidence(
                                                    common::CallersPath(arguments.evidence), model.graph));
  const MapMethod& method = automatic ? graphical_models::ChooseMapMethod(conditioned.graph)
                                      : graphical_models::FindMapMethod(arguments.method);
  StopRule stop = {.iterations = arguments.iterations,
                   .seconds = arguments.seconds,
                   .gap = arguments.gap,
                   .interrupted = &interrupted};
  std::optional<ProgressObserver> progress(messages);
  stop.observer = &*progress;
  const MapResult result = Complete(model.graph, conditioned, method.minimize(conditioned.graph, stop));
  progress.reset();

  // The labeling first: what else goes wrong must not lose it.
  if (arguments.out.empty()) {
    std::fputs(graphical_models::FormatUaiSolution(result.labeling).c_str(), out);
  } else {
    graphical_models::WriteUaiSolution(result.labeling, common::CallersPath(arguments.out));
  }
  if (!arguments.trace.empty()) WriteTrace(result, common::CallersPath(arguments.trace));
  PrintSummary(model, method, result, arguments.out.empty() ? messages : out);
  if (std::fflush(out) != 0 || std::ferror(out) != 0)
    common::ThrowEnvironmentError("standard output", "cannot be written");
  if (interrupted || result.ending == Ending::kInterrupted) return common::kInterruptedStatus;
  if (!(result.energy < model.upper_bound)) {
    std::fprintf(messages, "map: no labeling that was found is allowed: its energy is %s\n",
                 FormatDouble(result.energy).c_str());
    return kNoSolutionStatus;
  }
  return 0;
}

}  // namespace

int RunMap(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
           const std::atomic<bool>& interrupted) {
  return common::RunAndReportErrors("map", messages,
                                    [&] { return Run(arguments, out, messages, interrupted); });
}

}  // namespace structlab::tools
