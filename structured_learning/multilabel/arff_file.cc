#include "structured_learning/multilabel/arff_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

#include "common/error.h"
#include "common/number.h"
#include "structured_learning/multilabel/arff_attributes.h"
#include "structured_learning/multilabel/arff_lines.h"

namespace structlab::structured_learning {
namespace {

bool IsBlankOr(char c, char other) { return c == ' ' || c == '\t' || c == other; }

class ArffReader {
 public:
  ArffReader(const std::string& path, const std::vector<std::string>& labels, const ArffOptions& options)
      : path_(path), labels_(labels.begin(), labels.end()), options_(options), lines_(path) {}

  MultiLabelData Read() {
    attributes_ = ReadArffDeclarations(lines_).attributes;
    for (size_t i = 0; i < attributes_.size(); ++i) {
      Number(attributes_[i]);
      if (attributes_[i].HasDefault()) with_default_.push_back(i);
    }
    Finish();
    for (std::string_view line; lines_.Next(&line);) ReadRow(line);
    data_.features.resize(static_cast<Eigen::Index>(data_.tags.size()),
                          static_cast<Eigen::Index>(data_.feature_names.size()));
    data_.features.setFromTriplets(entries_.begin(), entries_.end());
    data_.features.makeCompressed();
    return std::move(data_);
  }

 private:
  // Sets the tag or the first feature of the attribute.
  void Number(ArffAttribute& attribute) {
    if (options_.left_out.contains(attribute.name)) {
      labels_.erase(attribute.name);
      return;
    }
    if (!attribute.place_of_text.empty()) {
      common::ThrowDataError(
          attribute.place_of_text, "an attribute that is numeric or has values in braces",
          common::Quote(attribute.type),
          fmt::format("leave it out, in programs by --ignore={}", common::Quote(attribute.name)));
    }
    if (labels_.erase(attribute.name) > 0) {
      attribute.tag = data_.num_tags++;
      data_.tag_names.push_back(attribute.name);
      return;
    }
    attribute.feature = static_cast<int>(data_.feature_names.size());
    if (!attribute.has_feature_a_value()) {
      data_.feature_names.push_back(attribute.FeatureName());
      return;
    }
    for (const std::string& value : attribute.values) {
      data_.feature_names.push_back(attribute.name + "=" + value);
    }
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
    ArffWords words(line, lines_);
    if (words.Take('{')) return ReadSparse(words);
    for (size_t i = 0; i < attributes_.size(); ++i) {
      if (words.at_end()) {
        words.Refuse(fmt::format("{} values, one for each attribute", attributes_.size()), std::to_string(i));
      }
      Give(attributes_[i], words.Next(","), words);
      words.SkipComment();
      if (words.Take(',')) {
        if (i + 1 == attributes_.size()) RefuseMore(words);
      } else if (!words.at_end()) {
        words.Refuse("a comma", "something else");
      }
    }
  }

  // Called after the comma that follows a row.
  [[noreturn]] void RefuseMore(const ArffWords& words) const {
    const std::string expected = fmt::format("no more than {} values", attributes_.size());
    if (words.at_end()) words.Refuse(expected, "a comma after the last value", "remove the comma");
    if (words.current() == '{') RefuseWeight(words);
    words.Refuse(expected, "more");
  }

  [[noreturn]] static void RefuseWeight(const ArffWords& words) {
    words.Refuse("rows without weights, which are not supported", "the weight of a row in braces",
                 "remove the weights");
  }

  void ReadSparse(ArffWords& words) {
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
    words.SkipComment();
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
  void GiveDefault(const ArffAttribute& attribute) {
    ++num_defaults_;
    if (attribute.tag >= 0) return Tag(attribute);
    GiveNominal(attribute, 0);
  }

  void Give(const ArffAttribute& attribute, const std::string& text, const ArffWords& words) {
    if (attribute.tag >= 0) {
      if (HasTag(attribute, text, words)) Tag(attribute);
      return;
    }
    if (attribute.feature < 0) return;
    if (text == "?") {
      if (options_.missing == MissingValues::kZero) return;
      words.Refuse("a value of " + attribute.name, "a missing one, ?",
                   fmt::format("read missing values as 0, or leave the attribute out; in programs by "
                               "--missing=zero or --ignore={}",
                               common::Quote(attribute.name)));
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

  static bool HasTag(const ArffAttribute& attribute, const std::string& text, const ArffWords& words) {
    const auto is_number = [](const std::string& value) { return value == "0" || value == "1"; };
    std::string expected = "0 or 1";
    if (attribute.says_yes_or_no) {
      const auto found = attribute.index_of.find(text);
      if (found != attribute.index_of.end()) return found->second == attribute.index_of_yes;
      if (!std::ranges::all_of(attribute.values, is_number)) {
        expected = attribute.values[0] + (attribute.values.size() > 1 ? " or " + attribute.values[1] : "");
      }
    }
    const std::optional<double> number = common::ParseFiniteNumber(text);
    if (expected == "0 or 1" && number && (*number == 0 || *number == 1)) return *number == 1;
    words.Refuse(expected + " for the label " + attribute.name, common::Quote(text),
                 text == "?" ? "leave out rows whose labels are missing; only predict takes them" : "");
  }

  void GiveNominal(const ArffAttribute& attribute, int value) {
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
  void Tag(const ArffAttribute& attribute) { data_.tags.back().push_back(attribute.tag); }

  std::string path_;
  std::set<std::string> labels_;  // labels without an attribute so far
  std::set<std::string> names_;   // names of the attributes so far
  const ArffOptions& options_;
  ArffLines lines_;
  std::vector<ArffAttribute> attributes_;
  std::vector<size_t>
      with_default_;  // attributes that give omitted entries a value other than 0, in their order
  size_t num_defaults_ = 0, num_characters_ = 0;
  MultiLabelData data_;
  std::vector<Eigen::Triplet<double, int>> entries_;
  int row_ = 0;
};

// The n of "name: -C n".
std::optional<int64_t> MekaCount(std::string_view relation) {
  size_t at = relation.find(':');
  if (at == relation.npos) return std::nullopt;
  while ((at = relation.find("-C", at + 1)) != relation.npos) {
    const bool is_word =
        IsBlankOr(relation[at - 1], ':') && at + 2 < relation.size() && IsBlankOr(relation[at + 2], ' ');
    if (!is_word) continue;
    const size_t begin = std::min(relation.find_first_not_of(" \t", at + 2), relation.size());
    int64_t count = 0;
    const auto [stop, error] =
        std::from_chars(relation.data() + begin, relation.data() + relation.size(), count);
    if (error == std::errc()) return count;
  }
  return std::nullopt;
}

}  // namespace

MultiLabelData ReadArff(const std::string& path, const std::vector<std::string>& labels,
                        const ArffOptions& options) {
  return ArffReader(path, labels, options).Read();
}

ArffHeader ReadArffHeader(const std::string& path) {
  ArffLines lines(path);
  ArffDeclarations found = ReadArffDeclarations(lines);
  ArffHeader header = {
      .relation = std::move(found.relation), .place = std::move(found.relation_place), .attributes = {}};
  for (ArffAttribute& attribute : found.attributes) header.attributes.push_back(std::move(attribute.name));
  return header;
}

std::vector<std::string> MekaLabels(const ArffHeader& header) {
  const std::optional<int64_t> count = MekaCount(header.relation);
  // Filters such as Remove and Reorder move attributes, and -C stays as it was.
  if (!count || header.relation.find("weka.filters") != header.relation.npos) return {};
  const int64_t size = std::ssize(header.attributes);
  if (*count == 0 || *count > size || *count < -size) {
    common::ThrowDataError(
        header.place, fmt::format("-C and a number of labels from 1 to {}, or from -{} to -1", size, size),
        std::to_string(*count), "name the labels by an XML");
  }
  const auto first = *count > 0 ? header.attributes.begin() : header.attributes.end() + *count;
  return {first, first + std::abs(*count)};
}

}  // namespace structlab::structured_learning
