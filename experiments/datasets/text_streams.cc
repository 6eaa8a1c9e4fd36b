#include "experiments/datasets/text_streams.h"

#include <string>
#include <utility>

#include "experiments/datasets/news_groups.h"

namespace structlab::datasets {

bool CollectionStream::Next(TextDocument& document) {
  if (next_ == documents_.size()) return false;
  document = documents_[next_++];
  return true;
}

FirstDocuments::FirstDocuments(std::unique_ptr<TextStream> all, int64_t max_documents)
    : all_(std::move(all)), left_(max_documents) {}

bool FirstDocuments::Next(TextDocument& document) {
  if (left_ <= 0) return false;
  --left_;
  return all_->Next(document);
}

BodiesOnly::BodiesOnly(std::unique_ptr<TextStream> posts) : posts_(std::move(posts)) {}

bool BodiesOnly::Next(TextDocument& document) {
  if (!posts_->Next(document)) return false;
  document.text = std::string(WithoutHeaders(document.text));
  return true;
}

std::vector<TextDocument> ReadDocuments(TextStream& texts) {
  std::vector<TextDocument> documents;
  for (TextDocument document; texts.Next(document);) documents.push_back(document);
  return documents;
}

int64_t CountDocuments(TextStream& texts) {
  int64_t count = 0;
  for (TextDocument document; texts.Next(document);) ++count;
  return count;
}

}  // namespace structlab::datasets
