// Scores examples with a saved model. Take it to use a model in a service: it needs only this header, the
// headers that it includes, and the standard library; nothing is linked.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORER_H_

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <istream>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/hashing/feature_hash.h"
#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/byte_checksum.h"
#include "structured_learning/linear/examples/vw_keys.h"
#include "structured_learning/linear/hashed_scores.h"
#include "structured_learning/linear/label_probabilities.h"

namespace structlab::structured_learning {

// The format of a model file, version 2. Lines of a name, a tab and a value:
//
//   structlab hashed model <tab> 2
//   bits <tab> B         seed <tab> number
//   outputs <tab> K
//   joint <tab> 0 or 1   1: one output for each label, all hashed into one table; 0: one output
//   scale <tab> number   factor of all scores, positive
//   fact <tab> name <tab> value    any number: how features were made, what was learned; learner.task is
//                                  required and determines joint: 0 for binary and regression
//   label <tab> name               all different, in the order of the outputs: none, or at least one for
//                                  each output; if there is one output: at most two, the positive one first
//   states <tab> 0 or 1
//   end <tab>
//
// Then follow 2^B weights as little-endian floats of 32 bits, the same number of states of the learner if
// states is 1, and the ByteChecksum of everything before, 8 bytes. Models of version 1 are refused: their
// crosses had other keys.
struct HashedModelHeader {
  int bits = 0;
  uint32_t seed = 0;
  size_t outputs = 0;
  bool is_joint = false;
  double scale = 1;
  bool has_states = false;
  std::map<std::string, std::string> facts = {};
  std::vector<std::string> labels = {};
};

inline constexpr std::string_view kHashedModelMagic = "structlab hashed model";
inline constexpr std::string_view kHashedModelVersion = "2";

namespace hashed_scorer_internal {

// A text from a file for messages: at most 40 characters; characters that are not printable become '?'.
inline std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text.substr(0, 40)) quoted += c >= ' ' && c <= '~' ? c : '?';
  return quoted + (text.size() > 40 ? "...'" : "'");
}

inline std::string NumberText(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

[[noreturn]] inline void RefuseModel(const std::string& path, const std::string& expected,
                                     const std::string& found, const std::string& remedy = "") {
  throw std::runtime_error(path + ": expected " + expected + ", found " + found +
                           (remedy.empty() ? "" : "; " + remedy));
}

inline constexpr char kFetchAgain[] = "fetch the file again";

template <class Number>
Number NumberIn(std::string_view text, const std::string& path, const char* name) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    RefuseModel(path, std::string("a number as ").append(name), Quoted(text));
  }
  return number;
}

// The number of bytes from the position of the stream to the end of its file; missing if it is unknown, as
// for a pipe.
inline std::optional<uint64_t> BytesLeft(std::istream& input) {
  const std::istream::pos_type here = input.tellg();
  if (here == std::istream::pos_type(-1)) return std::nullopt;
  input.seekg(0, std::ios::end);
  const std::istream::pos_type end = input.tellg();
  input.clear();
  input.seekg(here);
  if (end == std::istream::pos_type(-1) || end < here) return std::nullopt;
  return static_cast<uint64_t>(end - here);
}

// The number of bytes after the header: weights, states if any, and the checksum.
inline uint64_t BytesBehind(const HashedModelHeader& header) {
  return (uint64_t{1} << header.bits) * sizeof(float) * (header.has_states ? 2 : 1) + sizeof(uint64_t);
}

// Checks that the parts of a header are consistent.
inline void CheckFits(const HashedModelHeader& header, const std::string& path) {
  const auto check = [&](bool fits, const char* expected, const std::string& found) {
    if (!fits) RefuseModel(path, expected, found);
  };
  const std::string outputs = std::to_string(header.outputs),
                    labels_found = std::to_string(header.labels.size());
  check(header.bits >= 3 && header.bits <= 31, "3 to 31 bits", std::to_string(header.bits));
  check(header.outputs <= (size_t{1} << 24), "at most 2^24 outputs", outputs);
  check(header.scale > 0 && std::isfinite(header.scale), "a positive, finite scale",
        NumberText(header.scale));
  const auto task = header.facts.find("learner.task");
  check(task != header.facts.end(), "a fact learner.task", "none");
  const bool has_one_output = task->second == "binary" || task->second == "regression";
  check(
      header.is_joint != has_one_output, "the outputs of the task",
      std::string("joint ").append(header.is_joint ? "1" : "0").append(" for ").append(Quoted(task->second)));
  check(!has_one_output || header.outputs == 1, "one output", outputs);
  check(!has_one_output || header.labels.size() <= 2, "at most two labels", labels_found);
  check(header.labels.empty() || header.labels.size() >= header.outputs, "a label of each output",
        labels_found + " for " + outputs);
  std::vector<std::string_view> labels(header.labels.begin(), header.labels.end());
  std::sort(labels.begin(), labels.end());
  const auto twice = std::adjacent_find(labels.begin(), labels.end());
  if (twice != labels.end()) RefuseModel(path, "different labels", Quoted(*twice) + " twice");
}

}  // namespace hashed_scorer_internal

// Reads the lines of the header; the stream is then at the weights. Throws std::runtime_error, which names
// the file.
inline HashedModelHeader ReadHashedModelHeader(std::istream& input, const std::string& path,
                                               ByteChecksum& checksum) {
  using hashed_scorer_internal::NumberIn, hashed_scorer_internal::Quoted, hashed_scorer_internal::RefuseModel;
  constexpr size_t kLongestLine = size_t{1} << 20;
  const std::string magic(kHashedModelMagic);
  const auto refuse_other = [&](const std::string& line) {
    RefuseModel(path, "a line that begins with '" + magic + "'", Quoted(line),
                "give a file that --save wrote");
  };
  HashedModelHeader header;
  for (bool first = true;; first = false) {
    std::string line;
    for (int c = input.get(); c != '\n'; c = input.get()) {
      if (c == std::istream::traits_type::eof() || line.size() == kLongestLine) {
        if (first) refuse_other(line);
        const bool is_end = c == std::istream::traits_type::eof();
        RefuseModel(path, "lines of a model up to 'end'",
                    is_end ? "the end of the file" : "a line longer than 2^20 bytes",
                    hashed_scorer_internal::kFetchAgain);
      }
      line += static_cast<char>(c);
    }
    checksum.Add(line.data(), line.size());
    checksum.Add("\n", 1);
    const size_t tab = std::min(line.find('\t'), line.size());
    const std::string_view name = std::string_view(line).substr(0, tab);
    const std::string_view value = std::string_view(line).substr(std::min(tab + 1, line.size()));
    if (first) {
      if (name != kHashedModelMagic) refuse_other(line);
      if (value != kHashedModelVersion) {
        RefuseModel(path, "a model of version " + std::string(kHashedModelVersion), Quoted(value),
                    "learn it again");
      }
    } else if (name == "bits") {
      header.bits = NumberIn<int>(value, path, "bits");
    } else if (name == "seed") {
      header.seed = NumberIn<uint32_t>(value, path, "seed");
    } else if (name == "outputs") {
      header.outputs = NumberIn<size_t>(value, path, "outputs");
    } else if (name == "joint") {
      header.is_joint = NumberIn<int>(value, path, "joint") != 0;
    } else if (name == "scale") {
      header.scale = NumberIn<double>(value, path, "scale");
    } else if (name == "states") {
      header.has_states = NumberIn<int>(value, path, "states") != 0;
    } else if (name == "label") {
      header.labels.emplace_back(value);
    } else if (name == "fact") {
      const size_t middle = std::min(value.find('\t'), value.size());
      header.facts[std::string(value.substr(0, middle))] = value.substr(std::min(middle + 1, value.size()));
    } else if (name == "end") {
      break;
    } else {
      RefuseModel(path, "a line of a model, such as 'bits' or 'end'", Quoted(line),
                  hashed_scorer_internal::kFetchAgain);
    }
  }
  hashed_scorer_internal::CheckFits(header, path);
  return header;
}

// A model for scoring. Memory: 4 bytes for each of 2^bits weights, and no more during loading if the size of
// the file is known. Immutable after construction, so thread-safe. Scores have the same bits as the learner's
// if both are compiled for the same processor.
//
//     const HashedScorer scorer("spam.model");
//     std::vector<uint32_t> keys = {scorer.Key("hash"), scorer.Key("kernel"), kConstantKey};
//     std::vector<float> values = {1, 2, 1};
//     std::vector<float> scores(scorer.num_outputs());
//     scorer.Score(keys, values, scores);
//
// Features must be made in the same way as for learning. The facts input.* of header() describe it: whether
// there is a constant, whether values have unit length, n-grams, crosses, signs and copies (feature_hash.h
// has their keys).
class HashedScorer {
 public:
  // Throws std::runtime_error, which names the file, if it cannot be read, is damaged or is not a model.
  explicit HashedScorer(const std::string& path) {
    std::ifstream input(path, std::ios::binary);
    if (!input) throw std::runtime_error(std::string(path).append(": cannot be read"));
    ByteChecksum checksum;
    header_ = ReadHashedModelHeader(input, path, checksum);
    const auto format = header_.facts.find("input.format");
    if (format != header_.facts.end()) format_ = format->second;
    mask_ = kernels::MaskOf(header_.bits);
    salt_ = kernels::SaltOf(header_.seed);
    const uint64_t behind = hashed_scorer_internal::BytesBehind(header_);
    const auto refuse_size = [&](const std::string& found) {
      hashed_scorer_internal::RefuseModel(path, std::to_string(behind) + " bytes after the line 'end'", found,
                                          hashed_scorer_internal::kFetchAgain);
    };
    const auto read = [&](void* to, size_t bytes) {
      if (!input.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes))) refuse_size("fewer");
    };
    // Reads piece by piece if the size is unknown, so that a damaged header cannot allocate more memory than
    // the file fills.
    const size_t total = size_t{1} << header_.bits;
    if (const auto left = hashed_scorer_internal::BytesLeft(input)) {
      if (*left != behind) refuse_size(std::to_string(*left));
      weights_.reserve(total);
    }
    while (weights_.size() < total) {
      const size_t begin = weights_.size();
      weights_.resize(std::min(total, begin + kPiece));
      read(weights_.data() + begin, (weights_.size() - begin) * sizeof(float));
      checksum.Add(weights_.data() + begin, (weights_.size() - begin) * sizeof(float));
    }
    std::vector<float> states(header_.has_states ? std::min(total, kPiece) : 0);
    for (size_t done = 0; header_.has_states && done < total; done += states.size()) {
      read(states.data(), states.size() * sizeof(float));
      checksum.Add(states.data(), states.size() * sizeof(float));
    }
    uint64_t expected = 0;
    read(&expected, sizeof expected);
    if (input.peek() != std::ifstream::traits_type::eof()) refuse_size("more");
    if (expected != checksum.value()) {
      hashed_scorer_internal::RefuseModel(path, "the checksum " + std::to_string(expected) + ", as it says",
                                          std::to_string(checksum.value()),
                                          hashed_scorer_internal::kFetchAgain);
    }
    for (size_t i = 0; i < weights_.size(); ++i) {
      if (std::isfinite(weights_[i])) continue;
      hashed_scorer_internal::RefuseModel(
          path, "finite weights",
          hashed_scorer_internal::NumberText(weights_[i]) + " as weight " + std::to_string(i));
    }
  }

  const HashedModelHeader& header() const { return header_; }
  size_t num_outputs() const { return header_.outputs; }
  std::span<const float> weights() const { return weights_; }

  // The weight of a feature for an output.
  float Weight(uint32_t key, uint32_t output) const { return Scaled(weights_[Bin(key, output)]); }
  // The index of this weight in weights().
  uint32_t Bin(uint32_t key, uint32_t output) const {
    return header_.is_joint ? kernels::JointBin(key, output, salt_, mask_) : key & mask_;
  }

  // The key of a feature with the given name, as the reader of the model's input format (fact input.format)
  // computes it:
  // - text: a word, in the lower case of its encoding;
  // - fasttext: a word, unchanged;
  // - vw: a name in a namespace;
  // - svmlight: an index, written in digits.
  // Throws std::runtime_error if the name is not an index where one is needed, a namespace is given for
  // another format than vw, or the model does not tell its format.
  uint32_t Key(std::string_view name, std::string_view name_space = {}) const {
    if (format_ == "vw") return KeyOfName(name, KeyOfNamespace(name_space, header_.seed));
    if (!name_space.empty())
      throw std::runtime_error("this model has no namespaces: only the format vw does");
    if (format_ == "text" || format_ == "fasttext") return kernels::MurmurHash3(name, header_.seed);
    if (format_ != "svmlight") throw std::runtime_error("this model does not say how names become keys");
    return hashed_scorer_internal::NumberIn<uint32_t>(name, "a feature of svmlight", "its name");
  }

  // Computes num_outputs() scores. They are infinite or NaN if sums exceed the range of floats. O(features)
  // for one output, O(features * outputs / 8) cache lines for several.
  void Score(std::span<const uint32_t> keys, std::span<const float> values, std::span<float> scores) const {
    if (!header_.is_joint) {
      // The bins of a model with one output are the last bits of the keys.
      scores[0] = Scaled(
          SumOfProducts(values.data(), keys.size(), [&](size_t i) { return weights_[keys[i] & mask_]; }));
      return;
    }
    float block_scores[kernels::kLabelsPerBlock];
    for (size_t first = 0; first < scores.size(); first += kernels::kLabelsPerBlock) {
      ScoreBlock<1>(keys.data(), values.data(), keys.size(), weights_.data(), mask_, salt_,
                    static_cast<uint32_t>(first / kernels::kLabelsPerBlock), block_scores);
      const size_t count = std::min<size_t>(kernels::kLabelsPerBlock, scores.size() - first);
      for (size_t c = 0; c < count; ++c) scores[first + c] = Scaled(block_scores[c]);
    }
  }

  // True if the model was learned with the logistic loss, so that its scores have probabilities.
  bool HasProbabilities() const {
    return FactIs("learner.loss", "logistic") && !FactIs("learner.task", "multiclass");
  }
  // The probability of each output, from the scores; the spans may be the same. With one output: the
  // probability of the first label. If several labels may be present, their probabilities are independent;
  // otherwise they sum to 1. Throws std::runtime_error if the model has no probabilities.
  void Probabilities(std::span<const float> scores, std::span<float> probabilities) const {
    if (!HasProbabilities()) {
      throw std::runtime_error("this model has no probabilities: only the logistic loss teaches them");
    }
    if (FactIs("learner.task", "one-vs-rest") && !scores.empty()) {
      return OneOfManyProbabilities(scores, probabilities);
    }
    for (size_t c = 0; c < scores.size(); ++c) {
      probabilities[c] = static_cast<float>(LogisticProbability(scores[c]));
    }
  }

 private:
  static constexpr size_t kPiece = size_t{1} << 16;

  bool FactIs(const std::string& name, std::string_view value) const {
    const auto found = header_.facts.find(name);
    return found != header_.facts.end() && found->second == value;
  }
  float Scaled(float score) const { return static_cast<float>(header_.scale * static_cast<double>(score)); }

  HashedModelHeader header_;
  std::string format_;
  uint32_t mask_ = 0;
  uint64_t salt_ = 0;
  std::vector<float> weights_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_HASHED_SCORER_H_
