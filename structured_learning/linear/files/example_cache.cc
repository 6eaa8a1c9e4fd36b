#include "structured_learning/linear/files/example_cache.h"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <system_error>

#include "common/check.h"
#include "common/error.h"

namespace structlab::structured_learning {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(ExampleBatch::Entry) == 24);

constexpr char kFirstLine[] = "structlab example cache\t1\n";
constexpr uint64_t kEnd = std::numeric_limits<uint64_t>::max();
constexpr size_t kLongestHeader = size_t{1} << 20;

struct RecordHead {
  uint64_t examples, features, labels, checksum;
};

// XXH3 of several pieces, one after the other.
class PieceChecksum {
 public:
  PieceChecksum() : state_(XXH3_createState()) {
    STRUCTLAB_CHECK(state_ != nullptr);
    XXH3_64bits_reset(state_.get());
  }
  template <class T>
  void Add(std::span<T> piece) {
    XXH3_64bits_update(state_.get(), piece.data(), piece.size_bytes());
  }
  uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_;
};

uint64_t ChecksumOf(const ExampleBatch::Arrays& arrays) {
  PieceChecksum checksum;
  checksum.Add(arrays.examples);
  checksum.Add(arrays.keys);
  checksum.Add(arrays.values);
  checksum.Add(arrays.labels);
  return checksum.value();
}

std::string HeaderOf(const Facts& facts) {
  std::string header = kFirstLine;
  for (const auto& [name, value] : facts) {
    for (const std::string& text : {name, value}) {
      if (text.find_first_of("\t\n") != std::string::npos) {
        common::ThrowUsageError("a fact of a cache", "no tab and no line break", common::Quote(text));
      }
    }
    header.append(name).append("\t").append(value).append("\n");
  }
  return header.append("\n");
}

// Whether each example ends at or behind the one before it, and the last one where the arrays end.
bool FitsTogether(const ExampleBatch::Arrays& arrays) {
  uint64_t features = 0, labels = 0;
  for (const ExampleBatch::Entry& entry : arrays.examples) {
    if (entry.features_end < features || entry.labels_end < labels) return false;
    features = entry.features_end;
    labels = entry.labels_end;
  }
  return features == arrays.keys.size() && labels == arrays.labels.size();
}

}  // namespace

ExampleCacheWriter::ExampleCacheWriter(const std::string& path, const Facts& facts) : file_(path) {
  const std::string header = HeaderOf(facts);
  file_.Write(header.data(), header.size());
}

void ExampleCacheWriter::Add(ExampleBatch& batch) {
  const ExampleBatch::Arrays arrays = batch.arrays();
  const RecordHead head = {arrays.examples.size(), arrays.keys.size(), arrays.labels.size(),
                           ChecksumOf(arrays)};
  file_.Write(&head, sizeof head);
  file_.Write(arrays.examples.data(), arrays.examples.size_bytes());
  file_.Write(arrays.keys.data(), arrays.keys.size_bytes());
  file_.Write(arrays.values.data(), arrays.values.size_bytes());
  file_.Write(arrays.labels.data(), arrays.labels.size_bytes());
}

void ExampleCacheWriter::Finish(const std::vector<std::string>& label_names) {
  std::string names;
  for (const std::string& name : label_names) names.append(name).append("\n");
  const RecordHead head = {kEnd, names.size(), 0, XXH3_64bits(names.data(), names.size())};
  file_.Write(&head, sizeof head);
  file_.Write(names.data(), names.size());
  file_.Write(&head.features, sizeof head.features);
  file_.Commit();
}

ExampleCacheReader::ExampleCacheReader(const std::string& path, const Facts& facts)
    : path_(path), input_(path, std::ios::binary) {
  std::error_code failure;
  left_ = std::filesystem::file_size(path, failure);
  if (!input_ || failure) common::ThrowEnvironmentError(path, "cannot be read");
  CheckHeader(facts);
  ReadLabelNames();
}

void ExampleCacheReader::Refuse(const std::string& found) const {
  common::ThrowDataError(path_, "a whole cache of examples", found, "remove the file, and it is made anew");
}

void ExampleCacheReader::ReadBytes(void* to, uint64_t size) {
  if (size > left_ || !input_.read(static_cast<char*>(to), static_cast<std::streamsize>(size))) {
    Refuse("the end of the file");
  }
  left_ -= size;
}

void ExampleCacheReader::CheckHeader(const Facts& facts) {
  std::string header;
  while (!header.ends_with("\n\n")) {
    char byte = 0;
    if (header.size() == kLongestHeader || left_ == 0) Refuse("another file");
    ReadBytes(&byte, 1);
    header += byte;
  }
  if (!header.starts_with(kFirstLine)) Refuse("another file");
  Facts found;
  for (size_t at = std::strlen(kFirstLine); at + 1 < header.size();) {
    const size_t end = header.find('\n', at);
    const std::string line = header.substr(at, end - at);
    const size_t tab = std::min(line.find('\t'), line.size());
    found[line.substr(0, tab)] = line.substr(std::min(tab + 1, line.size()));
    at = end + 1;
  }
  for (const auto& [name, value] : facts) {
    if (!found.contains(name) || found[name] != value) {
      common::ThrowDataError(path_, std::string(name).append(" ").append(common::Quote(value)),
                             found.contains(name) ? common::Quote(found[name]) : "none",
                             "remove the cache, and it is made anew");
    }
  }
}

// From the end of the file; it then stands at the first batch again.
void ExampleCacheReader::ReadLabelNames() {
  const auto begin = input_.tellg();
  const uint64_t size = left_;
  constexpr uint64_t kAround = sizeof(RecordHead) + sizeof(uint64_t);
  uint64_t names_size = 0;
  if (size < kAround) Refuse("the end of the file");
  input_.seekg(-static_cast<std::streamoff>(sizeof names_size), std::ios::end);
  ReadBytes(&names_size, sizeof names_size);
  if (names_size > size - kAround) Refuse("another end of the file");
  input_.seekg(-static_cast<std::streamoff>(kAround + names_size), std::ios::end);
  RecordHead head = {};
  ReadBytes(&head, sizeof head);
  std::string names(names_size, '\0');
  ReadBytes(names.data(), names.size());
  const uint64_t checksum = XXH3_64bits(names.data(), names.size());
  if (head.examples != kEnd || head.features != names_size || head.labels != 0 || head.checksum != checksum) {
    Refuse("another end of the file");
  }
  if (!names.empty() && names.back() != '\n') Refuse("names that do not end");
  for (size_t at = 0; at < names.size();) {
    const size_t end = names.find('\n', at);
    label_names_.push_back(names.substr(at, end - at));
    at = end + 1;
  }
  input_.seekg(begin);
  left_ = size - kAround - names_size;
}

bool ExampleCacheReader::Next(ExampleBatch& batch) {
  if (left_ == 0) return false;
  RecordHead head = {};
  ReadBytes(&head, sizeof head);
  // Bounds that a sum cannot leave by overflow.
  constexpr uint64_t kMost = uint64_t{1} << 40;
  if (head.examples > kMost || head.features > kMost || head.labels > kMost ||
      24 * head.examples + 8 * head.features + 4 * head.labels > left_) {
    Refuse("the end of the file");
  }
  const ExampleBatch::Arrays arrays = batch.Resize(head.examples, head.features, head.labels);
  ReadBytes(arrays.examples.data(), arrays.examples.size_bytes());
  ReadBytes(arrays.keys.data(), arrays.keys.size_bytes());
  ReadBytes(arrays.values.data(), arrays.values.size_bytes());
  ReadBytes(arrays.labels.data(), arrays.labels.size_bytes());
  if (ChecksumOf(arrays) != head.checksum) Refuse("a checksum that differs");
  if (!FitsTogether(arrays)) Refuse("examples that do not fit together");
  return true;
}

}  // namespace structlab::structured_learning
