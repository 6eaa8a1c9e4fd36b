// The texts of a case.
#ifndef STRUCTLAB_EXPERIMENTS_HASHING_CASE_TEXTS_H_
#define STRUCTLAB_EXPERIMENTS_HASHING_CASE_TEXTS_H_

#include <string>

#include "experiments/harness/run/case.h"
#include "experiments/hashing/corpora.h"
#include "experiments/hashing/text_methods.h"

namespace structlab::hashing {

// As the plan has them: parameters train_documents and test_documents.
inline TextLimits LimitsOf(const harness::Case& c) {
  return {c.parameters.Integer("train_documents"), c.parameters.Integer("test_documents")};
}

inline CorpusTexts TopicsOf(const Corpus& corpus, const harness::Case& c) {
  return CorpusTexts(corpus, Classes::kTopics, c.Data(corpus.data).path, LimitsOf(c), c.seed);
}

inline CorpusTexts TwoClassesOf(const Corpus& corpus, const harness::Case& c) {
  return CorpusTexts(corpus, Classes::kTwo, c.Data(corpus.data).path, LimitsOf(c), c.seed);
}

inline TextSettings TextSettingsOf(const harness::Case& c) {
  return {c.parameters.Numbers("lambdas"), c.parameters.Numbers("learning_rates"), c.seed};
}

}  // namespace structlab::hashing

#endif  // STRUCTLAB_EXPERIMENTS_HASHING_CASE_TEXTS_H_
