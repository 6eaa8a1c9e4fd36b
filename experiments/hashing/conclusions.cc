#include "experiments/hashing/conclusions.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "common/statistics.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Observation;
using harness::Query;
using harness::Results;
using harness::Setting;

// On data that is none but a stand-in.
std::optional<double> MeanOf(const Results& results, const Query& query) {
  std::vector<Observation> values = results.Values(query);
  std::erase_if(values, [](const Observation& value) {
    return harness::OriginOf(value.finished->c) == harness::DataOrigin::kStandIn;
  });
  if (values.empty()) return std::nullopt;
  return common::Mean(harness::Numbers(values));
}

std::string WithDecimals(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  return text;
}

void Append(const std::string& item, std::string& list) {
  if (!list.empty()) list += ", ";
  list += item;
}

std::string HashingBesideProjections(const Results& results) {
  std::vector<int64_t> dimensions = results.settings().Integers("dimensions");
  std::ranges::sort(dimensions);
  std::string list, without_words;
  for (const Corpus& corpus : TwoClassCorpora()) {
    for (const int64_t bits : dimensions) {
      Query query = {.table = kTable23,
                     .dataset = corpus.name,
                     .method = kRp,
                     .metric = "error",
                     .setting = DimensionKey(bits)};
      const auto projected = MeanOf(results, query);
      query.table = kOurProjections;
      query.method = kHk;
      const auto hashed = MeanOf(results, query);
      if (!projected || !hashed) continue;
      if (!corpus.has_words) without_words = ", but of " + corpus.name + ",";
      Append(WithDecimals(*projected, 1) + "% and " + WithDecimals(*hashed, 1) + "% on " + corpus.name +
                 " at " + Power(bits),
             list);
    }
  }
  if (list.empty()) return "";
  return "Errors of random projection and of hashing at equal dimensions, where each takes its own first "
         "step and lambda: " +
         list +
         ". The source prints about ten points between them. Projection by dense signs to n rows and signed "
         "hashing to n bins estimate inner products with about the same variance; hashing here is as in "
         "(2.3), without signs, which adds to each inner product about the product of the sums over n, and" +
         without_words + " bins have an IDF of their own. How the source made its features it does not say.";
}

std::string SelectionThatHasSeenTheTest(const Results& results) {
  std::string list;
  for (const GraphTask& task : GraphTasks()) {
    const auto accuracy = [&](const char* features_by) {
      return MeanOf(results, {.table = kOurChoices,
                              .dataset = task.name,
                              .method = kHkf,
                              .metric = "accuracy",
                              .setting = ChoiceKey("training graphs", features_by)});
    };
    const auto honest = accuracy(kSelectedByTraining), seen = accuracy(kSelectedByAll);
    if (!honest || !seen) continue;
    Append(WithDecimals(*honest, 3) + " and " + WithDecimals(*seen, 3) + " on " + task.name, list);
  }
  if (list.empty()) return "";
  return "Accuracies of HKF with features selected by the training graphs of each fold, and by all graphs "
         "before they are divided: " +
         list +
         ". The second selection has seen the classes of the test graphs. The source does not say which of "
         "them it has.";
}

// What is claimed of the source's sets, on others.
std::string GraphsBesideTheSources(const Results& results) {
  std::string list;
  for (const GraphTask& task : GraphTasks()) {
    if (task.is_printed) continue;
    std::string methods;
    for (const char* method : {kHk, kHkf, kRw, kSp, kGks, kGk}) {
      const auto accuracy =
          MeanOf(results, {.table = kTable28, .dataset = task.name, .method = method, .metric = "accuracy"});
      if (accuracy) Append(std::string(method) + " " + WithDecimals(*accuracy, 3), methods);
    }
    if (!methods.empty()) list.append(list.empty() ? "" : "; ").append(task.name + ": " + methods);
  }
  if (list.empty()) return "";
  return "Accuracies on sets of graphs of which the source says nothing: " + list + ".";
}

std::string RawText(const Results& results) {
  const auto accuracy = [&](const char* headers) {
    return MeanOf(results,
                  {.table = kOurRawText, .metric = "accuracy", .setting = Setting{{"headers", headers}}});
  };
  const auto with = accuracy("yes"), without = accuracy("no");
  if (!with || !without) return "";
  constexpr int64_t kTrainingPosts = 11'314;
  const int64_t most = results.settings().Integer("raw_text_documents");
  const std::string limit =
      most < kTrainingPosts ? ", at most " + std::to_string(most) + " of each part," : "";
  return "Posts of 20 newsgroups as they were sent" + limit + " after " +
         results.settings().Text("raw_text_passes") +
         " passes over those before the date: " + WithDecimals(*with, 1) +
         "% of the later ones are right with their headers, " + WithDecimals(*without, 1) +
         "% without. Headers name people and machines of a group; what texts are about is the second number.";
}

}  // namespace

std::vector<std::string> Conclude(const Results& results) {
  std::vector<std::string> paragraphs = {HashingBesideProjections(results),
                                         SelectionThatHasSeenTheTest(results),
                                         GraphsBesideTheSources(results), RawText(results)};
  std::erase(paragraphs, "");
  return paragraphs;
}

}  // namespace structlab::hashing
