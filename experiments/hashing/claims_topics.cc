// S08 to S14: topics.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Pairs;
using harness::Query;
using harness::Results;
using harness::Setting;
using harness::Verdict;

// Points that are little, and points that are far.
constexpr double kLittle = 2, kFar = 5;
// By so many points more or fewer for each tenfold size errors are even: 15 from 10 documents to 10,000.
constexpr double kEven = 5;
constexpr double kPerfect = 1;
// Without so many topics, of sizes so far apart, a line over their sizes says nothing.
constexpr double kLeastTopics = 30, kLeastSpread = 10;
// In 10^6 bytes, as peaks of processes are measured: more than two runs of one program differ by, and less
// than weights of each topic apart would add to any table but the smallest.
constexpr double kSameMemory = 16;
// Between the limits of 95% of the normal distribution and its mean, in standard deviations.
constexpr double kNormal95 = 1.959963984540054;
// The printed times differ by factors of 12 to 92.
constexpr double kMuchFaster = 5;
// Behind the rule for times.
constexpr const char* kReadingRule =
    "; with few topics most of the time is that of reading the texts, which both methods take";

const Corpus& CorpusNamed(const std::string& name) { return FindCorpus(TopicCorpora(), name); }

std::vector<int64_t> JointBits(const Results& results, const std::string& dataset) {
  std::vector<int64_t> bits = results.settings().Integers(JointBitsSetting(CorpusNamed(dataset)));
  std::ranges::sort(bits);
  return bits;
}

Query InTable25(const std::string& dataset, const char* method, const char* metric,
                const Setting& setting = {}) {
  return {.table = kTable25, .dataset = dataset, .method = method, .metric = metric, .setting = setting};
}

// Of the processes that made these values, in 10^6 bytes.
common::Interval PeaksOf(const std::vector<Observation>& values) {
  common::Interval peaks = {values[0].finished->peak_rss_mb, values[0].finished->peak_rss_mb};
  for (const Observation& value : values) {
    peaks.low = std::min(peaks.low, value.finished->peak_rss_mb);
    peaks.high = std::max(peaks.high, value.finished->peak_rss_mb);
  }
  return peaks;
}

std::string RangeText(const common::Interval& interval) {
  const std::string low = common::FormatShort(interval.low), high = common::FormatShort(interval.high);
  return low == high ? low : low + " to " + high;
}

// What stands beside them: a process that learned all training documents of level 2 in such a table.
std::string PeakOfWhole(const Results& results, int64_t bits) {
  const auto documents = results.Values({.table = kOurWhole,
                                         .dataset = "DMOZ L2",
                                         .method = kHlf,
                                         .metric = "training_documents",
                                         .setting = DimensionKey(bits)});
  if (documents.empty()) return "";
  return std::string("; ")
      .append(RangeText(PeaksOf(documents)))
      .append(" MB for level 2 where ")
      .append(std::to_string(std::llround(documents[0].value())))
      .append(" training documents are learned instead of ")
      .append(results.settings().Text("dmoz_documents"));
}

// What is measured of whole processes that learn and test the topics of a level in a table of joint hashing:
// its size alone is what it was made with.
ClaimOutcome SameMemoryAt(const Results& results, int64_t bits) {
  const auto of_l2 = results.Values(InTable25("DMOZ L2", kHlf, "memory", DimensionKey(bits)));
  const auto of_l3 = results.Values(InTable25("DMOZ L3", kHlf, "memory", DimensionKey(bits)));
  if (of_l2.empty() || of_l3.empty()) return {Verdict::kNotTested, Power(bits) + ": needs both levels"};
  const double table = of_l2[0].value() * 1024 * 1024 * 1024 / 1e6;
  const double topics = static_cast<double>(SourceSizeOf(CorpusNamed("DMOZ L3")).labels) /
                        SourceSizeOf(CorpusNamed("DMOZ L2")).labels;
  std::string evidence = Power(bits) + ": peaks of ";
  const common::Interval l2 = PeaksOf(of_l2), l3 = PeaksOf(of_l3);
  evidence.append(RangeText(l2)).append(" and ").append(RangeText(l3)).append(" MB for levels 2 and 3, ");
  evidence.append(common::FormatShort(table)).append(" of which are the table");
  evidence.append(PeakOfWhole(results, bits));
  if (table * (topics - 1) <= kSameMemory) {
    return {Verdict::kNotTested, evidence + ": as many weights for each topic would not show either"};
  }
  const double most = std::max(l3.high - l2.low, l2.high - l3.low);
  const double least = std::max(l3.low - l2.high, l2.low - l3.high);
  return {most <= kSameMemory   ? Verdict::kHolds
          : least > kSameMemory ? Verdict::kFails
                                : Verdict::kUndecided,
          evidence};
}

ClaimOutcome SameMemory(const Results& results) {
  std::vector<ClaimOutcome> outcomes;
  for (const int64_t bits : JointBits(results, "DMOZ L2")) outcomes.push_back(SameMemoryAt(results, bits));
  return harness::All(outcomes);
}

ClaimOutcome FeaturesAloneAreWorse(const Results& results, const std::string& dataset) {
  const int64_t joint = JointBits(results, dataset).back();
  ClaimOutcome outcome =
      AllLessOverDocuments(results, {{.name = "HLF " + Power(joint) + " against HF",
                                      .less = InTable25(dataset, kHlf, "error", DimensionKey(joint)),
                                      .more = InTable25(dataset, kHf, "error"),
                                      .ignored_keys = {"dim"}}});
  const auto of_joint = results.Values(InTable25(dataset, kHlf, "memory", DimensionKey(joint)));
  const auto of_features = results.Values(InTable25(dataset, kHf, "memory"));
  if (!of_joint.empty() && !of_features.empty()) {
    outcome.evidence.append(", with ")
        .append(common::FormatShort(of_features[0].value() / of_joint[0].value()))
        .append(" times the memory of HLF in HF");
  }
  return outcome;
}

// The mean over the seeds, 0 without.
double MeanOf(const Results& results, const std::string& dataset, const char* metric) {
  const std::vector<double> values =
      harness::Numbers(results.Values({.table = kOurTopics, .dataset = dataset, .metric = metric}));
  return values.empty() ? 0 : common::Mean(values);
}

ClaimOutcome SmallTablesCostLittle(const Results& results, const std::string& dataset) {
  const std::vector<int64_t> bits = JointBits(results, dataset);
  if (bits.size() < 2) return {Verdict::kNotTested, "needs two tables"};
  ClaimOutcome outcome = AllLessOverDocuments(
      results, {{.name = Power(bits.front()) + " less 2 points against " + Power(bits.back()),
                 .less = InTable25(dataset, kHlf, "error", DimensionKey(bits.front())),
                 .more = InTable25(dataset, kHlf, "error", DimensionKey(bits.back())),
                 .offset = -kLittle,
                 .ignored_keys = {"dim"}}});
  const double pairs = MeanOf(results, dataset, "different_pairs");
  if (pairs > 0) {
    outcome.evidence.append(", with ")
        .append(common::FormatShort(std::ldexp(pairs, -static_cast<int>(bits.front()))))
        .append(" and ")
        .append(common::FormatShort(std::ldexp(pairs, -static_cast<int>(bits.back()))))
        .append(" pairs of a word and a topic for each bin");
  }
  return outcome;
}

ClaimOutcome NeighboursAreFarWorse(const Results& results, const std::string& dataset) {
  return AllLess(results, {{.name = "the best of KNN and Kmeans and 5 points against HLF",
                            .less = {.table = kOurNeighbours, .dataset = dataset, .metric = "best_accuracy"},
                            .more = {.table = kOurNeighbours, .dataset = dataset, .metric = "upper_bound"},
                            .offset = kFar}});
}

// By seed.
std::map<uint64_t, double> AccuracyAt(const Results& results, const std::string& dataset, const char* method,
                                      const char* size) {
  std::map<uint64_t, double> values;
  for (const Observation& value : results.Values({.table = kTable26,
                                  .dataset = dataset,
                                  .method = method,
                                  .metric = "accuracy",
                                  .setting = Setting{{"sample_size", size}}})) {
    values[value.seed()] = value.value();
  }
  return values;
}

// From 6 to 9 percent less is gained than from 3 to 6.
ClaimOutcome GainsShrink(const Results& results, const std::string& dataset, const char* method) {
  const auto small = AccuracyAt(results, dataset, method, "3%"),
             middle = AccuracyAt(results, dataset, method, "6%"),
             large = AccuracyAt(results, dataset, method, "9%");
  Pairs pairs;
  for (const auto& [seed, accuracy] : middle) {
    if (!small.contains(seed) || !large.contains(seed)) continue;
    pairs.a.push_back(large.at(seed) - accuracy);
    pairs.b.push_back(accuracy - small.at(seed));
    pairs.labels.push_back("seed=" + std::to_string(seed));
  }
  return harness::DecideLess(pairs);
}

ClaimOutcome BetterThanProjection(const Results& results, const std::string& dataset, bool of_time) {
  std::vector<Comparison> comparisons;
  for (const int64_t bits : results.settings().Integers("topic_dimensions")) {
    const Query query = {.table = of_time ? kOurTimes : kTable27,
                         .dataset = dataset,
                         .metric = of_time ? "total_time" : "error",
                         .setting = CoresKey(bits)};
    Comparison comparison = {
        .name = (of_time ? "5 times HK against RP at " : "HK against RP at ") + Power(bits),
        .less = query,
        .more = query,
        .factor = of_time ? kMuchFaster : 1};
    comparison.less.method = kHk;
    comparison.more.method = kRp;
    comparisons.push_back(std::move(comparison));
  }
  return of_time ? AllLess(results, comparisons) : AllLessOverDocuments(results, comparisons);
}

// Seeds have the same topics: that they agree says nothing of other topics. So the slope is their mean, and
// its deviation that over the topics, whatever the number of seeds. Noise of topics with few test documents
// makes the interval wide, so that it cannot make errors look even.
ClaimOutcome ErrorsAreEven(const Results& results, const std::string& dataset) {
  const double topics = MeanOf(results, dataset, "topics_compared");
  const double spread = MeanOf(results, dataset, "spread_of_topic_sizes");
  if (topics < kLeastTopics || spread < kLeastSpread) {
    return {Verdict::kNotTested, common::FormatShort(topics) + " topics of sizes within a factor of " +
                                     common::FormatShort(spread) + " cannot show it"};
  }
  const double slope = MeanOf(results, dataset, "error_by_tenfold_size");
  const double deviation = MeanOf(results, dataset, "deviation_of_error_by_tenfold_size");
  const double low = slope - kNormal95 * deviation, high = slope + kNormal95 * deviation;
  ClaimOutcome outcome = {Verdict::kUndecided, common::FormatShort(slope)
                                                   .append(" points a tenfold size, 95% interval over ")
                                                   .append(Text(std::round(topics)))
                                                   .append(" topics [")
                                                   .append(common::FormatShort(low))
                                                   .append(", ")
                                                   .append(common::FormatShort(high))
                                                   .append("]")};
  if (-kEven <= low && high <= kEven) outcome.verdict = Verdict::kHolds;
  if (low > kEven || high < -kEven) {
    outcome.verdict = Verdict::kFails;
    // Twice the upper tail of the normal distribution.
    outcome.chance = std::erfc((std::abs(slope) - kEven) / deviation / std::sqrt(2.0));
  }
  return outcome;
}

// The seeds have the same test documents, so that they count as often as one has them.
ClaimOutcome NearEmptyTopicsAreLearned(const Results& results, const std::string& dataset) {
  const double documents = MeanOf(results, dataset, "documents_of_near_empty_topics");
  const double error = MeanOf(results, dataset, "error_of_near_empty_topics");
  const common::Share wrong = {std::llround(error / 100 * documents), std::llround(documents)};
  return ShareAtMost(wrong, kPerfect / 100, 1, "documents of near-empty topics that are wrong");
}

// Of DMOZ, which the source's words are about, or of the substitutes beside it as well.
enum class Corpora { kPrinted, kAll };

template <class Decide>
void AddForEachCorpus(std::vector<Claim>& claims, const char* id, const std::string& part,
                      const std::string& rule, const Decide& decide, Corpora which = Corpora::kAll) {
  for (const Corpus& corpus : TopicCorpora()) {
    if (which == Corpora::kPrinted && !corpus.is_printed) continue;
    claims.push_back({.id = id,
                      .part = part + corpus.name,
                      .rule = rule,
                      .decide = [=](const Results& results) { return decide(results, corpus.name); },
                      .data = {corpus.data}});
  }
}

}  // namespace

std::vector<Claim> TopicClaims() {
  std::vector<Claim> claims;
  claims.push_back(
      {.id = "S08",
       .rule = "the peak memory of whole processes of joint hashing differs by at most 16 MB (10^6 bytes) "
               "between any of one level and any of the other, at each dimension; it fails if all of one "
               "level are further than that from all of the other; not tested with a table so small that as "
               "many weights for each topic would take no more",
       .decide = SameMemory,
       .independent_of_data = true,
       .data = {kDmozData}});
  AddForEachCorpus(
      claims, "S09", "",
      std::string("error of HLF with its larger table below that of HF with a table for all topics of about "
                  "the same size; tables of joint hashing are about as full for the substitutes as all "
                  "generated documents of DMOZ's "
                  "size would make the source's, those of features alone less so") +
          kAllLessRule + kDocumentsRule,
      FeaturesAloneAreWorse);
  AddForEachCorpus(claims, "S10", "",
                   std::string("error of the smaller table less 2 points below that of the larger; how many "
                               "different pairs of a word "
                               "and a topic the training documents have for each bin stands with it") +
                       kAllLessRule + kDocumentsRule,
                   SmallTablesCostLittle);
  AddForEachCorpus(
      claims, "S11", "",
      std::string("the best accuracy of KNN and Kmeans, over the sizes of samples, plus 5 points below that "
                  "of HLF") +
          kAllLessRule + kSameTestRule,
      NeighboursAreFarWorse);
  for (const char* method : {kKnn, kKmeans}) {
    AddForEachCorpus(
        claims, "S12", std::string(method) + ", ",
        std::string("accuracy gained from samples of 6% to 9% below that gained from 3% to 6%: the 95% t "
                    "interval of the mean difference over the seeds must be below 0") +
            kSameTestRule,
        [=](const Results& results, const std::string& dataset) {
          return GainsShrink(results, dataset, method);
        });
  }
  for (const bool of_time : {false, true}) {
    AddForEachCorpus(claims, "S13", of_time ? "time, " : "error, ",
                     std::string(of_time ? "5 times the whole time" : "error") +
                         " of HK below that of RP at each dimension" + kAllLessRule +
                         (of_time ? std::string(kLengthRule) + kReadingRule : kDocumentsRule),
                     [=](const Results& results, const std::string& dataset) {
                       return BetterThanProjection(results, dataset, of_time);
                     });
  }
  AddForEachCorpus(
      claims, "S14", "even, ",
      "the slope of a topic's error over the logarithm of its number of training documents, more than 5, in "
      "the regression that weighs topics by their test documents, lies within 5 points of 0 for each tenfold "
      "size, with its 95% interval over the topics (normal, the standard error HC3, which lets each topic "
      "have noise of its own); it fails if the interval lies outside; not tested with fewer than 30 topics, "
      "nor unless the sizes spread over a factor of 10",
      ErrorsAreEven, Corpora::kPrinted);  // the others have few topics, and none that is near-empty
  AddForEachCorpus(
      claims, "S14", "near-empty, ",
      "of topics with 1 to 5 of the training documents that are learned no more than 1% of the test "
      "documents are wrong, by the 95% interval of that share (Clopper and Pearson)",
      NearEmptyTopicsAreLearned, Corpora::kPrinted);
  return claims;
}

}  // namespace structlab::hashing
