// Parameters of keyword functions in .wcsp files: words and numbers in order, lists after their lengths.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_PARAMETERS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_PARAMETERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graphical_models/model/files/keyword_function.h"
#include "graphical_models/model/files/token_reader.h"

namespace structlab::graphical_models {

// Parameters of function `number`, whose keyword was read last. Costs of at least the upper bound are
// kForbidden.
class WcspParameters final : public KeywordParameters {
 public:
  WcspParameters(std::string keyword, int64_t number, std::span<const int> scope, int64_t upper_bound,
                 TokenReader& reader);

  std::string Word(const std::string& name, const std::vector<std::string>& known) override;
  int64_t Integer(const std::string& name, int64_t low, int64_t high) override;
  ExactCost Cost(const std::string& name) override;
  ExactCost One() const override { return 1; }
  Rows List(const std::string& name, std::string_view form) override;
  Rows LabelsOfEach(const std::string& name) override;
  Rows TwoLists(const std::string& first, const std::string& second) override;
  std::string Where() const override { return reader_.Where(place_); }
  std::string OfFunction() const override;

 private:
  std::string Of(const std::string& name) const { return name + OfFunction(); }
  int64_t Length(const std::string& name);
  std::vector<ExactCost> Row(const std::string& name, std::string_view form);
  ExactCost Variable(const std::string& name);

  std::string keyword_;
  int64_t number_;
  size_t num_variables_;
  std::map<int, size_t> places_;  // position of each variable of the function
  int64_t upper_bound_;
  TokenReader& reader_;
  TokenReader::Place place_;  // of the keyword
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_WCSP_PARAMETERS_H_
