// The protocol of Shi 2011, chapter 2, as settings, and the keys of its tables.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_PROTOCOL_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

inline constexpr const char* kTable21 = "Table 2.1";
inline constexpr const char* kTable22 = "Table 2.2";
inline constexpr const char* kTable23 = "Table 2.3";
inline constexpr const char* kTable24 = "Table 2.4";
inline constexpr const char* kTable25 = "Table 2.5";
inline constexpr const char* kTable26 = "Table 2.6";
inline constexpr const char* kTable27 = "Table 2.7";
inline constexpr const char* kTable28 = "Table 2.8";
inline constexpr const char* kTable29 = "Table 2.9";
inline constexpr const char* kFigure21 = "Figure 2.1";
inline constexpr const char* kFigure22Top = "Figure 2.2 top";
inline constexpr const char* kFigure22Bottom = "Figure 2.2 bottom";
inline constexpr const char* kProse11 = "section 1.1 (prose)";
inline constexpr const char* kProse261 = "section 2.6.1 (prose)";
inline constexpr const char* kProse262 = "section 2.6.2 (prose)";
inline constexpr const char* kTheorem2 = "section 2.4.1 (prose after Theorem 2)";

// Tables of ours: what the source does not print.
inline constexpr const char* kOurWords = "ours: words met";
inline constexpr const char* kOurTimes = "ours: times of text";
inline constexpr const char* kOurProjections = "ours: hashing beside projections";
inline constexpr const char* kOurTopics = "ours: topics";
inline constexpr const char* kOurLabelBins = "ours: bins of labels";
inline constexpr const char* kOurWhole = "ours: all training documents";
inline constexpr const char* kOurRawText = "ours: raw text";
inline constexpr const char* kOurNeighbours = "ours: neighbours";
inline constexpr const char* kOurInformationLoss = "ours: information loss";
inline constexpr const char* kOurDeviation = "ours: deviation of kernels";
inline constexpr const char* kOurChoices = "ours: open choices of graph kernels";
inline constexpr const char* kOurGraphTimes = "ours: times of graph kernels";
inline constexpr const char* kOurMistakes = "ours: mistakes";
inline constexpr const char* kOurFolds = "ours: folds of graphs";

// Methods as the source spells them, and ours.
inline constexpr const char* kStatistics = "dataset statistics";
inline constexpr const char* kBsgd = "BSGD";
inline constexpr const char* kVw = "VW";
inline constexpr const char* kVwc = "VWC";
inline constexpr const char* kHk = "HK";
inline constexpr const char* kRp = "RP";
inline constexpr const char* kHlf = "HLF";
inline constexpr const char* kHf = "HF";
inline constexpr const char* kNoHash = "no hash";
inline constexpr const char* kUniform = "uniform classifier baseline";
inline constexpr const char* kMajority = "majority vote baseline";
inline constexpr const char* kSparseRp = "RP with sparse signs";  // ours
inline constexpr const char* kKnn = "KNN";
inline constexpr const char* kKmeans = "Kmeans";
inline constexpr const char* kRw = "RW";
inline constexpr const char* kSp = "SP";
inline constexpr const char* kGks = "GKS";
inline constexpr const char* kGk = "GK";
inline constexpr const char* kHkf = "HKF";
inline constexpr const char* kWl = "WL";  // ours: Weisfeiler-Lehman subtrees, today's yardstick
inline constexpr const char* kBound = "Theorem 2 bound";
inline constexpr const char* kSimulation = "simulation";
inline constexpr const char* kTopicFrequencies = "topic frequencies";

// Data sets of the package. "drawn" is what Theorem 2 is tried on: random functions, with the source's
// numbers of features and bins, as it describes them. "drawn vectors" is what Theorem 3 is: it speaks of any
// vectors, and these are by a recipe of ours.
inline constexpr const char* kRcv1Data = "rcv1-v2";
inline constexpr const char* kDmozData = "dmoz";
inline constexpr const char* kNewsData = "20newsgroups";
inline constexpr const char* kReutersData = "reuters-r8";
inline constexpr const char* kRcv1SmallData = "rcv1-small";
inline constexpr const char* kGraphsData = "graphs";
inline constexpr const char* kOtherGraphsData = "graphs, other sets";
inline constexpr const char* kDrawnData = "drawn";
inline constexpr const char* kDrawnVectorsData = "drawn vectors";

// A collection of texts.
struct Corpus {
  std::string name;  // as tables call it
  std::string part;  // in names of cases
  std::string data;
  bool is_printed;        // the source's own; else a substitute beside it
  bool has_words = true;  // else vectors, whose words are numbers
  // Its different words are about 2^-smaller_by of the 287,970 of RCV1: a table of 2^(b - smaller_by) bins is
  // as full as one of 2^b with RCV1's words. Of no meaning for topics.
  int smaller_by = 0;
};
// The table that is as full as that of the source with 2^bits bins.
int64_t EquallyFull(const Corpus& corpus, int64_t bits);
// What takes the part of RCV1: two classes. Of the others one half of the groups, or the largest class.
const std::vector<Corpus>& TwoClassCorpora();
// What takes the part of DMOZ: topics.
const std::vector<Corpus>& TopicCorpora();
const Corpus& FindCorpus(const std::vector<Corpus>& corpora, std::string_view name);

// Sizes of the source, which a profile may cut.
struct SourceSize {
  int64_t train, test;
  int labels;
};
SourceSize SourceSizeOf(const Corpus& corpus);  // 0 for substitutes

// So many training documents of a user's DMOZ at most are held in memory to be put into the seed's order. Of
// more nothing is learned but time and memory: they stay in the order of the dump, topic by topic.
inline constexpr int64_t kMostMixed = 1'000'000;

// The setting with the exponents of the tables of joint hashing for a collection of topics.
const char* JointBitsSetting(const Corpus& corpus);

// Graphs: which set of experiments/datasets/graph_sets.h is called what.
struct GraphTask {
  std::string name;  // as tables call it: "PTC" is PTC_MR
  std::string set;
  bool is_printed;
};
const std::vector<GraphTask>& GraphTasks();
const GraphTask& FindGraphTask(std::string_view name);

std::vector<harness::OldSetting> Settings();

// "2^10".
std::string Power(int64_t bits);
// {"dim": "2^10"}.
harness::Setting DimensionKey(int64_t bits);
// Of Table 2.4 and of Table 2.7.
harness::Setting CollisionKey(int64_t bits);
harness::Setting CoresKey(int64_t bits);
// Of joint hashing where it is tried with the bins of labels laid out in either way.
harness::Setting LabelBinsKey(int64_t bits, const std::string& hash_of);
inline constexpr const char* kHashOfEightLabels = "eight labels";
inline constexpr const char* kHashOfEachLabel = "each label";
// Of the choices that the source leaves open: by which graphs C is chosen, "training graphs" in each fold or
// "test graphs", the highest of all; and one of the variants.
harness::Setting ChoiceKey(const std::string& cost_by, const std::string& variant);
// Of what was wrong where a table's error was measured.
harness::Setting MistakesKey(const std::string& table, const harness::Setting& setting);
inline constexpr const char* kNoSelection = "all features";
inline constexpr const char* kSelectedByTraining = "features by training graphs";
inline constexpr const char* kSelectedByAll = "features by all graphs";
inline constexpr const char* kSmallLambda = "lambda / 1000";
// Of the hash kernel, beside its own features: those that follow, and with a selection of features these with
// ", " and one of the last two above.
inline constexpr const char* kScaledByAll = "scaled by all graphs";
inline constexpr const char* kCosines = "counts of length 1";
inline constexpr const char* kPresence = "forms met or not";
inline constexpr const char* kGaussian = "Gaussian kernel";
inline constexpr const char* kLabelled = "labels of nodes";
std::string OneSize(int nodes);
// All of them, with or without a selection.
std::vector<std::string> FurtherVariants(bool selects);
std::string Text(double number);

// Beginnings of the names of cases.
inline constexpr const char* kTextPrefix = "text/";
inline constexpr const char* kTopicsPrefix = "topics/";
inline constexpr const char* kTheoryPrefix = "theory/";
inline constexpr const char* kGraphsPrefix = "graphs/";

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_PROTOCOL_H_
