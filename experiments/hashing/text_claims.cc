// Claims S01 to S07 of Shi 2011: two classes of texts.
#include <cmath>
#include <functional>

#include "experiments/harness/package.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Absolute;
using harness::All;
using harness::Equal;
using harness::Falling;
using harness::Less;
using harness::Package;
using harness::Percent;
using harness::Rule;
using harness::Values;

// How many points of error "competitive" allows.
constexpr double kCompetitive = 1;
// The source's ten points of error are 1.7 to 2 times the smaller one: on collections with other errors at
// least 1.5.
constexpr double kFarAbove = 1.5;
// The source calls the rise of the error from 5.586 to 6.096 visible, and that to 5.763 not: half of the
// former, in points.
constexpr double kVisible = 0.25;
constexpr double kTie = 0.2;  // points that make no difference
// Times within a quarter are "almost independent" of what changes.
constexpr double kAlmostEqual = 1.25;
// Seeds share their test documents.
constexpr auto kSeedsAndItems = harness::Chance::kSeedsAndItems;

// What a case of the collection recorded under a table of ours.
Values Ours(const Corpus& corpus, const char* section, const char* cases, const char* table,
            const std::string& metric) {
  return {.table = table,
          .metric = metric,
          .cases = std::string(section).append("/").append(corpus.part).append("/").append(cases)};
}
Values Runtime(const Corpus& corpus, const std::string& metric, const char* method) {
  return Ours(corpus, "text", "runtime", kOurRuntime, metric + "_of_" + method);
}
Values Projected(const Corpus& corpus, const std::string& metric) {
  return Ours(corpus, "text", "small-dimensions", kOurProjections, metric);
}

// The sample of RCV1 has no words and 500 test documents, too few to decide an error.
void ClaimsOfTable22(Package& package, const Corpus& corpus) {
  if (!corpus.has_words) return;
  const Values printed = {.table = "Table 2.2", .metric = "error"};
  const auto competitive = [&](const std::vector<const char*>& rivals) {
    std::vector<Rule> rules;
    for (const char* rival : rivals) {
      rules.push_back(
          Less(Runtime(corpus, "error", kHk).Margin(-kCompetitive), Runtime(corpus, "error", rival)));
    }
    return All(rules).ByAtLeast(Absolute(0)).Over(kSeedsAndItems);
  };
  package.Claim("S01", "error, as their programs set lambda, loss and passes, " + corpus.name,
                competitive({kBsgd, kVw})
                    .PrintedAs(All({Less(printed.Of(kHk).Margin(-kCompetitive), printed.Of(kBsgd)),
                                    Less(printed.Of(kHk).Margin(-kCompetitive), printed.Of(kVw))})
                                   .ByAtLeast(Absolute(0))));
  package.Stricter("S01", "with nothing changed but the features",
                   "error, with nothing changed but the features, " + corpus.name, competitive({kExact}));
  const auto faster = [&](const char* time) {
    std::vector<Rule> rules;
    for (const char* rival : {kBsgd, kVw, kVwc}) {
      rules.push_back(Less(Runtime(corpus, time, kHk), Runtime(corpus, time, rival)));
    }
    return All(rules).OnLog();
  };
  const Values learning = {.table = "Table 2.2", .metric = "load_train_test_time", .method = kHk};
  const Values preprocessing = {.table = "Table 2.2", .metric = "preprocessing_time"};
  package.Claim(
      "S01", "time, " + corpus.name,
      faster("total_time")
          .PrintedAs(All({Less(learning, preprocessing.Of(kBsgd)), Less(learning, preprocessing.Of(kVw)),
                          Less(learning, preprocessing.Of(kVwc))})));
  package.Stricter("S01", "without files of features", "time without files of features, " + corpus.name,
                   faster("time_without_files").NotOfPrint());
}

void ClaimsOfTable23(Package& package, const Corpus& corpus) {
  if (!corpus.has_words) return;
  const std::vector<double> dimensions = {8, 9, 10};
  const auto at_each = [&](const std::function<Rule(const std::string& dim)>& rule) {
    std::vector<Rule> rules;
    for (const char* dim : {"2^8", "2^9", "2^10"}) rules.push_back(rule(dim));
    return All(rules);
  };
  const Values printed = {.table = "Table 2.3", .metric = "error"};
  const auto far_below = [](const Rule& less) { return less.ByAtLeast(Percent(100 - 100 / kFarAbove)); };
  const auto error_below = [&](const std::string& rival) {
    return far_below(Less(Projected(corpus, "error_of_HK"), Projected(corpus, "error_of_" + rival)))
        .AtEach("bits", dimensions);
  };
  package.Claim("S02", "projection as the source's programs, " + corpus.name,
                error_below(kRpOfSource).PrintedAs(far_below(at_each([&](const std::string& dim) {
                  return Less(printed.Of(kHk).At("dim", dim), printed.Of(kRp).At("dim", dim));
                }))));
  package.Stricter("S02", "with the same learner", "learner and choice of lambda the same, " + corpus.name,
                   error_below(kRp).NotOfPrint());
  const auto far_faster = [&](const std::string& rival) {
    return Less(Projected(corpus, "total_time_of_HK").At("bits", 10),
                Projected(corpus, "total_time_of_" + rival).At("bits", 10))
        .OnLog()
        .ByAtLeast(Percent(99));
  };
  package.Claim(
      "S03", "projection as the source's programs, " + corpus.name,
      far_faster(kRpOfSource).PrintedAs(harness::AtLeast({.table = kProse261, .metric = "speedup"}, 100)));
  package.Stricter("S03", kOurProjectionOnly, "our projection, " + corpus.name, far_faster(kRp).NotOfPrint());
  const Values sizes = {
      .table = "Table 2.3", .metric = "", .method = kRp, .cases = Projected(corpus, "").cases};
  const auto of_size = [&](const char* metric) {
    Values values = sizes;
    values.metric = metric;
    return values;
  };
  package.Claim("S05", corpus.name,
                Less(of_size("original_train_size"), of_size("new_train_size"))
                    .AtEach("bits", dimensions)
                    .PrintedAs(at_each([&](const std::string& dim) {
                      const Values size = {
                          .table = "Table 2.3", .metric = "original_train_size", .method = kRp};
                      Values projected = size;
                      projected.metric = "new_train_size";
                      return Less(size.At("dim", dim), projected.At("dim", dim));
                    })));
}

// How times go with the dimension, of two classes or of topics.
void ClaimsOfTimes(Package& package, const Corpus& corpus, const Values& time, int least, const char* table) {
  const int middle = least + 1, most = least + 2;
  const auto of = [&](const char* method, int bits) {
    Values values = time;
    values.metric = std::string("load_train_test_time_of_") + method;
    return values.At("bits", bits);
  };
  std::vector<Rule> printed_even, printed_rising;
  for (const Corpus& printed : PrintedFor(corpus, least == 7 ? TopicCorpora() : TwoClassCorpora())) {
    const auto at = [&](const char* method, int bits) {
      return Values{
          .table = table, .metric = "load_train_test_time", .method = method, .dataset = printed.name}
          .At("dim", Power(bits));
    };
    printed_even.push_back(Equal(at(kHk, most), at(kHk, least), std::log(kAlmostEqual)));
    printed_rising.push_back(Less(at(kRp, least), at(kRp, middle)));
    printed_rising.push_back(Less(at(kRp, middle), at(kRp, most)));
  }
  const char* const what = least == 7 ? " (topics)" : "";
  package.Claim("S04", std::string("HK, ").append(corpus.name).append(what),
                Equal(of(kHk, most), of(kHk, least), std::log(kAlmostEqual))
                    .OnLog()
                    .PrintedAs(All(printed_even).OnLog()));
  package.Claim("S04", std::string("RP, ").append(corpus.name).append(what),
                All({Less(of(kRp, least), of(kRp, middle)), Less(of(kRp, middle), of(kRp, most))})
                    .OnLog()
                    .PrintedAs(All(printed_rising).OnLog()));
}

// By how many bins are lost, not by a dimension: the source has 39.3% at 2^18 and 94.3% at 2^14, and the
// collections beside RCV1 have tables that are about as full.
void ClaimsOfTable24(Package& package, const Corpus& corpus) {
  const auto of = [&](const char* metric) {
    return Values{.table = "Table 2.4",
                  .metric = metric,
                  .method = kHk,
                  .cases = "text/" + corpus.part + "/collisions"};
  };
  using At = std::function<Values(int bits)>;
  const At error = [&](int bits) { return of("error").At("as_full_as", bits); };
  const auto printed = [](const char* metric) {
    return [=](int bits) {
      return Values{.table = "Table 2.4", .metric = metric, .method = kHk}.At("dim", Power(bits));
    };
  };
  const auto harms_at_the_end = [](const At& at) {
    std::vector<Rule> rules;
    for (const int bits : {22, 20, 18, 16}) rules.push_back(Less(at(bits).Margin(-kVisible), at(24)));
    rules.push_back(Less(at(24).Margin(kVisible), at(14)));
    return All(rules).ByAtLeast(Absolute(0));
  };
  if (corpus.has_words) {
    package.Claim("S06", corpus.name,
                  harms_at_the_end(error)
                      .OnlyAtPaper({"substitute_documents", "rcv1_documents"})
                      .Over(kSeedsAndItems)
                      .PrintedAs(harms_at_the_end(printed("error"))));
  }
  const At lost = printed("collision_rate"), wrong = printed("error");
  std::vector<Rule> steps;
  for (const int bits : {14, 16, 18, 20, 22}) steps.push_back(Less(lost(bits + 2), lost(bits)));
  package.Claim("S07", "collision rate, " + corpus.name,
                Falling(of("collision_rate"), "as_full_as", {14, 16, 18, 20, 22, 24}).PrintedAs(All(steps)));
  // Printed errors do not rise at every step either: 5.655 at 2^22 is above 5.594 at 2^20.
  package.Claim("S07", "error from the largest to the smallest dimension, " + corpus.name,
                Less(error(24), error(14))
                    .ByAtLeast(Absolute(kTie))
                    .PrintedAs(Less(wrong(24), wrong(14)).ByAtLeast(Absolute(kTie))));
}

}  // namespace

void TextClaims(Package& package) {
  for (const Corpus& corpus : TwoClassCorpora()) {
    ClaimsOfTable22(package, corpus);
    ClaimsOfTable23(package, corpus);
    ClaimsOfTable24(package, corpus);
    if (corpus.has_words) ClaimsOfTimes(package, corpus, Projected(corpus, ""), 8, "Table 2.3");
  }
  for (const Corpus& corpus : TopicCorpora()) {
    ClaimsOfTimes(package, corpus, Ours(corpus, "topics", "small-dimensions", kOurTopicProjections, ""), 7,
                  "Table 2.7");
  }
}

}  // namespace structlab::hashing
