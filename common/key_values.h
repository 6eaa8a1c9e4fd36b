// Small texts "key=value;key=value" and lists "a,b".
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

// Pairs key=value. Ordered by key, so that equal ones print alike. "kappa1=0.5;epsilon=1e-1" and
// "epsilon=0.1;kappa1=0.50" are equal: values that read as numbers are compared as numbers. A value type; not
// synchronised.
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
  // Does this have every pair of `part`, compared by value?
  bool Contains(const KeyValues& part) const;
  // Is no key that both have given different values?
  bool Agrees(const KeyValues& other) const;
  // The value of the key, or null.
  const std::string* Find(const std::string& key) const;

  // The value of the key, read as what it is called; lists are separated by commas ("0.1,0.5"). Each throws
  // Error(kUsage) naming the key if it is absent or reads otherwise.
  const std::string& Text(const std::string& key) const;
  double Number(const std::string& key) const;
  int64_t Integer(const std::string& key) const;
  std::vector<double> Numbers(const std::string& key) const;
  std::vector<int64_t> Integers(const std::string& key) const;

  // "key=value;key=value", which Parse reads back to the same texts unless CheckFormat refuses it.
  std::string Format() const;
  // Throws Error(kUsage) naming `where` if Format would not be read back to the same: a key that is
  // empty or has '=' in it, ';' in a key or a value, blanks at the ends of one.
  void CheckFormat(const std::string& where) const;
  friend bool operator==(const KeyValues& a, const KeyValues& b);
  friend bool operator<(const KeyValues& a, const KeyValues& b);

 private:
  std::map<std::string, std::string> values_;
};

// Do the two values read the same: as numbers where both are numbers, else letter by letter?
bool SameValue(std::string_view a, std::string_view b);

// The parts between separators, without blanks around them; at least one.
std::vector<std::string_view> SplitList(std::string_view text, char separator);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_KEY_VALUES_H_
