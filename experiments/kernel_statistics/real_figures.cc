// Figures of the parts beyond the slides. Titles and captions: about.md.
#include <string>
#include <utility>

#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Curves;
using harness::FigureRule;
using harness::Lines;
using harness::Package;
using harness::Values;

Values On(const char* table, const std::string& metric, const std::string& dataset) {
  return {.table = table, .metric = metric, .dataset = dataset};
}

void EstimateFigures(Package& package) {
  const Values ring = On(kOurEstimates, "hsic", kRing), normal = On(kOurEstimates, "hsic", kNormal);
  package.Figure("biased_hsic", Lines(normal.Of(kBiased))
                                    .Over("n")
                                    .Named("independent, biased")
                                    .And(normal.Of(kUnbiased), "independent, unbiased")
                                    .And(ring.Of(kBiased), "ring, biased")
                                    .And(ring.Of(kUnbiased), "ring, unbiased")
                                    .HorizontalLine(0, "independence")
                                    .Labels("rows", "HSIC")
                                    .LogX());
  const Values of_ring = On(kOurEstimates, "normalized_hsic", kRing);
  const Values of_normal = On(kOurEstimates, "normalized_hsic", kNormal);
  package.Figure("normalized_forms", Lines(of_ring.Of(kOperatorForm))
                                         .Over("n")
                                         .Named("ring, n eps")
                                         .And(of_normal.Of(kOperatorForm), "independent, n eps")
                                         .And(of_ring.Of(kPrintedForm), "ring, as printed")
                                         .And(of_normal.Of(kPrintedForm), "independent, as printed")
                                         .Labels("rows", "normalised HSIC")
                                         .LogX()
                                         .LogY());
}

void DigitFigures(Package& package) {
  package.Figure("clusters_by_width", Lines(On(kOurClusters, "mutual_information", "USPS"))
                                          .Over("width")
                                          .LinePer({kKMeans, kKernelPca, kNgJordanWeiss, kShiMalik})
                                          .Labels("gamma times the median of the squared distances",
                                                  "normalised mutual information")
                                          .LogX());
  package.Figure("clusters_by_neighbors",
                 Lines(On(kOurGraphClusters, "mutual_information", "USPS"))
                     .Over("neighbors")
                     .LinePer({kNgJordanWeiss, kShiMalik})
                     .Labels("neighbours of a digit in the graph", "normalised mutual information"));
  package.Figure("restored_digits", harness::Pictures(On(kOurRestoration, "restored_digits", "USPS")));
  const Values error = On(kOurRestoration, "squared_error_vs_components", "USPS");
  const std::pair<const char*, const char*> figures[] = {{"restoration_noise", kNormalNoise},
                                                         {"restoration_speckles", kSpeckleNoise},
                                                         {"restoration_resolution", kLowResolution}};
  for (const auto& [id, degradation] : figures) {
    package.Figure(id, Curves(error.At("degradation", std::string(degradation)))
                           .LinePer({kKernelPca, kLinearPca})
                           .Labels("principal components", "mean squared error of a pixel")
                           .LogX());
  }
}

void RetrievalFigures(Package& package) {
  const auto rank = [](const std::string& dataset) {
    return On(kOurRetrieval, "mean_reciprocal_rank", dataset);
  };
  const auto lines = [&](const std::string& dataset) {
    return Lines(rank(dataset).Of(kDegree1))
        .Over("eps")
        .Named("degree 1")
        .And(rank(dataset).Of(kGaussian), "Gaussian")
        .And(rank(dataset).Of(kChance), "chance")
        .Labels("eps of both views", "mean reciprocal rank of the partner")
        .LogX();
  };
  package.Figure("retrieval_fac_kar", lines("mfeat, fac and kar"));
  package.Figure("retrieval_pix_fou", lines("mfeat, pix and fou"));
  package.Figure("retrieval_zer_fou", lines("mfeat, zer and fou"));
  package.Figure("retrieval_corel5k", lines("corel5k, regions and tags"));
  const Values tags = On(kOurRetrieval, "precision_of_five_tags", "corel5k, regions and tags");
  package.Figure("tags_corel5k", Lines(tags.Of(kDegree1))
                                     .Over("eps")
                                     .Named("degree 1")
                                     .And(tags.Of(kGaussian), "Gaussian")
                                     .And(tags.Of(kMostFrequent), kMostFrequent)
                                     .Labels("eps of both views", "share of five tags that are right")
                                     .LogX());
}

}  // namespace

void RealFigures(Package& package) {
  EstimateFigures(package);
  DigitFigures(package);
  RetrievalFigures(package);
  for (const char* length : {"3", "5"}) {
    const Values accuracy = {.table = kOurTexts, .metric = "accuracy", .setting = {{"length", length}}};
    package.Figure(std::string("substrings_") + length,
                   Lines(accuracy)
                       .Over("bits")
                       .LinePer({kExactSubstrings, kHashedSubstrings, kSignedSubstrings})
                       .Labels("log2 of the number of bins", "share of test texts in the right class"));
  }
}

}  // namespace structlab::kernel_statistics
