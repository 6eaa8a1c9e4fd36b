// Claims X18 to X26, X28, X29. X15 to X17 and X27 are not tested (claims.tsv says why).
#include <string>
#include <tuple>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/joint_svm/f1_rules.h"
#include "experiments/joint_svm/protocol.h"

namespace structlab::joint_svm {
namespace {

using harness::AtLeast;
using harness::AtMost;
using harness::Less;
using harness::Package;
using harness::Percent;
using harness::Rule;
using harness::Values;

// Times are of all tags and rows.
const std::vector<std::string> kSize = {"train_rows", "test_rows", "independent_tags"};
const std::vector<std::string> kRowsOnly = {"train_rows", "test_rows"};
constexpr double kTie = 0.2, kLargeMargin = 2, kSimilar = 2;  // points of F1

Values Printed(const char* table, const char* metric, const char* method) {
  return {.table = table,
          .metric = metric,
          .method = method,
          .dataset = kCorel,
          .cases = table == std::string(kTable4) ? "comparison/corel5k/" : "output-kernels/"};
}

// Tags that a method predicts on the substitute of Corel5k.
Values Predicted(const char* method, Decoder decoder, const char* kernel, const char* cases) {
  Values values = {.table = kOurTags,
                   .metric = "micro_f1",
                   .method = method,
                   .dataset = kMulanCorel,
                   .setting = {{"decoder", NameOf(decoder)}},
                   .cases = cases};
  if (kernel != nullptr) values.setting.Set("input_kernel", kernel);
  return values;
}
Values OfTable4(const char* method, Decoder decoder, const char* kernel) {
  return Predicted(method, decoder, kernel, "comparison/corel5k/");
}
// The case that records the method's tags in Table 5.
const char* CaseOf(const std::string& method) {
  if (method == kOdd) return "output-kernels/odd";
  if (method == kPol2) return "output-kernels/pol2";
  if (method == kPol3) return "output-kernels/pol3";
  if (method == kPer) return "output-kernels/perceptron";
  if (method == kJec) return "output-kernels/jec";
  return method == kTagProp ? "output-kernels/tagprop" : "output-kernels/plain";
}
Values OfTable5(const char* method, Decoder decoder) {
  return Predicted(method, decoder, kPolynomial, CaseOf(method)).At("coding", "0/1");
}
Values Neighbours(const char* method) { return Predicted(method, Decoder::kTop, nullptr, CaseOf(method)); }

Values Macro(Values values) {
  values.metric = "macro_f1";
  return values;
}

void Table4Claims(Package& package) {
  for (const char* kernel : {kGaussian, kPolynomial}) {
    const std::string with = std::string(", ").append(kernel);
    for (const char* time : {"training_time", "testing_time"}) {
      const auto side = [&](const char* method) {
        return Printed(kTable4, time, method).At("input_kernel", kernel);
      };
      // One to two orders of magnitude: at most a tenth.
      package.Claim("X18", std::string(time) + with,
                    Less(side(kJointSvm), side(kIndependentSvms))
                        .OnLog()
                        .ByAtLeast(Percent(90))
                        .OnlyAtPaper(kSize)
                        .IndependentOfData());
    }
    const auto printed = [&](const char* method) {
      return Printed(kTable4, "f1", method).At("input_kernel", kernel);
    };
    package.Claim("X20", "each with its own decoder" + with,
                  F1Below(OfTable4(kIndependentSvms, Decoder::kSign, kernel),
                          OfTable4(kJointSvm, Decoder::kBest, kernel))
                      .PrintedAs(Less(printed(kIndependentSvms), printed(kJointSvm)))
                      .OnlyAtPaper(kSize));
    const std::pair<Decoder, const char*> decoders[] = {
        {Decoder::kBest, "both by the best training tag vectors"},
        {Decoder::kTop, "both by five tags a row"}};
    for (const auto& [decoder, name] : decoders) {
      package.Claim("X20", name + with,
                    F1Below(OfTable4(kIndependentSvms, decoder, kernel), OfTable4(kJointSvm, decoder, kernel))
                        .OnlyAtPaper(kSize)
                        .NotOfPrint());
    }
  }
  const std::pair<const char*, Decoder> learners[] = {{kJointSvm, Decoder::kBest},
                                                      {kIndependentSvms, Decoder::kSign}};
  for (const auto& [method, decoder] : learners) {
    const auto printed = [&, name = method](const char* kernel) {
      return Printed(kTable4, "f1", name).At("input_kernel", kernel);
    };
    package.Claim("X21", method,
                  F1Below(OfTable4(method, decoder, kGaussian), OfTable4(method, decoder, kPolynomial))
                      .PrintedAs(Less(printed(kGaussian), printed(kPolynomial)))
                      .OnlyAtPaper(kSize));
  }
}

// The work of one SVM, and no growth with the number of tags: at most twice as much.
void TimeClaims(Package& package) {
  const auto values = [](const char* method, const char* metric) {
    return Values{.table = kOurTagCounts,
                  .metric = metric,
                  .method = method,
                  .dataset = kMulanCorel,
                  .cases = "comparison/number-of-tags"};
  };
  const auto at_most = [&](const std::string& part, const char* method, const char* metric,
                           const char* bound) {
    package.Claim("X19", part,
                  Less(values(method, metric), values(method, bound))
                      .AtEach("tags", {12, 40, 120, 374})
                      .ByAtLeast(Percent(0))
                      .OnlyAtPaper(kRowsOnly)
                      .IndependentOfData()
                      .NotOfPrint());
  };
  const std::pair<const char*, const char*> codings[] = {{kJointSvm, "0/1"}, {kJointSigns, "-1/+1"}};
  for (const auto& [method, coding] : codings) {
    const std::string with = std::string(", coding ").append(coding);
    at_most("passes of the solver, of one SVM" + with, method, "passes", "twice_the_passes_of_one_svm");
    at_most("time, of one SVM" + with, method, "training_time", "twice_the_time_of_one_svm");
    at_most("time, of the fewest tags" + with, method, "training_time", "twice_the_time_of_the_fewest_tags");
  }
}

// The two rivals that are run here, under both averages: the printed figures of the joint SVM are micro
// averages, those of the others macro averages.
void AgainstNeighbours(Package& package, const char* id, const char* method, double points) {
  const Values ours = OfTable5(method, Decoder::kBest);
  for (const char* rival : {kJec, kTagProp}) {
    const std::string name = std::string(method).append(" against ").append(rival);
    const Rule printed = Less(Printed(kTable5, "f1", rival), Printed(kTable5, "f1", method))
                             .ByAtLeast(harness::Absolute(points));
    package.Claim(id, name + ", micro averages",
                  F1Below(Neighbours(rival), ours, points).PrintedAs(printed).OnlyAtPaper(kRowsOnly));
    package.Claim(id, name + ", macro averages",
                  Less(Macro(Neighbours(rival)), Macro(ours))
                      .ByAtLeast(harness::Absolute(points))
                      .PrintedAs(printed)
                      .OnlyAtPaper(kRowsOnly));
  }
}

void Table5Claims(Package& package) {
  const auto printed_below = [](const char* a, const char* b) {
    return Less(Printed(kTable5, "f1", a), Printed(kTable5, "f1", b));
  };
  AgainstNeighbours(package, "X22", kJsvm, kTie);
  for (const char* method : {kOdd, kPol2}) AgainstNeighbours(package, "X23", method, kLargeMargin);
  package.Claim(
      "X23", "Odd and Pol(2) are similar",
      F1Alike(OfTable5(kOdd, Decoder::kBest), OfTable5(kPol2, Decoder::kBest), kSimilar)
          .PrintedAs(harness::Equal(Printed(kTable5, "f1", kOdd), Printed(kTable5, "f1", kPol2), kSimilar))
          .OnlyAtPaper(kRowsOnly));
  const std::tuple<Decoder, Decoder, const char*> decoders[] = {
      {Decoder::kBest, Decoder::kBest, "all by the ten best vectors"},
      {Decoder::kSingle, Decoder::kSingle, "all by the single best vector"},
      {Decoder::kSingle, Decoder::kBest, "explicit kernels by the single vector, as released"}};
  for (const auto& [of_explicit, of_plain, name] : decoders) {
    package.Claim("X24", std::string("Pol(3) below Pol(2), ").append(name),
                  F1Below(OfTable5(kPol3, of_explicit), OfTable5(kPol2, of_explicit))
                      .PrintedAs(printed_below(kPol3, kPol2))
                      .OnlyAtPaper(kRowsOnly));
    package.Claim("X24", std::string("Pol(2) below none, ").append(name),
                  F1Below(OfTable5(kPol2, of_explicit), OfTable5(kJsvm, of_plain))
                      .PrintedAs(printed_below(kPol2, kJsvm))
                      .OnlyAtPaper(kRowsOnly));
  }
  const Values perceptron = OfTable5(kPer, Decoder::kBest);
  for (const char* method : {kJsvm, kOdd, kPol2, kPol3}) {
    package.Claim("X25", std::string("below ").append(method),
                  F1Below(perceptron, OfTable5(method, Decoder::kBest))
                      .PrintedAs(printed_below(kPer, method))
                      .OnlyAtPaper(kRowsOnly));
  }
  package.Claim(
      "X25", "above JEC, micro averages",
      F1Below(Neighbours(kJec), perceptron).PrintedAs(printed_below(kJec, kPer)).OnlyAtPaper(kRowsOnly));
  package.Claim("X25", "above JEC, macro averages",
                Less(Macro(Neighbours(kJec)), Macro(perceptron))
                    .ByAtLeast(harness::Absolute(kTie))
                    .PrintedAs(printed_below(kJec, kPer))
                    .OnlyAtPaper(kRowsOnly));
}

Values Bound(const char* metric) {
  return {.table = kOurTheory, .metric = metric, .method = kPerceptronMethod};
}

void TheoryClaims(Package& package) {
  package.Claim("X26", AtLeast({.table = kOurCorrelations,
                                .metric = "share_near_zero",
                                .dataset = kInriaCorel,
                                .cases = "statistics/corel5k-inria"},
                               0.5)
                           .AtEach("split", std::vector<std::string>{"train", "test"})
                           .NotOfPrint());
  package.Claim(
      "X28", "number of updates",
      AtMost(Bound("updates_over_bound"), 1).AtEach("s", {0.1, 0.5, 1, 2}).IndependentOfData().NotOfPrint());
  package.Claim(
      "X28", "margin",
      AtLeast(Bound("margin_over_bound"), 1).AtEach("s", {0.1, 0.5, 1, 2}).IndependentOfData().NotOfPrint());
  for (const char* metric : {"kernel_difference", "optimum_difference"}) {
    package.Claim(
        "X29",
        std::string("P symmetric, ")
            .append(metric == std::string("kernel_difference") ? "output kernels" : "optima"),
        AtMost(
            {.table = kOurTheory, .metric = metric, .method = "P symmetric", .cases = "theory/regularised"},
            1e-6)
            .IndependentOfData()
            .NotOfPrint());
  }
}

}  // namespace

void Claims(Package& package) {
  Table4Claims(package);
  TimeClaims(package);
  Table5Claims(package);
  TheoryClaims(package);
}

}  // namespace structlab::joint_svm
