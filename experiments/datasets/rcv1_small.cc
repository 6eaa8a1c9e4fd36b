#include "experiments/datasets/rcv1_small.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

#include "common/error.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/examples/line_parser.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::datasets {
namespace {

using structured_learning::ExampleBatch;
using structured_learning::ExampleReader;
using structured_learning::LabelNames;
using structured_learning::LineMistake;
using structured_learning::LineParser;

// Of at most five digits, written as one writes a number; -1 for any other text.
int64_t NumberOf(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text.size() > 1 && text[0] == '0')) return -1;
  int64_t number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

// Behind the first '|', every word is a rising number, up to its ':', in a namespace f.
void CheckWords(std::string_view line) {
  int64_t last = -1;
  size_t position = std::min(line.find('|'), line.size());
  while (position < line.size()) {
    const bool is_namespace = line[position] == '|';
    const size_t begin = position + (is_namespace ? 1 : 0);
    const size_t end = std::min(line.find_first_of(" \t|", begin), line.size());
    const std::string_view word = line.substr(begin, end - begin), name = word.substr(0, word.find(':'));
    if (is_namespace) {
      if (name != "f") throw LineMistake{begin + 1, "the namespace f", common::Quote(name)};
    } else {
      const int64_t number = NumberOf(name);
      if (number <= last || number >= kRcv1Words) {
        throw LineMistake{begin + 1, fmt::format("rising numbers below {}", kRcv1Words), common::Quote(name)};
      }
      last = number;
    }
    position = std::min(line.find_first_not_of(" \t", end), line.size());
  }
}

class ArticleParser : public LineParser {
 public:
  bool Parse(std::string_view line, LabelNames& labels, ExampleBatch& batch) override {
    CheckWords(line);
    return vw_->Parse(line, labels, batch);
  }

 private:
  const std::unique_ptr<LineParser> vw_ = structured_learning::MakeVwParser({.constant = false});
};

}  // namespace

ExampleBatch ReadRcv1Articles(const std::string& path) {
  LabelNames labels(2);
  labels.IdOf("1");
  labels.IdOf("-1");
  ExampleBatch articles;
  ExampleReader(path, std::make_unique<ArticleParser>(), &labels).ReadRest(articles);
  if (articles.size() == 0) common::ThrowDataError(path, "at least one article", "an empty file");
  // A number as a name in a namespace is the number plus the key of the namespace.
  const uint32_t first = structured_learning::KeyOfName("f", 0);
  for (uint32_t& key : articles.arrays().keys) key -= first;
  return articles;
}

Rcv1Small ReadRcv1Small(const std::string& folder) {
  return {ReadRcv1Articles(folder + "/rcv1_small_train.vw.gz"),
          ReadRcv1Articles(folder + "/rcv1_small_test.vw.gz")};
}

}  // namespace structlab::datasets
