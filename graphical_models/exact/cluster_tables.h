// Sums of tables over different variables, for all joint labels of a cluster.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_CLUSTER_TABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_CLUSTER_TABLES_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace structlab::graphical_models {

// A separator and one more variable. Tables are dense with the last variable of their scope fastest.
class ClusterTables {
 public:
  // separator: the order in which its labels are visited, the last fastest.
  ClusterTables(int variable, std::span<const int> separator, std::span<const int> label_counts)
      : variable_(variable), separator_(separator), label_counts_(label_counts) {}

  // A table over some of the variables, and any of one label; not owned. Returns its index.
  size_t Add(std::span<const int> scope, std::span<const double> values) {
    Table table{.values = values, .stride = 0, .separator_strides = {}};
    table.separator_strides.assign(separator_.size(), 0);
    size_t stride = 1;
    for (size_t i = scope.size(); i-- > 0; stride *= Labels(scope[i])) {
      if (Labels(scope[i]) == 1) continue;
      if (scope[i] == variable_) {
        table.stride = stride;
      } else {
        const auto place = std::find(separator_.begin(), separator_.end(), scope[i]);
        table.separator_strides[static_cast<size_t>(place - separator_.begin())] = stride;
      }
    }
    tables_.push_back(std::move(table));
    return tables_.size() - 1;
  }

  size_t size() const { return tables_.size(); }
  size_t num_labels() const { return Labels(variable_); }

  // Calls visit(entry) for all joint labels of the separator, entry by entry of a table over it. Within, the
  // functions below speak of these labels.
  template <class Visitor>
  void ForSeparator(const Visitor& visit) {
    begin_.assign(tables_.size(), 0);
    std::vector<size_t> labels(separator_.size(), 0);
    for (size_t entry = 0;; ++entry) {
      visit(entry);
      size_t axis = separator_.size();
      while (true) {
        if (axis == 0) return;
        --axis;
        const bool wraps = ++labels[axis] == Labels(separator_[axis]);
        for (size_t i = 0; i < tables_.size(); ++i) {
          const size_t stride = tables_[i].separator_strides[axis];
          begin_[i] = wraps ? begin_[i] - (labels[axis] - 1) * stride : begin_[i] + stride;
        }
        if (!wraps) break;
        labels[axis] = 0;
      }
    }
  }

  // Where table i has the present labels and the given one of the variable, and what stands there.
  size_t Entry(size_t i, size_t label) const { return begin_[i] + label * tables_[i].stride; }
  double Value(size_t i, size_t label) const { return tables_[i].values[Entry(i, label)]; }

  // The sum of all tables for each label of the variable.
  void Sum(std::vector<double>& sum) const {
    sum.assign(num_labels(), 0.0);
    for (size_t i = 0; i < tables_.size(); ++i) {
      for (size_t label = 0; label < sum.size(); ++label) sum[label] += Value(i, label);
    }
  }

 private:
  struct Table {
    std::span<const double> values;
    size_t stride;  // of the variable; 0 if the table does not depend on it
    std::vector<size_t> separator_strides;
  };

  size_t Labels(int variable) const {
    return static_cast<size_t>(label_counts_[static_cast<size_t>(variable)]);
  }

  int variable_;
  std::span<const int> separator_, label_counts_;
  std::vector<Table> tables_;
  std::vector<size_t> begin_;  // of each table, for the first label of the variable
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_CLUSTER_TABLES_H_
