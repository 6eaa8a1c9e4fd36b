#include "experiments/hashing/package.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "common/table.h"
#include "experiments/harness/testing/program_run.h"
#include "experiments/hashing/linked_kernels.h"
#include "experiments/hashing/protocol.h"
#include "experiments/old_experiment/testing/main_run.h"
#include "experiments/old_experiment/testing/package_checks.h"
#include "experiments/old_experiment/testing/package_plan.h"

namespace structlab::hashing {
namespace {

using harness::NamedRow;
using harness::Setting;

TEST(Package, ItsDeclarationsAreSound) {
  EXPECT_EQ(harness::Problems(MakeExperiment()), std::vector<std::string>());
}

TEST(Package, DeclaresEveryReportedRow) {
  EXPECT_EQ(MakeExperiment().rows.size(), 197u);
  const common::Table reported = common::ParseTsv(MakeExperiment().reported_tsv, "reported.tsv");
  EXPECT_EQ(reported.rows.size(), 197u);
}

TEST(Package, NamesTheVersionsOfItsLibraries) {
  harness::ExpectLibraries(MakeExperiment(), {"Random123", "libsvm", "nauty"});
}

// In the paper's profile every reported row has a case that makes it.
TEST(Package, TheLastProfileHasTheDimensionsOfAllRows) {
  std::set<std::string> names;
  for (const harness::Case& c : harness::PlanOf(MakeExperiment(), harness::Profile::kPaper))
    names.insert(c.name);
  for (const char* name :
       {"text/rcv1/runtime/hk", "text/rcv1/collisions/bits=14", "text/rcv1/collisions/bits=24",
        "topics/dmoz-l2/joint/bits=28", "topics/dmoz-l3/joint/bits=24", "topics/dmoz-l2/features/bits=19",
        "topics/dmoz-l3/features/bits=15", "topics/dmoz-l2/small-dimensions/bits=9/rp",
        "topics/dmoz/neighbours", "graphs/dd/gks", "graphs/ptc/hk"}) {
    EXPECT_EQ(names.count(name), 1u) << name;
  }
}

// It takes the longest, so that it begins first; smaller profiles have no time for it.
TEST(Package, TheLastProfileLearnsAllOfDmozOnce) {
  for (const auto profile : {harness::Profile::kSmoke, harness::Profile::kQuick, harness::Profile::kPaper}) {
    const std::vector<harness::Case> cases = harness::PlanOf(MakeExperiment(), profile);
    const bool is_there = cases.front().name == "topics/dmoz-l2/whole/bits=28";
    EXPECT_EQ(is_there, profile == harness::Profile::kPaper);
    for (const harness::Case& c : cases) {
      EXPECT_TRUE(is_there || c.parameters.Text("part") != "whole") << c.name;
    }
    if (!is_there) continue;
    EXPECT_EQ(cases.front().repeats, 1);
    EXPECT_GE(cases.front().parameters.Integer("train_documents"),
              SourceSizeOf(FindCorpus(TopicCorpora(), "DMOZ L2")).train);
    EXPECT_EQ(cases.front().departures,
              std::vector<std::string>{"4466703 training and 5000 test documents instead of 4466703 and "
                                       "138146; of a dump those of least hashes, else the first, to fit the "
                                       "time of the profile"});
  }
}

TEST(Package, CutsAreNamed) {
  for (const harness::Profile profile : {harness::Profile::kSmoke, harness::Profile::kPaper}) {
    std::map<std::string, harness::Case> cases;
    for (const harness::Case& c : harness::PlanOf(MakeExperiment(), profile)) cases[c.name] = c;
    const bool is_paper = profile == harness::Profile::kPaper;
    const auto expected = is_paper ? harness::Protocol::kPaper : harness::Protocol::kCut;
    EXPECT_EQ(cases.at("text/rcv1/statistics").protocol, expected);
    EXPECT_EQ(cases.at("text/dmoz-l3/statistics").protocol, expected);
    EXPECT_EQ(cases.at("text/rcv1/runtime/bsgd").protocol, expected);
    EXPECT_EQ(cases.at("text/20newsgroups/small-dimensions").protocol, expected);
    EXPECT_EQ(cases.at("text/rcv1/small-hashing").protocol, expected);
    EXPECT_EQ(cases.at("text/rcv1/small-dimensions").protocol, harness::Protocol::kCut);
    EXPECT_EQ(cases.at("graphs/mutag/rw").protocol, expected);
    // 200,000 of 4.5 million documents are learned even there.
    const std::string baselines = "topics/dmoz-l2/baselines";
    EXPECT_EQ(cases.at(baselines).protocol, harness::Protocol::kCut);
    const std::string documents = is_paper ? "200000 training" : "300 training";
    EXPECT_NE(cases.at(baselines).departures.at(0).find(documents), std::string::npos);
  }
}

// Different pairs of a word and a topic that occur: in generated texts of DMOZ's size 21.4 million at level
// 2, 0.080 for each of the 2^28 bins and 1.28 for each of the 2^24, in the substitutes as many as here.
// Beside the larger table hashing features alone takes 1.12 and 0.87 times as much in the source.
TEST(Package, TablesOfSubstitutesAreAsFullAsTheSources) {
  std::set<std::string> names;
  for (const harness::Case& c : harness::PlanOf(MakeExperiment(), harness::Profile::kPaper))
    names.insert(c.name);
  const struct {
    const char* part;
    double pairs, topics;
    int joint, small_joint, features;
  } substitutes[] = {{"20newsgroups", 294519, 20, 22, 18, 18}, {"reuters-r8", 41525, 8, 19, 15, 16}};
  for (const auto& [part, pairs, topics, joint, small_joint, features] : substitutes) {
    const std::string prefix = std::string("topics/") + part;
    EXPECT_EQ(names.count(prefix + "/joint/bits=" + std::to_string(joint)), 1u);
    EXPECT_EQ(names.count(prefix + "/joint/bits=" + std::to_string(small_joint)), 1u);
    EXPECT_EQ(names.count(prefix + "/features/bits=" + std::to_string(features)), 1u);
    EXPECT_NEAR(std::log2(pairs / std::exp2(small_joint) / 1.28), 0, 0.5);
    EXPECT_NEAR(std::log2(pairs / std::exp2(joint) / 0.080), 0, 0.5);
    const double memory = std::exp2(features) * topics / std::exp2(joint);
    EXPECT_GT(memory, 0.7);
    EXPECT_LT(memory, 1.4);
  }
}

// What a case does not read neither runs it again nor makes its rows changed ones.
TEST(Package, ASettingChangesOnlyTheCasesThatReadIt) {
  const auto planned = [](const std::map<std::string, std::string>& changed) {
    std::map<std::string, harness::Case> cases;
    for (const harness::Case& c : harness::PlanOf(MakeExperiment(), harness::Profile::kPaper, changed)) {
      cases[c.name] = c;
    }
    return cases;
  };
  const auto as_printed = planned({});
  const auto changed = [&](const char* name, const char* value) {
    std::set<std::string> names;
    for (const auto& [key, c] : planned({{name, value}})) {
      if (!as_printed.contains(key) || c.parameters == as_printed.at(key).parameters) continue;
      EXPECT_NE(c.parameters.Find(name), nullptr) << key;
      names.insert(key);
    }
    EXPECT_FALSE(names.empty()) << name;
    return names;
  };
  for (const std::string& name : changed("graph_samples", "20"))
    EXPECT_TRUE(name.ends_with("/hk") || name.ends_with("/hk-variants")) << name;
  for (const std::string& name : changed("graphlet_samples", "20"))
    EXPECT_TRUE(name.ends_with("/gks")) << name;
  for (const std::string& name : changed("rcv1_documents", "20"))
    EXPECT_TRUE(name.starts_with("text/rcv1/")) << name;
  for (const std::string& name : changed("dmoz_documents", "20")) {
    EXPECT_TRUE(name.starts_with("topics/dmoz")) << name;
  }
  for (const std::string& name : changed("substitute_documents", "20")) {
    EXPECT_EQ(name.find("dmoz"), name.npos) << name;
    EXPECT_EQ(name.find("/rcv1/"), name.npos) << name;
  }
  EXPECT_EQ(changed("loss_trials", "20"), (std::set<std::string>{"theory/information-loss"}));
  EXPECT_EQ(changed("samples_percent", "1,2").size(), 3u);
}

// Everything at once on generated texts and graphs.
class Smoke : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    out_ = testing::TempDir() + "/smoke";
    testing::internal::CaptureStderr();
    const int status = harness::RunSmoke(MakeExperiment(), out_);
    messages_ = testing::internal::GetCapturedStderr();
    ASSERT_EQ(status, 0) << messages_;
    results_ = harness::ReadNamedRows(out_ + "/results.tsv");
  }

  // The value of the one row with these keys.
  static double Value(const std::string& table, const std::string& dataset, const std::string& method,
                      const std::string& metric, const Setting& setting = {}) {
    for (const NamedRow& row : results_) {
      if (row.at("table") == table && row.at("dataset") == dataset && row.at("method") == method &&
          row.at("metric") == metric && Setting::Parse(row.at("setting"), "results.tsv") == setting) {
        return std::stod(row.at("value"));
      }
    }
    ADD_FAILURE() << table << " " << dataset << " " << method << " " << metric;
    return NAN;
  }

  static inline std::string out_, messages_;
  static inline std::vector<NamedRow> results_;
};

// Whether the profile has the dimensions, samples and sizes of a reported row.
bool IsPlanned(const harness::RowKey& key) {
  const auto is = [&](const char* name, const std::set<std::string>& values) {
    const std::string* text = key.setting.Find(name);
    return text == nullptr || values.count(*text) > 0;
  };
  // The hash kernel has no files of features.
  if (key.table == kTable23 && key.method == kHk && key.metric.ends_with("_train_size")) return false;
  const bool has_estimate = key.metric == "estimated_running_time";
  return is("sample_size", {"3%", "9%", "various"}) && is("upper_bound", {}) && is("versus", {"RP"}) &&
         is("graphlets", {}) &&
         is("dim", key.table == kTable22   ? std::set<std::string>{"2^20"}
                   : key.table == kTable23 ? std::set<std::string>{"2^8"}
                   : key.table == kTable24 ? std::set<std::string>{"2^18", "2^14"}
                   : has_estimate          ? std::set<std::string>{"2^19"}
                                           : std::set<std::string>{});
}

TEST_F(Smoke, RegeneratesAllRowsOfThePlannedCases) {
  std::set<harness::RowKey> made;
  for (const NamedRow& row : results_) {
    if (row.at("cases").empty()) continue;
    made.insert({row.at("table"), row.at("dataset"), row.at("method"),
                 Setting::Parse(row.at("setting"), "results.tsv"), row.at("metric")});
  }
  int planned = 0;
  for (const harness::DeclaredRow& row : MakeExperiment().rows) {
    if (row.key.metric == "cpu_cache_size") continue;  // not every system says it
    EXPECT_EQ(made.count(row.key) == 1, IsPlanned(row.key))
        << row.key.table << " " << row.key.dataset << " " << row.key.method << " " << row.key.setting.Format()
        << " " << row.key.metric;
    planned += IsPlanned(row.key);
  }
  EXPECT_GT(planned, 80);
}

// With as many documents for both, as in this profile, hashing beside projections is hashing by itself.
TEST_F(Smoke, HashingBesideProjectionsIsThatOfTheTable) {
  EXPECT_EQ(Value(kOurProjections, "RCV1", kHk, "error", DimensionKey(8)),
            Value(kTable23, "RCV1", kHk, "error", DimensionKey(8)));
  EXPECT_GT(Value(kOurProjections, "20newsgroups", kSparseRp, "error", DimensionKey(8)), 0);
}

// Of each collection, beside the nearest one.
TEST_F(Smoke, FiveNeighboursAreReportedToo) {
  for (const char* dataset : {"DMOZ L2", "DMOZ L3", "20newsgroups", "reuters-r8"}) {
    const double accuracy =
        Value(kOurNeighbours, dataset, kKnn, "accuracy", Setting{{"K", "5"}, {"sample_size", "9%"}});
    EXPECT_GE(accuracy, 0);
    EXPECT_LE(accuracy, 100);
  }
}

TEST_F(Smoke, SizesAreThoseOfTheLimits) {
  EXPECT_EQ(Value(kTable21, "RCV1", kStatistics, "n_train"), 300);
  EXPECT_EQ(Value(kTable21, "RCV1", kStatistics, "n_test"), 100);
  EXPECT_EQ(Value(kTable21, "RCV1", kStatistics, "n_labels"), 2);
  EXPECT_EQ(Value(kTable21, "DMOZ L3", kStatistics, "n_train"), 1000);
}

// 1000 training and 1000 test documents of DMOZ L3, whose tables of 2^16 and 2^12 bins pairs of a word and a
// topic fill: n (1 - exp(-pairs / n)) of n bins.
TEST_F(Smoke, BinsAreMetAsPairsAreMany) {
  const double pairs = Value(kOurWords, "DMOZ L3", kStatistics, "different_pairs");
  const double words = Value(kOurWords, "DMOZ L3", kStatistics, "different_words");
  EXPECT_GT(pairs, words);
  for (const auto& [bits, of, different] :
       {std::tuple(16, "pairs", pairs), std::tuple(12, "pairs", pairs), std::tuple(16, "words", words)}) {
    const Setting key = {{"dim", Power(bits)}, {"of", of}};
    const double bins = std::exp2(bits);
    const double expected = bins * -std::expm1(-different / bins);
    const double met = Value(kOurWords, "DMOZ L3", kStatistics, "n_unique_hashes", key);
    EXPECT_NEAR(met, expected, 5 * std::sqrt(bins)) << bits << of;
    EXPECT_NEAR(Value(kOurWords, "DMOZ L3", kStatistics, "collision_rate", key), 100 * (1 - met / different),
                1e-9);
  }
}

TEST_F(Smoke, MemoryDoesNotDependOnTheNumberOfClasses) {
  const double table = 8.0 * 65536 / (1024.0 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(Value(kTable25, "DMOZ L2", kHlf, "memory", DimensionKey(16)), table);
  EXPECT_DOUBLE_EQ(Value(kTable25, "DMOZ L3", kHlf, "memory", DimensionKey(16)), table);
  EXPECT_DOUBLE_EQ(Value(kTable25, "DMOZ L2", kHf, "memory", DimensionKey(8)),
                   256.0 * 575 * 8 / (1024.0 * 1024 * 1024));
}

TEST_F(Smoke, AccuracyIsWhatErrorLeaves) {
  EXPECT_DOUBLE_EQ(Value(kTable26, "DMOZ L2", kHlf, "accuracy", DimensionKey(16)),
                   100 - Value(kTable25, "DMOZ L2", kHlf, "error", DimensionKey(16)));
}

// Of the substitutes' smaller tables, at the same seed.
TEST_F(Smoke, AHashForEachLabelStandsBesideTheTable) {
  for (const char* dataset : {"20newsgroups", "reuters-r8"}) {
    const auto error = [&](const char* hash_of) {
      return Value(kOurLabelBins, dataset, kHlf, "error", LabelBinsKey(10, hash_of));
    };
    EXPECT_EQ(error(kHashOfEightLabels), Value(kTable25, dataset, kHlf, "error", DimensionKey(10)));
    EXPECT_DOUBLE_EQ(Value(kOurLabelBins, dataset, kHlf, "error_by_blocks", DimensionKey(10)),
                     error(kHashOfEightLabels) - error(kHashOfEachLabel));
  }
}

TEST_F(Smoke, BaselinesAreWhatTheNumberOfClassesSays) {
  EXPECT_NEAR(Value(kTable25, "DMOZ L2", kUniform, "error"), 99.83, 0.005);
  EXPECT_NEAR(Value(kTable25, "DMOZ L3", kUniform, "error"), 99.99, 0.005);
}

// Generated texts have no headers, so that there is nothing to leave out.
TEST_F(Smoke, RawTextIsLearnedWithAndWithoutHeaders) {
  const auto accuracy = [](const char* headers) {
    return Value(kOurRawText, "20newsgroups", kHlf, "accuracy", Setting{{"headers", headers}});
  };
  EXPECT_EQ(accuracy("yes"), accuracy("no"));
  EXPECT_GT(accuracy("yes"), 10);  // twice the share of a group
}

TEST_F(Smoke, BoundsAreThePrintedOnes) {
  const auto bound = [](const char* copies) {
    return Value(kTheorem2, "", kBound, "probability_of_information_loss",
                 Setting{{"l", "1e5"}, {"n", "1e8"}, {"duplicates_c", copies}});
  };
  EXPECT_NEAR(bound("2"), 0.404, 5e-5);
  EXPECT_NEAR(bound("3"), 0.0117, 5e-5);
  EXPECT_NEAR(bound("1"), 1, 1e-12);
  // As one number: a deviation of 0 over seeds would leave the printed digits no room.
  for (const NamedRow& row : results_) {
    if (row.at("method") != kBound) continue;
    EXPECT_EQ(row.at("n"), "1") << row.at("setting");
  }
}

// 24 graphs are too few to learn much, but no machine on two classes is worse than guessing; of the six
// classes of ENZYMES a sixth is right by chance.
TEST_F(Smoke, AccuraciesOfGraphsAreNotWorseThanChance) {
  const std::vector<std::string> linked = LinkedKernels();
  int accuracies = 0;
  double of_enzymes = 0;
  for (const NamedRow& row : results_) {
    const bool is_linked = std::ranges::find(linked, row.at("method")) != linked.end();
    if (row.at("table") != kTable28 || row.at("value").empty() || is_linked) continue;
    const double accuracy = std::stod(row.at("value"));
    EXPECT_LE(accuracy, 1) << row.at("dataset");
    if (row.at("dataset") == "ENZYMES") {
      of_enzymes += accuracy;
    } else {
      EXPECT_GE(accuracy, 0.5) << row.at("dataset") << " " << row.at("method");
    }
    ++accuracies;
  }
  EXPECT_EQ(accuracies, 8 * 7);  // sets and methods
  EXPECT_GE(of_enzymes / 7, 0.1);
}

// No file that anyone has could take the place of random functions and vectors: nothing is said to be
// missing. The functions are those of Theorem 2; the vectors for Theorem 3 are of a recipe of ours.
TEST_F(Smoke, NothingIsMissingForTheTheorems) {
  std::set<std::string> missing;
  std::istringstream lines(messages_);
  for (std::string line; std::getline(lines, line);) {
    const size_t end = line.find(": not found in ");
    if (end != line.npos) missing.insert(line.substr(0, end));
  }
  EXPECT_EQ(missing, (std::set<std::string>{kRcv1Data, kDmozData, kNewsData, kReutersData, kRcv1SmallData,
                                            kGraphsData, kOtherGraphsData}));
  int rows = 0, parts = 0;
  for (const NamedRow& row : results_) {
    const std::string& table = row.at("table");
    if (table != kTheorem2 && table != kOurInformationLoss && table != kOurDeviation) continue;
    if (row.at("cases").empty()) continue;
    EXPECT_EQ(row.at("data"), table == kOurDeviation ? "stand-in" : "real") << table << row.at("setting");
    ++rows;
  }
  for (const NamedRow& claim : harness::ReadNamedRows(out_ + "/claims.tsv")) {
    if (claim.at("id") != "S18" && claim.at("id") != "S19") continue;
    EXPECT_EQ(claim.at("data"), claim.at("id") == "S19" ? "stand-in" : "real") << claim.at("part");
    EXPECT_EQ(claim.at("evidence").find("the data is a stand-in"), std::string::npos) << claim.at("part");
    ++parts;
  }
  EXPECT_GT(rows, 15);
  EXPECT_EQ(parts, 3 + 4);  // the parts of each and the whole
}

// With so few seeds nothing else is decided either: for another reason.
TEST_F(Smoke, ClaimsAboutErrorsAreNotDecidedOnStandIns) {
  int parts = 0;
  for (const NamedRow& claim : harness::ReadNamedRows(out_ + "/claims.tsv")) {
    if ((claim.at("id") != "S06" && claim.at("id") != "S15") || claim.at("part").empty()) continue;
    EXPECT_EQ(claim.at("verdict"), "not-tested") << claim.at("part");
    EXPECT_EQ(claim.at("evidence"), "the data is a stand-in, and the claim depends on the data");
    ++parts;
  }
  EXPECT_EQ(parts, 4 + 3);  // collections and sets of graphs
}

}  // namespace
}  // namespace structlab::hashing
