// Streams of texts: documents in memory, the first documents of another stream, posts without their headers.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_STREAMS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_STREAMS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {

// A stream is not thread-safe. What a stream throws that another one reads is passed on.

// The documents of a vector, in its order. The vector must outlive the stream and must not change while the
// stream is used. Several streams, also of different threads, may read the same vector at the same time.
class CollectionStream : public TextStream {
 public:
  explicit CollectionStream(const std::vector<TextDocument>& documents) : documents_(documents) {}

  bool Next(TextDocument& document) override;

 private:
  const std::vector<TextDocument>& documents_;
  size_t next_ = 0;
};

// The first `max_documents` documents of another stream, or all if it has fewer; none if the number is not
// positive. Asks the other stream for no document beyond these.
class FirstDocuments : public TextStream {
 public:
  FirstDocuments(std::unique_ptr<TextStream> all, int64_t max_documents);

  bool Next(TextDocument& document) override;

 private:
  std::unique_ptr<TextStream> all_;
  int64_t left_;
};

// Posts without their headers: each text begins after its first empty line (WithoutHeaders of news_groups.h).
class BodiesOnly : public TextStream {
 public:
  explicit BodiesOnly(std::unique_ptr<TextStream> posts);

  bool Next(TextDocument& document) override;

 private:
  std::unique_ptr<TextStream> posts_;
};

// The remaining documents of a stream, all of them in memory.
std::vector<TextDocument> ReadDocuments(TextStream& texts);

// The number of the remaining documents of a stream, which is read to its end.
int64_t CountDocuments(TextStream& texts);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TEXT_STREAMS_H_
