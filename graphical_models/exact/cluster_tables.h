// Sums of tables over different variables, for all joint labels of a cluster.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_CLUSTER_TABLES_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_CLUSTER_TABLES_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace structlab::graphical_models {

// A cluster is a separator and one more variable. Tables are dense, with the last variable of a scope
// fastest.
class ClusterTables {
 public:
  // Joint labels are visited in the order of `separator`, with its last variable fastest.
  ClusterTables(int variable, std::span<const int> separator, std::span<const int> label_counts)
      : variable_(variable), separator_(separator), label_counts_(label_counts) {}

  // Adds a table over variables of the cluster, and any variables of one label, and returns its index. Keeps
  // a reference to the values.
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
        table.separator_strides[place - separator_.begin()] = stride;
      }
    }
    tables_.push_back(std::move(table));
    return tables_.size() - 1;
  }

  // Calls visit(entry, sums) for all joint labels of the separator, in the order of the entries of a table
  // over it, until visit returns false. `sums` holds, for each label of the variable, the sum of all tables.
  // Partial sums are reused as long as the labels they depend on do not change: O(sum over the axes of the
  // separator of joint labels up to an axis * tables whose last axis it is * labels of the variable). Tables
  // are added in the order of these axes.
  template <class Visitor>
  void ForSums(const Visitor& visit) const {
    // Loops whose length is known at compile time are faster.
    switch (num_labels()) {
      case 2:
        return ForSumsOf<2>(visit);
      case 3:
        return ForSumsOf<3>(visit);
      case 4:
        return ForSumsOf<4>(visit);
      default:
        return ForSumsOf<0>(visit);
    }
  }

  size_t size() const { return tables_.size(); }
  size_t num_labels() const { return Labels(variable_); }

  // Calls visit(entry) for all joint labels of the separator. Within a call, Entry and Value refer to these.
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

  // The index and the value of table i's entry for the current labels of the separator and this label.
  size_t Entry(size_t i, size_t label) const { return begin_[i] + label * tables_[i].stride; }
  double Value(size_t i, size_t label) const { return tables_[i].values[Entry(i, label)]; }

 private:
  struct Table {
    std::span<const double> values;
    size_t stride;  // of the variable; 0 if the table does not depend on it
    std::vector<size_t> separator_strides;
  };
  // The entry of a table for the current labels of the separator and the first label of the variable.
  struct Cursor {
    const double* at;
    size_t stride;  // of the variable
    std::span<const size_t> separator_strides;
  };

  // Groups the tables by the last axis they depend on, counted from 1; group 0 depends on none.
  std::vector<std::vector<Cursor>> CursorsByLastAxis() const {
    std::vector<std::vector<Cursor>> cursors(separator_.size() + 1);
    for (const Table& table : tables_) {
      size_t axes = separator_.size();
      while (axes > 0 && table.separator_strides[axes - 1] == 0) --axes;
      cursors[axes].push_back({table.values.data(), table.stride, table.separator_strides});
    }
    return cursors;
  }

  static void AddAt(const Cursor& cursor, size_t begin, size_t count, double* sum) {
    const double* const at = cursor.at + begin;
    for (size_t label = 0; label < count; ++label) sum[label] += at[label * cursor.stride];
  }

  // kCount is the number of labels, or 0 if it is not known at compile time.
  template <size_t kCount, class Visitor>
  void ForSumsOf(const Visitor& visit) const {
    const size_t count = kCount > 0 ? kCount : num_labels();
    std::vector<std::vector<Cursor>> by_last_axis = CursorsByLastAxis();
    // The last axis of the separator is the inner loop; without any axis, that loop has one step.
    const size_t outer_axes = std::max<size_t>(separator_.size(), 1) - 1;
    const size_t inner_width = separator_.empty() ? 1 : Labels(separator_.back());
    std::vector<Cursor> inner;
    if (!separator_.empty()) inner.swap(by_last_axis.back());
    std::vector<size_t> labels(outer_axes, 0);
    std::vector<double> sums((outer_axes + 2) * count);  // [outer axes added][label], then the inner sum
    double* const base = &sums[outer_axes * count];
    double* const sum = base + count;
    size_t entry = 0;
    for (size_t first_changed = 0;;) {
      for (size_t level = first_changed; level <= outer_axes; ++level) {
        double* const partial = &sums[level * count];
        if (level == 0) {
          std::fill_n(partial, count, 0.0);
        } else {
          std::copy_n(partial - count, count, partial);
        }
        for (const Cursor& cursor : by_last_axis[level]) AddAt(cursor, 0, count, partial);
      }
      for (size_t inner_label = 0; inner_label < inner_width; ++inner_label, ++entry) {
        std::copy_n(base, count, sum);
        for (const Cursor& cursor : inner) {
          AddAt(cursor, inner_label * cursor.separator_strides[outer_axes], count, sum);
        }
        if (!visit(entry, std::span<const double>(sum, count))) return;
      }
      size_t axis = outer_axes;
      while (true) {
        if (axis == 0) return;
        --axis;
        const size_t width = Labels(separator_[axis]);
        const bool wraps = ++labels[axis] == width;
        const auto move = [&](Cursor& cursor) {
          const size_t stride = cursor.separator_strides[axis];
          cursor.at = wraps ? cursor.at - (width - 1) * stride : cursor.at + stride;
        };
        for (size_t level = axis + 1; level <= outer_axes; ++level) {
          for (Cursor& cursor : by_last_axis[level]) move(cursor);
        }
        for (Cursor& cursor : inner) move(cursor);
        if (!wraps) break;
        labels[axis] = 0;
      }
      first_changed = axis + 1;
    }
  }

  size_t Labels(int variable) const { return static_cast<size_t>(label_counts_[variable]); }

  int variable_;
  std::span<const int> separator_, label_counts_;
  std::vector<Table> tables_;
  std::vector<size_t> begin_;  // for each table, its entry for the first label of the variable
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_CLUSTER_TABLES_H_
