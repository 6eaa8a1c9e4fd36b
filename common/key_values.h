// Texts of the form "key=value;key=value", and lists of the form "a,b".
#ifndef STRUCTLAB_COMMON_KEY_VALUES_H_
#define STRUCTLAB_COMMON_KEY_VALUES_H_

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace structlab::common {

// A set of pairs key=value, sorted by key. Values that are numbers are compared as numbers, so
// "kappa1=0.5;epsilon=1e-1" and "epsilon=0.1;kappa1=0.50" are equal. A value type; not synchronised.
//
//   KeyValues setting = {{"w", "0.50"}};
//   setting.Contains(KeyValues::Parse("w=0.5", "--set"))    true
class KeyValues {
 public:
  KeyValues() = default;
  KeyValues(std::initializer_list<std::pair<const std::string, std::string>> pairs) : values_(pairs) {}

  // Reads "key=value;key=value". Throws Error(kData) at `where` for a pair without '=', an empty
  // key or a repeated key.
  static KeyValues Parse(std::string_view text, const std::string& where);

  void Set(std::string key, std::string value) { values_[std::move(key)] = std::move(value); }
  void Set(std::string key, double value);
  const std::map<std::string, std::string>& values() const { return values_; }
  bool empty() const { return values_.empty(); }
  // True if this has every pair of `part`, with equal values.
  bool Contains(const KeyValues& part) const;
  // True if all keys that both have are given equal values.
  bool Agrees(const KeyValues& other) const;
  // The value of the key, or null.
  const std::string* Find(const std::string& key) const;

  // The value of the key, read as the type that the function names. Commas separate lists ("0.1,0.5"). Each
  // throws Error(kUsage) that names the key if it is missing or not of that type.
  const std::string& Text(const std::string& key) const;
  double Number(const std::string& key) const;
  int64_t Integer(const std::string& key) const;
  std::vector<double> Numbers(const std::string& key) const;
  std::vector<int64_t> Integers(const std::string& key) const;

  // "key=value;key=value". Parse reads back the same texts unless CheckFormat throws.
  std::string Format() const;
  // Throws Error(kUsage) that names `where` if Parse would not read back the same: if a key is empty or
  // contains '=', or a key or value contains ';' or begins or ends with a space.
  void CheckFormat(const std::string& where) const;
  friend bool operator==(const KeyValues& a, const KeyValues& b);
  friend bool operator<(const KeyValues& a, const KeyValues& b);

 private:
  std::map<std::string, std::string> values_;
};

// True if the two values are equal: as numbers if both are numbers, otherwise as texts.
bool SameValue(std::string_view a, std::string_view b);

// The parts between separators, without spaces around them; at least one part.
std::vector<std::string_view> SplitList(std::string_view text, char separator);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_KEY_VALUES_H_
