// A setting: the key=value pairs that tell one row of a table from another.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_SETTING_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_SETTING_H_

#include <map>
#include <string>
#include <string_view>

namespace structlab::harness {

// Ordered by key, so that equal settings print alike. "kappa1=0.5;epsilon=1e-1" and
// "epsilon=0.1;kappa1=0.50" are the same setting: values that read as numbers are compared as numbers.
class Setting {
 public:
  Setting() = default;
  Setting(std::initializer_list<std::pair<const std::string, std::string>> pairs) : values_(pairs) {}

  // Reads "key=value;key=value"; throws common::Error naming `where` on a pair without '=', an empty key
  // or a key that stands twice.
  static Setting Parse(std::string_view text, const std::string& where);

  void Set(std::string key, std::string value) { values_[std::move(key)] = std::move(value); }
  void Set(std::string key, double value);
  const std::map<std::string, std::string>& values() const { return values_; }
  bool empty() const { return values_.empty(); }
  // The value of the key, or null.
  const std::string* Find(const std::string& key) const;

  std::string Format() const;
  friend bool operator==(const Setting& a, const Setting& b);
  friend bool operator<(const Setting& a, const Setting& b);

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_SETTING_H_
