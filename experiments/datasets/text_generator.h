// Stand-ins for collections of texts: RCV1-v2 and the topics of DMOZ, which are too large to be kept, 20
// newsgroups and Reuters-21578.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_GENERATOR_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_GENERATOR_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {

// What is known of a collection, and what is put in the place of its words.
struct TextShape {
  std::string name;  // of the random streams: two shapes of different names share no document
  int64_t train_documents, test_documents;
  int classes;
  // Class c has probability proportional to (c + 1)^-class_exponent.
  double class_exponent;
  // Words by rank; the one of rank r has probability proportional to 1 / r (Zipf).
  int64_t vocabulary;
  // A document has from half to one and a half times as many words, all numbers alike.
  int mean_words;
  // Words that a class prefers, and the share of a document's words that are drawn from these alone.
  int topic_words;
  double topic_share;
  // With this probability the label is drawn anew: no learner can do better than what that leaves.
  double noise;
};

// The sizes are those of Shi 2011, Tables 2.1, 2.4 and 2.5 (documents, classes, different words; the largest
// class of DMOZ has 15% and 13% of the documents); words and topics are not taken from the real texts. The
// noise is such that no classifier gets fewer than about the source's share of test documents wrong: 5%, 29%
// and 50%.
const TextShape& Rcv1Shape();
const TextShape& DmozLevel2Shape();
const TextShape& DmozLevel3Shape();
// Those of the collections in the catalogue, with classes of equal sizes, or as unequal as in Reuters, where
// the largest has half of the documents.
const TextShape& NewsGroupsShape();
const TextShape& ReutersR8Shape();

using structured_learning::TextPart;

// Document after document of a part, which is never held in memory: 10 numbers a class and the current
// document. Words are letters a to z with blanks between them. Document i depends on the shape, the part, the
// seed and i alone, so that the first n are the same however many follow. Throws common::Error (usage) unless
// all sizes are at least 1 (documents: 0), the vocabulary is at most 2^31, and shares lie in [0, 1].
class GeneratedTexts : public TextStream {
 public:
  GeneratedTexts(const TextShape& shape, TextPart part, uint64_t seed);

  bool Next(TextDocument& document) override;

 private:
  TextShape shape_;
  std::string stream_name_;
  uint64_t seed_;
  int64_t documents_;
  int64_t next_ = 0;
  double log_vocabulary_;
  std::vector<double> cumulative_;  // of the classes' probabilities, not normalised
};

// How many documents of a part are generated, the first ones; the default is all.
struct DocumentLimits {
  int64_t train = std::numeric_limits<int64_t>::max(), test = std::numeric_limits<int64_t>::max();
};

// The documents of both parts, held in memory; the classes are called "class 0", "class 1", ... Throws as
// GeneratedTexts does. Thread-safe.
TextCollection GenerateCollection(const TextShape& shape, uint64_t seed, const DocumentLimits& limits = {});

// The word of this rank, from 0: "a", "b", ..., "z", "aa", ...
std::string WordOfRank(int64_t rank);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_GENERATOR_H_
