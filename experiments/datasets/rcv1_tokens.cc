#include "experiments/datasets/rcv1_tokens.h"

#include <fmt/format.h>

#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {
namespace {

constexpr const char kTopics[] = "rcv1-v2.topics.qrels";

}  // namespace

const std::vector<std::string>& Rcv1TokenFiles() {
  static const std::vector<std::string> files = {
      "lyrl2004_tokens_test_pt0.dat", "lyrl2004_tokens_test_pt1.dat", "lyrl2004_tokens_test_pt2.dat",
      "lyrl2004_tokens_test_pt3.dat", "lyrl2004_tokens_train.dat",    kTopics};
  return files;
}

std::unordered_set<int64_t> ReadRcv1Topic(const std::string& path, std::string_view topic) {
  std::unordered_set<int64_t> articles;
  common::TextInput input(path);
  for (std::string_view line; input.Next(&line);) {
    const size_t first = line.find(' ');
    const size_t second = first == line.npos ? line.npos : line.find(' ', first + 1);
    if (second == line.npos || line.substr(second) != " 1") {
      common::ThrowDataError(input.Where(), "a topic, the number of an article and 1", common::Quote(line));
    }
    const int64_t article =
        common::ParseInteger(line.substr(first + 1, second - first - 1), input.Where(first + 2));
    if (line.substr(0, first) == topic) articles.insert(article);
  }
  return articles;
}

Rcv1Tokens::Rcv1Tokens(std::vector<std::string> paths, std::unordered_set<int64_t> positive)
    : paths_(std::move(paths)), positive_(std::move(positive)) {}

Rcv1Tokens::Rcv1Tokens(const std::string& folder, TextPart part)
    : positive_(ReadRcv1Topic(PlainOrGzip(folder + "/" + kTopics), "CCAT")) {
  for (const std::string& file : Rcv1TokenFiles()) {
    const bool is_test_part = file == "lyrl2004_tokens_train.dat";
    if (file != kTopics && is_test_part == (part == TextPart::kTest)) {
      paths_.push_back(PlainOrGzip(folder + "/" + file));
    }
  }
}

bool Rcv1Tokens::OpenNextFile() {
  if (next_path_ == paths_.size()) return false;
  input_ = std::make_unique<common::TextInput>(paths_[next_path_++], kLongestRcv1Article);
  return true;
}

bool Rcv1Tokens::Next(TextDocument& document) {
  std::string_view line;
  while (input_ == nullptr || !input_->Next(&line)) {
    if (!OpenNextFile()) return false;
  }
  const auto refuse = [&](const char* expected) {
    common::ThrowDataError(input_->Where(), expected, common::Quote(line));
  };
  if (!line.starts_with(".I ")) refuse("a line .I and the number of an article");
  const int64_t article = common::ParseInteger(line.substr(3), input_->Where(4));
  document.label = positive_.contains(article) ? 0 : 1;
  document.text.clear();
  if (!input_->Next(&line)) line = {};
  if (line != ".W") refuse("a line .W");
  while (input_->Next(&line) && line.find_first_not_of(' ') != line.npos) {
    if (line.starts_with(".I ")) refuse("an empty line behind the words");
    if (document.text.size() + 1 + line.size() > kLongestRcv1Article) {
      common::ThrowDataError(input_->Where(),
                             fmt::format("an article of at most {} bytes", kLongestRcv1Article), "more");
    }
    if (!document.text.empty()) document.text += ' ';
    document.text += line;
  }
  return true;
}

}  // namespace structlab::datasets
