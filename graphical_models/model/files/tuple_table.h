// Tables given by a default and the entries that differ from it.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TUPLE_TABLE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TUPLE_TABLE_H_

#include <cstddef>
#include <map>
#include <vector>

namespace structlab::graphical_models {

// Memory is in proportion to the entries that have been given until the table is complete.
class TupleTable {
 public:
  // False, and then nothing is changed, if the entry has been given before. O(1) for rising entries, else
  // O(log entries).
  bool Give(size_t entry, double value) {
    const size_t before = values_.size();
    values_.emplace_hint(values_.end(), entry, value);
    return values_.size() > before;
  }

  // All entries, with the default where none was given; those that were given are below `size`.
  std::vector<double> Complete(size_t size, double default_value) const {
    std::vector<double> table(size, default_value);
    for (const auto& [entry, value] : values_) table[entry] = value;
    return table;
  }

 private:
  std::map<size_t, double> values_;  // no hash, which a file could make all entries share
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TUPLE_TABLE_H_
