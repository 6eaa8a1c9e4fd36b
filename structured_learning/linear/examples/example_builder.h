// The last steps for every line, in all formats: checks labels, makes crosses, sums duplicates, applies signs
// and copies, adds the constant.
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

// Sums the values of equal keys at the position of the first one. O(features); O(features log features) for
// more than 2^22 features, and for keys chosen to collide in its table. Memory is reused between calls.
class DuplicateSummer {
 public:
  // Returns the number of remaining features.
  size_t Sum(uint32_t* keys, float* values, size_t features);

 private:
  size_t SumSorted(uint32_t* keys, float* values, size_t features);

  struct Cell {
    uint32_t stamp, position;
  };
  std::vector<Cell> cells_;  // cells of the current call have its stamp
  uint32_t stamp_ = 0;
  std::vector<uint32_t> order_;
};

// The features of one namespace, as positions in the example.
struct Namespace {
  char letter;
  size_t begin, end;
};

// Throws LineMistake if an example would have more than kMaxFeatures. `with` names the features that were
// derived from those in the line, for example "n-grams".
void CheckFeatures(uint64_t features, const char* with = nullptr);

class ExampleBuilder {
 public:
  // Throws common::Error (usage) for copies out of range.
  explicit ExampleBuilder(const ParserOptions& options, LabelSpelling spelling = LabelSpelling::kText);

  void Begin() {
    labels_ = 0, target_ = 0, importance_ = 1;
    label_column_ = importance_column_ = 1;
  }
  // For prediction: labels in the line are not read.
  bool ignores_labels() const { return options_.are_labels_ignored; }
  // True if Finish refuses an example without a label.
  bool needs_label() const { return !options_.are_labels_ignored && options_.labels != LabelKind::kAny; }
  // Adds the label at this column of the line. Throws LineMistake if it is invalid, one too many, or longer
  // than kMaxLabelBytes.
  void AddLabel(std::string_view label, size_t column, LabelNames& labels, ExampleBatch& batch);
  // Sets the importance (default 1), given at this column of the line.
  void SetImportance(float importance, size_t column) {
    importance_ = importance, importance_column_ = column;
  }
  // See LineParser::UnusedCrosses.
  std::vector<std::pair<char, char>> UnusedCrosses() const;
  // Throws LineMistake for a value above the limit.
  void CheckValues(std::span<const float> values) const;
  // Ends the example whose features are in the batch's room, one namespace after the other. Throws
  // LineMistake for a missing label, numbers above the limits, and too many crosses and copies. `rising`
  // promises that no key occurs twice and no value is above the limit.
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
  std::vector<Namespace> left_, right_;  // namespaces that match the two sides of a cross
  std::vector<Namespace> summed_;        // without duplicates
  std::vector<bool> has_crossed_;        // for each cross: whether an example had features of it
  size_t labels_ = 0;                    // number of labels of the example
  float target_ = 0, importance_ = 1;
  size_t label_column_ = 1, importance_column_ = 1;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_EXAMPLE_BUILDER_H_
