#include "structured_learning/linear/files/example_cache.h"

// Included as a header, it is compiled for the same processor as the rest: the library's own code reads half
// as fast.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

static_assert(std::endian::native == std::endian::little);
static_assert(sizeof(ExampleBatch::Entry) == 24);

constexpr char kMagic[] = "structlab example cache\t";
constexpr char kFirstLine[] = "structlab example cache\t4\n";
constexpr uint64_t kEnd = std::numeric_limits<uint64_t>::max();
constexpr size_t kLongestHeader = size_t{1} << 20;

struct RecordHead {
  uint64_t examples, features, labels, checksum;
};

// The XXH3 of several consecutive pieces.
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

// `marks` are the characters that end a text in the file.
void CheckHasNone(const std::string& text, const char* marks, const char* where) {
  if (text.find_first_of(marks) == std::string::npos) return;
  common::ThrowUsageError(where, "no tab and no line break", common::Quote(text));
}

std::string HeaderOf(const Facts& facts) {
  std::string header = kFirstLine;
  for (const auto& [name, value] : facts) {
    CheckHasNone(name, "\t\n", "a fact of a cache");
    CheckHasNone(value, "\t\n", "a fact of a cache");
    header.append(name).append("\t").append(value).append("\n");
  }
  return header.append("\n");
}

// True if each example ends at or after the one before it, and the last one at the end of the arrays.
bool FitsTogether(const ExampleBatch::Arrays& arrays) {
  uint64_t features = 0, labels = 0;
  for (const ExampleBatch::Entry& entry : arrays.examples) {
    if (entry.features_end < features || entry.labels_end < labels) return false;
    features = entry.features_end;
    labels = entry.labels_end;
  }
  return features == arrays.keys.size() && labels == arrays.labels.size();
}

std::string TextOf(const CacheEnd& end) {
  std::string text = std::to_string(end.lines_skipped) + "\n";
  CheckHasNone(end.first_mistake, "\n", "CacheEnd::first_mistake");
  text.append(end.first_mistake).append("\n");
  text.append(std::to_string(end.notes.size())).append("\n");
  for (const std::string& note : end.notes) {
    CheckHasNone(note, "\n", "CacheEnd::notes");
    text.append(note).append("\n");
  }
  for (const std::string& name : end.label_names) {
    CheckHasNone(name, "\n", "CacheEnd::label_names");
    text.append(name).append("\n");
  }
  return text;
}

bool AreFinite(std::span<const float> values) {
  // Without branches, so that it can be vectorised. NaN and infinity have the largest exponent.
  uint32_t largest = 0;
  for (const float value : values) largest = std::max(largest, std::bit_cast<uint32_t>(value) & 0x7fffffffu);
  return largest < 0x7f800000u;
}

// True if a reader of lines could produce these examples.
bool AreExamples(const ExampleBatch::Arrays& arrays, size_t num_labels) {
  for (const ExampleBatch::Entry& entry : arrays.examples) {
    if (!std::isfinite(entry.target) || !std::isfinite(entry.importance) || entry.importance < 0)
      return false;
  }
  return AreFinite(arrays.values) && std::all_of(arrays.labels.begin(), arrays.labels.end(),
                                                 [&](uint32_t label) { return label < num_labels; });
}

}  // namespace

ExampleCacheWriter::ExampleCacheWriter(const std::string& path, const Facts& facts)
    : file_(path, common::Durability::kNothing) {
  const std::string header = HeaderOf(facts);
  file_.Write(header.data(), header.size());
}

void ExampleCacheWriter::Add(ExampleBatch& batch) {
  if (batch.size() == 0) return;
  const ExampleBatch::Arrays arrays = batch.arrays();
  const RecordHead head = {arrays.examples.size(), arrays.keys.size(), arrays.labels.size(),
                           ChecksumOf(arrays)};
  file_.Write(&head, sizeof head);
  file_.Write(arrays.examples.data(), arrays.examples.size_bytes());
  file_.Write(arrays.keys.data(), arrays.keys.size_bytes());
  file_.Write(arrays.values.data(), arrays.values.size_bytes());
  file_.Write(arrays.labels.data(), arrays.labels.size_bytes());
}

void ExampleCacheWriter::Finish(const CacheEnd& end) {
  const std::string text = TextOf(end);
  const RecordHead head = {kEnd, text.size(), 0, XXH3_64bits(text.data(), text.size())};
  file_.Write(&head, sizeof head);
  file_.Write(text.data(), text.size());
  file_.Write(&head.features, sizeof head.features);
  file_.Commit();
}

ExampleCacheReader::ExampleCacheReader(const std::string& path, const Facts& facts)
    : path_(path), input_(path, std::ios::binary) {
  std::error_code failure;
  left_ = std::filesystem::file_size(path, failure);
  if (!input_ || failure) common::ThrowEnvironmentError(path, "cannot be read");
  CheckHeader(facts);
  ReadEnd();
}

void ExampleCacheReader::Refuse(const std::string& found) const {
  common::ThrowDataError(path_, "a complete cache of examples", found,
                         "remove the file; it is then made again");
}

// The file may contain other data, which must not be removed.
void ExampleCacheReader::RefuseOther() const {
  common::ThrowDataError(path_, "a cache of examples", "another file", "give another name");
}

void ExampleCacheReader::ReadBytes(void* to, uint64_t size) {
  if (size > left_ || !input_.read(static_cast<char*>(to), static_cast<std::streamsize>(size))) {
    Refuse("the end of the file");
  }
  left_ -= size;
}

void ExampleCacheReader::CheckHeader(const Facts& facts) {
  constexpr std::string_view kFirst = kFirstLine;
  std::string header;
  while (!header.ends_with("\n\n")) {
    char byte = 0;
    const bool begins_well = header.size() > std::strlen(kFirstLine) || kFirst.starts_with(header);
    if (begins_well && left_ == 0 && header.size() > kFirst.size())
      Refuse("the end of the file in its header");
    if (!begins_well && header.starts_with(kMagic)) Refuse("a cache of another version");
    if (!begins_well || header.size() == kLongestHeader || left_ == 0) RefuseOther();
    ReadBytes(&byte, 1);
    header += byte;
  }
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
                             "remove the cache; it is then made again");
    }
  }
}

// Reads the end of the file; afterwards the position is at the first batch again.
void ExampleCacheReader::ReadEnd() {
  const auto begin = input_.tellg();
  const uint64_t size = left_;
  constexpr uint64_t kAround = sizeof(RecordHead) + sizeof(uint64_t);
  uint64_t text_size = 0;
  if (size < kAround) Refuse("the end of the file");
  input_.seekg(-static_cast<std::streamoff>(sizeof text_size), std::ios::end);
  ReadBytes(&text_size, sizeof text_size);
  if (text_size > size - kAround) Refuse("an invalid end of the file");
  input_.seekg(-static_cast<std::streamoff>(kAround + text_size), std::ios::end);
  RecordHead head = {};
  ReadBytes(&head, sizeof head);
  std::string text(text_size, '\0');
  ReadBytes(text.data(), text.size());
  const uint64_t checksum = XXH3_64bits(text.data(), text.size());
  if (head.examples != kEnd || head.features != text_size || head.labels != 0 || head.checksum != checksum) {
    Refuse("an invalid end of the file");
  }
  TakeEnd(text);
  input_.seekg(begin);
  left_ = size - kAround - text_size;
}

void ExampleCacheReader::TakeEnd(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    if (end == std::string::npos) Refuse("a truncated last line");
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  constexpr size_t kBeforeNotes = 3;
  if (lines.size() < kBeforeNotes) Refuse("an invalid end of the file");
  end_.lines_skipped = common::ParseInteger(lines[0], path_);
  if (end_.lines_skipped < 0) Refuse("a negative number of skipped lines");
  end_.first_mistake = std::move(lines[1]);
  const int64_t num_notes = common::ParseInteger(lines[2], path_);
  if (num_notes < 0 || static_cast<uint64_t>(num_notes) > lines.size() - kBeforeNotes) {
    Refuse("another number of notes");
  }
  const auto notes = lines.begin() + kBeforeNotes;
  const auto labels = notes + static_cast<std::ptrdiff_t>(num_notes);
  end_.notes.assign(std::make_move_iterator(notes), std::make_move_iterator(labels));
  end_.label_names.assign(std::make_move_iterator(labels), std::make_move_iterator(lines.end()));
}

bool ExampleCacheReader::Next(ExampleBatch& batch) {
  if (left_ == 0) return false;
  RecordHead head = {};
  ReadBytes(&head, sizeof head);
  // Bounds below which sums do not overflow.
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
  if (!AreExamples(arrays, end_.label_names.size())) Refuse("examples that no reader produces");
  return true;
}

}  // namespace structlab::structured_learning
