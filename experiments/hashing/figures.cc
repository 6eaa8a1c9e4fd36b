#include "experiments/hashing/figures.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Figure;
using harness::Observation;
using harness::Query;
using harness::Results;
using harness::Series;

void Add(Series series, Figure& figure) {
  if (!series.x.empty()) figure.series.push_back(std::move(series));
}

double Mean(const std::vector<Observation>& values) {
  double sum = 0;
  for (const Observation& value : values) sum += value.value();
  return sum / static_cast<double>(values.size());
}

// A line through the means at each value of a key of the settings: a number, or a power of two by its
// exponent.
Series LineOver(const Results& results, const std::string& key, const Query& query, const std::string& name) {
  std::map<double, std::vector<Observation>> values;
  for (const Observation& value : results.Values(query)) {
    const std::string* text = value.key().setting.Find(key);
    if (text == nullptr) continue;
    values[text->starts_with("2^") ? std::stod(text->substr(2)) : value.key().setting.Number(key)].push_back(
        value);
  }
  Series series;
  series.name = name;
  for (const auto& [x, at_x] : values) {
    series.x.push_back(x);
    series.y.push_back(Mean(at_x));
  }
  return series;
}

std::string IdOf(const std::string& beginning, const Corpus& corpus) {
  if (corpus.name == "DMOZ L2") return beginning + "_left";
  if (corpus.name == "DMOZ L3") return beginning + "_right";
  return beginning + "_" + corpus.part;
}

std::string TitleOf(const char* figure, const Corpus& corpus) {
  return std::string(figure) + (corpus.is_printed ? ", " : " with a substitute, ") + corpus.name;
}

Figure Neighbours(const Results& results, const Corpus& corpus) {
  Figure figure;
  figure.id = IdOf("figure_2_1", corpus);
  figure.title = TitleOf("Figure 2.1", corpus);
  figure.caption = "Accuracy on the test documents by the size of the sample of the training documents.";
  figure.x_label = "sample in percent of the training documents";
  figure.y_label = "accuracy in percent";
  for (const char* method : {kKnn, kKmeans}) {
    Add(harness::MeanCurve(method, results.Curves({.table = kFigure21,
                                                   .dataset = corpus.name,
                                                   .method = method,
                                                   .metric = "accuracy_vs_sample_size"})),
        figure);
  }
  const auto bound =
      results.Values({.table = kOurNeighbours, .dataset = corpus.name, .metric = "upper_bound"});
  if (!bound.empty()) {
    figure.horizontal_line = Mean(bound);
    figure.horizontal_line_name = "joint hashing of all training documents";
  }
  return figure;
}

Figure TopicCounts(const Results& results, const Corpus& corpus) {
  Figure figure;
  figure.id = IdOf("figure_2_2_top", corpus);
  figure.title = TitleOf("Figure 2.2, top", corpus);
  figure.caption = "Training documents of each topic, the largest first.";
  figure.x_label = "topic";
  figure.y_label = "documents";
  figure.log_y = true;
  Add(harness::MeanCurve("documents", results.Curves({.table = kFigure22Top, .dataset = corpus.name})),
      figure);
  return figure;
}

Figure TopicErrors(const Results& results, const Corpus& corpus) {
  Figure figure;
  figure.id = IdOf("figure_2_2_bottom", corpus);
  figure.title = TitleOf("Figure 2.2, bottom", corpus);
  figure.caption =
      "Share of wrong test documents of each topic that has some, in ascending order, by joint hashing with "
      "the larger table.";
  figure.x_label = "topic";
  figure.y_label = "error probability";
  Add(harness::MeanCurve("error", results.Curves({.table = kFigure22Bottom, .dataset = corpus.name})),
      figure);
  return figure;
}

Figure Collisions(const Results& results, const char* metric, const char* id, const char* y_label) {
  Figure figure;
  figure.id = id;
  figure.title = std::string("Table 2.4 as a curve: ") + metric;
  figure.caption = "RCV1 and its substitutes, hashed to 2^b bins.";
  figure.x_label = "exponent b";
  figure.y_label = y_label;
  for (const Corpus& corpus : TwoClassCorpora()) {
    Add(LineOver(results, "dim", {.table = kTable24, .dataset = corpus.name, .method = kHk, .metric = metric},
                 corpus.name),
        figure);
  }
  return figure;
}

Figure WordsMet(const Results& results) {
  Figure figure;
  figure.id = "words_by_documents";
  figure.title = "Different words met (ours)";
  figure.caption = "What a dictionary would have to hold; a hashed table does not grow.";
  figure.x_label = "documents";
  figure.y_label = "different words";
  for (const char* dataset : {"RCV1", "DMOZ L2", "DMOZ L3"}) {
    Add(harness::MeanCurve(dataset, results.Curves({.table = kOurWords, .dataset = dataset})), figure);
  }
  return figure;
}

Figure InformationLoss(const Results& results) {
  Figure figure;
  figure.id = "information_loss";
  figure.title = "Theorem 2 and random functions (ours)";
  figure.caption =
      "10^5 features in 10^8 bins. The bound is for two copies or more; for one it is the probability "
      "itself.";
  figure.x_label = "copies of each feature";
  figure.y_label = "probability that a feature is lost";
  for (const char* method : {kBound, kSimulation}) {
    Add(harness::MeanCurve(method, results.Curves({.table = kOurInformationLoss, .method = method})), figure);
  }
  return figure;
}

Figure Deviation(const Results& results, const char* varied, const char* x_label) {
  Figure figure;
  figure.id = std::string("deviation_by_") + (varied == std::string("m")   ? "observations"
                                              : varied == std::string("M") ? "classes"
                                                                           : "bins");
  figure.title = "Largest deviation of the joint hash kernel (ours)";
  figure.caption = "From its mean, over all entries, as the mean over random functions.";
  figure.x_label = x_label;
  figure.y_label = "largest deviation";
  figure.log_x = varied != std::string("n");  // whose exponents are the numbers
  figure.log_y = true;
  Add(LineOver(results, varied,
               {.table = kOurDeviation,
                .metric = "largest_deviation",
                .setting = harness::Setting{{"varied", varied}}},
               "signed joint hashing"),
      figure);
  return figure;
}

}  // namespace

std::vector<Figure> Draw(const Results& results) {
  std::vector<Figure> figures;
  for (const Corpus& corpus : TopicCorpora()) figures.push_back(Neighbours(results, corpus));
  for (const Corpus& corpus : TopicCorpora()) {
    figures.push_back(TopicCounts(results, corpus));
    figures.push_back(TopicErrors(results, corpus));
  }
  figures.push_back(
      Collisions(results, "collision_rate", "collision_rate", "lost bins in percent of the words"));
  figures.push_back(Collisions(results, "error", "error_by_dimension", "error in percent"));
  figures.push_back(WordsMet(results));
  figures.push_back(InformationLoss(results));
  figures.push_back(Deviation(results, "m", "observations m"));
  figures.push_back(Deviation(results, "M", "classes M"));
  figures.push_back(Deviation(results, "n", "exponent of the number of bins"));
  return figures;
}

}  // namespace structlab::hashing
