#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/program.h"
#include "structured_learning/ranking/measures/average_precision.h"
#include "structured_learning/ranking/training/ranking_model.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/rank/commands.h"
#include "tools/programs/rank/sample_input.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::RankingFile;
using learning::RankingModel;

struct Arguments {
  std::string model, data, out, label, query, id;
};

constexpr char kFooter[] = R"(
The table has a line for each sample, in their order: its id (or row, from 1), query and label if the data have them,
score, and rank within its query, 1 for the highest score; equal scores are ranked in their order. It is CSV if the name
ends in .csv, otherwise tab-separated.

The data have the features of the model. In tables they are found by name, and other columns are ignored.
)";

bool Parse(const std::vector<std::string>& words, Arguments& a, std::FILE* out) {
  common::CommandLine line("Writes the scores and ranks of samples.", "rank score");
  line.Option("--model", a.model, "the model, from rank train").Required();
  line.Option("--data", a.data, "the samples, see below").Required();
  line.Option("--out", a.out, "the file for the table (default: standard output)");
  line.Option("--label", a.label,
              "a column of labels to copy (default: label or relevance, if there is one)");
  line.Option("--query", a.query, "the column of queries (default: query or qid, if there is one)");
  line.Option("--id", a.id, "the column of names of samples (default: id, if there is one)");
  line.Footer(std::string(kFooter) + kHelpOnSamples);
  return line.Parse(words, out);
}

// A cell of a CSV or TSV table, in quotes where a reader would otherwise split it, trim it or take its line
// for a comment. Texts come from cells of one line, so they hold no line break.
std::string Cell(const std::string& text) {
  const bool has_special = text.find_first_of(",;\t\"#%") != std::string::npos;
  if (!has_special && !text.starts_with(' ') && !text.ends_with(' ')) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string FormatScores(const RankingFile& file, const std::vector<double>& scores,
                         const std::vector<int>& ranks, char separator) {
  std::string table = file.ids.empty() ? "row" : "id";
  if (!file.queries.empty()) table += separator + std::string("query");
  if (!file.labels.empty()) table += separator + std::string("label");
  table += separator + std::string("score") + separator + "rank\n";
  for (size_t i = 0; i < scores.size(); ++i) {
    const bool has_id = !file.ids.empty() && !file.ids[i].empty();
    table += has_id ? Cell(file.ids[i]) : std::to_string(i + 1);
    if (!file.queries.empty()) table += separator + Cell(file.queries[i]);
    if (!file.labels.empty()) table += separator + Cell(file.labels[i]);
    table += separator + common::FormatDouble(scores[i]) + separator + std::to_string(ranks[i]) + '\n';
  }
  return table;
}

// The rank of each sample of the file within its query, from 1.
std::vector<int> RanksOf(const RankingFile& file, const std::vector<double>& scores) {
  const learning::GroupedSamples grouped = GroupSamples(file, {});
  std::vector<int> ranks(scores.size());
  for (int query = 0; query < grouped.data.num_queries(); ++query) {
    std::vector<double> of_query;
    const int begin = grouped.data.query_begin[query];
    for (int row = begin; row < grouped.data.query_begin[query + 1]; ++row) {
      of_query.push_back(scores[grouped.sample_of[row]]);
    }
    const std::vector<int> order = learning::OrderByFallingScore(of_query);
    for (size_t rank = 0; rank < order.size(); ++rank) {
      ranks[grouped.sample_of[begin + order[rank]]] = static_cast<int>(rank) + 1;
    }
  }
  return ranks;
}

void CheckWidth(const RankingModel& model, const RankingFile& file, const std::string& path) {
  if (learning::NumColumns(file.rows) == model.features.num_columns()) return;
  common::ThrowDataError(path, fmt::format("{} features, as the model has", model.features.num_columns()),
                         std::to_string(learning::NumColumns(file.rows)));
}

// The error of a sample names its place in the file.
std::vector<double> ScoresOf(const RankingModel& model, const RankingFile& file) {
  try {
    return model.Scores(file.rows);
  } catch (const common::Error& error) {
    common::ErrorParts parts = error.parts();
    parts.where = fmt::format("{}: sample in {}", file.path, parts.where);
    throw common::Error(error.kind(), parts);
  }
}

}  // namespace

int ScoreSamples(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments a;
  if (!Parse(words, a, out)) return 0;
  CheckFolderOf(a.out, "--out");
  CheckDifferentFiles({{"--model", a.model}, {"--data", learning::PathOfRankingFile(a.data)}},
                      {{"--out", a.out}});
  const RankingModel model = learning::ReadRankingModel(common::CallersPath(a.model));
  learning::RankingFileOptions options = {.label = a.label,
                                          .query = a.query,
                                          .id = a.id,
                                          .features = model.feature_names,
                                          .first_index = model.first_index,
                                          .needs_labels = false};
  if (model.first_index) options.num_features = model.features.num_columns();
  const RankingFile file = ReadSamples(a.data, options, messages);
  CheckNotRead({{"--out", a.out}});
  CheckWidth(model, file, a.data);
  const std::vector<double> scores = ScoresOf(model, file);
  if (AreAllEqual(scores)) {
    std::fputs("rank: warning: all scores are equal: the model says nothing about these samples\n", messages);
  }
  const std::string table =
      FormatScores(file, scores, RanksOf(file, scores), a.out.ends_with(".csv") ? ',' : '\t');
  if (a.out.empty()) {
    std::fputs(table.c_str(), out);
  } else {
    common::WriteFileAtomically(common::CallersPath(a.out), table);
  }
  common::CheckPrinted(out);
  return 0;
}

}  // namespace structlab::tools
