#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_LISTED_TEXTS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_LISTED_TEXTS_H_

// Texts in memory, for tests.
#include <memory>
#include <utility>
#include <vector>

#include "structured_learning/linear/texts/text_stream.h"

namespace structlab::structured_learning {

class ListedTexts : public TextSource {
 public:
  ListedTexts(std::vector<TextDocument> train, std::vector<TextDocument> test)
      : train_(std::move(train)), test_(std::move(test)) {}

  int64_t num_training() const override { return std::ssize(train_); }
  std::unique_ptr<TextStream> Open(TextPart part, int64_t max_documents) const override {
    return std::make_unique<Stream>(part == TextPart::kTrain ? train_ : test_, max_documents);
  }
  std::vector<TextDocument>& train() { return train_; }

 private:
  class Stream : public TextStream {
   public:
    Stream(const std::vector<TextDocument>& documents, int64_t max_documents)
        : documents_(documents), max_documents_(max_documents) {}

    bool Next(TextDocument& document) override {
      if (next_ == std::ssize(documents_) || next_ == max_documents_) return false;
      document = documents_[next_++];
      return true;
    }

   private:
    const std::vector<TextDocument>& documents_;
    int64_t next_ = 0, max_documents_;
  };

  std::vector<TextDocument> train_, test_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_TEXTS_LISTED_TEXTS_H_
