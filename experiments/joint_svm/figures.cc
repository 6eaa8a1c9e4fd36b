// Figure 3 of paper III (Figure 1 of paper I) and figures of our own. Titles and captions: about.md.
#include <string>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/joint_svm/protocol.h"

namespace structlab::joint_svm {
namespace {

using harness::Curves;
using harness::Lines;
using harness::Package;
using harness::Values;

Values FoldCurve(const char* dataset, const char* method, const char* kernel) {
  Values values = {.table = kOurSelection,
                   .metric = "f1_by_choice",
                   .method = method,
                   .dataset = dataset,
                   .setting = {{"decoder", kBest}}};
  if (kernel != nullptr) values.setting.Set("input_kernel", kernel);
  return values;
}

}  // namespace

void Figures(Package& package) {
  const Values printed = {
      .table = "paper III Figure 3(a)", .metric = "histogram_of_label_correlation", .dataset = kCorel};
  package.Figure("label_correlations", Curves(printed.At("split", "train"))
                                           .Named("training images")
                                           .And(printed.At("split", "test"), "test images")
                                           .Labels("correlation of two tags", "pairs of tags")
                                           .LogY());
  const Values others = {.table = kOurCorrelations, .metric = "histogram_of_label_correlation"};
  const auto of = [&](const char* dataset) {
    Values values = others.At("split", "train");
    values.dataset = dataset;
    return values;
  };
  package.Figure("other_correlations", Curves(of(kMulanCorel))
                                           .Named("Corel5k, 374 tags")
                                           .And(of(kScene), "scene")
                                           .And(of(kDelicious), "delicious")
                                           .Labels("correlation of two tags", "pairs of tags")
                                           .LogY());
  Values hue = FoldCurve(kInriaCorel, kJsvm, nullptr).At("feature", "DenseHue");
  hue.cases = "features/";
  package.Figure("dense_hue_widths",
                 Curves(hue.At("rows", "centred").At("coding", "0/1"))
                     .Named("protocol")
                     .And(hue.At("rows", "unit").At("coding", "0/1"), "rows not centred")
                     .And(hue.At("rows", "roots").At("coding", "0/1"), "square roots of counts")
                     .And(hue.At("rows", "centred").At("coding", "-1/+1"), "coding -1/+1")
                     .And(hue.At("rows", "centred").At("coding", "centred"), "centred coding")
                     .Labels("width of the Gaussian kernel", "F1 in folds, %")
                     .LogX());
  const Values test = {.table = kOurSelection, .metric = "test_by_width", .dataset = kInriaCorel};
  package.Figure("dense_hue_test", Curves(test)
                                       .LinePer({"precision", "recall", "F1"})
                                       .Labels("width of the Gaussian kernel", "test images, %")
                                       .LogX());
  Values joint = FoldCurve(kMulanCorel, kJointSvm, kGaussian), signs = joint, apart = joint;
  signs.method = apart.method = kIndependentSvms;
  signs.setting.Set("decoder", kSign);
  package.Figure("widths", Curves(joint)
                               .Named("joint SVM")
                               .And(apart, "independent SVMs, joint SVM's decoder")
                               .And(signs, "independent SVMs, sign")
                               .Labels("width of the Gaussian kernel", "F1 in folds, %")
                               .LogX());
  package.Figure("time_by_tags", Lines({.table = kOurTagCounts, .metric = "training_time"})
                                     .Over("tags")
                                     .LinePer({kJointSvm, kJointSigns, kOneSvm, kIndependentSvms})
                                     .Labels("tags", "seconds of training")
                                     .LogX()
                                     .LogY());
  package.Figure("passes_by_tags", Lines({.table = kOurTagCounts, .metric = "passes"})
                                       .Over("tags")
                                       .LinePer({kJointSvm, kJointSigns, kOneSvm, kIndependentSvms})
                                       .Labels("tags", "passes of the solver over the rows")
                                       .LogX()
                                       .LogY());
}

}  // namespace structlab::joint_svm
