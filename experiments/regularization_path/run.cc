#include <map>

#include "common/check.h"
#include "experiments/regularization_path/cases.h"
#include "experiments/regularization_path/runs.h"
#include "experiments/regularization_path/words.h"

namespace structlab::regularization_path {

using harness::Case;
using harness::Recorder;
using harness::Setting;

structured_learning::PathRequest RequestOf(const Case& c, const Protocol& protocol,
                                           const std::vector<common::OptionDeclaration>& options) {
  structured_learning::PathRequest request;
  request.lambdas = Grid(protocol);
  request.run = structured_learning::LearningRun(protocol.epsilon, protocol.max_passes, c.seed);
  request.options = common::OptionValues(c.method, options);
  const auto set = [&](const char* name, const common::OptionValue& value) {
    if (request.options.Has(name)) request.options.Set(name, value);
  };
  set("lambda_min", protocol.lambda_min);
  set("random_start", protocol.random_start);
  set("passes_between_gaps", protocol.passes_between_gaps);
  for (const char* key : {"kappa1", kFixedKappa1}) {
    if (c.parameters.Find(key) == nullptr) continue;
    set("kappa1", c.parameters.Number(key));
    set("kappa2", Kappa2(c.parameters.Number(key)));
  }
  return request;
}

std::string IncompleteNote(const structured_learning::PathMethodOutcome& outcome,
                           const std::vector<double>& asked, const std::vector<double>& reached) {
  std::string note = "the tolerance was not reached at some lambda (";
  note.append(EndingName(outcome.ending));
  // The one limit that a user of the package sets.
  if (outcome.ending == common::Ending::kIterationLimit) note += ", max_passes";
  note += "): ";
  if (reached.size() == asked.size()) {
    return note + "some model is not as near the optimum as asked for; the source's rows are left out";
  }
  note += "the path ends early, with models for " + std::to_string(reached.size()) + " of " +
          std::to_string(asked.size()) + " lambdas";
  if (!reached.empty()) note += ", down to " + Text(reached.back());
  return note + "; numbers of the whole path are left out";
}

void RecordPart(const structured_learning::PathMethodOutcome& outcome, size_t models, Recorder& record) {
  record.Value(kOurs, "passes_until_the_bound", outcome.passes, {.unit = "passes"});
  record.Value(kOurs, "breakpoints_until_the_bound", outcome.breakpoints);
  record.Value(kOurs, kModelsOfPart, static_cast<double>(models));
}

void RecordUnconverged(const structured_learning::PathMethodOutcome& outcome, double min_test_loss,
                       Recorder& record) {
  record.Value(kOurs, "passes_with_the_bound_met", outcome.passes, {.unit = "passes"});
  record.Value(kOurs, "min_test_loss_with_the_bound_met", min_test_loss);
}

void RunStatistics(const Case& c, Recorder& record) {
  const WordSets words = LoadWords(c, Split::kFull, ReadProtocol(c.parameters));
  record.Value(kProse, "n_instances", words.train.size(), {.setting = Setting{{"split", "train"}}});
  record.Value(kProse, "n_instances", words.test.size(), {.setting = Setting{{"split", "test"}}});
}

void Run(const Case& c, Recorder& record) {
  static const std::map<std::string, void (*)(const Case&, Recorder&)> parts = {
      {"method", RunMethod},     {"statistics", RunStatistics},
      {"box", RunBox},           {"certificate", RunCertificate},
      {"sampling", RunSampling}, {"validation", RunValidation},
      {"digits", RunDigits}};
  const auto part = parts.find(c.parameters.Text("part"));
  STRUCTLAB_CHECK(part != parts.end());
  part->second(c, record);
}

}  // namespace structlab::regularization_path
