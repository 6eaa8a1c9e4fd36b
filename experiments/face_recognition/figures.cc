#include "experiments/face_recognition/figures.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/face_recognition/whose_faces.h"

namespace structlab::face_recognition {
namespace {

using harness::Figure;
using harness::Observation;
using harness::Query;
using harness::Results;
using harness::Series;
using harness::Setting;

void Add(Series series, Figure& figure) {
  if (!series.x.empty()) figure.series.push_back(std::move(series));
}

std::map<int64_t, std::vector<double>> ByDimension(const std::vector<Observation>& values) {
  std::map<int64_t, std::vector<double>> by_dimension;
  for (const Observation& value : values) {
    by_dimension[value.key().setting.Integer("dim")].push_back(value.value());
  }
  return by_dimension;
}

// A line through the means at each dimension.
Series OverDimensions(const Results& results, const Query& query, const std::string& name) {
  Series series;
  series.name = name;
  for (const auto& [dimension, values] : ByDimension(results.Values(query))) {
    series.x.push_back(static_cast<double>(dimension));
    series.y.push_back(common::Mean(values));
  }
  return series;
}

// The first picture that the query finds.
void AddPanel(const Results& results, const Query& query, const std::string& caption, Figure& figure) {
  const auto pictures = results.Pictures(query);
  if (!pictures.empty()) figure.panels.push_back({caption, pictures.front().picture()});
}

std::optional<double> NumberOf(const Results& results, const FaceTask& task, const char* metric,
                               const Setting& setting) {
  const auto values =
      results.Values({.table = kOurPictures, .dataset = task.name, .metric = metric, .setting = setting});
  if (values.empty()) return std::nullopt;
  return values.front().value();
}

std::string Whole(std::optional<double> number) {
  return number ? std::to_string(static_cast<int64_t>(*number)) : "?";
}

// The end of a caption: whose data it is.
std::string Of(const Results& results, const FaceTask& task) {
  return " " + task.name + ": " + WhoseFaces(results, task) + ".";
}

// "subject 7, |alpha| 0.31"
std::string CaptionOfFace(const Results& results, const FaceTask& task, const Setting& key) {
  std::string caption = "subject " + Whole(NumberOf(results, task, "subject_of_face", key));
  if (const auto weight = NumberOf(results, task, "weight", key)) {
    caption += ", |alpha| " + common::FormatShort(*weight);
  }
  return caption;
}

// Figure 3.1: a test face and the training faces of the largest coefficients.
Figure Demonstration(const Results& results) {
  const FaceTask& task = FindFaceTask("YaleB");
  Figure figure;
  figure.id = "figure_3_1";
  figure.title = "Figure 3.1";
  figure.caption =
      "A test face, and the ten training faces that weigh most in its code by HASH-l1, with the absolute "
      "values of their coefficients." +
      Of(results, task);
  const auto picture = [&](int rank) {
    return Query{.table = kFigure31,
                 .dataset = task.name,
                 .metric = "demonstration",
                 .setting = Setting{{"rank", std::to_string(rank)}}};
  };
  // A wrong one where none is right.
  Setting first = {{"query", "typical"}};
  if (!NumberOf(results, task, "subject", first)) first = Setting{{"query", "wrong"}};
  AddPanel(results, picture(0),
           "test face, subject " + Whole(NumberOf(results, task, "subject", first)) + ", recognised as " +
               Whole(NumberOf(results, task, "recognised_as", first)),
           figure);
  for (int rank = 1; rank <= kHeaviest; ++rank) {
    Setting key = first;
    key.Set("rank", std::to_string(rank));
    AddPanel(results, picture(rank), CaptionOfFace(results, task, key), figure);
  }
  return figure;
}

Figure HashMatrix(const Results& results) {
  Figure figure;
  figure.id = "figure_3_2";
  figure.title = "Figure 3.2";
  figure.caption =
      "A hash matrix of three hash functions: a bin a row, a pixel a column. Green is 0, brown -1, blue 1, "
      "darker where two functions agree.";
  AddPanel(results, {.table = kFigure32}, "H", figure);
  return figure;
}

Figure Sparsity(const Results& results, const FaceTask& task) {
  Figure figure;
  figure.id = task.name == "YaleB" ? "figure_3_3" : "sparsity_" + task.part;
  figure.title = task.name == "YaleB" ? "Figure 3.3 (d), (e)" : "Figure 3.3 with " + task.name;
  figure.caption =
      "The 100 largest coefficients of one test face by size, with 300 features: hashed and random ones." +
      Of(results, task);
  figure.x_label = "rank";
  figure.y_label = "|alpha|";
  for (const char* method : {kRandomL1, kHashL1}) {
    const auto curves = results.Curves({.table = kFigure33, .dataset = task.name, .method = method});
    if (!curves.empty()) Add(harness::MeanCurve(method, curves), figure);
  }
  return figure;
}

Figure Times(const Results& results, const FaceTask& task) {
  Figure figure;
  figure.id = task.name == "AR" ? "figure_3_4" : "times_" + task.part;
  figure.title = task.name == "AR" ? "Figure 3.4" : "Figure 3.4 with " + task.name;
  figure.caption = "Processor time of one query by number of features." + Of(results, task);
  figure.x_label = "dimension";
  figure.y_label = "ms";
  figure.log_y = true;
  for (const char* method : {kHashOmp, kRandomL1}) {
    const auto curves = results.Curves({.table = kFigure34, .dataset = task.name, .method = method});
    if (!curves.empty()) Add(harness::MeanCurve(method, curves), figure);
  }
  return figure;
}

Figure Accuracies(const Results& results, const FaceTask& task) {
  Figure figure;
  figure.id = "accuracy_" + task.part;
  figure.title = "Table 3.1 as curves, " + task.name;
  figure.caption = "Accuracy on the test images, as the mean over the trials." + Of(results, task);
  figure.x_label = "dimension";
  figure.y_label = "accuracy";
  for (const Method& method : Methods()) {
    Add(OverDimensions(results,
                       {.table = kTable31, .dataset = task.name, .method = method.name, .metric = "accuracy"},
                       method.name),
        figure);
  }
  return figure;
}

// Accuracy by time: what the claim about equal running times compares.
Figure EqualTimes(const Results& results, const FaceTask& task) {
  Figure figure;
  figure.id = "equal_times_" + task.part;
  figure.title = "Accuracy by running time, " + task.name + " (ours)";
  figure.caption = "A point a dimension, smaller ones to the left." + Of(results, task);
  figure.x_label = "ms a query";
  figure.y_label = "accuracy";
  figure.log_x = true;
  for (const char* method : {kHashOmp, kRandomL1}) {
    const auto query = [&](const char* metric) {
      return Query{.table = kOurEqualTimes, .dataset = task.name, .method = method, .metric = metric};
    };
    const Series times = OverDimensions(results, query("running_time"), method);
    const Series accuracies = OverDimensions(results, query("accuracy"), method);
    if (times.x == accuracies.x) Add({.name = method, .x = times.y, .y = accuracies.y}, figure);
  }
  return figure;
}

Figure Alpha(const Results& results) {
  Figure figure;
  figure.id = "alpha_against_residuals";
  figure.title = "Prediction by the code or by residuals (section 3.4.2)";
  figure.caption =
      "Accuracy of a support vector machine on the codes of HASH-l1, of test and validation images, less "
      "that "
      "of residuals of the codes of test images.";
  for (const FaceTask& task : FaceTasks()) {
    if (task.has_alpha) figure.caption += Of(results, task);
  }
  figure.x_label = "dimension";
  figure.y_label = "difference of accuracies";
  figure.horizontal_line = 0;
  figure.horizontal_line_name = "equal";
  for (const FaceTask& task : FaceTasks()) {
    const auto curves = results.Curves({.table = kProse342, .dataset = task.name, .metric = "accuracy"});
    if (!curves.empty()) Add(harness::MeanCurve(task.name, curves), figure);
  }
  return figure;
}

// One query: itself, its code, its residuals, the training faces that weigh most.
Figure Recognition(const Results& results, const FaceTask& task, const std::string& shown) {
  Figure figure;
  const Setting key = {{"query", shown}};
  figure.id = "recognition_" + task.part + "_" + harness::NamePart(shown);
  figure.title =
      "Recognition by HASH-l1, " + task.name + (shown == "least sure" ? ": the " : ": a ") + shown + " one";
  figure.caption =
      "The test face; its code, a bar a training image in the order of subjects, row by row, red those of "
      "its own, brown "
      "those of the one it was taken for, blue others; residuals, a bar a subject, grey others. Sure is "
      "whose second least residual is far above the least; of the right ones the typical one is in the "
      "middle." +
      Of(results, task);
  const auto picture = [&](const char* metric, const Setting& setting) {
    return Query{.table = kOurPictures, .dataset = task.name, .metric = metric, .setting = setting};
  };
  AddPanel(results, picture("query", key),
           "subject " + Whole(NumberOf(results, task, "subject", key)) + ", recognised as " +
               Whole(NumberOf(results, task, "recognised_as", key)),
           figure);
  AddPanel(results, picture("code", key), "sparse code", figure);
  std::string residuals = "residuals by subject";
  if (const auto least = NumberOf(results, task, "least_residual", key)) {
    residuals += ", the least " + common::FormatShort(*least);
  }
  AddPanel(results, picture("residuals", key), residuals, figure);
  for (int rank = 1; rank <= kHeaviest; ++rank) {
    Setting of_rank = key;
    of_rank.Set("rank", std::to_string(rank));
    AddPanel(results, picture("training_face", of_rank), CaptionOfFace(results, task, of_rank), figure);
  }
  return figure;
}

}  // namespace

std::vector<Figure> Draw(const Results& results) {
  std::vector<Figure> figures = {Demonstration(results), HashMatrix(results)};
  for (const FaceTask& task : FaceTasks()) {
    if (task.has_alpha) figures.push_back(Sparsity(results, task));
  }
  for (const FaceTask& task : FaceTasks()) figures.push_back(Times(results, task));
  for (const FaceTask& task : FaceTasks()) figures.push_back(Accuracies(results, task));
  for (const FaceTask& task : FaceTasks()) {
    if (task.has_alpha) figures.push_back(EqualTimes(results, task));
  }
  figures.push_back(Alpha(results));
  for (const FaceTask& task : FaceTasks()) {
    if (!task.has_alpha) continue;
    for (const char* shown : {"typical", "least sure", "wrong"}) {
      // There may be no wrong one, and a single right one.
      Figure figure = Recognition(results, task, shown);
      if (!figure.panels.empty() || shown == std::string("typical")) figures.push_back(std::move(figure));
    }
  }
  return figures;
}

}  // namespace structlab::face_recognition
