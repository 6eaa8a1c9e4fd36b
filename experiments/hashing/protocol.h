// What the sections of Shi 2011, chapter 2 share: collections, sets of graphs, and the keys of tables.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_PROTOCOL_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_PROTOCOL_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/case.h"
#include "kernels/hashing/information_loss.h"

namespace structlab::hashing {

inline constexpr const char* kProse11 = "section 1.1 (prose)";
inline constexpr const char* kProse261 = "section 2.6.1 (prose)";
inline constexpr const char* kProse262 = "section 2.6.2 (prose)";
inline constexpr const char* kCaption25 = "Table 2.5 caption";
inline constexpr const char* kCaption27 = "Table 2.7 caption";
inline constexpr const char* kTheorem2 = "section 2.4.1 (prose after Theorem 2)";

// Tables of ours: what the source does not print.
inline constexpr const char* kOurWords = "ours: words met";
inline constexpr const char* kOurRuntime = "ours: methods of Table 2.2 side by side";
inline constexpr const char* kOurProjections = "ours: hashing beside projections";
inline constexpr const char* kOurTopics = "ours: topics";
inline constexpr const char* kOurTopicProjections = "ours: topics, hashing beside projections";
inline constexpr const char* kOurLabelBins = "ours: bins of labels";
inline constexpr const char* kOurWhole = "ours: all training documents";
inline constexpr const char* kOurRawText = "ours: raw text";
inline constexpr const char* kOurNeighbours = "ours: neighbours";
inline constexpr const char* kOurInformationLoss = "ours: information loss";
inline constexpr const char* kOurDeviation = "ours: deviation of kernels";
inline constexpr const char* kOurChoices = "ours: open choices of graph kernels";
inline constexpr const char* kOurGraphTimes = "ours: times of graph kernels";
inline constexpr const char* kOurFolds = "ours: folds of graphs";

// Methods as the source spells them, and ours.
inline constexpr const char* kBsgd = "BSGD";
inline constexpr const char* kVw = "VW";
inline constexpr const char* kVwc = "VWC";
inline constexpr const char* kExact = "exact features";  // ours
inline constexpr const char* kHk = "HK";
inline constexpr const char* kRp = "RP";
inline constexpr const char* kRpOfSource = "RP, the source's programs";  // in names of columns of ours
inline constexpr const char* kOurProjectionOnly = "against a projection without files, its signs drawn once";
inline constexpr const char* kHlf = "HLF";
inline constexpr const char* kHf = "HF";
inline constexpr const char* kKnn = "KNN";
inline constexpr const char* kKmeans = "Kmeans";
inline constexpr const char* kRw = "RW";
inline constexpr const char* kSp = "SP";
inline constexpr const char* kGks = "GKS";
inline constexpr const char* kGk = "GK";
inline constexpr const char* kHkf = "HKF";  // features selected by all graphs, as the source does
inline constexpr const char* kHkfByTraining = "HKF, features by training graphs";  // ours
inline constexpr const char* kWl = "WL";                  // ours: Weisfeiler-Lehman subtrees
inline constexpr const char* kNodes = "number of nodes";  // ours: its logarithm as the only feature
inline constexpr const char* kBound = "Theorem 2 bound";
inline constexpr const char* kSimulation = "simulation";

inline constexpr const char* kRcv1Data = "rcv1-v2";
inline constexpr const char* kDmozData = "dmoz";
inline constexpr const char* kNewsData = "20newsgroups";
inline constexpr const char* kReutersData = "reuters-r8";
inline constexpr const char* kRcv1SmallData = "rcv1-small";
inline constexpr const char* kGraphsData = "graphs";
inline constexpr const char* kOtherGraphsData = "graphs, other sets";
inline constexpr const char* kDrawnVectorsData = "drawn vectors";

// Of which the source prints bounds: 10^5 features with so many copies in 10^8 bins.
inline kernels::Duplication PrintedLoss(int copies) { return {100'000, 100'000'000, copies}; }

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
// What takes the part of RCV1: two classes. Of the others one half of the groups, or the largest class.
const std::vector<Corpus>& TwoClassCorpora();
// What takes the part of DMOZ: topics.
const std::vector<Corpus>& TopicCorpora();
const Corpus& FindTopics(std::string_view name);

// Whose printed numbers support a claim where it is decided on this collection: its own, or those of the
// source's collections whose part it takes.
std::vector<Corpus> PrintedFor(const Corpus& corpus, const std::vector<Corpus>& among);

// Sizes of the source, which a profile may cut.
struct SourceSize {
  int64_t train, test;
  int labels;
};
SourceSize SourceSizeOf(const Corpus& corpus);  // 0 for substitutes

struct TextLimits {
  int64_t train,
      test;  // documents, the first ones; of a user's DMOZ those chosen by a hash of their addresses
  // The most bytes of texts that are held in memory, to be put into another order.
  int64_t max_bytes = int64_t{1} << 30;
};
// Reads the settings with the numbers of documents; of a substitute there is one for both parts. Says by how
// much the case departs from the source.
TextLimits ReadLimits(const Corpus& corpus, const char* train, const char* test, harness::Case& c);

// A case of this name below the part of the corpus, whose data it reads.
harness::Case& AddTextCase(harness::Planner& plan, const char* section, const Corpus& corpus,
                           const std::string& name, const char* method);

// So many seeds. A single one of a collection of hundreds of thousands of documents is taken as it is,
// without an interval.
void Repeat(const Corpus& corpus, int64_t seeds, harness::Case& c);

// So many training documents of a user's DMOZ at most are held in memory to be put into the seed's order. Of
// more nothing is learned but time and memory: they stay in the order of the dump, topic by topic.
inline constexpr int64_t kMostMixed = 1'000'000;

// The exponents of the tables of joint hashing, the larger first.
std::vector<int64_t> JointBits(const harness::Planner& plan, const Corpus& corpus);
// Where features alone are hashed: the source's dimensions; for the substitutes that of which a table for all
// topics is nearest to the larger one of joint hashing, as in the source.
int64_t FeatureBits(const harness::Planner& plan, const Corpus& corpus);

// Graphs: which set of experiments/datasets/graph_sets.h is called what.
struct GraphTask {
  std::string name;  // as tables call it: "PTC" is PTC_MR
  std::string set;
  bool is_printed;
};
const std::vector<GraphTask>& GraphTasks();
const GraphTask& FindGraphTask(std::string_view name);

std::string Power(int64_t bits);  // "2^10"
// {"dim": "2^10"}, and those of Tables 2.4 and 2.7.
harness::Setting DimensionKey(int64_t bits);
harness::Setting CollisionKey(int64_t bits);
harness::Setting CoresKey(int64_t bits);

// The key of what the source leaves open for graphs: by which graphs C is chosen, "training graphs" in each
// fold or "test graphs", the highest of all; and one of the variants.
harness::Setting ChoiceKey(const std::string& cost_by, const std::string& variant);
inline constexpr const char* kNoSelection = "all features";
inline constexpr const char* kSelectedByTraining = "features by training graphs";
inline constexpr const char* kSelectedByAll = "features by all graphs";

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_PROTOCOL_H_
