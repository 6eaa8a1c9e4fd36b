// Streams of texts with classes, and collections that can be read several times.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_STREAM_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_STREAM_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <string>

namespace structlab::structured_learning {

struct TextDocument {
  uint32_t label = 0;     // class, from 0
  std::string text = {};  // any bytes except 0, including line breaks

  bool operator==(const TextDocument&) const = default;
};

// A sequence of documents of any length. Not thread-safe.
class TextStream {
 public:
  virtual ~TextStream() = default;

  // Replaces the document; returns false after the last one.
  virtual bool Next(TextDocument& document) = 0;
};

enum class TextPart { kTrain, kTest };

// A collection with training and test documents.
class TextSource {
 public:
  virtual ~TextSource() = default;

  virtual int64_t num_training() const = 0;
  // Reads from the beginning, at most `max_documents` documents, the same ones at each call. The source must
  // outlive the stream.
  virtual std::unique_ptr<TextStream> Open(TextPart part, int64_t max_documents) const = 0;
  std::unique_ptr<TextStream> Open(TextPart part) const {
    return Open(part, std::numeric_limits<int64_t>::max());
  }
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_TEXT_STREAM_H_
