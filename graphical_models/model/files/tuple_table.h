// Tables given by a default value and the entries that differ from it.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TUPLE_TABLE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TUPLE_TABLE_H_

#include <cstddef>
#include <map>
#include <vector>

namespace structlab::graphical_models {

// Memory is proportional to the number of entries given, until Complete.
class TupleTable {
 public:
  // Sets an entry. Returns false, and changes nothing, if it was given before. O(1) time for ascending
  // entries, otherwise O(log entries).
  bool Give(size_t entry, double value) {
    const size_t before = values_.size();
    values_.emplace_hint(values_.end(), entry, value);
    return values_.size() > before;
  }

  // The whole table, with the default value for entries that were not given. All given entries must be below
  // `size`.
  std::vector<double> Complete(size_t size, double default_value) const {
    std::vector<double> table(size, default_value);
    for (const auto& [entry, value] : values_) table[entry] = value;
    return table;
  }

 private:
  std::map<size_t, double> values_;  // not a hash table: a file could make all entries collide
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TUPLE_TABLE_H_
