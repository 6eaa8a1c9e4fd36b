// Figures. Titles and captions: about.md.
#include <string>

#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"

namespace structlab::kernel_statistics {
namespace {

using harness::Curves;
using harness::FigureRule;
using harness::Lines;
using harness::Package;
using harness::Values;

FigureRule CorrelationOverRows(const Values& correlation) {
  return Lines(correlation.At("eps", 0))
      .Over("n")
      .Named("eps = 0")
      .And(correlation.At("eps", 0.001), "eps = 0.001")
      .And(correlation.At("eps", 0.01), "eps = 0.01")
      .And(correlation.At("eps", 0.1), "eps = 0.1")
      .And(correlation.At("eps", 1), "eps = 1")
      .Labels("rows", "first canonical correlation")
      .LogX();
}

void CorrelationFigures(Package& package) {
  const Values correlation = {.table = kOurCorrelation, .metric = "first_correlation"};
  const Values rank = {.table = kOurCorrelation, .metric = "share_of_full_rank"};
  package.Figure("first_correlation", CorrelationOverRows(correlation.At("columns", 10)));
  package.Figure("first_correlation_of_one_column",
                 CorrelationOverRows(correlation.At("columns", 1))
                     .And(rank.At("columns", 1), "numerical rank / (rows - 1)"));
  const std::pair<const char*, const char*> figures[] = {{"angle_both", kBothGrow}, {"angle_one", kOneGrows}};
  for (const auto& [id, method] : figures) {
    Values angle = {.table = kOurLimit, .metric = "angle", .method = method, .dataset = kRing};
    Values of_sine = angle, of_normal = angle;
    of_sine.dataset = kSine;
    of_normal.dataset = kNormal;
    package.Figure(id, Lines(angle)
                           .Over("eps")
                           .Named(kRing)
                           .And(of_sine, kSine)
                           .And(of_normal, kNormal)
                           .Labels("eps", "angle to the first direction of kernel covariance (rad)")
                           .LogX()
                           .LogY());
  }
}

void DependenceFigures(Package& package) {
  const std::pair<const char*, const char*> figures[] = {{"ring_power", kRing},
                                                         {"independent_power", kRingMarginals}};
  for (const auto& [id, dataset] : figures) {
    const Values share = {.table = kOurTests, .metric = "share_found", .dataset = dataset};
    package.Figure(id, Lines(share.Of(kDegree1))
                           .Over("n")
                           .Named("linear correlation")
                           .And(share.Of(kGaussian).At("width", 0.1), "gamma = 0.1 / median")
                           .And(share.Of(kGaussian).At("width", 0.5), "gamma = 0.5 / median")
                           .And(share.Of(kGaussian).At("width", 1), "gamma = 1 / median")
                           .And(share.Of(kGaussian).At("width", 4), "gamma = 4 / median")
                           .HorizontalLine(0.05, "level")
                           .Labels("rows", "share of data sets with p <= 0.05")
                           .LogX());
  }
  Values hsic = {.table = kOurTests, .metric = "unbiased_hsic", .method = kGaussian, .dataset = kRing};
  Values of_marginals = hsic, of_normal = hsic;
  of_marginals.dataset = kRingMarginals;
  of_normal.dataset = kNormal;
  package.Figure("unbiased_hsic", Lines(hsic.At("width", 1))
                                      .Over("n")
                                      .Named(kRing)
                                      .And(of_marginals.At("width", 1), kRingMarginals)
                                      .And(of_normal.At("width", 1), kNormal)
                                      .HorizontalLine(0, "independence")
                                      .Labels("rows", "unbiased HSIC")
                                      .LogX());
  const std::pair<const char*, const char*> moments[] = {
      {"seen_mean", kMean}, {"seen_variance", kVariance}, {"seen_third_moment", kThirdMoment}};
  for (const auto& [id, dataset] : moments) {
    package.Figure(id, Lines({.table = kOurTests, .metric = "share_found", .dataset = dataset})
                           .Over("n")
                           .LinePer({kDegree1, kDegree2, kGaussian})
                           .HorizontalLine(0.05, "level")
                           .Labels("rows", "share of data sets with p <= 0.05")
                           .LogX());
  }
}

}  // namespace

void Figures(Package& package) {
  for (const std::string table : {"housing", "abalone"}) {
    const Values test = {.table = kOurRidge, .metric = "test_error_vs_lambda", .dataset = table};
    Values left_out = test;
    left_out.metric = "leave_one_out_vs_lambda";
    package.Figure("ridge_" + table, Curves(test.Of(kGaussian))
                                         .Named("Gaussian, test rows")
                                         .And(left_out.Of(kGaussian), "Gaussian, leave-one-out")
                                         .And(test.Of(kDegree1), "degree 1, test rows")
                                         .And(left_out.Of(kDegree1), "degree 1, leave-one-out")
                                         .And(test.Of(kDegree2), "degree 2, test rows")
                                         .And(left_out.Of(kDegree2), "degree 2, leave-one-out")
                                         .Labels("lambda", "root mean squared error")
                                         .LogX()
                                         .LogY());
  }
  CorrelationFigures(package);
  DependenceFigures(package);
  Values value = {.table = kOurOperator, .metric = "largest_singular_value", .dataset = kRing};
  Values of_normal = value, of_same = value;
  of_normal.dataset = kNormal;
  of_same.dataset = kSame;
  package.Figure("largest_singular_value", Lines(value)
                                               .Over("eps")
                                               .Named(kRing)
                                               .And(of_normal, kNormal)
                                               .And(of_same, kSame)
                                               .HorizontalLine(1, "bound")
                                               .Labels("eps", "largest singular value")
                                               .LogX());
}

}  // namespace structlab::kernel_statistics
