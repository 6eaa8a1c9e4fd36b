// The examples for benchmarks of linear learners: posts of 20newsgroups, by date.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BENCHMARKS_NEWS_EXAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BENCHMARKS_NEWS_EXAMPLES_H_

#include <string>
#include <vector>

namespace structlab::structured_learning {

// The posts in $STRUCTLAB_DATA/20newsgroups as lines without line feeds; training posts in the order of
// peers_order.txt. If the data is missing: posts of random words with about the same number and length. All
// functions throw common::Error (data) if it is damaged.
struct NewsExamples {
  std::vector<std::string> train, test;
  bool is_stand_in;
};

enum class NewsLabels {
  kHalves,  // the first half of the groups in alphabetical order is 1, the other -1
  kGroups,  // 1, 2, ... in alphabetical order
};

// In SVMlight's format. Tokens are the longest runs of a-z and 0-9 in the whole post in lower case. Features
// are the tokens of at least two training posts, numbered from 1 in alphabetical order, with the value (1 +
// ln tf) ln(N / df), divided by the norm, with five digits.
NewsExamples MakeNewsExamples(NewsLabels labels = NewsLabels::kHalves);

enum class NewsHeaders {
  kIn,   // the whole post
  kOut,  // what follows its first empty line
};

// Lines "group <tab> text" in Latin-1; tabs and line breaks of the text become blanks.
NewsExamples MakeNewsTexts(NewsHeaders headers);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BENCHMARKS_NEWS_EXAMPLES_H_
