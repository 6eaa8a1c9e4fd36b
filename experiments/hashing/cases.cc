#include "experiments/hashing/cases.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>

#include "experiments/hashing/case_parts.h"
#include "experiments/hashing/linked_kernels.h"
#include "experiments/hashing/protocol.h"

namespace structlab::hashing {
namespace {

using harness::Case;
using harness::PlanRequest;

// More documents than any substitute has.
constexpr int64_t kAllOfSubstitutes = 100'000;

// How many documents the case reads, from the settings of these names.
void LimitDocuments(const PlanRequest& request, const Corpus& corpus, const char* train, const char* test,
                    Case& c) {
  for (const char* name : {train, test}) c.parameters.Set(name, request.settings.Text(name));
  const int64_t of_train = request.settings.Integer(train), of_test = request.settings.Integer(test);
  c.parameters.Set("train_documents", std::to_string(of_train));
  c.parameters.Set("test_documents", std::to_string(of_test));
  if (!corpus.is_printed) {
    if (of_train < kAllOfSubstitutes) {
      Cut(c,
          "at most " + std::to_string(of_train) + " documents of each part, to fit the time of the profile");
    }
    return;
  }
  const SourceSize source = SourceSizeOf(corpus);
  if (of_train >= source.train && of_test >= source.test) return;
  const char* const which =
      corpus.data == kDmozData ? "; of a dump those of least hashes, else the first" : "";
  Cut(c, (*which == 0 ? "the first " : "") + std::to_string(std::min(of_train, source.train)) +
             " training and " + std::to_string(std::min(of_test, source.test)) +
             " test documents instead of " + std::to_string(source.train) + " and " +
             std::to_string(source.test) + which + ", to fit the time of the profile");
}

// A case on two classes of texts.
Case TwoClassCase(const PlanRequest& request, const Corpus& corpus, const std::string& part,
                  const char* rcv1_documents = "rcv1_documents") {
  Case c;
  c.dataset = corpus.name;
  c.method = kHk;
  c.parameters = Parameters(request, part, {"lambdas", "learning_rates"});
  c.data = {corpus.data};
  c.repeats = static_cast<int>(request.settings.Integer(corpus.is_printed ? "rcv1_seeds" : "text_seeds"));
  if (corpus.is_printed) {
    LimitDocuments(request, corpus, rcv1_documents, "rcv1_test_documents", c);
  } else {
    LimitDocuments(request, corpus, "substitute_documents", "substitute_documents", c);
  }
  return c;
}

void AddRuntimes(const PlanRequest& request, std::vector<Case>& cases) {
  for (const Corpus& corpus : TwoClassCorpora()) {
    for (const char* method : {kBsgd, kVw, kVwc, kHk}) {
      Case c = TwoClassCase(request, corpus, "runtime");
      c.method = method;
      c.name = kTextPrefix + corpus.part + "/runtime/" + harness::NamePart(method);
      c.parameters.Set("hash_bits", request.settings.Text("hash_bits"));
      if (method == std::string(kHk)) c.setting = DimensionKey(request.settings.Integer("hash_bits"));
      c.serves = {kTable22, kOurTimes, "S01"};
      cases.push_back(std::move(c));
    }
  }
}

void AddSmallDimensions(const PlanRequest& request, std::vector<Case>& cases) {
  for (const Corpus& corpus : TwoClassCorpora()) {
    Case c = TwoClassCase(request, corpus, "small-dimensions", "rcv1_projected_documents");
    c.name = kTextPrefix + corpus.part + "/small-dimensions";
    c.parameters.Set("dimensions", request.settings.Text("dimensions"));
    c.serves = {kTable23, kProse261, kOurTimes, kOurProjections, "S02", "S03", "S04", "S05"};
    cases.push_back(std::move(c));
  }
  // Hashing takes no longer for a small dimension, so that all documents can be learned.
  const Corpus& rcv1 = TwoClassCorpora()[0];
  Case c = TwoClassCase(request, rcv1, "small-hashing");
  c.name = kTextPrefix + rcv1.part + "/small-hashing";
  c.parameters.Set("dimensions", request.settings.Text("dimensions"));
  c.serves = {kTable23, "S04"};
  cases.push_back(std::move(c));
}

// Sizes that the source prints as N/A: what there is not does not depend on how many documents are read.
void AddFeatureFiles(const PlanRequest& request, std::vector<Case>& cases) {
  const Corpus& corpus = TwoClassCorpora()[0];
  for (const int64_t bits : request.settings.Integers("dimensions")) {
    Case c;
    c.dataset = corpus.name;
    c.method = kHk;
    c.parameters = Parameters(request, "feature-files", {});
    c.data = {corpus.data};
    c.name = kTextPrefix + corpus.part + "/feature-files/bits=" + std::to_string(bits);
    c.setting = DimensionKey(bits);
    c.deterministic = true;
    c.serves = {kTable23};
    cases.push_back(std::move(c));
  }
}

void AddCollisions(const PlanRequest& request, std::vector<Case>& cases) {
  for (const Corpus& corpus : TwoClassCorpora()) {
    for (const int64_t bits_of_rcv1 : request.settings.Integers("collision_bits")) {
      const int64_t bits = EquallyFull(corpus, bits_of_rcv1);
      Case c = TwoClassCase(request, corpus, "collisions");
      c.name = kTextPrefix + corpus.part + "/collisions/bits=" + std::to_string(bits);
      c.setting = CollisionKey(bits);
      c.parameters.Set("bits", std::to_string(bits));
      c.serves = {kTable24, kOurWords, "S06", "S07"};
      cases.push_back(std::move(c));
    }
  }
}

std::vector<int64_t> JointBits(const PlanRequest& request, const Corpus& corpus) {
  std::vector<int64_t> bits = request.settings.Integers(JointBitsSetting(corpus));
  std::ranges::sort(bits, std::greater());
  return bits;
}

// Where features alone are hashed: the source's dimensions; for the substitutes that of which a table for all
// topics is nearest to the larger one of joint hashing, as in the source.
int64_t FeatureBits(const PlanRequest& request, const Corpus& corpus) {
  if (corpus.name == "DMOZ L2") return request.settings.Integer("feature_bits_l2");
  if (corpus.name == "DMOZ L3") return request.settings.Integer("feature_bits_l3");
  const double topics = corpus.name == "20newsgroups" ? 20 : 8;
  const auto joint = static_cast<double>(JointBits(request, corpus).front());
  return std::max<int64_t>(1, std::llround(joint - std::log2(topics)));
}

// Everything of a collection is counted, also where less is learned.
void AddStatistics(const PlanRequest& request, std::vector<Case>& cases) {
  for (const Corpus& corpus : {TwoClassCorpora()[0], TopicCorpora()[0], TopicCorpora()[1]}) {
    Case c;
    c.name = kTextPrefix + corpus.part + "/statistics";
    c.dataset = corpus.name;
    c.method = kStatistics;
    c.parameters = Parameters(request, "statistics", {});
    c.data = {corpus.data};
    c.deterministic = true;
    c.serves = {kTable21, kProse262, kOurWords};
    if (corpus.data == kRcv1Data) {
      LimitDocuments(request, corpus, "rcv1_documents", "rcv1_test_documents", c);
    } else {
      LimitDocuments(request, corpus, "dmoz_counted", "dmoz_counted", c);
      const std::string& joint_bits = request.settings.Text("joint_bits");
      c.parameters.Set("joint_bits", joint_bits);
      c.parameters.Set("word_bits", joint_bits + "," + std::to_string(FeatureBits(request, corpus)));
      c.serves.insert(c.serves.end(), {kTable25, "Table 2.5 caption", kFigure22Top, kProse11});
    }
    cases.push_back(std::move(c));
  }
}

// Settings with the test documents of DMOZ.
constexpr const char *kSomeTopicTests = "dmoz_test_documents", *kAllTopicTests = "dmoz_joint_test_documents";

// A case on topics.
Case TopicCase(const PlanRequest& request, const Corpus& corpus, const std::string& part,
               const char* dmoz_tests = kSomeTopicTests, const char* dmoz_documents = "dmoz_documents") {
  Case c;
  c.dataset = corpus.name;
  c.method = kHlf;
  c.parameters = Parameters(request, part, {"topic_rate"});
  c.data = {corpus.data};
  c.repeats = static_cast<int>(request.settings.Integer(corpus.is_printed ? "dmoz_seeds" : "topic_seeds"));
  if (corpus.is_printed) {
    LimitDocuments(request, corpus, dmoz_documents, dmoz_tests, c);
  } else {
    LimitDocuments(request, corpus, "substitute_documents", "substitute_documents", c);
  }
  return c;
}

// At the source's full size, once.
void AddWholeCollection(const PlanRequest& request, std::vector<Case>& cases) {
  if (request.settings.Integer("dmoz_whole_documents") == 0) return;
  const Corpus& corpus = FindCorpus(TopicCorpora(), "DMOZ L2");
  const int64_t bits = JointBits(request, corpus).front();
  Case c = TopicCase(request, corpus, "whole", "dmoz_whole_test_documents", "dmoz_whole_documents");
  c.name = kTopicsPrefix + corpus.part + "/whole/bits=" + std::to_string(bits);
  c.setting = DimensionKey(bits);
  c.parameters.Set("bits", std::to_string(bits));
  c.repeats = 1;
  c.serves = {kOurWhole, "S08"};
  cases.push_back(std::move(c));
}

void AddJointHashing(const PlanRequest& request, std::vector<Case>& cases) {
  for (const Corpus& corpus : TopicCorpora()) {
    const std::vector<int64_t> joint_bits = JointBits(request, corpus);
    for (const int64_t bits : joint_bits) {
      Case c = TopicCase(request, corpus, "joint", kAllTopicTests);
      const bool is_largest = bits == joint_bits.front();
      c.name = kTopicsPrefix + corpus.part + "/joint/bits=" + std::to_string(bits);
      c.setting = DimensionKey(bits);
      c.parameters.Set("bits", std::to_string(bits));
      c.parameters.Set("is_largest", is_largest ? "yes" : "no");
      // What the layout of the bins costs shows where they are full, and on data whose errors mean something.
      const bool compares_bins = bits == joint_bits.back() && !corpus.is_printed;
      c.parameters.Set("compares_bins", compares_bins ? "yes" : "no");
      c.serves = {kTable25, kTable26, kOurTimes, "S08", "S09", "S10"};
      if (compares_bins) c.serves.push_back(kOurLabelBins);
      if (is_largest) {
        c.serves.insert(c.serves.end(), {kFigure22Bottom, kProse262, kOurTopics, "S11", "S14"});
      }
      cases.push_back(std::move(c));
    }
    Case features = TopicCase(request, corpus, "features", kAllTopicTests);
    const int64_t bits = FeatureBits(request, corpus);
    features.name = kTopicsPrefix + corpus.part + "/features/bits=" + std::to_string(bits);
    features.method = kHf;
    features.setting = DimensionKey(bits);
    features.parameters.Set("bits", std::to_string(bits));
    features.serves = {kTable25, kOurTimes, "S08", "S09"};
    cases.push_back(std::move(features));

    Case baselines = TopicCase(request, corpus, "baselines", kAllTopicTests);
    baselines.name = kTopicsPrefix + corpus.part + "/baselines";
    baselines.method = kMajority;
    baselines.serves = {kTable25};
    baselines.deterministic = true;
    cases.push_back(std::move(baselines));
  }
}

void AddRawText(const PlanRequest& request, std::vector<Case>& cases) {
  const Corpus& corpus = FindCorpus(TopicCorpora(), "20newsgroups");
  Case c;
  c.name = kTopicsPrefix + corpus.part + "/raw-text";
  c.dataset = corpus.name;
  c.method = kHlf;
  c.parameters = Parameters(request, "raw-text", {"raw_text_passes", "raw_text_bits", "raw_text_rate"});
  c.data = {corpus.data};
  c.repeats = static_cast<int>(request.settings.Integer("raw_text_seeds"));
  LimitDocuments(request, corpus, "raw_text_documents", "raw_text_documents", c);
  Change(c, "beyond the source: posts as they were sent, with and without their headers");
  c.serves = {kOurRawText};
  cases.push_back(std::move(c));
}

void AddNeighbours(const PlanRequest& request, std::vector<Case>& cases) {
  const auto finish = [&](Case c, const Corpus& corpus, const std::string& dataset, const std::string& part) {
    c.name = kTopicsPrefix + part + "/neighbours";
    c.dataset = dataset;
    c.method = "KNN,Kmeans";
    c.parameters.Set("samples_percent", request.settings.Text("samples_percent"));
    c.parameters.Set("bits", std::to_string(JointBits(request, corpus).front()));
    c.serves = {kTable26, kFigure21, kProse262, kOurNeighbours, "S11", "S12"};
    cases.push_back(std::move(c));
  };
  const Corpus& first = TopicCorpora()[0];
  // Sentences of the source are about both levels at once, so that one case is.
  finish(TopicCase(request, first, "neighbours"), first, "DMOZ L2,DMOZ L3", "dmoz");
  for (const Corpus& corpus : TopicCorpora()) {
    if (corpus.is_printed) continue;
    finish(TopicCase(request, corpus, "neighbours"), corpus, corpus.name, corpus.part);
  }
}

void AddTopicDimensions(const PlanRequest& request, std::vector<Case>& cases) {
  std::vector<int64_t> dimensions = request.settings.Integers("topic_dimensions");
  for (const Corpus& corpus : TopicCorpora()) {
    for (const int64_t bits : dimensions) {
      for (const char* method : {kRp, kHk}) {
        Case c = TopicCase(request, corpus, "topic-dimension");
        c.name = kTopicsPrefix + corpus.part + "/small-dimensions/bits=" + std::to_string(bits) + "/" +
                 harness::NamePart(method);
        c.method = method;
        c.setting = CoresKey(bits);
        c.parameters.Set("bits", std::to_string(bits));
        c.parameters.Set("is_largest", bits == *std::ranges::max_element(dimensions) ? "yes" : "no");
        c.serves = {kTable27, kOurTimes, "S04", "S13"};
        if (method == std::string(kRp)) c.serves.insert(c.serves.end(), {kProse262, "Table 2.7 caption"});
        c.departures.push_back(
            "one core, and projected features are handed over in memory; the source has 4 cores and files");
        cases.push_back(std::move(c));
      }
    }
  }
}

void AddTheory(const PlanRequest& request, std::vector<Case>& cases) {
  Case bound;
  bound.name = kTheoryPrefix + std::string("information-loss-bound");
  bound.method = kBound;
  bound.parameters = Parameters(request, "information-loss-bound", {});
  bound.deterministic = true;
  bound.data = {kDrawnData};
  bound.serves = {kTheorem2, kOurInformationLoss, "S18"};
  cases.push_back(std::move(bound));

  Case loss;
  loss.name = kTheoryPrefix + std::string("information-loss");
  loss.method = kSimulation;
  loss.parameters = Parameters(request, "information-loss", {"loss_trials"});
  // Three seeds, so that an interval can be given, with a third of the functions each.
  loss.repeats = 3;
  loss.parameters.Set("trials",
                      std::to_string(std::max<int64_t>(1, request.settings.Integer("loss_trials") / 3)));
  loss.data = {kDrawnData};
  loss.serves = {kOurInformationLoss, "S18"};
  Change(loss, "beyond the source, which bounds the probability and draws no functions");
  cases.push_back(std::move(loss));

  Case deviation;
  deviation.name = kTheoryPrefix + std::string("deviation");
  deviation.method = kHk;
  deviation.parameters =
      Parameters(request, "deviation", {"deviation_observations", "deviation_classes", "deviation_bits"});
  deviation.repeats = static_cast<int>(request.settings.Integer("deviation_seeds"));
  deviation.data = {kDrawnVectorsData};
  deviation.serves = {kOurDeviation, "S19"};
  Change(deviation,
         "beyond the source, which proves a bound and measures nothing: on vectors by a recipe of ours");
  cases.push_back(std::move(deviation));
}

}  // namespace

std::vector<Case> Plan(const PlanRequest& request) {
  std::vector<Case> cases;
  AddWholeCollection(request, cases);  // the longest comes first: others run beside it
  AddStatistics(request, cases);
  AddRuntimes(request, cases);
  AddSmallDimensions(request, cases);
  AddFeatureFiles(request, cases);
  AddCollisions(request, cases);
  AddJointHashing(request, cases);
  AddRawText(request, cases);
  AddNeighbours(request, cases);
  AddTopicDimensions(request, cases);
  AddTheory(request, cases);
  AddGraphs(request, cases);
  AddGraphChoices(request, cases);
  return cases;
}

std::vector<std::string> KnownMethods() {
  std::vector<std::string> methods = {kStatistics, kBsgd,     kVw,     kVwc,         kHk,    kRp,        kHlf,
                                      kHf,         kMajority, kRw,     kSp,          kGks,   kGk,        kHkf,
                                      kWl,         kKnn,      kKmeans, "KNN,Kmeans", kBound, kSimulation};
  const std::vector<std::string> linked = LinkedKernels();
  methods.insert(methods.end(), linked.begin(), linked.end());
  return methods;
}

}  // namespace structlab::hashing
