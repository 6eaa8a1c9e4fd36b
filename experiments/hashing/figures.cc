// Figures 2.1 and 2.2 of Shi 2011, and ours. Titles and captions: about.md.
#include "experiments/harness/package.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Curves;
using harness::FigureRule;
using harness::Lines;
using harness::Package;
using harness::Values;

std::string IdOf(const char* figure, const Corpus& corpus) {
  const std::string id = std::string("figure_").append(figure).append("_");
  if (corpus.name == "DMOZ L2") return id + "left";
  return id + (corpus.name == "DMOZ L3" ? "right" : corpus.part);
}

void FiguresOfTopics(Package& package, const Corpus& corpus) {
  const Values accuracy = {
      .table = "Figure 2.1", .metric = "accuracy_vs_sample_size", .dataset = corpus.name};
  package.Figure(
      IdOf("2_1", corpus),
      Curves(accuracy)
          .LinePer({kKnn, kKmeans})
          .And({.table = kOurNeighbours, .metric = "upper_bound_vs_sample_size", .dataset = corpus.name},
               "joint hashing of all training documents")
          .Labels("sample in percent of the training documents", "accuracy in percent"));
  package.Figure(
      IdOf("2_2_bottom", corpus),
      Curves({.table = "Figure 2.2 bottom", .metric = "error_probability_by_topic", .dataset = corpus.name})
          .Named("error")
          .Labels("topic", "error probability"));
  if (!corpus.is_printed) return;
  package.Figure(IdOf("2_2_top", corpus),
                 Curves({.table = "Figure 2.2 top", .metric = "topic_counts", .dataset = corpus.name})
                     .Named("documents")
                     .LogY()
                     .Labels("topic", "documents"));
}

// Table 2.4 as a curve, a line for each collection.
FigureRule ByDimension(const char* metric) {
  const auto of = [&](const Corpus& corpus) {
    return Values{.table = "Table 2.4", .metric = metric, .method = kHk, .dataset = corpus.name};
  };
  const std::vector<Corpus>& corpora = TwoClassCorpora();
  FigureRule rule = Lines(of(corpora[0])).Named(corpora[0].name).Over("bits");
  for (size_t i = 1; i < corpora.size(); ++i) rule = rule.And(of(corpora[i]), corpora[i].name);
  return rule;
}

FigureRule WordsMet() {
  const auto of = [](const char* dataset) {
    return Values{.table = kOurWords, .metric = "words_by_documents", .dataset = dataset};
  };
  return Curves(of("RCV1"))
      .Named("RCV1")
      .And(of("DMOZ L2"), "DMOZ L2")
      .And(of("DMOZ L3"), "DMOZ L3")
      .Labels("documents", "different words");
}

FigureRule Deviation(const char* varied) {
  return Lines(Values{.table = kOurDeviation, .metric = "largest_deviation", .method = kHk}.At("varied",
                                                                                               varied))
      .Named("signed joint hashing")
      .Over(varied)
      .LogY();
}

}  // namespace

void Figures(Package& package) {
  for (const Corpus& corpus : TopicCorpora()) FiguresOfTopics(package, corpus);
  package.Figure("collision_rate",
                 ByDimension("collision_rate").Labels("exponent b", "lost bins in percent of the words"));
  package.Figure("error_by_dimension", ByDimension("error").Labels("exponent b", "error in percent"));
  package.Figure("words_by_documents", WordsMet());
  package.Figure("information_loss",
                 Lines({.table = kOurInformationLoss, .metric = "probability"})
                     .Over("duplicates_c")
                     .LinePer({kBound, kSimulation})
                     .Labels("copies of each feature", "probability that a feature is lost"));
  package.Figure("deviation_by_observations",
                 Deviation("m").LogX().Labels("observations m", "largest deviation"));
  package.Figure("deviation_by_classes", Deviation("M").LogX().Labels("classes M", "largest deviation"));
  package.Figure("deviation_by_bins",
                 Deviation("bits").Labels("exponent of the number of bins", "largest deviation"));
}

}  // namespace structlab::hashing
