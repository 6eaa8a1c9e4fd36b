// All of RCV1-v2 as tokens, for whoever has it: the reader of `lyrl2004_tokens_*.dat` and
// `rcv1-v2.topics.qrels` (Lewis, Yang, Rose, Li, RCV1: a new benchmark collection, 2004, appendices 2 and
// 12).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_TOKENS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "common/text_input.h"
#include "experiments/datasets/text_collection.h"
#include "experiments/datasets/text_generator.h"

namespace structlab::datasets {

// What a folder must have, each plain or with .gz behind its name.
const std::vector<std::string>& Rcv1TokenFiles();

// The numbers of the articles that a file of topics gives this topic. Throws as below.
std::unordered_set<int64_t> ReadRcv1Topic(const std::string& path, std::string_view topic);

inline constexpr size_t kLongestRcv1Article = size_t{1} << 22;

// Articles as their stemmed words, label 0 for the topic CCAT and 1 for others, in the order of the files.
// The parts are those of Shi 2011, Table 2.1, who trains on what the collection calls its test part: the
// training documents are the four files of `test`, the test documents that of `train`.
//
// A file has for each article a line ".I" and its number, a line ".W", and lines of words up to an empty one;
// a line of the topics is a topic, the number of an article and 1. Throws common::Error (data) at file:line,
// or file:line:column of a number, for other lines, and for an article of more than kLongestRcv1Article
// bytes. Memory: 40 bytes for each article of CCAT, and the current one.
class Rcv1Tokens : public TextStream {
 public:
  Rcv1Tokens(const std::string& folder, TextPart part);
  // Of these files, one after the other; the articles of label 0.
  Rcv1Tokens(std::vector<std::string> paths, std::unordered_set<int64_t> positive);

  bool Next(TextDocument& document) override;

 private:
  bool OpenNextFile();

  std::vector<std::string> paths_;
  size_t next_path_ = 0;
  std::unique_ptr<common::TextInput> input_;
  std::unordered_set<int64_t> positive_;
};

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_RCV1_TOKENS_H_
