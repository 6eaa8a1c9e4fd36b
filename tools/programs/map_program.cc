#include "tools/programs/map_program.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "common/command_line.h"
#include "common/error.h"
#include "common/memory_need.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "graphical_models/methods/known_labels.h"
#include "graphical_models/methods/map_methods.h"
#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/files/uai_file.h"
#include "tools/programs/map_model.h"
#include "tools/programs/method_flags.h"
#include "tools/programs/minimizer_run.h"

namespace structlab::tools {
namespace {

using common::FormatDouble;
using graphical_models::FactorGraph;
using graphical_models::MapMethod;
using graphical_models::MapResult;
using graphical_models::Observation;

constexpr int kNoSolutionStatus = 1;
constexpr char kAutomatic[] = "auto";

struct Arguments {
  std::string model, format, evidence, out;
  std::string method = kAutomatic;
  std::vector<std::string> options;  // name=value, of the method
  uint64_t seed = 1;
  int threads = 1;
  StopArguments stop;
};

std::string Footer() {
  std::string text =
      "Methods:\n"
      "  auto: tree if the model is one; bucket-elimination if the tree-width is small; else\n"
      "        subgraph-descent\n";
  for (const MapMethod& method : graphical_models::MapMethods()) {
    text += "  " + method.name + ": " + method.summary + " (takes: " + method.takes + ")\n";
    text += HelpOnOptions(method.options);
  }
  text += R"(
All formats are read as energies, which are minimised. UAI potentials p become -log p, so the labeling of minimum
energy is the most probable one. Costs of WCSP and CFN are taken as they are, negated if they are to be maximised.

Ctrl-C ends the search and writes the best labeling so far; a second Ctrl-C ends the program at once.

Exit status: 0 success; 1 all labelings found are forbidden (the last is written); 2 wrong usage; 3 a file is damaged
or cannot be read or written, or a method reported a wrong result; 130 interrupted (the labeling is written).

Example:
  bazel run //tools:map -- grid.uai --evidence=grid.uai.evid --method=trws --out=grid.MPE)";
  return text;
}

bool Parse(const std::vector<std::string>& words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Finds a labeling of minimum energy (a most probable one) of a graphical model,\n"
      "and a lower bound if the method has one.",
      "map");
  line.Option("MODEL", arguments.model, "a .uai, .wcsp or .cfn file, plain or .gz").Required();
  line.Option("--format", arguments.format, "format of the model (default: by its name)")
      .OneOf({"uai", "wcsp", "cfn"});
  line.Option("--evidence", arguments.evidence, "known labels, as a UAI evidence file");
  line.Option("--method", arguments.method, "see below").ShowDefault();
  line.Option("--out", arguments.out,
              "the file for the labeling, in the UAI format MPE (default: standard output)");
  AddOptionFlag(line, arguments.options);
  line.Option("--seed", arguments.seed, "seed of methods that draw random numbers").ShowDefault();
  AddThreadsFlag(line, arguments.threads);
  AddStopFlags(line, arguments.stop);
  line.Footer(Footer());
  return line.Parse(words, out, [] { return HelpOfMethods(graphical_models::MapMethods()); });
}

void PrintSummary(const MapModel& model, const MapMethod& method, const MapResult& result,
                  const Arguments& arguments, std::FILE* to) {
  std::fprintf(to, "model        %s\n", Describe(model.graph).c_str());
  std::fprintf(to, "method       %s\n", method.name.c_str());
  std::fprintf(to, "energy       %s\n", FormatDouble(result.energy).c_str());
  PrintLowerBound(result, "", to);
  if (model.maximized) std::fprintf(to, "sum of costs %s\n", FormatDouble(-result.energy).c_str());
  PrintEnding(result, arguments.stop, "", to);
  if (!arguments.out.empty()) std::fprintf(to, "written      %s\n", arguments.out.c_str());
}

// If the file cannot be written, prints the labeling to standard output: a full disk must not lose hours of
// work.
void WriteLabeling(const graphical_models::Labeling& labeling, const std::string& path, std::FILE* out) {
  const auto print = [&] {
    std::fputs(graphical_models::FormatUaiSolution(labeling).c_str(), out);
    std::fflush(out);
  };
  if (path.empty()) return print();
  try {
    graphical_models::WriteUaiSolution(labeling, common::CallersPath(path));
  } catch (const common::Error&) {
    print();
    throw;
  }
}

void CheckMethodName(const std::string& name) {
  std::vector<std::string> known = {kAutomatic};
  for (const MapMethod& method : graphical_models::MapMethods()) known.push_back(method.name);
  if (std::ranges::find(known, name) != known.end()) return;
  common::ThrowUsageError("method", "one of " + common::ListNearest(name, known, known.size()),
                          common::Quote(name));
}

// The options of the method; auto has none.
common::OptionValues OptionsOf(const Arguments& arguments) {
  if (arguments.method != kAutomatic) {
    const MapMethod& method = graphical_models::FindMapMethod(arguments.method);
    return ParseMethodOptions(method.name, method.options, arguments.options);
  }
  if (arguments.options.empty()) return {};
  common::ThrowUsageError("--option", "a --method that has this option", "--method=auto");
}

// Stops the work at an interrupt. Only for work without a result that must be kept.
template <class Work>
auto Interruptibly(const std::atomic<bool>& interrupted, const Work& work) {
  const common::StopScope scope(&interrupted);
  return work();
}

// An estimate before a method begins: most methods make their own copy of the tables.
common::MemoryNeed NeedOf(const FactorGraph& graph) {
  double entries = 0;
  std::vector<bool> is_counted(graph.num_tables());
  for (int factor = 0; factor < graph.num_factors(); ++factor) {
    const auto table = static_cast<size_t>(graph.table_index(factor));
    if (!is_counted[table]) entries += static_cast<double>(graph.table(factor).size());
    is_counted[table] = true;
  }
  return {.bytes = 2 * 8 * entries,
          .what = "for two copies of the model's tables, plus the memory of the method",
          .remedy = "take --method=icm, which needs least, a smaller model, or more --evidence"};
}

int Run(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
        const std::atomic<bool>& interrupted) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  // Report mistakes in the flags before reading a long file.
  const bool automatic = arguments.method == kAutomatic;
  CheckMethodName(arguments.method);
  const common::OptionValues options = OptionsOf(arguments);
  CheckThreads(arguments.threads);
  CheckFolderOf(arguments.out, "--out");
  CheckFolderOf(arguments.stop.trace, "--trace");
  CheckDifferentFiles({{"MODEL", arguments.model}, {"--evidence", arguments.evidence}},
                      {{"--out", arguments.out}, {"--trace", arguments.stop.trace}});
  const std::string path = common::CallersPath(arguments.model);
  const std::string format = arguments.format.empty() ? FormatOfName(arguments.model) : arguments.format;
  const MapModel model = Interruptibly(interrupted, [&] { return ReadMapModel(path, format); });
  for (const std::string& note : model.notes) {
    std::fprintf(messages, "map: %s: %s\n", arguments.model.c_str(), note.c_str());
  }
  std::vector<Observation> evidence;
  if (!arguments.evidence.empty()) {
    evidence = graphical_models::ReadUaiEvidence(common::CallersPath(arguments.evidence), model.graph);
  }
  const auto method_for = [&](const FactorGraph& unknown) -> const MapMethod& {
    if (!automatic) return graphical_models::FindMapMethod(arguments.method);
    const common::StopScope scope(&interrupted);
    return graphical_models::ChooseMapMethod(unknown);
  };
  const MapMethod* method = nullptr;
  const auto minimize = [&](const FactorGraph& unknown) {
    method = &method_for(unknown);
    return MinimizeWithProgress("map", arguments.stop, messages, interrupted, [&](common::RunControl run) {
      run.seed = arguments.seed;
      run.threads = arguments.threads;
      return method->minimize(unknown, run, options);
    });
  };
  const MapResult result = common::WithMemoryNeed(NeedOf(model.graph), [&] {
    return graphical_models::MinimizeGivenEvidence(model.graph, std::move(evidence), minimize);
  });

  // Write the labeling first, so that no later error loses it.
  WriteLabeling(result.labeling, arguments.out, out);
  WriteTrace(result, arguments.stop);
  PrintSummary(model, *method, result, arguments, arguments.out.empty() ? messages : out);
  common::CheckPrinted(out);
  if (result.ending == common::Ending::kInterrupted) return ReportInterruption("map", messages);
  const bool is_allowed = model.is_allowed ? result.energy < std::numeric_limits<double>::infinity() &&
                                                 model.is_allowed(result.labeling)
                                           : result.energy < model.upper_bound;
  if (!is_allowed) {
    const bool is_infinite = !(result.energy < std::numeric_limits<double>::infinity());
    const bool is_rounded = result.energy < model.upper_bound;
    const std::string reason = is_infinite ? "which is forbidden"
                               : is_rounded
                                   ? "which without rounding is not below " + model.upper_bound_text
                                   : "but the file allows only those below " + model.upper_bound_text;
    std::fprintf(messages, "map: all labelings that were found are forbidden: the minimum energy is %s, %s\n",
                 FormatDouble(result.energy).c_str(), reason.c_str());
    return kNoSolutionStatus;
  }
  return 0;
}

}  // namespace

int RunMap(const std::vector<std::string>& arguments, std::FILE* out, std::FILE* messages,
           const std::atomic<bool>& interrupted) {
  return common::RunOnUserFiles("map", messages, [&] {
    try {
      return Run(arguments, out, messages, interrupted);
    } catch (const common::Stopped&) {
      std::fputs("map: interrupted before the search began: nothing is written\n", messages);
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::tools
