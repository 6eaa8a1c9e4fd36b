// The common part of the fuzz targets of the formats.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FUZZ_LINES_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FUZZ_LINES_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "structured_learning/linear/examples/example_reader.h"

namespace structlab::structured_learning {

// Checks what every reader of examples guarantees.
inline void CheckExample(const ExampleView& example, size_t num_labels) {
  STRUCTLAB_CHECK(example.keys.size() == example.values.size());
  STRUCTLAB_CHECK(std::isfinite(example.target) && std::isfinite(example.importance));
  STRUCTLAB_CHECK(example.importance >= 0);
  for (const float value : example.values) STRUCTLAB_CHECK(std::isfinite(value));
  for (const uint32_t label : example.labels) STRUCTLAB_CHECK(label < num_labels);
}

// Any bytes give examples with finite numbers, and not more examples than bytes allow, or an Error of the
// data with its position.
inline void FuzzLines(const uint8_t* data, size_t size, OnMistake on_mistake,
                      std::unique_ptr<LineParser> parser) {
  const std::string path = common::FuzzFile(data, size);
  LabelNames labels;
  try {
    ExampleReader reader(path, std::move(parser), &labels, {.on_mistake = on_mistake});
    for (ExampleBatch batch; reader.Next(batch);) {
      for (size_t i = 0; i < batch.size(); ++i) CheckExample(batch[i], labels.size());
    }
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData && error.parts().where.starts_with(path));
  }
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_FUZZ_LINES_H_
