#include "experiments/datasets/text_collection.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include "common/error.h"

namespace structlab::datasets {
namespace {

void CheckClasses(const TextCollection& collection) {
  const size_t classes = collection.classes.size();
  if (classes < 2) {
    common::ThrowUsageError("TextCollection::classes", "at least two classes", std::to_string(classes));
  }
  for (const auto* part : {&collection.train, &collection.test}) {
    for (const TextDocument& document : *part) {
      if (document.label < classes) continue;
      common::ThrowUsageError("TextDocument::label",
                              std::string("less than ").append(std::to_string(classes)),
                              std::to_string(document.label));
    }
  }
}

}  // namespace

void ShuffleDocuments(std::vector<TextDocument>& documents, common::RandomStream& random) {
  std::vector<TextDocument> shuffled;
  shuffled.reserve(documents.size());
  for (const int i : random.Permutation(static_cast<int>(documents.size()))) {
    shuffled.push_back(std::move(documents[static_cast<size_t>(i)]));
  }
  documents = std::move(shuffled);
}

void MakeTwoClasses(TextCollection& collection, FirstClass first) {
  CheckClasses(collection);
  std::vector<int64_t> sizes(collection.classes.size());
  for (const TextDocument& document : collection.train) ++sizes[document.label];
  const auto largest = static_cast<uint32_t>(std::ranges::max_element(sizes) - sizes.begin());
  const auto is_first = [&](uint32_t label) {
    return first == FirstClass::kLargest ? label == largest : size_t{2} * label < collection.classes.size();
  };
  for (auto* part : {&collection.train, &collection.test}) {
    for (TextDocument& document : *part) document.label = is_first(document.label) ? 0 : 1;
  }
  collection.classes = {"first", "second"};
}

std::string PlainOrGzip(const std::string& path) {
  std::error_code error;
  const bool plain = std::filesystem::exists(path, error);
  const bool compressed = std::filesystem::exists(path + ".gz", error);
  if (plain && compressed) {
    common::ThrowDataError(path, "the file plain or as .gz", "both", "remove one of them");
  }
  if (!plain && !compressed) {
    common::ThrowDataError(path, "the file, plain or as .gz", "nothing of that name",
                           "complete the folder, or remove it to work with generated data");
  }
  return plain ? path : path + ".gz";
}

}  // namespace structlab::datasets
