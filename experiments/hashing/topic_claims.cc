// Claims S08 to S14 of Shi 2011: topics.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/number.h"
#include "experiments/harness/package.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using common::FormatShort;
using harness::Absolute;
using harness::All;
using harness::ClaimOutcome;
using harness::Custom;
using harness::Equal;
using harness::Found;
using harness::Less;
using harness::Package;
using harness::Percent;
using harness::Results;
using harness::Rule;
using harness::Values;
using harness::Verdict;

// Points that are little, points that are far, and points that make no difference.
constexpr double kLittle = 2, kFar = 5, kTie = 0.2;
// By so many points more or fewer for each tenfold size errors are even: 15 from 10 documents to 10,000.
constexpr double kEven = 5;
constexpr double kPerfect = 0.01;
constexpr auto kSeedsAndItems = harness::Chance::kSeedsAndItems;  // seeds share their test documents
// Without so many topics, of sizes so far apart, a line over their sizes says nothing.
constexpr double kLeastTopics = 30, kLeastSpread = 10;
// In 10^6 bytes, as peaks of processes are measured: more than two runs of one program differ by, and less
// than weights of each topic apart would add to any table but the smallest.
constexpr double kSameMemory = 16;
constexpr double kSamePrinted = 0.001;  // 10^9 bytes, as they are printed
// Between the limits of 95% of the normal distribution and its mean, in standard deviations.
constexpr double kNormal95 = 1.959963984540054;
// The printed times differ by factors of 12 to 92: at least 5.
constexpr double kMuchFaster = 80;

// What cases of the collection recorded.
Values Of(const Corpus& corpus, const char* cases, const std::string& table, const std::string& metric,
          const char* method = "") {
  return {.table = table,
          .metric = metric,
          .method = method,
          .cases = fmt::format("topics/{}/{}", corpus.part, cases)};
}
Values Joint(const Corpus& corpus, const char* metric, const char* table_size) {
  return Of(corpus, "joint", "Table 2.5", metric, kHlf).At("table", table_size);
}
Values Ours(const Corpus& corpus, const std::string& metric) {
  return Of(corpus, "joint", kOurTopics, metric);
}
Values Printed(const Corpus& corpus, const char* table, const char* metric, const char* method) {
  return {.table = table, .metric = metric, .method = method, .dataset = corpus.name};
}

// The rule on the printed numbers that belong to the collection.
template <class RuleOf>
Rule OnPrint(const Corpus& corpus, const RuleOf& rule_of) {
  std::vector<Rule> rules;
  for (const Corpus& printed : PrintedFor(corpus, TopicCorpora())) rules.push_back(rule_of(printed));
  return All(rules);
}

// The largest and the smallest peak of the processes that made these values.
common::Interval PeaksOf(const Found& found) {
  common::Interval peaks = {found[0].first->peak_rss_mb, found[0].first->peak_rss_mb};
  for (const auto& one : found) {
    peaks.low = std::min(peaks.low, one.first->peak_rss_mb);
    peaks.high = std::max(peaks.high, one.first->peak_rss_mb);
  }
  return peaks;
}

// What is measured of whole processes that learn and test the topics of a level in a table of joint hashing:
// its size alone is what it was made with. A process that learned all training documents of level 2 stands
// beside them.
ClaimOutcome SameMemory(const Results& results, const Values& of_l2, const Values& of_l3) {
  const Found l2 = of_l2.In(results), l3 = of_l3.In(results);
  if (l2.empty() || l3.empty()) return {Verdict::kNotTested, "needs both levels"};
  const double table = l2[0].second * 1024 * 1024 * 1024 / 1e6;
  const double topics = static_cast<double>(SourceSizeOf(FindTopics("DMOZ L3")).labels) /
                        SourceSizeOf(FindTopics("DMOZ L2")).labels;
  const common::Interval a = PeaksOf(l2), b = PeaksOf(l3);
  ClaimOutcome outcome = {
      Verdict::kUndecided,
      fmt::format("peaks of at most {} and {} MB for levels 2 and 3, {} of which are the table",
                  FormatShort(a.high), FormatShort(b.high), FormatShort(table))};
  const Found whole = Of(FindTopics("DMOZ L2"), "whole", kOurWhole, "training_documents").In(results);
  if (!whole.empty()) {
    outcome.evidence += fmt::format("; {} MB for level 2 in the larger one where {} documents are learned",
                                    FormatShort(PeaksOf(whole).high), FormatShort(whole[0].second));
  }
  if (table * (topics - 1) <= kSameMemory) {
    return {Verdict::kNotTested, outcome.evidence + ": as many weights for each topic would not show either"};
  }
  const double most = std::max(b.high - a.low, a.high - b.low),
               least = std::max(b.low - a.high, a.low - b.high);
  if (most <= kSameMemory) outcome.verdict = Verdict::kHolds;
  if (least > kSameMemory) outcome.verdict = Verdict::kFails;
  return outcome;
}

void ClaimsOfMemory(Package& package) {
  const auto printed = [](const Corpus& level, const std::string& size) {
    return Printed(level, "Table 2.5", "memory", kHlf).At("dim", size == "larger" ? "2^28" : "2^24");
  };
  for (const char* size : {"larger", "smaller"}) {
    const Values of_l2 = Joint(FindTopics("DMOZ L2"), "memory", size);
    const Values of_l3 = Joint(FindTopics("DMOZ L3"), "memory", size);
    package.Claim("S08", fmt::format("{} table", size),
                  Custom("the peak memory of whole processes of joint hashing differs by at most 16 MB (10^6 "
                         "bytes) between the levels; it fails if all of one level are further than that from "
                         "all of the other; not tested with a table so small that as many weights for each "
                         "topic would take no more",
                         {of_l2, of_l3, Of(FindTopics("DMOZ L2"), "whole", kOurWhole, "training_documents")},
                         [=](const Results& results) { return SameMemory(results, of_l2, of_l3); })
                      .IndependentOfData()
                      .PrintedAs(Equal(printed(FindTopics("DMOZ L2"), size),
                                       printed(FindTopics("DMOZ L3"), size), kSamePrinted)));
  }
}

void ClaimsOfErrors(Package& package, const Corpus& corpus) {
  const Values features = Of(corpus, "features", "Table 2.5", "error", kHf).At("table", "of features alone");
  const auto joint = [](const Corpus& of) { return Printed(of, "Table 2.5", "error", kHlf); };
  package.Claim("S09", corpus.name,
                Less(Joint(corpus, "error", "larger"), features)
                    .ByAtLeast(Absolute(kTie))
                    .Over(kSeedsAndItems)
                    .PrintedAs(OnPrint(corpus, [&](const Corpus& of) {
                      return Less(joint(of).At("dim", "2^28"), Printed(of, "Table 2.5", "error", kHf))
                          .ByAtLeast(Absolute(kTie));
                    })));
  // How many points are few depends on the collection: the source speaks of its own.
  const Rule costs_little =
      Less(Joint(corpus, "error", "smaller").Margin(-kLittle), Joint(corpus, "error", "larger"))
          .ByAtLeast(Absolute(0))
          .Over(kSeedsAndItems);
  if (corpus.is_printed) {
    package.Claim("S10", corpus.name, costs_little.PrintedAs(OnPrint(corpus, [&](const Corpus& of) {
      return Less(joint(of).At("dim", "2^24").Margin(-kLittle), joint(of).At("dim", "2^28"))
          .ByAtLeast(Absolute(0));
    })));
  } else {
    package.Stricter("S10", "on other collections", corpus.name, costs_little.NotOfPrint());
  }
}

// What the source prints of a method gains less from 6% to 9% of the samples than from 3% to 6%.
Rule GainsLess(const Corpus& corpus, const char* method) {
  const auto at = [&](const char* size) {
    return Printed(corpus, "Table 2.6", "accuracy", method).At("sample_size", size);
  };
  const std::vector<Values> accuracies = {at("3%"), at("6%"), at("9%")};
  const auto decide = [=](const Results& results) -> ClaimOutcome {
    std::vector<double> found;
    for (const Values& of_size : accuracies) {
      const Found one = of_size.In(results);
      if (one.size() != 1) return {Verdict::kNotTested, "not printed"};
      found.push_back(one[0].second);
    }
    const double first = found[1] - found[0], then = found[2] - found[1];
    return {then < first ? Verdict::kHolds : Verdict::kFails,
            fmt::format("{} of {}: {} against {} points", method, corpus.name, FormatShort(then),
                        FormatShort(first))};
  };
  Rule rule = Custom("the accuracy rises by less", accuracies, decide);
  rule.is_of_print = true;
  return rule;
}

void ClaimsOfNeighbours(Package& package, const Corpus& corpus) {
  const auto ours = [&](const std::string& metric) {
    return Of(corpus, "neighbours", kOurNeighbours, metric);
  };
  const auto far_worse = [](const Corpus& of, const char* method) {
    return Less(Printed(of, "Table 2.6", "accuracy", method).At("sample_size", "9%").Margin(kFar),
                Printed(of, "Table 2.6", "accuracy", kHlf).At("dim", "2^28"));
  };
  package.Claim("S11", corpus.name,
                Less(ours("best_accuracy").Margin(kFar), ours("upper_bound"))
                    .ByAtLeast(Absolute(0))
                    .PrintedAs(OnPrint(corpus, [&](const Corpus& of) {
                      return All({far_worse(of, kKnn), far_worse(of, kKmeans)}).ByAtLeast(Absolute(0));
                    })));
  for (const char* method : {kKnn, kKmeans}) {
    package.Claim("S12", fmt::format("{}, {}", method, corpus.name),
                  Less(ours(fmt::format("gain_of_{}_from_6%_to_9%", method)),
                       ours(fmt::format("gain_of_{}_from_3%_to_6%", method)))
                      .ByAtLeast(Absolute(0))
                      .PrintedAs(OnPrint(corpus, [&](const Corpus& of) { return GainsLess(of, method); })));
  }
}

void ClaimsOfProjections(Package& package, const Corpus& corpus) {
  const auto ours = [&](const char* metric, const char* method) {
    return Of(corpus, "small-dimensions", kOurTopicProjections, fmt::format("{}_of_{}", metric, method));
  };
  const auto at_each = [&](const auto& less) {
    std::vector<Rule> rules;
    for (const int bits : {7, 8, 9}) rules.push_back(less(bits));
    return All(rules);
  };
  const auto printed = [&](const char* metric) {
    return OnPrint(corpus, [&](const Corpus& of) {
      return at_each([&](int bits) {
        const auto at = [&](const char* method) {
          return Printed(of, "Table 2.7", metric, method).At("dim", Power(bits));
        };
        return Less(at(kHk), at(kRp));
      });
    });
  };
  package.Claim("S13", "error, " + corpus.name,
                at_each([&](int bits) {
                  return Less(ours("error", kHk).At("bits", bits), ours("error", kRp).At("bits", bits));
                })
                    .ByAtLeast(Absolute(kTie))
                    .Over(kSeedsAndItems)
                    .PrintedAs(printed("error").ByAtLeast(Absolute(kTie))));
  const auto much_faster = [&](const char* time, const char* rival) {
    return Less(ours(time, kHk), ours(time, rival))
        .AtEach("bits", std::vector<double>{7, 8, 9})
        .OnLog()
        .ByAtLeast(Percent(kMuchFaster));
  };
  package.Claim("S13", "time, projection as the source's programs, " + corpus.name,
                much_faster("total_time", kRpOfSource)
                    .PrintedAs(printed("load_train_test_time").OnLog().ByAtLeast(Percent(kMuchFaster))));
  package.Stricter("S13", kOurProjectionOnly, "time, our projection, " + corpus.name,
                   much_faster("total_time", kRp).NotOfPrint());
  package.Stricter("S13", kOurProjectionOnly, "time without reading the texts, " + corpus.name,
                   much_faster("time_without_reading", kRp).NotOfPrint());
}

double MeanOf(const Results& results, const Values& values) {  // 0 without values
  double sum = 0;
  const Found found = values.In(results);
  for (const auto& one : found) sum += one.second;
  return found.empty() ? 0 : sum / static_cast<double>(found.size());
}

// Seeds have the same topics: that they agree says nothing of other topics. So the slope is their mean, and
// its deviation that over the topics, whatever the number of seeds. Noise of topics with few test documents
// makes the interval wide, so that it cannot make errors look even.
ClaimOutcome ErrorsAreEven(const Results& results, const Corpus& corpus) {
  const double topics = MeanOf(results, Ours(corpus, "topics_compared"));
  const double spread = MeanOf(results, Ours(corpus, "spread_of_topic_sizes"));
  if (topics < kLeastTopics || spread < kLeastSpread) {
    return {Verdict::kNotTested, fmt::format("{} topics of sizes within a factor of {} cannot show it",
                                             FormatShort(topics), FormatShort(spread))};
  }
  const double slope = MeanOf(results, Ours(corpus, "error_by_tenfold_size"));
  const double deviation = MeanOf(results, Ours(corpus, "deviation_of_error_by_tenfold_size"));
  const double low = slope - kNormal95 * deviation, high = slope + kNormal95 * deviation;
  ClaimOutcome outcome = {
      Verdict::kUndecided,
      fmt::format("{} points a tenfold size, 95% interval over {} topics [{}, {}]", FormatShort(slope),
                  FormatShort(topics), FormatShort(low), FormatShort(high))};
  if (-kEven <= low && high <= kEven) outcome.verdict = Verdict::kHolds;
  if (low > kEven || high < -kEven) {
    outcome.verdict = Verdict::kFails;
    // Twice the upper tail of the normal distribution.
    outcome.chance = std::erfc((std::abs(slope) - kEven) / deviation / std::sqrt(2.0));
  }
  return outcome;
}

void ClaimsOfTopics(Package& package, const Corpus& corpus) {
  package.Claim(
      "S14", "even, " + corpus.name,
      Custom("the slope of a topic's error over the logarithm of its number of training documents, more than "
             "5, in the regression that weighs topics by their test documents, lies within 5 points of 0 for "
             "each tenfold size, with its 95% interval over the topics (normal, the standard error HC3); it "
             "fails if the interval lies outside; not tested with fewer than 30 topics, nor unless the sizes "
             "spread over a factor of 10",
             {Ours(corpus, "error_by_tenfold_size"), Ours(corpus, "topics_compared")},
             [=](const Results& results) { return ErrorsAreEven(results, corpus); }));
  package.Claim("S14", "near-empty, " + corpus.name,
                harness::AtMost(Ours(corpus, "error_of_near_empty_topics"), kPerfect)
                    .AtEach("dim", std::vector<std::string>{"2^24", "2^28"})
                    .Over(harness::Chance::kExactCounts)
                    .NotOfPrint());
}

}  // namespace

void TopicClaims(Package& package) {
  ClaimsOfMemory(package);
  for (const Corpus& corpus : TopicCorpora()) {
    ClaimsOfErrors(package, corpus);
    ClaimsOfNeighbours(package, corpus);
    ClaimsOfProjections(package, corpus);
    // The others have few topics, and none that is near-empty.
    if (corpus.is_printed) ClaimsOfTopics(package, corpus);
  }
}

}  // namespace structlab::hashing
