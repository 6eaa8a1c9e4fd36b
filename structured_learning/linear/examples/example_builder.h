// The steps that every line ends with: labels checked, crosses made, duplicates summed, signs and copies
// made, the constant added.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BUILDER_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "structured_learning/linear/examples/line_parser.h"

namespace structlab::structured_learning {

// Sums the values of equal keys where the first one stands. O(features), or O(features log features) for more
// than 2^22 of them and for keys chosen to meet in its table; memory is kept between calls.
class DuplicateSummer {
 public:
  // Returns how many features are left.
  size_t Sum(uint32_t* keys, float* values, size_t features);

 private:
  size_t SumSorted(uint32_t* keys, float* values, size_t features);

  struct Cell {
    uint32_t stamp, position;
  };
  std::vector<Cell> cells_;  // those of this call carry its stamp
  uint32_t stamp_ = 0;
  std::vector<uint32_t> order_;
};

// Features of one namespace, as positions in the example.
struct Namespace {
  char letter;
  size_t begin, end;
};

// Throws LineMistake if an example would have more than kMaxFeatures. `with` names what was made of those in
// the line: "n-grams".
void CheckFeatures(uint64_t features, const char* with = nullptr);

class ExampleBuilder {
 public:
  // Throws common::Error (usage) for copies out of range.
  explicit ExampleBuilder(const ParserOptions& options, LabelSpelling spelling = LabelSpelling::kText);

  void Begin() {
    labels_ = 0, target_ = 0, importance_ = 1;
    label_column_ = importance_column_ = 1;
  }
  // To predict: what stands for labels is not looked at.
  bool ignores_labels() const { return options_.are_labels_ignored; }
  // Whether Finish refuses an example without a label.
  bool needs_label() const { return !options_.are_labels_ignored && options_.labels != LabelKind::kAny; }
  // Takes a label, at this column of the line; throws LineMistake if it is none, one too many or longer than
  // kMaxLabelBytes.
  void AddLabel(std::string_view label, size_t column, LabelNames& labels, ExampleBatch& batch);
  // Takes the importance, 1 by itself, at this column of the line.
  void SetImportance(float importance, size_t column) {
    importance_ = importance, importance_column_ = column;
  }
  // As LineParser has them.
  std::vector<std::pair<char, char>> UnusedCrosses() const;
  // Throws LineMistake for one above the limit.
  void CheckValues(std::span<const float> values) const;
  // Ends the example whose features stand in the batch's room, one namespace behind the other. Throws
  // LineMistake at a label that is missing, at numbers above the limits and for too many crosses and copies.
  // `rising`: no key is there twice, and values are none above the limit.
  void Finish(size_t features, bool rising, std::span<const Namespace> namespaces, ExampleBatch& batch,
              FeatureNames* names);

 private:
  size_t SumNamespaces(std::span<const Namespace> namespaces, const ExampleBatch::Room& room);
  size_t AddCrosses(size_t features, std::span<const Namespace> namespaces, ExampleBatch& batch,
                    FeatureNames* names);
  size_t AddCopies(size_t features, ExampleBatch& batch) const;
  void GiveSigns(size_t features, const ExampleBatch::Room& room) const;
  void CheckGrowth(std::span<const float> values) const;

  ParserOptions options_;
  LabelSpelling spelling_;
  uint64_t salt_;
  DuplicateSummer duplicates_;
  std::vector<Namespace> left_, right_;  // those that the two sides of a cross match
  std::vector<Namespace> summed_;        // without duplicates
  std::vector<bool> has_crossed_;        // of each cross: whether an example had features of it
  size_t labels_ = 0;                    // of the example
  float target_ = 0, importance_ = 1;
  size_t label_column_ = 1, importance_column_ = 1;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BUILDER_H_
