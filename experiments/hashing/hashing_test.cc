// What every package promises, and what this one promises beyond it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/regression.h"
#include "common/testing/started_program.h"
#include "experiments/harness/testing/package_checks.h"
#include "experiments/hashing/corpora.h"

namespace structlab::hashing {
namespace {

STRUCTLAB_TEST_PACKAGE("hashing")

using harness::Record;
using harness::RecordedValue;
using harness::Setting;

// Runs a case of the profile smoke, on generated data or those of a folder.
Record RunCase(const std::string& name, const std::vector<std::pair<std::string, std::string>>& set = {},
               uint64_t seed = 1, const std::string& folder = "") {
  const harness::Package package = harness::MakePackage();
  harness::Flags flags = harness::FlagsOf(harness::Profile::kSmoke);
  for (const auto& [setting, value] : set) flags.set.push_back({"hashing", setting, value});
  const harness::Settings settings = package.SettingsOf(flags);
  for (harness::Case c : package.CasesOf(settings, flags)) {
    if (c.name != name) continue;
    for (const std::string& data : c.data) {
      c.resolved.push_back({.name = data, .origin = harness::DataOrigin::kStandIn, .path = folder});
    }
    c.seed = seed;
    harness::Recorder record(c);
    c.run(seed, record);
    return record.record();
  }
  ADD_FAILURE() << "no case " << name;
  return {};
}

// The one value of this table and metric, and of this method and setting where these are given.
double ValueIn(const Record& record, const std::string& table, const std::string& metric,
               const std::string& method = "", const Setting& setting = {}) {
  std::vector<double> found;
  for (const RecordedValue& value : record.values) {
    const bool is_meant = harness::IsTableOrBeside(value.key.table, table) && value.key.metric == metric &&
                          (method.empty() || value.key.method == method) &&
                          value.key.setting.Contains(setting);
    if (is_meant) found.push_back(value.value);
  }
  EXPECT_EQ(found.size(), 1u) << table << " " << metric << " " << method;
  return found.empty() ? NAN : found[0];
}

const std::vector<double>& ItemsIn(const Record& record, const std::string& table,
                                   const std::string& metric) {
  const auto found = std::ranges::find_if(record.items, [&](const harness::RecordedItems& items) {
    return harness::IsTableOrBeside(items.key.table, table) && items.key.metric == metric;
  });
  if (found == record.items.end()) {
    ADD_FAILURE() << "no items " << table << " " << metric;
    static const std::vector<double> none;
    return none;
  }
  return found->parts.front();
}

// The documents of a part of a collection of the profile smoke.
std::vector<datasets::TextDocument> Documents(const char* corpus, datasets::TextPart part, int64_t most) {
  const CorpusTexts texts(FindTopics(corpus), Classes::kTopics, "", {most, most}, 1);
  std::vector<datasets::TextDocument> documents;
  const auto stream = texts.Open(part);
  for (datasets::TextDocument document; stream->Next(document);) documents.push_back(document);
  return documents;
}

TEST(Hashing, PlansEachReportedRowOfThePaper) {
  const harness::Package package = harness::MakePackage();
  EXPECT_EQ(package.reported_rows().size(), 197u);
  const harness::Flags flags = harness::FlagsOf(harness::Profile::kPaper);
  const harness::Settings settings = package.SettingsOf(flags);
  std::set<std::string> names;
  for (const harness::Case& c : package.CasesOf(settings, flags)) names.insert(c.name);
  for (const char* name :
       {"text/rcv1/runtime", "text/rcv1/small-dimensions/bits=10", "text/rcv1/collisions/bits=24",
        "text/reuters-r8/collisions/bits=10", "topics/dmoz-l2/whole/bits=28", "topics/dmoz-l3/joint/bits=24",
        "topics/dmoz-l2/features/bits=19", "topics/dmoz-l3/features/bits=15", "topics/dmoz-l3/neighbours",
        "topics/dmoz-l2/small-dimensions/bits=9", "topics/20newsgroups/features/bits=18",
        "topics/reuters-r8/features/bits=16", "graphs/dd/gks", "graphs/dd/number-of-nodes",
        "graphs/dd/hk-variants"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

TEST(Texts, AllMethodsLearnTheSameDocuments) {
  const Record record = RunCase("text/reuters-r8/runtime");
  for (const char* method : {kHk, kExact, kBsgd, kVw, kVwc}) {
    const std::string of = std::string("error_of_").append(method);
    const double error = ValueIn(record, kOurRuntime, of);
    EXPECT_LT(error, 50) << method;
    // As many documents are wrong as the error says.
    const std::vector<double>& percent = ItemsIn(record, kOurRuntime, of);
    EXPECT_EQ(percent.size(), 150u);
    EXPECT_DOUBLE_EQ(100.0 * static_cast<double>(std::ranges::count(percent, 100.0)) / 150, error);
    EXPECT_EQ(std::ranges::count(percent, 0.0) + std::ranges::count(percent, 100.0), 150);
    if (method == std::string(kExact)) continue;
    EXPECT_EQ(ValueIn(record, "Table 2.2", "error", method), error);
  }
}

TEST(Texts, CountTheWordsThatOccur) {
  const Record record = RunCase("text/reuters-r8/collisions/bits=10");
  std::set<std::string> words;
  for (const datasets::TextPart part : {datasets::TextPart::kTrain, datasets::TextPart::kTest}) {
    for (const datasets::TextDocument& document : Documents("reuters-r8", part, 150)) {
      std::istringstream text(document.text);
      for (std::string word; text >> word;) words.insert(word);
    }
  }
  const auto different = static_cast<double>(words.size()), bins = 1024.0;
  EXPECT_EQ(ValueIn(record, kOurWords, "different_words"), different);
  const double met = ValueIn(record, "Table 2.4", "n_unique_hashes");
  EXPECT_NEAR(met, bins * -std::expm1(-different / bins), 5 * std::sqrt(bins));
  EXPECT_DOUBLE_EQ(ValueIn(record, "Table 2.4", "collision_rate"), 100 * (1 - met / different));
}

// Seeds are repetitions on vectors, too: each learns in an order of its own.
TEST(Texts, VectorsAreLearnedInAnOrderOfTheSeed) {
  std::set<std::vector<double>> different;
  const std::string error = std::string("error_of_").append(kExact);  // has no hash
  for (const uint64_t seed : {1, 2, 1}) {
    different.insert(ItemsIn(RunCase("text/rcv1-small/runtime", {}, seed), kOurRuntime, error));
  }
  EXPECT_EQ(different.size(), 2u);
}

// 1000 training and 1000 test documents of DMOZ L3, whose tables of 2^16 and 2^12 bins pairs of a word and a
// topic fill: n (1 - exp(-pairs / n)) of n bins.
TEST(Statistics, BinsAreMetAsPairsAreMany) {
  const Record record = RunCase("text/dmoz-l3/statistics");
  EXPECT_EQ(ValueIn(record, "Table 2.1", "n_train"), 1000);
  const double pairs = ValueIn(record, kOurWords, "different_pairs");
  const double words = ValueIn(record, kOurWords, "different_words");
  EXPECT_GT(pairs, words);
  for (const auto& [bits, of, different] :
       {std::tuple(16, "pairs", pairs), std::tuple(12, "pairs", pairs), std::tuple(16, "words", words)}) {
    const Setting key = {{"dim", Power(bits)}, {"of", of}};
    const double bins = std::exp2(bits), expected = bins * -std::expm1(-different / bins);
    const double met = ValueIn(record, kOurWords, "n_unique_hashes", "", key);
    EXPECT_NEAR(met, expected, 5 * std::sqrt(bins)) << bits << of;
    EXPECT_NEAR(ValueIn(record, kOurWords, "collision_rate", "", key), 100 * (1 - met / different), 1e-9);
  }
}

// Errors topic by topic, counted again from the places of the wrong documents; topics that nobody learned and
// near-empty ones apart.
TEST(Topics, ErrorsGoWithTheSizesOfTopics) {
  const Record record = RunCase("topics/dmoz-l3/joint/bits=16", {{"dmoz_test_documents", "300"}});
  const std::vector<double>& percent = ItemsIn(record, "Table 2.5", "error");
  std::map<uint32_t, double> training, tests, wrong_tests;
  for (const auto& document : Documents("DMOZ L3", datasets::TextPart::kTrain, 300))
    ++training[document.label];
  size_t place = 0;
  double near_empty = 0, wrong_near_empty = 0;
  for (const auto& document : Documents("DMOZ L3", datasets::TextPart::kTest, 300)) {
    const bool is_wrong = percent.at(place++) > 0;
    ++tests[document.label];
    wrong_tests[document.label] += is_wrong;
    const double size = training.contains(document.label) ? training.at(document.label) : 0;
    if (size < 1 || size > 5) continue;
    ++near_empty;
    wrong_near_empty += is_wrong;
  }
  EXPECT_GT(near_empty, 0);
  EXPECT_EQ(ValueIn(record, kOurTopics, "documents_of_near_empty_topics"), near_empty);
  EXPECT_DOUBLE_EQ(ValueIn(record, kOurTopics, "error_of_near_empty_topics"),
                   100 * wrong_near_empty / near_empty);
  std::vector<common::WeightedPoint> points;
  for (const auto& [label, size] : training) {
    if (size <= 5 || tests[label] == 0) continue;
    points.push_back({std::log10(size), 100 * wrong_tests[label] / tests[label], tests[label]});
  }
  const auto slope = common::WeightedSlope(points);
  ASSERT_TRUE(slope);
  EXPECT_EQ(ValueIn(record, kOurTopics, "topics_compared"), static_cast<double>(points.size()));
  EXPECT_NEAR(ValueIn(record, kOurTopics, "error_by_tenfold_size"), slope->value, 1e-9);
  EXPECT_NEAR(ValueIn(record, kOurTopics, "deviation_of_error_by_tenfold_size"), slope->deviation, 1e-9);
}

TEST(Topics, TablesOfJointHashing) {
  const Record larger = RunCase("topics/reuters-r8/joint/bits=14");
  const std::string table = "Table 2.5";
  EXPECT_DOUBLE_EQ(ValueIn(larger, table, "memory"), 8 * std::exp2(14 - 30));
  EXPECT_DOUBLE_EQ(ValueIn(larger, "Table 2.6", "accuracy"), 100 - ValueIn(larger, table, "error"));
  std::set<std::pair<uint32_t, std::string>> pairs;
  for (const auto& document : Documents("reuters-r8", datasets::TextPart::kTrain, 150)) {
    std::istringstream text(document.text);
    for (std::string word; text >> word;) pairs.emplace(document.label, word);
  }
  EXPECT_EQ(ValueIn(larger, kOurTopics, "different_pairs"), static_cast<double>(pairs.size()));
  // With a hash for each label the same documents are learned in another table.
  const Record smaller = RunCase("topics/20newsgroups/joint/bits=10", {{"substitute_documents", "400"}});
  const double of_each = ValueIn(smaller, kOurLabelBins, "error_with_a_hash_of_each_label");
  EXPECT_EQ(ValueIn(smaller, kOurLabelBins, "error_with_a_hash_of_eight_labels"),
            ValueIn(smaller, table, "error"));
  EXPECT_NE(of_each, ValueIn(smaller, table, "error"));
  EXPECT_LT(of_each, 95);  // one group in twenty by chance
}

TEST(Topics, BaselinesAreWhatTheNumberOfClassesSays) {
  const Record record = RunCase("topics/dmoz-l2/baselines");
  EXPECT_NEAR(ValueIn(record, "Table 2.5", "error", "uniform classifier baseline"), 99.83, 0.005);
}

// Generated texts have no headers, so that there is nothing to leave out.
TEST(RawText, IsLearnedWithAndWithoutHeaders) {
  const Record record = RunCase("topics/20newsgroups/raw-text");
  const auto accuracy = [&](const char* headers) {
    return ValueIn(record, kOurRawText, "accuracy", "", {{"headers", headers}});
  };
  EXPECT_EQ(accuracy("yes"), accuracy("no"));
  EXPECT_GT(accuracy("yes"), 10);  // twice the share of a group
}

// Posts whose groups only the headers tell.
TEST(RawText, ForgetsHeadersThatAreTakenAway) {
  const std::string folder = common::FreshFolder("news");
  for (const char* part : {"train", "test"}) {
    std::ofstream file(folder + "/20news-bydate-" + part + ".txt.gz");
    for (int i = 0; i < 60; ++i) {
      const std::string text = fmt::format("Sender: secret{}\n\nThe same words.\n", i % 3);
      file << fmt::format("#DOC\tgroup{}\t{}\t{}\n", i % 3, i, text.size()) << text << "\n";
    }
  }
  const Record record = RunCase("topics/20newsgroups/raw-text", {}, 1, folder);
  EXPECT_EQ(ValueIn(record, kOurRawText, "accuracy", "", {{"headers", "yes"}}), 100);
  EXPECT_LT(ValueIn(record, kOurRawText, "accuracy", "", {{"headers", "no"}}), 50);
}

TEST(Theory, BoundsAreThePrintedOnes) {
  for (const auto& [copies, printed] : {std::pair("1", 1.0), {"2", 0.404}, {"3", 0.0117}}) {
    const Record record = RunCase(std::string("theory/theorem-2-bound/duplicates_c=").append(copies));
    EXPECT_NEAR(ValueIn(record, kTheorem2, "probability_of_information_loss"), printed, 5e-5);
  }
}

// In as few bins features meet at every size, so that there is something to deviate.
TEST(Theory, DeviationsGrowWithTheKernelAndFallWithTheBins) {
  const Record record = RunCase("theory/deviation");
  const auto deviation = [&](const char* varied, const char* number) {
    return ValueIn(record, kOurDeviation, "largest_deviation", "", {{"varied", varied}, {varied, number}});
  };
  EXPECT_GT(deviation("bits", "7"), 1e-3);
  EXPECT_GE(deviation("m", "8"), deviation("m", "4"));
  EXPECT_GE(deviation("M", "4"), deviation("M", "2"));
  EXPECT_EQ(deviation("m", "4"), deviation("bits", "5"));
  EXPECT_EQ(ValueIn(record, kOurDeviation, "deviation_at_the_largest_m"), deviation("m", "8"));
  // 1.25 times the root of log 136 / log 36: of 8 and 16 pairs of an observation and a class.
  EXPECT_NEAR(ValueIn(record, kOurDeviation, "allowed_at_the_largest_m") / deviation("m", "4"),
              1.25 * std::sqrt(std::log(136) / std::log(36)), 1e-12);
  EXPECT_DOUBLE_EQ(ValueIn(record, kOurDeviation, "deviation_times_root_of_most_bins"),
                   std::sqrt(128) * deviation("bits", "7"));
}

// 24 graphs are too few to learn much, but no machine on two classes is worse than guessing.
TEST(Graphs, AccuraciesAreNotWorseThanChance) {
  const Record hashed = RunCase("graphs/ptc/hk");
  for (const char* method : {kHk, kHkf}) EXPECT_GE(ValueIn(hashed, "Table 2.8", "accuracy", method), 0.4);
  EXPECT_EQ(ValueIn(hashed, "Table 2.9", "accuracy", "", {{"feature_selection", "no"}}),
            ValueIn(hashed, "Table 2.8", "accuracy", kHk));
  const Record other = RunCase("graphs/enzymes/wl");
  EXPECT_GE(ValueIn(other, "Table 2.8", "accuracy"), 0.05);
}

TEST(Graphs, VariantsAreTriedWithBothChoicesOfC) {
  const Record record = RunCase("graphs/mutag/hk-variants", {{"largest_graphlet", "9"}});
  std::map<std::string, std::set<std::string>> variants;  // by method
  for (const RecordedValue& value : record.values) {
    if (value.key.metric != "accuracy") continue;
    EXPECT_EQ(value.key.table, kOurChoices);
    EXPECT_GE(value.value, 0);
    EXPECT_LE(value.value, 1);
    variants[value.key.method].insert(value.key.setting.Format());
  }
  // Two scalings, presence, Gaussian and times nodes, six sizes: without labels, which are not generated.
  const size_t labels = record.notes.empty() ? 1 : 0;
  EXPECT_EQ(variants[kHk].size(), 2 * (11 + labels));
  EXPECT_EQ(variants[kHkf].size(), 2 * 2 * (9 + labels));
}

}  // namespace
}  // namespace structlab::hashing
