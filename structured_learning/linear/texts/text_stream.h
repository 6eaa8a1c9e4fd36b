// Texts with classes, one after the other, and collections that are read as often as a method needs.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_STREAM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_STREAM_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace structlab::structured_learning {

struct TextDocument {
  uint32_t label = 0;     // a class, from 0
  std::string text = {};  // any bytes but 0; line breaks too

  bool operator==(const TextDocument&) const = default;
};

// Documents one after the other, however many there are. Not thread-safe.
class TextStream {
 public:
  virtual ~TextStream() = default;

  // Replaces the document; false after the last one.
  virtual bool Next(TextDocument& document) = 0;
};

enum class TextPart { kTrain, kTest };

// A collection with its split.
class TextSource {
 public:
  virtual ~TextSource() = default;

  virtual int64_t num_training() const = 0;
  // From the beginning, at most so many, the same ones at each call; the source must live longer.
  virtual std::unique_ptr<TextStream> Open(TextPart part, int64_t max_documents) const = 0;
  std::unique_ptr<TextStream> Open(TextPart part) const {
    return Open(part, std::numeric_limits<int64_t>::max());
  }
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_STREAM_H_
