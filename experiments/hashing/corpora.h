// The collections of texts, opened for one case: real, substitutes or stand-ins, cut and in the seed's order.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_CORPORA_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_CORPORA_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/datasets/dmoz_content.h"
#include "experiments/datasets/text_collection.h"
#include "experiments/datasets/text_generator.h"
#include "experiments/harness/run/model.h"
#include "experiments/hashing/protocol.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/texts/text_stream.h"

namespace structlab::hashing {

// All data sets of the package. RCV1-v2 and DMOZ are not to be had: whoever has them puts them into folders
// of these names (see experiments/datasets/rcv1_tokens.h and dmoz_content.h), else they are generated. What
// is called RCV1-v2 must have the 781,265 and 23,149 articles of Table 2.1: resolving it counts them, and
// throws common::Error (data) for others, since their rows would stand as those of the whole collection.
std::vector<harness::DatasetSource> DatasetSources();

enum class Classes {
  kTwo,    // RCV1 as it is; the first half of the groups against the others; Reuters' largest class, "earn"
  kTopics  // all
};

class CorpusTexts : public structured_learning::TextSource {
 public:
  // `path` is what the data set's resolution found, empty for a stand-in. What is sorted by classes is
  // shuffled by the seed: collections that fit in memory, whose test documents have one order for all seeds,
  // and the training documents of a user's DMOZ if they are not more than kMostMixed, which are held in
  // memory then. Other streams stay as they are. Throws common::Error (data) for a collection with an empty
  // part or with fewer than two classes, and for training documents of more than TextLimits::max_bytes that
  // would have to be held.
  CorpusTexts(const Corpus& corpus, Classes classes, const std::string& path, const TextLimits& limits,
              uint64_t seed);

  uint32_t num_classes() const { return num_classes_; }
  // The names of all classes, in the order of the labels; empty if they have none.
  const std::vector<std::string>& class_names() const { return class_names_; }
  // The Open Directory has topics in all languages; the others are English.
  structured_learning::TextEncoding encoding() const;
  // Training documents; of the user's own RCV1, and of DMOZ where it is not held in memory, as many as the
  // source has, if they are not cut.
  int64_t num_training() const override;
  using TextSource::Open;
  std::unique_ptr<datasets::TextStream> Open(datasets::TextPart part, int64_t max_documents) const override;

 private:
  std::unique_ptr<datasets::TextStream> OpenAll(datasets::TextPart part) const;
  void CheckThatThereIsSomething() const;
  std::vector<datasets::TextDocument> MixedTraining(uint64_t seed) const;

  const Corpus& corpus_;
  std::string path_;
  TextLimits limits_;
  std::optional<datasets::TextCollection> collection_ = {};
  std::optional<datasets::DmozSelection> dmoz_ = {};
  std::optional<std::vector<datasets::TextDocument>> mixed_ = {};  // the training documents of DMOZ
  uint32_t num_classes_ = 0;
  std::vector<std::string> class_names_;
};

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_CORPORA_H_
