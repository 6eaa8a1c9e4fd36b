// Reads examples from a text; for tests.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_TEXT_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_TEXT_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/error.h"
#include "structured_learning/linear/examples/example_reader.h"

namespace structlab::structured_learning {

// One example with the names of its labels.
struct ReadExample {
  std::vector<std::string> labels;
  std::vector<std::pair<uint32_t, float>> features;
  float target = 0, importance = 1;
};

inline std::string WriteTestFile(std::string_view content) {
  const std::string path = std::string(testing::TempDir())
                               .append("/")
                               .append(testing::UnitTest::GetInstance()->current_test_info()->name());
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

inline std::vector<ReadExample> ReadAll(ExampleReader& reader, const LabelNames& labels) {
  std::vector<ReadExample> examples;
  for (ExampleBatch batch; reader.Next(batch);) {
    for (size_t i = 0; i < batch.size(); ++i) {
      const ExampleView view = batch[i];
      ReadExample example = {{}, {}, view.target, view.importance};
      for (const uint32_t label : view.labels) example.labels.push_back(labels.name(label));
      for (size_t k = 0; k < view.keys.size(); ++k) {
        example.features.emplace_back(view.keys[k], view.values[k]);
      }
      examples.push_back(example);
    }
  }
  return examples;
}

inline std::vector<ReadExample> ReadText(std::string_view content, std::unique_ptr<LineParser> parser) {
  LabelNames labels;
  ExampleReader reader(WriteTestFile(content), std::move(parser), &labels);
  return ReadAll(reader, labels);
}

// The error message of reading, without the path: ":1:8: expected ...".
inline std::string MessageFor(std::string_view content, std::unique_ptr<LineParser> parser,
                              size_t max_labels = 0) {
  const std::string path = WriteTestFile(content);
  LabelNames labels(max_labels);
  try {
    ExampleReader reader(path, std::move(parser), &labels);
    ReadAll(reader, labels);
  } catch (const common::Error& error) {
    const std::string message = error.what();
    return message.starts_with(path) ? message.substr(path.size()) : message;
  }
  return "no error";
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_READ_TEXT_H_
