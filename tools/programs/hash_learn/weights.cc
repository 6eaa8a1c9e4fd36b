// The command weights.
#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/program.h"
#include "common/table.h"
#include "kernels/hashing/feature_hash.h"
#include "structured_learning/linear/heaviest_features.h"
#include "tools/programs/hash_learn/commands.h"
#include "tools/programs/hash_learn/input.h"
#include "tools/programs/hash_learn/loaded_model.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::FeatureNames;

struct WeightsArguments {
  InputArguments input;
  std::string model, out;
  int top = 0;
};

// A feature with its weight for one label.
struct NamedWeight {
  const std::string* name;
  float weight;
  std::vector<uint32_t> slots;  // distinct, ascending
};

// The keys of a feature in an example: one key, or the keys of its copies.
std::vector<uint32_t> KeysOf(uint32_t key, const learning::ParserOptions& options) {
  const bool is_constant = options.constant && key == learning::kConstantKey;
  if (options.copies == 1 || is_constant) return {key};
  std::vector<uint32_t> keys;
  for (int copy = 1; copy <= options.copies; ++copy) {
    keys.push_back(kernels::CopyKey(key, static_cast<uint32_t>(copy)));
  }
  return keys;
}

std::vector<uint32_t> SlotsOf(const LoadedModel& model, uint32_t key, uint32_t output) {
  std::vector<uint32_t> slots = KeysOf(key, model.input.parser);
  for (uint32_t& slot : slots) slot = model.scorer.Bin(slot, output);
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

bool WeighsMore(const NamedWeight& a, const NamedWeight& b) {
  const float left = std::abs(a.weight), right = std::abs(b.weight);
  return left != right ? left > right : *a.name < *b.name;
}

std::string ListSlots(const std::vector<uint32_t>& slots) {
  std::string list;
  for (const uint32_t slot : slots) list.append(list.empty() ? "" : ",").append(std::to_string(slot));
  return list;
}

constexpr int kAllNames = 0;

// The table of one label.
common::Table TableOf(const LoadedModel& model, const FeatureNames& names, uint32_t output, int top) {
  std::vector<NamedWeight> features;
  std::unordered_map<uint32_t, int64_t> names_in_slot;
  const auto weight_of = [&](uint32_t made) { return model.scorer.Weight(made, output); };
  for (const auto& [key, name] : names) {
    const float weight = learning::WeightInScores(key, model.input.parser, weight_of);
    features.push_back({&name, weight, SlotsOf(model, key, output)});
    for (const uint32_t slot : features.back().slots) ++names_in_slot[slot];
  }
  const auto shown = top == kAllNames ? features.size() : std::min(features.size(), static_cast<size_t>(top));
  const auto middle = features.begin() + static_cast<std::ptrdiff_t>(shown);
  std::partial_sort(features.begin(), middle, features.end(), WeighsMore);
  features.erase(middle, features.end());
  const bool has_labels = model.task != learning::LinearTask::kRegression;
  common::Table table = {.columns = {"label", "feature", "weight", "slot", "sharing"}};
  for (const NamedWeight& feature : features) {
    int64_t sharing = 0;
    for (const uint32_t slot : feature.slots) sharing = std::max(sharing, names_in_slot[slot] - 1);
    table.rows.push_back({has_labels ? model.LabelName(output) : "", *feature.name,
                          common::FormatDouble(feature.weight), ListSlots(feature.slots),
                          std::to_string(sharing)});
  }
  return table;
}

// Reads the names of all features; returns false if interrupted.
bool ReadNames(LoadedModel& model, const InputArguments& arguments, std::FILE* messages,
               const std::atomic<bool>& interrupted, FeatureNames& names) {
  model.input.parser.are_labels_ignored = true;
  ExampleSource source(arguments, model.input, &model.labels, &names);
  {
    const learning::NextBatch next = source.Begin(0);
    for (learning::ExampleBatch batch; !interrupted && next(batch);) {
    }
  }
  if (interrupted) return false;
  source.Report(messages);
  if (names.empty()) common::ThrowDataError(source.name(), "at least one example", "none");
  return true;
}

}  // namespace

int RunWeights(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
               const std::atomic<bool>& interrupted) {
  common::CommandLine line(
      "Prints the weights of the features that occur in a file of examples, as a table (TSV). The model "
      "stores no names, so features that are not in the file are not listed.",
      "hash_learn weights");
  WeightsArguments arguments;
  line.Option(
      "--names,DATA", arguments.input.data,
      "a file of examples with the names, plain or .gz, in the format of the model (default: standard "
      "input)");
  AddReadingFlags(line, arguments.input);
  line.Option("--model,--load", arguments.model, "the model").Required();
  line.Option("--top", arguments.top,
              "only the N weights of each label with the largest absolute values; 0: all")
      .AtLeastZero()
      .ShowDefault();
  line.Option("--out", arguments.out, "the file for the table (default: standard output)");
  line.Footer(R"(
Columns:
  label    the label of the score; the positive label if there are two; empty for regression
  feature  the name; namespace^name with a namespace, name^name for a cross, words separated by spaces for an n-gram
  weight   the amount that a value of 1 adds to the score; the largest absolute weight comes first. (A word of a text
           has the value 1 if it is the only one.) The weight of a cross is added for a pair of features.
  slot     the index in the table of 2^bits weights; several with --copies
  sharing  the number of other names in the file with the same slot for the label, which share its weight; with
           --copies the maximum over the slots)");
  if (!line.Parse(words, out)) return 0;
  CheckFolderOf(arguments.out, "--out");
  const bool is_file = arguments.input.data != "-";
  CheckDifferentFiles({{"--names", is_file ? arguments.input.data : ""}, {"--model", arguments.model}},
                      {{"--out", arguments.out}});
  LoadedModel model(common::CallersPath(arguments.model));
  FeatureNames names;
  if (!ReadNames(model, arguments.input, messages, interrupted, names)) {
    std::fputs("hash_learn: interrupted: nothing is written\n", messages);
    return common::kInterruptedStatus;
  }
  std::string text;
  for (uint32_t output = 0; output < model.scorer.num_outputs() && !interrupted; ++output) {
    const std::string rows = common::FormatTsv(TableOf(model, names, output, arguments.top));
    text.append(output == 0 ? rows : rows.substr(rows.find('\n') + 1));
    if (!arguments.out.empty()) continue;
    std::fputs(text.c_str(), out);
    common::CheckPrinted(out);
    text.clear();
  }
  if (interrupted) return common::kInterruptedStatus;
  if (!arguments.out.empty()) common::WriteFileAtomically(common::CallersPath(arguments.out), text);
  return 0;
}

}  // namespace structlab::tools
