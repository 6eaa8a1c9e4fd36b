#include "structured_learning/linear/hashed_model_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/linear/byte_checksum.h"
#include "structured_learning/linear/files/replaced_file.h"
#include "structured_learning/linear/learner_facts.h"
#include "structured_learning/linear/learner_table.h"

namespace structlab::structured_learning {
namespace {

using common::FormatDouble;

constexpr size_t kNumbersAtOnce = size_t{1} << 16;  // a power of two, like the size of the table

constexpr char kTotalImportance[] = "learner.total_importance";
constexpr char kTotalFeatures[] = "learner.total_features";
constexpr char kTotalSquares[] = "learner.total_squares";
constexpr std::string_view kOwnFacts = "learner.";  // prefix of the names of all of them
constexpr size_t kLongestNote = size_t{1} << 16;    // far below the maximum length of a line

void CheckNote(std::string_view text) {
  if (text.find_first_of("\t\n") != std::string_view::npos) {
    common::ThrowUsageError("a name in a model", "no tab and no line break", common::Quote(text));
  }
  if (text.size() > kLongestNote) {
    common::ThrowUsageError("a name in a model", "at most 65536 bytes", std::to_string(text.size()));
  }
}

void AddLine(std::string& header, std::string_view name, std::string_view value) {
  header.append(name).append("\t").append(value).append("\n");
}

void AddFact(std::string& header, const std::string& name, const std::string& value) {
  CheckNote(name);
  CheckNote(value);
  header.append("fact\t");
  AddLine(header, name, value);
}

std::string HeaderOf(const StreamingLearner& learner, const ModelNotes& notes, SavedStates states) {
  const LearnerOptions& options = learner.options();
  const StreamingLearner::State& state = learner.state();
  std::string header;
  AddLine(header, kHashedModelMagic, kHashedModelVersion);
  AddLine(header, "bits", std::to_string(options.bits));
  AddLine(header, "seed", std::to_string(options.seed));
  AddLine(header, "outputs", std::to_string(state.num_outputs));
  AddLine(header, "joint", HasOneOutput(options.task) ? "0" : "1");
  AddLine(header, "scale", FormatDouble(state.scale));
  for (const auto& [name, value] : FactsOf(options)) AddFact(header, name, value);
  AddFact(header, kTotalImportance, FormatDouble(state.total_importance));
  AddFact(header, kTotalFeatures, FormatDouble(state.total_features));
  AddFact(header, kTotalSquares, FormatDouble(state.total_squares));
  for (const auto& [name, value] : notes.facts) {
    if (name.starts_with(kOwnFacts)) {
      common::ThrowUsageError("a fact of a model", "a name that does not begin with learner.",
                              common::Quote(name));
    }
    AddFact(header, name, value);
  }
  for (const std::string& label : notes.labels) {
    CheckNote(label);
    AddLine(header, "label", label);
  }
  AddLine(header, "states", states == SavedStates::kAll ? "1" : "0");
  AddLine(header, "end", "");
  return header;
}

// Checks that the saved model can be read again.
void CheckReadable(const std::string& header, const StreamingLearner& learner) {
  std::istringstream lines(header);
  ByteChecksum ignored;
  try {
    ReadHashedModelHeader(lines, "a model", ignored);
  } catch (const std::runtime_error& error) {
    throw common::Error(common::ErrorKind::kUsage, {.what = error.what()});
  }
  if (!std::isfinite(MaxMagnitude(learner.state().table))) {
    common::ThrowDataError("a model", "finite weights",
                           common::FormatDouble(MaxMagnitude(learner.state().table)),
                           "scale the features down");
  }
}

// A file and the checksum of its content so far.
class ModelWriter {
 public:
  explicit ModelWriter(const std::string& path) : file_(path) {}

  void Write(const void* bytes, size_t size) {
    file_.Write(bytes, size);
    checksum_.Add(bytes, size);
  }
  void Commit() {
    const uint64_t value = checksum_.value();
    file_.Write(&value, sizeof value);
    file_.Commit();
  }

 private:
  ReplacedFile file_;
  ByteChecksum checksum_;
};

// Writes the weights (half 0) or states (half 1) of all bins; the table contains both.
size_t PlaceOf(size_t bin, size_t half, const TableOrder& order) {
  return half == 0 ? order.WeightAt(bin) : order.StateAt(bin);
}

void WriteHalf(std::span<const float> table, size_t half, const TableOrder& order, bool is_negated,
               ModelWriter& writer) {
  const size_t bins = table.size() / kWidth;
  std::vector<float> piece(std::min(bins, kNumbersAtOnce));
  for (size_t first = 0; first < bins; first += piece.size()) {
    for (size_t i = 0; i < piece.size(); ++i) {
      const float number = table[PlaceOf(first + i, half, order)];
      piece[i] = is_negated ? 0 - number : number;  // 0 stays 0
    }
    writer.Write(piece.data(), piece.size() * sizeof(float));
  }
}

[[noreturn]] void RefuseFile(const std::string& path, const std::string& expected, const std::string& found) {
  common::ThrowDataError(path, expected, found, "learn with the options of the model, or without it");
}

std::ifstream OpenModel(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) {
    common::ThrowEnvironmentError(path, "is a folder, not a file");
  }
  std::ifstream input(path, std::ios::binary);
  if (!input) common::ThrowEnvironmentError(path, "cannot be read");
  return input;
}

[[noreturn]] void RefuseShort(const std::string& path) {
  common::ThrowDataError(path, "the rest of the model", "the end of the file");
}

// Checks that the size of the file agrees with the header, before memory is allocated.
HashedModelHeader ReadHeader(std::istream& input, const std::string& path, ByteChecksum& checksum) {
  HashedModelHeader header;
  try {
    header = ReadHashedModelHeader(input, path, checksum);
  } catch (const std::runtime_error& error) {
    throw common::Error(common::ErrorKind::kData, {.what = error.what()});
  }
  const std::optional<uint64_t> left = hashed_scorer_internal::BytesLeft(input);
  if (left && *left < hashed_scorer_internal::BytesBehind(header)) RefuseShort(path);
  return header;
}

void ReadBytes(std::istream& input, void* to, size_t size, const std::string& path) {
  if (!input.read(static_cast<char*>(to), static_cast<std::streamsize>(size))) RefuseShort(path);
}

void ReadHalf(std::istream& input, const std::string& path, size_t half, const TableOrder& order,
              std::span<float> table, ByteChecksum& checksum) {
  const size_t bins = table.size() / kWidth;
  std::vector<float> piece(std::min(bins, kNumbersAtOnce));
  for (size_t first = 0; first < bins; first += piece.size()) {
    ReadBytes(input, piece.data(), piece.size() * sizeof(float), path);
    checksum.Add(piece.data(), piece.size() * sizeof(float));
    for (size_t i = 0; i < piece.size(); ++i) table[PlaceOf(first + i, half, order)] = piece[i];
  }
}

double NumberOf(const HashedModelHeader& header, const std::string& name, const std::string& path) {
  return common::ParseDouble(FactOf(header.facts, name, path), path);
}

void CheckFits(const HashedModelHeader& header, const LearnerOptions& options, const std::string& path) {
  if (!header.has_states) {
    RefuseFile(path, "a model that was saved to continue learning", "one that was saved for prediction");
  }
  if (header.bits != options.bits) {
    RefuseFile(path, std::to_string(options.bits) + " bits", std::to_string(header.bits));
  }
  if (header.seed != options.seed) {
    RefuseFile(path, "seed " + std::to_string(options.seed), std::to_string(header.seed));
  }
  for (const auto& [name, value] : FactsOf(options)) {
    const auto found = header.facts.find(name);
    if (found == header.facts.end() || found->second != value) {
      RefuseFile(path, std::string(name).append(" ").append(value),
                 found == header.facts.end() ? "none" : found->second);
    }
  }
}

}  // namespace

void SaveHashedModel(const StreamingLearner& learner, const ModelNotes& notes, SavedStates states,
                     const std::string& path) {
  if (notes.is_mirrored && learner.options().task != LinearTask::kBinary) {
    common::ThrowUsageError("ModelNotes::is_mirrored", "a binary learner", "another task");
  }
  const std::string header = HeaderOf(learner, notes, states);
  CheckReadable(header, learner);
  ModelWriter writer(path);
  writer.Write(header.data(), header.size());
  const TableOrder order = {HasOneOutput(learner.options().task)};
  WriteHalf(learner.state().table, 0, order, notes.is_mirrored, writer);
  if (states == SavedStates::kAll) WriteHalf(learner.state().table, 1, order, false, writer);
  writer.Commit();
}

HashedModelHeader ReadModelHeader(const std::string& path) {
  std::ifstream input = OpenModel(path);
  ByteChecksum checksum;
  return ReadHeader(input, path, checksum);
}

ModelNotes ResumeLearner(const std::string& path, StreamingLearner& learner) {
  std::ifstream input = OpenModel(path);
  ByteChecksum checksum;
  const HashedModelHeader header = ReadHeader(input, path, checksum);
  CheckFits(header, learner.options(), path);
  // Fills the table of the learner directly: there may be no memory for a second one.
  StreamingLearner::State state = learner.TakeState();
  state.num_outputs = header.outputs;
  state.scale = header.scale;
  state.total_importance = NumberOf(header, kTotalImportance, path);
  state.total_features = NumberOf(header, kTotalFeatures, path);
  state.total_squares = NumberOf(header, kTotalSquares, path);
  const TableOrder order = {HasOneOutput(learner.options().task)};
  for (const size_t half : {0, 1}) ReadHalf(input, path, half, order, state.table, checksum);
  uint64_t expected = 0;
  ReadBytes(input, &expected, sizeof expected, path);
  if (expected != checksum.value() || input.peek() != std::ifstream::traits_type::eof()) {
    common::ThrowDataError(path, "the checksum " + std::to_string(expected) + ", as it says",
                           std::to_string(checksum.value()), "fetch the file again");
  }
  try {
    learner.Restore(std::move(state));
  } catch (const common::Error& error) {
    throw common::Error(common::ErrorKind::kData,
                        {.what = std::string(path).append(": ").append(error.what())});
  }
  ModelNotes notes = {.labels = header.labels, .facts = header.facts};
  std::erase_if(notes.facts, [](const auto& fact) { return fact.first.starts_with(kOwnFacts); });
  return notes;
}

}  // namespace structlab::structured_learning
