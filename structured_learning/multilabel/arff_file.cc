#include "structured_learning/multilabel/arff_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "common/text_input.h"

namespace structlab::structured_learning {
namespace {

constexpr size_t kLongestLine = size_t{1} << 28;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool EqualsIgnoringCase(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

// The words of a line. A word ends at a blank or a separator; it may be in quotes; a backslash protects any
// character.
class Words {
 public:
  Words(std::string_view line, const common::TextInput& input) : line_(line), input_(input) { SkipBlanks(); }

  bool at_end() const { return position_ == line_.size(); }
  char current() const { return line_[position_]; }
  std::string Where() const { return input_.Where(position_ + 1); }

  // Skips the character if it is there.
  bool Take(char c) {
    if (at_end() || current() != c) return false;
    ++position_;
    SkipBlanks();
    return true;
  }

  std::string Next(std::string_view separators) {
    std::string word;
    if (at_end()) Refuse("a word", "the end of the line");
    const char quote = current() == '\'' || current() == '"' ? current() : '\0';
    if (quote != '\0') ++position_;
    while (!at_end()) {
      const char c = current();
      if (c == '\\' && position_ + 1 < line_.size()) {
        word += line_[position_ + 1];
        position_ += 2;
        continue;
      }
      if (quote != '\0' ? c == quote : IsBlank(c) || separators.find(c) != separators.npos) break;
      word += c;
      ++position_;
    }
    if (quote != '\0') {
      if (at_end()) Refuse(std::string("a closing ") + quote, "the end of the line");
      ++position_;
    }
    SkipBlanks();
    return word;
  }

  [[noreturn]] void Refuse(const std::string& expected, const std::string& found,
                           const std::string& remedy = "") const {
    common::ThrowDataError(Where(), expected, found, remedy);
  }

 private:
  void SkipBlanks() {
    while (!at_end() && IsBlank(current())) ++position_;
  }

  std::string_view line_;
  const common::TextInput& input_;
  size_t position_ = 0;
};

struct Attribute {
  std::string name;
  std::vector<std::string> values;  // values of a nominal attribute
  std::map<std::string, int> index_of;
  int tag = -1;            // index of the tag if the attribute is a label, or -1
  int feature = -1;        // index of its first feature, or -1
  bool is_binary = false;  // nominal with the values 0 and 1

  bool is_nominal() const { return !values.empty(); }
  bool has_feature_a_value() const { return values.size() > 2; }
  // Includes a value in the name if its position in the header determines the feature, so that another order
  // gives another name.
  std::string FeatureName() const { return values.size() == 2 && !is_binary ? name + "=" + values[1] : name; }
};

class ArffReader {
 public:
  ArffReader(const std::string& path, const std::vector<std::string>& labels, const ArffOptions& options)
      : path_(path), labels_(labels.begin(), labels.end()), options_(options), input_(path, kLongestLine) {}

  MultiLabelData Read() {
    ReadHeader();
    for (std::string_view line; NextLine(&line);) ReadRow(line);
    data_.features.resize(static_cast<Eigen::Index>(data_.tags.size()),
                          static_cast<Eigen::Index>(data_.feature_names.size()));
    data_.features.setFromTriplets(entries_.begin(), entries_.end());
    data_.features.makeCompressed();
    return std::move(data_);
  }

 private:
  // The next line that is not blank or a comment.
  bool NextLine(std::string_view* line) {
    while (input_.Next(line)) {
      common::StopPoint();
      *line = common::WithoutLineEnd(*line);
      const size_t first = line->find_first_not_of(" \t");
      if (first != line->npos && (*line)[first] != '%') return true;
    }
    return false;
  }

  void ReadHeader() {
    for (std::string_view line; NextLine(&line);) {
      Words words(line, input_);
      const std::string keyword = words.Next("");
      if (EqualsIgnoringCase(keyword, "@data")) {
        Finish();
        return;
      }
      if (EqualsIgnoringCase(keyword, "@relation")) continue;
      if (!EqualsIgnoringCase(keyword, "@attribute")) {
        common::ThrowDataError(input_.Where(), "@relation, @attribute or @data", common::Quote(keyword));
      }
      ReadAttribute(words);
    }
    common::ThrowDataError(input_.Where(), "@data before the end of the file", "none");
  }

  void ReadAttribute(Words& words) {
    Attribute attribute;
    attribute.name = words.Next("{");
    if (!names_.insert(attribute.name).second) {
      words.Refuse("attributes of different names", common::Quote(attribute.name) + " twice", "rename one");
    }
    if (words.Take('{')) {
      while (!words.Take('}')) {
        attribute.values.push_back(words.Next(",}"));
        if (!attribute.index_of
                 .emplace(attribute.values.back(), static_cast<int>(attribute.values.size()) - 1)
                 .second) {
          words.Refuse("different values", common::Quote(attribute.values.back()) + " twice");
        }
        if (!words.Take(',') && (words.at_end() || words.current() != '}')) {
          words.Refuse("a comma or a closing brace",
                       words.at_end() ? "the end of the line" : "something else");
        }
      }
      if (attribute.values.empty()) words.Refuse("at least one value", "none");
    } else {
      const std::string type = words.Next("");
      const bool is_number = EqualsIgnoringCase(type, "numeric") || EqualsIgnoringCase(type, "real") ||
                             EqualsIgnoringCase(type, "integer");
      if (!is_number && !options_.left_out.contains(attribute.name)) {
        words.Refuse("an attribute that is numeric or has values in braces", common::Quote(type),
                     "leave it out");
      }
    }
    attribute.is_binary =
        attribute.values.size() == 2 && attribute.index_of.contains("0") && attribute.index_of.contains("1");
    if (labels_.erase(attribute.name) > 0) {
      attribute.tag = data_.num_tags++;
      data_.tag_names.push_back(attribute.name);
    } else if (!options_.left_out.contains(attribute.name)) {
      attribute.feature = static_cast<int>(data_.feature_names.size());
      if (attribute.has_feature_a_value()) {
        for (const std::string& value : attribute.values) {
          data_.feature_names.push_back(attribute.name + "=" + value);
        }
      } else {
        data_.feature_names.push_back(attribute.FeatureName());
      }
    }
    if (HasDefault(attribute)) with_default_.push_back(attributes_.size());
    attributes_.push_back(std::move(attribute));
  }

  // True if a sparse row that omits the attribute has an entry or a tag for it.
  static bool HasDefault(const Attribute& attribute) {
    if (!attribute.is_nominal()) return false;
    if (attribute.tag >= 0) return attribute.values[0] == "1";
    return attribute.feature >= 0 &&
           (attribute.has_feature_a_value() || (attribute.is_binary && attribute.values[0] == "1"));
  }

  void Finish() const {
    if (labels_.empty()) return;
    common::ThrowDataError(path_, "an attribute for each label",
                           "none named " + common::Quote(*labels_.begin()), "is this the XML of this file?");
  }

  void ReadRow(std::string_view line) {
    row_ = static_cast<int>(data_.tags.size());
    num_characters_ += line.size();
    data_.tags.emplace_back();
    Words words(line, input_);
    if (words.Take('{')) return ReadSparse(words);
    for (size_t i = 0; i < attributes_.size(); ++i) {
      if (words.at_end()) {
        words.Refuse(fmt::format("{} values, one for each attribute", attributes_.size()), std::to_string(i));
      }
      Give(attributes_[i], words.Next(","), words);
      if (words.Take(',')) {
        if (i + 1 == attributes_.size()) RefuseMore(words);
      } else if (!words.at_end()) {
        words.Refuse("a comma", "something else");
      }
    }
  }

  // Called after the comma that follows a row.
  [[noreturn]] void RefuseMore(const Words& words) const {
    const std::string expected = fmt::format("no more than {} values", attributes_.size());
    if (words.at_end()) words.Refuse(expected, "a comma after the last value", "remove the comma");
    if (words.current() == '{') RefuseWeight(words);
    words.Refuse(expected, "more");
  }

  [[noreturn]] static void RefuseWeight(const Words& words) {
    words.Refuse("rows without weights, which are not supported", "the weight of a row in braces",
                 "remove the weights");
  }

  void ReadSparse(Words& words) {
    size_t next = 0;          // all attributes before this one are done
    size_t next_default = 0;  // position in with_default_
    const auto give_defaults = [&](size_t end) {
      for (; next_default < with_default_.size() && with_default_[next_default] < end; ++next_default) {
        GiveDefault(attributes_[with_default_[next_default]]);
      }
    };
    while (!words.Take('}')) {
      const std::string text = words.Next(",}");
      const std::optional<double> index = common::ParseFiniteNumber(text);
      if (!index || *index != std::floor(*index) || *index < 0 ||
          *index >= static_cast<double>(attributes_.size())) {
        words.Refuse(fmt::format("an index from 0 to {}", attributes_.size() - 1), common::Quote(text));
      }
      const auto i = static_cast<size_t>(*index);
      if (i < next) words.Refuse("increasing indices", common::Quote(text));
      give_defaults(i);
      if (next_default < with_default_.size() && with_default_[next_default] == i) ++next_default;
      Give(attributes_[i], words.Next(",}"), words);
      next = i + 1;
      if (!words.Take(',') && (words.at_end() || words.current() != '}')) {
        words.Refuse("a comma or a closing brace", words.at_end() ? "the end of the line" : "something else");
      }
    }
    const bool has_comma = words.Take(',');
    if (has_comma && !words.at_end() && words.current() == '{') RefuseWeight(words);
    constexpr char kExpected[] = "nothing after the closing brace of a row";
    if (!words.at_end()) words.Refuse(kExpected, "more");
    if (has_comma) words.Refuse(kExpected, "a comma", "remove the comma");
    give_defaults(attributes_.size());
    // A few characters must not allocate much memory.
    constexpr size_t kAlways = size_t{1} << 24, kPerCharacter = 64;
    if (num_defaults_ > kAlways + kPerCharacter * num_characters_) {
      words.Refuse("sparse rows that contain more of their entries", "rows that omit nearly all of them",
                   "order the values of nominal attributes such that the first is the rare one");
    }
  }

  // Adds the values that a sparse row omits.
  void GiveDefault(const Attribute& attribute) {
    ++num_defaults_;
    if (attribute.tag >= 0) return Tag(attribute);
    GiveNominal(attribute, 0);
  }

  void Give(const Attribute& attribute, const std::string& text, const Words& words) {
    if (attribute.tag >= 0) {
      const std::optional<double> number = common::ParseFiniteNumber(text);
      if (!number || (*number != 0 && *number != 1)) {
        words.Refuse("0 or 1 for the label " + attribute.name, common::Quote(text));
      }
      if (*number == 1) Tag(attribute);
      return;
    }
    if (attribute.feature < 0) return;
    if (text == "?") {
      if (options_.missing == MissingValues::kZero) return;
      words.Refuse("a value of " + attribute.name, "a missing one, ?",
                   "read missing values as 0, or leave it out");
    }
    if (!attribute.is_nominal()) {
      const std::optional<double> number = common::ParseFiniteNumber(text);
      if (!number) words.Refuse("a finite number for " + attribute.name, common::Quote(text));
      Feature(attribute.feature, *number);
      return;
    }
    const auto found = attribute.index_of.find(text);
    if (found == attribute.index_of.end()) {
      words.Refuse("one of the values of " + attribute.name, common::Quote(text));
    }
    GiveNominal(attribute, found->second);
  }

  void GiveNominal(const Attribute& attribute, int value) {
    if (attribute.has_feature_a_value()) {
      Feature(attribute.feature + value, 1);
    } else if (attribute.is_binary) {
      Feature(attribute.feature, attribute.values[value] == "1" ? 1 : 0);
    } else {
      Feature(attribute.feature, value);
    }
  }

  void Feature(int column, double value) {
    if (value != 0) entries_.emplace_back(row_, column, value);
  }
  void Tag(const Attribute& attribute) { data_.tags.back().push_back(attribute.tag); }

  std::string path_;
  std::set<std::string> labels_;  // labels without an attribute so far
  std::set<std::string> names_;   // names of the attributes so far
  const ArffOptions& options_;
  common::TextInput input_;
  std::vector<Attribute> attributes_;
  std::vector<size_t>
      with_default_;  // attributes that give omitted entries a value other than 0, in their order
  size_t num_defaults_ = 0, num_characters_ = 0;
  MultiLabelData data_;
  std::vector<Eigen::Triplet<double, int>> entries_;
  int row_ = 0;
};

}  // namespace

MultiLabelData ReadArff(const std::string& path, const std::vector<std::string>& labels,
                        const ArffOptions& options) {
  return ArffReader(path, labels, options).Read();
}

}  // namespace structlab::structured_learning
