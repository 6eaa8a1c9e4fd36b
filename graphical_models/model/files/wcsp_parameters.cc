#include "graphical_models/model/files/wcsp_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace structlab::graphical_models {
namespace {

constexpr int64_t kLargestInt64 = std::numeric_limits<int64_t>::max();
constexpr int64_t kMaxInteger = 1'000'000'000;  // a label or a state

}  // namespace

WcspParameters::WcspParameters(std::string keyword, int64_t number, std::span<const int> scope,
                               int64_t upper_bound, TokenReader& reader)
    : keyword_(std::move(keyword)),
      number_(number),
      num_variables_(scope.size()),
      upper_bound_(upper_bound),
      reader_(reader),
      place_(reader.place()) {
  for (size_t i = 0; i < scope.size(); ++i) places_.emplace(scope[i], i);
}

std::string WcspParameters::OfFunction() const {
  return fmt::format(" in {}, cost function {}", keyword_, number_);
}

std::string WcspParameters::Word(const std::string& name, const std::vector<std::string>& known) {
  const std::string word(reader_.Token(Of("the " + name)));
  if (std::find(known.begin(), known.end(), word) != known.end()) return word;
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  reader_.Refuse(Of("the " + name) + ", one of " + list);
}

int64_t WcspParameters::Integer(const std::string& name, int64_t low, int64_t high) {
  return reader_.Integer(Of("the number " + name), low, high);
}

ExactCost WcspParameters::Cost(const std::string& name) {
  const int64_t cost = reader_.Integer(Of("the cost " + name), 0, kLargestInt64);
  return cost >= upper_bound_ ? kForbidden : static_cast<ExactCost>(cost);
}

int64_t WcspParameters::Length(const std::string& name) {
  return reader_.Integer(Of("the length of the list " + name), 0, kLargestInt64);
}

ExactCost WcspParameters::Variable(const std::string& name) {
  const int64_t variable = reader_.Integer(Of("a variable in the list " + name), 0, kMaxInteger);
  const auto found = places_.find(static_cast<int>(variable));
  if (found == places_.end()) reader_.Refuse(Of("a variable of the function in the list " + name));
  return static_cast<ExactCost>(found->second);
}

std::vector<ExactCost> WcspParameters::Row(const std::string& name, std::string_view form) {
  std::vector<ExactCost> row;
  for (const char column : form) {
    row.push_back(column == 'c'   ? Cost("in the list " + name)
                  : column == 'v' ? Variable(name)
                                  : reader_.Integer(Of("a number in the list " + name), 0, kMaxInteger));
  }
  return row;
}

KeywordParameters::Rows WcspParameters::List(const std::string& name, std::string_view form) {
  Rows rows;
  for (int64_t left = Length(name); left > 0; --left) rows.push_back(Row(name, form));
  return rows;
}

KeywordParameters::Rows WcspParameters::LabelsOfEach(const std::string& name) {
  Rows rows;
  for (size_t i = 0; i < num_variables_; ++i) {
    std::vector<ExactCost>& row = rows.emplace_back();
    for (int64_t left = Length(name); left > 0; --left) row.push_back(Row(name, "n")[0]);
  }
  return rows;
}

KeywordParameters::Rows WcspParameters::TwoLists(const std::string& first, const std::string& second) {
  const int64_t lengths[] = {Length(first), Length(second)};
  Rows lists(2);
  for (size_t i = 0; i < 2; ++i) {
    for (int64_t left = lengths[i]; left > 0; --left) lists[i].push_back(Variable(i == 0 ? first : second));
  }
  return lists;
}

}  // namespace structlab::graphical_models
