#include "structured_learning/optimization/model.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"

namespace structlab::structured_learning {
namespace {

using common::FormatDouble;
using common::ThrowDataError;
using common::ThrowUsageError;

constexpr std::string_view kMagic = "structlab linear model";
constexpr std::string_view kVersion = "1";
constexpr std::string_view kDigestField = "sha256\t";
constexpr size_t kDigestLength = 64;

std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\t':
        escaped += "\\t";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      case '\\':
        escaped += "\\\\";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::optional<std::string> Unescape(std::string_view text) {
  std::string plain;
  for (size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\\') {
      plain += text[k];
      continue;
    }
    if (++k == text.size()) return std::nullopt;
    const size_t code = std::string_view("tnr\\").find(text[k]);
    if (code == std::string_view::npos) return std::nullopt;
    plain += "\t\n\r\\"[code];
  }
  return plain;
}

// The part of an unexpected line that a message shows.
std::string Shown(std::string_view line) {
  constexpr size_t kLongest = 60;
  std::string shown = "'";
  shown += line.substr(0, kLongest);
  return shown += line.size() > kLongest ? "...'" : "'";
}

// Reads lines and fields, and knows their position for messages.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  std::string Where() const { return name_ + ":" + std::to_string(line_); }
  // The position of a part of the line that was read last.
  std::string Where(std::string_view part) const {
    return Where() + ":" + std::to_string(part.data() - line_begin_ + 1);
  }
  bool AtEnd() const { return rest_.empty(); }
  bool NextStartsWith(std::string_view prefix) const { return rest_.substr(0, prefix.size()) == prefix; }
  std::string_view Line(const std::string& expected) {
    ++line_;
    line_begin_ = rest_.data();
    const size_t end = rest_.find('\n');
    if (end == std::string_view::npos) {
      ThrowDataError(Where(rest_), expected, rest_.empty() ? "the end of the file" : Shown(rest_));
    }
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }
  // Reads a line that begins with `name` and a tab; returns the rest of the line.
  std::string_view Field(const std::string& name) {
    const std::string expected = "a line '" + name + "' with its value";
    const std::string_view line = Line(expected);
    if (line.size() <= name.size() || line.substr(0, name.size()) != name || line[name.size()] != '\t') {
      ThrowDataError(Where(line), expected, Shown(line));
    }
    return line.substr(name.size() + 1);
  }
  double Finite(std::string_view text) const {
    const double value = common::ParseDouble(text, Where(text));
    if (!std::isfinite(value)) ThrowDataError(Where(text), "a finite number", Shown(text));
    return value;
  }

 private:
  std::string_view rest_;
  const std::string& name_;
  int64_t line_ = 0;
  const char* line_begin_ = nullptr;
};

void CheckMagic(std::string_view text, const std::string& name) {
  Reader reader(text, name);
  const std::string expected = "'" + std::string(kMagic) + "' and its version";
  const std::string_view line = reader.Line(expected);
  if (line.substr(0, kMagic.size()) != kMagic || line.substr(kMagic.size(), 1) != "\t") {
    ThrowDataError(reader.Where(line), expected, Shown(line), "this is not a model that was saved here");
  }
  const std::string_view version = line.substr(kMagic.size() + 1);
  if (version != kVersion) {
    ThrowDataError(reader.Where(version), "version " + std::string(kVersion) + " of the format",
                   Shown(version), "learn the model again, or read it with the program that wrote it");
  }
}

// The text before the line with the digest. That line must be the last one, and its digest must agree.
std::string_view CheckDigest(std::string_view text, const std::string& name) {
  const size_t tail = kDigestField.size() + kDigestLength + 1;
  const std::string remedy = "the file is damaged or was cut off: copy it again or learn the model again";
  if (text.size() < tail || text.back() != '\n' ||
      text.substr(text.size() - tail, kDigestField.size()) != kDigestField ||
      text[text.size() - tail - 1] != '\n') {
    ThrowDataError(name, "a last line 'sha256' with a digest",
                   "the end of the file after " + std::to_string(text.size()) + " bytes", remedy);
  }
  const std::string_view body = text.substr(0, text.size() - tail);
  const std::string_view written = text.substr(text.size() - kDigestLength - 1, kDigestLength);
  const std::string digest = common::Sha256OfText(body);
  if (digest != written) {
    ThrowDataError(name, "content with the SHA-256 digest " + std::string(written), digest, remedy);
  }
  return body;
}

}  // namespace

std::string FormatModel(const LinearModel& model) {
  std::string text = std::string(kMagic) + "\t" + std::string(kVersion) + "\n";
  for (const auto& [name, value] : model.problem) {
    text += "fact\t" + Escape(name) + "\t" + Escape(value) + "\n";
  }
  text += "lambda\t" + FormatDouble(model.lambda) + "\n";
  text += "dimension\t" + std::to_string(model.weights.size()) + "\n";
  for (const double weight : model.weights) text += FormatDouble(weight) + "\n";
  return text + std::string(kDigestField) + common::Sha256OfText(text) + "\n";
}

LinearModel ParseModel(std::string_view text, const std::string& name) {
  CheckMagic(text, name);
  Reader reader(CheckDigest(text, name), name);
  reader.Line("the format");
  LinearModel model;
  while (reader.NextStartsWith("fact\t")) {
    const std::string_view fact = reader.Field("fact");
    const size_t tab = fact.find('\t');
    const auto key = Unescape(fact.substr(0, tab));
    const auto value = tab == std::string_view::npos ? std::nullopt : Unescape(fact.substr(tab + 1));
    if (!key || !value || (!model.problem.empty() && model.problem.rbegin()->first >= *key)) {
      ThrowDataError(reader.Where(fact), "the name and value of a fact, with names in increasing order",
                     Shown(fact));
    }
    model.problem.emplace(*key, *value);
  }
  model.lambda = reader.Finite(reader.Field("lambda"));
  const std::string_view count_text = reader.Field("dimension");
  const std::string count_where = reader.Where(count_text);
  const int64_t count = common::ParseInteger(count_text, count_where);
  // Does not allocate memory in advance: a wrong dimension must not cost memory.
  std::vector<double> weights;
  for (int64_t j = 0; j < count; ++j) {
    weights.push_back(
        reader.Finite(reader.Line("weight " + std::to_string(j) + " of " + std::to_string(count))));
  }
  if (count < 0 || !reader.AtEnd()) {
    ThrowDataError(count_where, "a dimension equal to the number of weights", Shown(count_text));
  }
  model.weights = Eigen::Map<const DenseVector>(weights.data(), static_cast<Eigen::Index>(weights.size()));
  return model;
}

void CheckModelFits(const LinearModel& model, const ProblemFacts& problem, int dimension,
                    const std::string& name) {
  const std::string remedy = "the model was learned for another problem";
  for (const auto& [fact, value] : problem) {
    const auto found = model.problem.find(fact);
    if (found == model.problem.end() || found->second != value) {
      ThrowDataError(name, "a model for " + fact + "=" + value,
                     found == model.problem.end() ? "no " + fact : fact + "=" + found->second, remedy);
    }
  }
  for (const auto& [fact, value] : model.problem) {
    if (!problem.contains(fact)) ThrowDataError(name, "a model without " + fact, fact + "=" + value, remedy);
  }
  if (model.weights.size() != dimension) {
    ThrowDataError(name, std::to_string(dimension) + " weights", std::to_string(model.weights.size()),
                   remedy);
  }
}

void SaveModel(const LinearModel& model, const std::string& path) {
  if (!model.weights.allFinite() || !std::isfinite(model.lambda)) {
    ThrowUsageError(path, "a model with finite weights and lambda", "infinity or NaN");
  }
  common::WriteFileAtomically(path, FormatModel(model));
}

LinearModel LoadModel(const std::string& path, const ProblemFacts& problem, int dimension) {
  LinearModel model = ParseModel(common::ReadFile(path), path);
  CheckModelFits(model, problem, dimension, path);
  return model;
}

}  // namespace structlab::structured_learning
