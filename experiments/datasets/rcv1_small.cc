#include "experiments/datasets/rcv1_small.h"

#include <algorithm>
#include <limits>

#include "common/error.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/label_names.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::datasets {

using structured_learning::ExampleBatch;
using structured_learning::ExampleReader;
using structured_learning::ExampleView;
using structured_learning::LabelNames;

ExampleBatch ReadRcv1Articles(const std::string& path) {
  LabelNames labels;
  labels.IdOf("1");
  labels.IdOf("-1");
  ExampleReader reader(path, structured_learning::MakeVwParser({.constant = false}), &labels,
                       {.batch_features = std::numeric_limits<size_t>::max()});
  ExampleBatch articles;
  if (!reader.Next(articles)) common::ThrowDataError(path, "at least one article", "an empty file");
  // A number as a name in a namespace is the number plus the key of the namespace.
  const uint32_t first = structured_learning::KeyOfName("f", 0);
  for (uint32_t& key : articles.arrays().keys) key -= first;
  for (size_t i = 0; i < articles.size(); ++i) {
    const ExampleView article = articles[i];
    const std::string where = path + ", article " + std::to_string(i + 1);
    if (article.labels[0] > 1) {
      common::ThrowDataError(where, "label 1 or -1", labels.name(article.labels[0]));
    }
    for (size_t k = 0; k < article.keys.size(); ++k) {
      if (article.keys[k] >= kRcv1Words || (k > 0 && article.keys[k] <= article.keys[k - 1])) {
        common::ThrowDataError(where, "rising numbers below " + std::to_string(kRcv1Words),
                               std::to_string(article.keys[k]));
      }
    }
  }
  return articles;
}

Rcv1Small ReadRcv1Small(const std::string& folder) {
  return {ReadRcv1Articles(folder + "/rcv1_small_train.vw.gz"),
          ReadRcv1Articles(folder + "/rcv1_small_test.vw.gz")};
}

}  // namespace structlab::datasets
