// The commands predict and evaluate.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "common/table.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/tag_learner.h"
#include "tools/programs/joint_svm/commands.h"
#include "tools/programs/joint_svm/tagged_rows.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {
namespace {

namespace learning = structured_learning;
using learning::MultiLabelData;
using learning::SavedTagModel;
using learning::TagList;

struct Arguments {
  TaggedRowsArguments rows;
  std::string load, out;
  int top = 0, threads = 1;
};

constexpr char kPredictFooter[] = R"(
The output is a table (TSV) with the columns row (from 1), tag, score: the tags that the learner predicts, or the --top
best ones, best first. A row without predicted tags has no line. Tags in DATA are ignored: the labels of an ARFF may be
missing (?), and their attributes absent. Labels are the tags of the model, and those that an XML names.

)";
constexpr char kEvaluateFooter[] = R"(
Micro averages pool all tags. Macro averages are means over the tags that occur in DATA; the precision of a tag that is
never predicted is 0. Ranking measures leave out rows without tags. Tags that the model does not know count as missed.

)";

bool Parse(const std::vector<std::string>& words, const std::string& name, const std::string& what,
           const std::string& footer, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(what, "joint_svm " + name);
  AddTaggedRowsFlags(line, arguments.rows);
  line.Option("--load", arguments.load, "a model saved by train").Required();
  line.Option("--top", arguments.top, "predict the N tags with the highest scores; 0: use the learner's rule")
      .Range(0, 1'000'000)
      .ShowDefault();
  line.Option("--out", arguments.out, "the table (default: standard output)");
  line.Option("--threads", arguments.threads, "number of threads; does not change the result")
      .Range(1, 1024)
      .ShowDefault();
  line.Footer(footer + kTaggedRowsHelp);
  if (!line.Parse(words, out)) return false;
  CheckFolderOf(arguments.out, "--out");
  std::vector<NamedFile> inputs = InputFilesOf(arguments.rows);
  inputs.push_back({"--load", arguments.load});
  CheckDifferentFiles(inputs, {{"--out", arguments.out}});
  return true;
}

struct Prediction {
  SavedTagModel model;
  MultiLabelData data;
  Eigen::MatrixXd scores;
  std::vector<TagList> tags;
};

// Scores parts of the rows, since scaled rows may store all their entries: a part has at most about 2^24 of
// them. A part is a multiple of 1024 rows, the number that kernel models take at once.
Eigen::MatrixXd ScoresByParts(const SavedTagModel& model, const learning::FeatureRows& rows,
                              common::ThreadPool& pool) {
  constexpr int64_t kEntries = int64_t{1} << 24, kUnit = 1024;
  const int64_t columns = std::max<int64_t>(1, rows.cols());
  const int64_t part = std::max<int64_t>(1, kEntries / columns / kUnit) * kUnit;
  if (rows.rows() <= part) return model.model->Scores(rows, pool);
  Eigen::MatrixXd scores(rows.rows(), model.num_tags);
  for (int64_t begin = 0; begin < rows.rows(); begin += part) {
    const int64_t count = std::min<int64_t>(part, rows.rows() - begin);
    scores.middleRows(begin, count) = model.model->Scores(rows.middleRows(begin, count), pool);
  }
  return scores;
}

Prediction Predict(const Arguments& arguments, TagUse use, std::FILE* messages) {
  Prediction found;
  found.model = learning::ReadTagModel(common::CallersPath(arguments.load));
  found.data = ReadTaggedRows(arguments.rows, &found.model, use, messages);
  common::ThreadPool pool(arguments.threads);
  found.scores = ScoresByParts(found.model, found.data.features, pool);
  found.tags = arguments.top > 0
                   ? learning::TopTags(found.scores, std::min(arguments.top, found.model.num_tags))
                   : found.model.model->Tags(found.scores);
  return found;
}

// Throws common::Error(kUsage) if one of model and rows is from svmlight, where tags are numbers, the other
// is not, and they have no tag in common: then the tags have other names, and none could be right.
void CheckTagsAreKnown(const SavedTagModel& model, const MultiLabelData& data, const std::string& where) {
  if (model.tag_names.empty() || model.first_index.has_value() == data.first_index.has_value()) return;
  int first_unknown = -1;
  for (const TagList& tags : data.tags) {
    if (tags.empty()) continue;
    if (tags[0] < model.num_tags) return;
    if (first_unknown < 0) first_unknown = tags[0];
  }
  if (first_unknown < 0) return;
  common::ThrowUsageError(where, "tags of the model, such as " + common::Quote(model.tag_names[0]),
                          "none of them; the first is " + common::Quote(data.tag_names[first_unknown]),
                          "take rows in the format that the model was trained on");
}

void Write(const common::Table& table, const std::string& path, std::FILE* out) {
  if (path.empty()) {
    std::fputs(common::FormatTsv(table).c_str(), out);
  } else {
    common::WriteTsv(table, common::CallersPath(path));
  }
  common::CheckPrinted(out);
}

}  // namespace

int PredictTags(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, "predict", "Writes the tags of rows.", kPredictFooter, arguments, out)) return 0;
  const Prediction found = Predict(arguments, TagUse::kIgnore, messages);
  common::Table table;
  table.columns = {"row", "tag", "score"};
  for (size_t i = 0; i < found.tags.size(); ++i) {
    const auto scores = found.scores.row(static_cast<Eigen::Index>(i));
    TagList tags = found.tags[i];
    std::ranges::stable_sort(tags, [&](int a, int b) { return scores[a] > scores[b]; });
    for (const int tag : tags) {
      table.rows.push_back(
          {std::to_string(i + 1), NameOfTag(found.model.tag_names, tag), common::FormatShort(scores[tag])});
    }
  }
  common::StopPoint();
  Write(table, arguments.out, out);
  return 0;
}

int EvaluateTags(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  Arguments arguments;
  if (!Parse(words, "evaluate", "Prints the quality of the predicted tags of rows.", kEvaluateFooter,
             arguments, out))
    return 0;
  const Prediction found = Predict(arguments, TagUse::kRead, messages);
  if (std::ranges::all_of(found.data.tags, &TagList::empty)) {
    common::ThrowDataError(arguments.rows.data[0], "a row with a tag", "none",
                           "give rows with their true tags; predict takes rows without");
  }
  if (found.model.tag_names.empty() != found.data.tag_names.empty()) {
    common::ThrowUsageError(arguments.rows.data[0],
                            found.model.tag_names.empty() ? "tags without names, as the model has"
                                                          : "tags with names, as the model has",
                            "others", "take a file of the format that the model was trained on");
  }
  CheckTagsAreKnown(found.model, found.data, arguments.rows.data[0]);
  const int num_tags = std::max(found.model.num_tags, found.data.num_tags);
  if (num_tags > found.model.num_tags) {
    learning::CheckTableSize(found.data, static_cast<double>(found.data.tags.size()),
                             num_tags - found.model.num_tags, arguments.rows.data[0],
                             "tags that the model does not have");
    std::fprintf(messages, "joint_svm: note: %d tags that the model does not have count as missed\n",
                 num_tags - found.model.num_tags);
  }
  const learning::TagMeasures measures = learning::MeasureTags(found.data.tags, found.tags, num_tags);
  Eigen::MatrixXd scores = Eigen::MatrixXd::Constant(found.scores.rows(), num_tags, -1);
  if (found.scores.size() > 0) scores.array() += found.scores.minCoeff();  // unknown tags come last
  scores.leftCols(found.model.num_tags) = found.scores;
  const int count = std::min(5, num_tags);
  const learning::RankingMeasures ranking = learning::MeasureRanking(found.data.tags, scores, count);
  common::Table table;
  table.columns = {"measure", "value"};
  const auto add = [&table](const std::string& name, double value) {
    table.rows.push_back({name, common::FormatShort(value)});
  };
  add("rows", static_cast<double>(found.data.tags.size()));
  add("micro_precision", measures.micro.precision);
  add("micro_recall", measures.micro.recall);
  add("micro_f1", measures.micro.f1);
  add("macro_precision", measures.macro.precision);
  add("macro_recall", measures.macro.recall);
  add("macro_f1", measures.macro.f1);
  add("f1_of_macro_means", measures.f1_of_means);
  add("tags_recalled", measures.num_recalled);
  add("hamming_loss", measures.hamming);
  add("exact_rows", measures.exact);
  add("ranking_loss", ranking.ranking_loss);
  for (int k = 1; k <= count; k += 2) {
    add(fmt::format("precision_at_{}", k), ranking.precision[static_cast<size_t>(k) - 1]);
    add(fmt::format("ndcg_at_{}", k), ranking.ndcg[static_cast<size_t>(k) - 1]);
  }
  common::StopPoint();
  Write(table, arguments.out, out);
  return 0;
}

}  // namespace structlab::tools
