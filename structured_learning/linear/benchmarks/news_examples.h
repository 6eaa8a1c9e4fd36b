// The file of examples that the benchmarks of linear learners run on.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BENCHMARKS_NEWS_EXAMPLES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BENCHMARKS_NEWS_EXAMPLES_H_

#include <string>
#include <vector>

namespace structlab::structured_learning {

// Lines in SVMlight's format, without line feeds.
struct NewsExamples {
  std::vector<std::string> train, test;
  bool is_stand_in;
};

// The posts of 20newsgroups, by date, below $STRUCTLAB_DATA/20newsgroups: the first ten groups in
// alphabetical order are +1, the others -1. Tokens are the longest runs of a-z and 0-9 of the whole post in
// lower case; those of at least two training posts are features, numbered from 1 in alphabetical order, of
// value (1 + ln tf) ln(N / df), divided by the norm, with five digits. Training posts stand in the order of
// peers_order.txt. Where the data is absent, posts of random words of about that number and length.
NewsExamples MakeNewsExamples();

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_BENCHMARKS_NEWS_EXAMPLES_H_
