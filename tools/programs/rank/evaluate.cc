#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/plot/plot.h"
#include "common/program.h"
#include "common/table.h"
#include "structured_learning/ranking/measures/precision_recall.h"
#include "structured_learning/ranking/measures/query_measures.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/rank/commands.h"
#include "tools/programs/rank/sample_input.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::ScoredQuery;

struct Arguments {
  std::string scores, score = "score", label, query, picture, empty = "left-out";
  LabelArguments labels;
  std::vector<int> at = {};
  bool graded = false;
  learning::BootstrapOptions bootstrap;
};

constexpr char kFooter[] = R"(
Average precision is the mean, over the relevant samples of a query, of the share of relevant samples down to their
ranks; the mean average precision is its mean over queries.

Measures:
  mean_average_precision: the mean over all orders of samples with equal scores
  interval_low, interval_high: bootstrap interval over queries; over samples if there is one query
  lowest, highest: over the orders of samples with equal scores
  stable_order: samples with equal scores in the order of the file
  constant_score: of a ranking that gives all samples of a query the same score, to compare with
  precision_at_K: mean share of relevant samples among the K highest scores of each query that counts (--at)
  graded_average_precision: with labels 0 to c as grades of equal weight (--graded)
)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line("Prints average precision and other measures of scores.", "rank evaluate");
  line.Option("--scores", a.scores,
              "a table (CSV or TSV) with the columns score, label and, if there are several, query, as rank "
              "score "
              "writes it")
      .Required();
  line.Option("--score", a.score, "the column of scores").ShowDefault();
  line.Option("--label", a.label, "the column of labels (default: label or relevance)");
  AddLabelFlags(line, a.labels);
  line.Option("--query", a.query, "the column of queries (default: query or qid, if there is one)");
  line.Option("--empty", a.empty, "what a query without a relevant sample counts")
      .OneOf({"left-out", "zero", "one"})
      .ShowDefault();
  line.Option("--at", a.at, "print the precision at this rank; may be repeated").Repeatable();
  line.Switch("--graded", a.graded, "print graded average precision: labels are whole numbers from 0");
  line.Option("--confidence", a.bootstrap.confidence, "of the interval, between 0 and 1").ShowDefault();
  line.Option("--resamples", a.bootstrap.resamples, "number of bootstrap samples")
      .Range(100, 1'000'000)
      .ShowDefault();
  line.Option("--seed", a.bootstrap.seed, "seed of the bootstrap").ShowDefault();
  line.Option("--picture", a.picture, "a folder for the curve of precision and recall (SVG, PNG and TSV)");
  line.Footer(kFooter);
  return line.Parse(words, out);
}

learning::EmptyQuery EmptyQueryOf(const std::string& name) {
  return name == "zero"  ? learning::EmptyQuery::kCountsAsZero
         : name == "one" ? learning::EmptyQuery::kCountsAsOne
                         : learning::EmptyQuery::kLeftOut;
}

// The mean over the queries that count of measure(query, number of the query), which is for those with a
// relevant sample.
template <class Measure>
double MeanOver(const std::vector<ScoredQuery>& queries, learning::EmptyQuery empty, const Measure& measure) {
  double sum = 0, count = 0;
  for (size_t q = 0; q < queries.size(); ++q) {
    const bool has_relevant = std::ranges::count(queries[q].is_relevant, 1) > 0;
    if (!has_relevant && empty == learning::EmptyQuery::kLeftOut) continue;
    ++count;
    sum += has_relevant ? measure(queries[q], q) : empty == learning::EmptyQuery::kCountsAsOne ? 1 : 0;
  }
  return sum / count;
}

std::vector<std::vector<int>> GradesOf(const learning::RankingFile& file,
                                       const learning::GroupedSamples& grouped) {
  std::vector<std::vector<int>> grades(grouped.data.num_queries());
  for (int query = 0; query < grouped.data.num_queries(); ++query) {
    for (int row = grouped.data.query_begin[query]; row < grouped.data.query_begin[query + 1]; ++row) {
      const int sample = grouped.sample_of[row];
      const std::optional<double> grade = common::ParseFiniteNumber(file.labels[sample]);
      if (!grade || *grade < 0 || *grade > 1000 || *grade != std::floor(*grade)) {
        common::ThrowDataError(file.Where(sample), "a whole number from 0 to 1000 as grade",
                               common::Quote(file.labels[sample]));
      }
      grades[query].push_back(static_cast<int>(*grade));
    }
  }
  return grades;
}

double GradedMean(const std::vector<ScoredQuery>& queries, const std::vector<std::vector<int>>& grades,
                  learning::EmptyQuery empty) {
  int highest = 1;
  for (const std::vector<int>& of_query : grades) {
    for (const int grade : of_query) highest = std::max(highest, grade);
  }
  const bool has_grades = std::ranges::any_of(grades, [](const auto& of_query) {
    return std::ranges::any_of(of_query, [](int grade) { return grade > 0; });
  });
  if (!has_grades) common::ThrowDataError("--graded", "a label above 0", "only 0");
  const std::vector<double> thresholds = learning::EqualThresholds(highest);
  std::vector<ScoredQuery> by_grade = queries;  // any grade above 0 counts as relevant here
  for (size_t q = 0; q < queries.size(); ++q) {
    for (size_t i = 0; i < grades[q].size(); ++i) by_grade[q].is_relevant[i] = grades[q][i] > 0 ? 1 : 0;
  }
  return MeanOver(by_grade, empty, [&](const ScoredQuery& query, size_t q) {
    return learning::GradedAveragePrecision(query.scores, grades[q], thresholds);
  });
}

// The curve of all samples together, whatever their query.
void Draw(const std::vector<ScoredQuery>& queries, const std::string& folder) {
  ScoredQuery all;
  for (const ScoredQuery& query : queries) {
    all.scores.insert(all.scores.end(), query.scores.begin(), query.scores.end());
    all.is_relevant.insert(all.is_relevant.end(), query.is_relevant.begin(), query.is_relevant.end());
  }
  common::Plot plot = {
      .id = "precision-recall", .title = "Precision and recall", .x_label = "recall", .y_label = "precision"};
  common::Series& series = plot.series.emplace_back();
  series.name = queries.size() > 1 ? "samples of all queries" : "samples";
  for (const learning::PrecisionRecallPoint& point :
       learning::PrecisionRecallCurve(all.scores, all.is_relevant)) {
    series.x.push_back(point.recall);
    series.y.push_back(point.precision);
  }
  const std::string path = common::CallersPath(folder);
  common::MakeFolder(path);
  common::WritePlots({&plot}, path);
}

}  // namespace

int EvaluateScores(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  if (!(a.bootstrap.confidence > 0 && a.bootstrap.confidence < 1)) {
    common::ThrowUsageError("--confidence", "between 0 and 1", common::FormatShort(a.bootstrap.confidence));
  }
  for (const int k : a.at) {
    if (k < 1) common::ThrowUsageError("--at", "a rank of at least 1", std::to_string(k));
  }
  const learning::RelevanceRule rule = a.labels.Rule();
  if (rule.positive && rule.relevant_from)
    common::ThrowUsageError("--positive", "no --relevant-from", "both");
  if (!a.picture.empty()) CheckDifferentFiles({{"--scores", a.scores}}, {{"--picture", a.picture}});
  const learning::RankingFile file =
      ReadSamples(a.scores, {.label = a.label, .query = a.query, .features = {a.score}}, messages);
  const learning::GroupedSamples grouped = GroupSamples(file, RelevanceOf(file, rule));
  std::vector<double> scores(file.num_samples());
  learning::ComputeScores(grouped.data.rows, 0, learning::DenseVector::Ones(1), scores);
  if (AreAllEqual(scores)) {
    std::fputs("rank: warning: all scores are equal: they say nothing about the order of the samples\n",
               messages);
  }
  std::vector<ScoredQuery> queries;
  for (int query = 0; query < grouped.data.num_queries(); ++query) {
    const auto labels = grouped.data.labels_of(query);
    const auto begin = scores.begin() + grouped.data.query_begin[query];
    queries.push_back({{begin, begin + grouped.data.query_size(query)}, {labels.begin(), labels.end()}});
  }
  const auto relevant = std::ranges::count(grouped.data.labels, 1);
  if (relevant == 0) common::ThrowDataError(a.scores, "a relevant sample", "none");
  const learning::EmptyQuery empty = EmptyQueryOf(a.empty);
  const learning::MeanAveragePrecision found = learning::ComputeMeanAveragePrecision(queries, empty);

  common::Table table = {.columns = {"measure", "value"}};
  const auto count = [&](const char* name, int64_t value) {
    table.rows.push_back({name, std::to_string(value)});
  };
  const auto add = [&](const std::string& name, double value) {
    table.rows.push_back({name, fmt::format("{:.5f}", value)});
  };
  count("samples", file.num_samples());
  count("relevant", relevant);
  count("queries", found.num_queries);
  if (found.num_without_relevant > 0) count("queries_without_relevant", found.num_without_relevant);
  add("mean_average_precision", found.value.mean);
  if (const auto interval = learning::BootstrapMeanAveragePrecision(queries, empty, a.bootstrap)) {
    add("interval_low", interval->low);
    add("interval_high", interval->high);
  }
  add("lowest", found.value.lowest);
  add("highest", found.value.highest);
  add("stable_order", found.value.stable);
  add("constant_score", found.constant_score);
  for (const int k : a.at) {
    add(fmt::format("precision_at_{}", k), MeanOver(queries, empty, [&](const ScoredQuery& query, size_t) {
          return learning::PrecisionAt(k, query.scores, query.is_relevant);
        }));
  }
  if (a.graded) add("graded_average_precision", GradedMean(queries, GradesOf(file, grouped), empty));
  if (!a.picture.empty()) Draw(queries, a.picture);
  std::fputs(common::FormatTsv(table).c_str(), out);
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
