#include "experiments/hashing/explain.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "common/number.h"
#include "common/statistics.h"
#include "experiments/hashing/protocol.h"
#include "experiments/old_experiment/experiment.h"

namespace structlab::hashing {

using harness::Setting;

std::vector<std::string> Departures() {
  return {
      "Numbers of documents, passes and dimensions are here those of the profile 'paper'; smaller profiles "
      "have less, as their rows say.",

      "RCV1-v2 and the dump of DMOZ are not to be had. Whoever has them puts them into the data folder "
      "(rcv1-v2, dmoz); otherwise texts of the same numbers of documents and classes, and nearly as many "
      "different words, are generated, of words by Zipf's law with topics, 120 words a document for RCV1 and "
      "20 for DMOZ, numbers of ours on which times hang, and their labels are noisy so that no method can "
      "have fewer errors than about the source's. Claims about errors, times and sizes of files are decided "
      "on "
      "collections that are real, 20 newsgroups, Reuters R8 and a sample of RCV1, which stand beside them as "
      "substitutes.",

      "RCV1 has 781,265 training and 23,149 test documents here: the reverse of the collection's own split.",

      "A document's class is one of two for RCV1 and its substitutes: CCAT or not, the first ten groups or "
      "the others, earn or not.",

      "Each method passes once over the training documents; the number of passes is not given. Those of the "
      "substitutes, the vectors of the sample of RCV1 too, are learned in an order of the seed, the same "
      "for all methods: the deviations of methods that draw nothing, BSGD and VW, are those of the order. "
      "RCV1 and the generated texts of its size and DMOZ's, which are not held in memory, have one order.",

      "All methods but VW are the same linear SVM, the hinge loss with lambda/2 |w|^2, by stochastic "
      "gradient descent with steps 1 / (lambda (t + t0)). Lambda and t0 are not given: each method, VW too, "
      "takes the first step, of four, and all but VW the lambda, of three, of least loss on the first 2048 "
      "documents, each judged before it is learned. That is not counted in its time.",

      "Random projections of RCV1 are those of its first 100,000 training documents: making three files "
      "of projected features of all 781,265 would take about two thirds as long as everything else. Times "
      "and sizes "
      "of files grow in proportion to the documents. Rows of hashing in Table 2.3 are of all documents; what "
      "is compared with projections, in the claims and in the text, is hashing of as many as are projected, "
      "in a table of ours.",

      "Beside these stands what the source does not have: all posts of 20 newsgroups as they were sent, ten "
      "passes, one vote for each group, headers in and out, with the rate, bits and passes of least error on "
      "a tenth of the training posts that is held out.",

      "BSGD, VW and VWC are our learner as these programs work, not the programs: exact TF-IDF features in "
      "files, a weight for each word; VW with adaptive, normalised and importance-invariant updates from "
      "its text format, VWC from a binary cache, the making of which is not counted, as in the source. To "
      "normalise, VW keeps the largest value N of each feature beside the sum of g^2 x^2, takes N^2 times "
      "this sum for its rate, and shrinks its weight when N grows. Ours keeps one number, the sum of g^2 "
      "x^4, and shrinks nothing: the same for a feature of one value, longer steps for one that had smaller "
      "values too. Words are told apart by 32 bits of a hash, so that two of 300,000 are taken for one "
      "about ten times.",

      "Files are written and read piece by piece, 2048 documents at a time, so that no disk must hold them: "
      "the time of a disk is in none of ours. Times are those of one processor thread; the source has four "
      "for features.",

      "Sizes of files are those of gzip at its usual level, in 10^6 bytes; features have five digits. The "
      "hash kernel reads the texts and writes "
      "no files of features: where it has sizes the source prints N/A, and so they have no rows of numbers "
      "here.",

      "IDF is log((N + 1) / (df + 1)), so that a word that no document has is divided by no 0. That of the "
      "hash kernel is estimated for each bin from the first tenth of the training documents; a word that is "
      "not among them counts as rarer than any. The source says: a smaller part.",

      "The hash kernel is that of (2.3), without signs: the mean of an inner product of hashed features is "
      "the true one and about the product of their sums over the number of bins. Words are hashed by "
      "MurmurHash3, whose seed is the case's; the source names no function.",

      "The random projection is of dense signs (Achlioptas 2003), drawn again whenever it is used. Of the "
      "substitutes errors with his sparse signs, two thirds of them 0, stand in a table of ours.",

      "Collision % is the share of bins that are lost, 1 - bins met / different words, as the source's "
      "numbers are; the share of words that share a bin is larger. The substitutes have fewer words, and in "
      "Table 2.4 tables that are smaller by as much: by 2, 16 and 32 for 20 newsgroups, Reuters R8 and the "
      "sample of RCV1, so that about as many bins are lost as in the source: 44 to 47% where it loses 39%.",

      "Tables of joint hashing are made smaller for the substitutes in the same way, by the different pairs "
      "of "
      "a word and a topic that occur in their documents, 294,519 and 41,525: 2^22 and 2^18 for 20 "
      "newsgroups, "
      "2^19 and 2^15 for Reuters R8, which is 0.07 and 1.1 pairs for each bin, and 0.08 and 1.3. Generated "
      "texts "
      "of DMOZ's size have 21 million at level 2 and 31 million at level 3: 0.08 and 1.3 for each of the "
      "source's 2^28 and 2^24 bins, and 0.12 and 1.9; what the source's own documents have is not known. "
      "These are all documents: the 200,000 that DMOZ's tables learn here have fewer pairs, so that they are "
      "emptier than the source's, and that little is lost in them says less. "
      "Where features alone are hashed to about the memory of the larger one, a bin has 0.6 and 0.4 words "
      "then, "
      "in the source 3.5 and 56: with so few topics no size has both.",

      "Topics are learned with the multiclass hinge loss and adaptive updates, in one pass, from words "
      "weighed by 1 + log tf and divided by the norm. A weight has 8 bytes while it is learned, 4 of them "
      "its rate's. Eight labels in a row share a hash, and with it a block of eight bins, which one access "
      "to memory reaches: two words that meet for one of them meet for all eight. All errors of joint "
      "hashing are with it; those with a hash for each label stand beside them for the substitutes, where "
      "bins are full.",

      "HK in Table 2.7 is hashing of features alone, a weight vector for each topic: 2^7 bins for all 575 "
      "topics together could not have the printed errors. All its times are of one core, though its rows are "
      "called by the source's four, those of the substitutes too; projected features are handed over in "
      "memory.",

      "Memory in Table 2.5 is that of the table of weights while it learns, which follows from its exponent; "
      "the peak of the whole process stands with each case, and is what S08 is decided by: of processes that "
      "learn 200,000 documents, since a table does not grow with them; one that learns all training "
      "documents of level 2 once stands in the evidence. Of DMOZ different words, their growth with the "
      "documents, and the bins that words and pairs of a word and a topic meet are counted in all documents; "
      "what is learned, in the first 200,000 training documents. "
      "Words are told apart there by 32 bits of a hash, which takes about 390 of 1.83 million for others.",

      "A topic is done very well if no more than 10% of its test documents are wrong, be they one or many, "
      "and topics of level 2 stand for both levels. Errors are even over sizes if they change by less than 5 "
      "points for each tenfold size, in a line that weighs topics by their test documents. Near-empty "
      "topics are those with 1 to 5 of the 200,000 training documents: on average up to 110 of the whole "
      "collection. Topics without any are not among them.",

      "A dump of DMOZ is written topic by topic, so that its first pages are of few topics: of a user's own "
      "the 200,000 training pages, and the test pages where not all are tested, are those whose addresses "
      "have the least hashes, the same for all seeds, learned in an order of the seed.",

      "2000 days for random projections to 2^19 dimensions are extrapolated: the seconds at the largest "
      "dimension that was run, times the documents of the source over those that were learned and tested, "
      "times 2^19 over that dimension. 44 days for neighbours are the seconds of building vectors of the "
      "largest sample and of the test documents and of searching, over their pairs, times all pairs of a "
      "training and a test document. The cache of the processor is this machine's.",

      "Neighbours: the nearest one by the cosine of TF-IDF vectors with frequencies of the sample, 2^18 "
      "bins, and five of them in a table of ours; k-means: ten iterations from documents chosen at random, "
      "2^14 bins. Neither is given in the source. Samples are of the training documents that the other "
      "methods learn. On DMOZ they are tested on 10,000 documents, HLF in Table 2.6 on all; S11 compares "
      "them "
      "on the same ones.",

      "The bound of Theorem 2 is that of the formula with c >= 2. For c = 1 the row has the probability of "
      "a collision.",

      "Theorem 3 assumes an exponential tail and has no data. It is tried on vectors of a recipe of ours: "
      "observations of 200 of 1000 words, each with an exponential weight, of unit length, the same for all "
      "classes; the joint kernel is that of a signed map in which eight labels share a block of bins. m and "
      "M are varied at 2^5 bins and n only up to 2^9, so that each entry is a sum of many collisions: sums "
      "of few have heavier tails.",

      "Graphs: ten-fold cross-validation with stratified folds, C chosen from 10^-3 to 10^3 by five-fold "
      "cross-validation in the training folds, ten repetitions, five on DD and on the sets that the source "
      "does not have; the source gives none of these. PTC is "
      "PTC_MR. Lambda of the random walks is 0.9 / rho^2 for the largest spectral radius rho, with uniform "
      "starts. All kernels but the hash kernel are normalised to 1 on the diagonal; features of the hash "
      "kernel are divided by their maximum over the training graphs, and its matrix by the largest of their "
      "diagonal.",

      "Features are selected in each fold by the training graphs alone, and anew in each of the folds among "
      "them that choose C, constant ones being left out before the median is taken. A selection on all "
      "graphs "
      "would have seen the test graphs.",

      "For MUTAG and PTC more is tried that the source may have done: features scaled by all "
      "graphs, counts of unit length, forms that are met or not however often, graphlets of one size alone, "
      "labels of nodes, and a Gaussian kernel of the features, each with C by the training graphs and with "
      "the C that is best on the test graphs. What one of these further choices comes to is shown, and "
      "explains no row.",

      "AUC is the mean over the folds; of the six classes of ENZYMES the mean over all pairs of classes, "
      "each with its own machine. A feature is scored there by its largest correlation with one class "
      "against the others.",

      "The source reports that RW, SP and GK did not finish on DD within 24 hours. Ours are computed "
      "without the product graph, by searches from 256 nodes at a time, and from numbers of edges, paths "
      "and cycles: they finish, and their accuracies stand in rows that are empty in the source.",
  };
}

namespace {

bool Differs(const harness::ResultRow& row) { return harness::IsDifference(harness::Compare(row).agreement); }

// What a choice made of the row: mean, deviation and number of its seeds in the place of the row's own.
std::optional<harness::ResultRow> WithChoice(const harness::ResultRow& row, const std::string& method,
                                             const Setting& choice, const harness::Results& results) {
  const std::vector<double> values = harness::Numbers(results.Values({.table = kOurChoices,
                                                                      .dataset = row.dataset,
                                                                      .method = method,
                                                                      .metric = row.metric,
                                                                      .setting = choice}));
  if (values.empty()) return std::nullopt;
  harness::ResultRow changed = row;
  changed.value = common::Mean(values);
  changed.std.reset();
  if (values.size() > 1) changed.std = common::StandardDeviation(values);
  changed.n = static_cast<int>(values.size());
  return changed;
}

struct Choice {
  const char* cost_by;
  const char* variant;
  const char* words;
};

// What the further variants of the hash kernel come to, with either choice of C: those that come to the
// printed number, of how many, and between what all lie. So many are tried that one may by chance: none of
// them explains a row, but a reader may want to try it on other graphs.
std::string TryFurther(const harness::ResultRow& row, const std::string& method, bool selects,
                       const harness::Results& results) {
  std::string met;
  int tried = 0;
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const std::string& variant : FurtherVariants(selects)) {
    for (const char* cost_by : {"training graphs", "test graphs"}) {
      const auto changed = WithChoice(row, method, ChoiceKey(cost_by, variant), results);
      if (!changed) continue;
      ++tried;
      least = std::min(least, *changed->value);
      most = std::max(most, *changed->value);
      if (Differs(*changed)) continue;
      met += met.empty() ? "agrees with " : ", ";
      met += common::FormatShort(*changed->value) + " with " + variant + " and C by " + cost_by;
    }
  }
  if (tried == 0) return "";
  std::string text = std::to_string(tried) + " further choices come to ";
  text.append(common::FormatShort(least)).append(" to ").append(common::FormatShort(most));
  if (met.empty()) return text;
  return text.append(", and the printed number ").append(met).append(": of so many one may by chance");
}

// The source says neither how C was chosen, nor which graphs the selection of features has seen, nor lambda.
harness::Explanation ExplainGraphs(const harness::ResultRow& row, const harness::Results& results) {
  const std::string* selection = row.setting.Find("feature_selection");
  const bool selects = row.method == kHkf || (selection != nullptr && *selection == "yes");
  const std::string method = selects ? kHkf : row.method;
  std::vector<Choice> choices = {
      {"test graphs", selects ? kSelectedByTraining : kNoSelection, "the C that is best on the test graphs"}};
  if (selects) {
    choices.push_back({"training graphs", kSelectedByAll, "features selected by all graphs"});
    choices.push_back({"test graphs", kSelectedByAll, "both"});
  }
  if (row.method == kRw) choices.push_back({"training graphs", kSmallLambda, "a thousandth of lambda"});
  harness::Explanation explanation = {harness::ExplanationKind::kUnexplained, ""};
  for (const Choice& choice : choices) {
    const auto changed = WithChoice(row, method, ChoiceKey(choice.cost_by, choice.variant), results);
    if (!changed) continue;
    if (!Differs(*changed)) explanation.kind = harness::ExplanationKind::kExplained;
    explanation.text += (explanation.text.empty() ? "" : "; ") + common::FormatShort(*changed->value) +
                        " with " + choice.words;
  }
  if (method == kHk || method == kHkf) {
    const std::string further = TryFurther(row, method, selects, results);
    if (!explanation.text.empty() && !further.empty()) explanation.text += "; ";
    explanation.text += further;
  }
  if (explanation.text.empty()) explanation.text = "no case changes the open choices of this row";
  return explanation;
}

}  // namespace

harness::Explanation Explain(const harness::ResultRow& row, const harness::Results& results) {
  if (row.dataset == "DMOZ (website topic categorisation)" && row.value) {
    return {harness::ExplanationKind::kExplained,
            "section 2.6.2 and Table 2.1 of the source have 7,100 classes; here it has a digit too many"};
  }
  if ((row.table == kTable28 || row.table == kTable29) && Differs(row)) return ExplainGraphs(row, results);
  return {};
}

}  // namespace structlab::hashing
