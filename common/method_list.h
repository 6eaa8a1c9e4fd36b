// A registry of methods by name: the methods of a library, and those that other packages add.
#ifndef STRUCTLAB_COMMON_METHOD_LIST_H_
#define STRUCTLAB_COMMON_METHOD_LIST_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/nearest_names.h"

namespace structlab::common {

// Method has a member `name`, and kFunction is the member that holds its std::function. The list is filled
// before main and only read afterwards, so that threads need no lock.
template <class Method, auto kFunction>
class MethodList {
 public:
  // `kind` is the noun that messages use: "method", "kernel".
  MethodList(std::string kind, std::vector<Method> own)
      : kind_(std::move(kind)), methods_(std::move(own)), num_own_(methods_.size()) {}

  // The library's methods in the order given, then the added ones, sorted by name.
  std::span<const Method> All() const { return methods_; }

  // A repeated name, or a method without a name or function, is a bug and stops the program.
  void Add(Method method) {
    const bool is_whole = !method.name.empty() && method.*kFunction;
    STRUCTLAB_CHECK(is_whole);
    const bool is_new = std::ranges::find(methods_, method.name, &Method::name) == methods_.end();
    STRUCTLAB_CHECK(is_new);
    const auto first = methods_.begin() + static_cast<std::ptrdiff_t>(num_own_);
    const auto place = std::ranges::lower_bound(first, methods_.end(), method.name, {}, &Method::name);
    methods_.insert(place, std::move(method));
  }

  // Throws common::Error(kUsage) that lists all names, the nearest first.
  const Method& Find(const std::string& name) const {
    std::vector<std::string> known;
    for (const Method& method : methods_) {
      if (method.name == name) return method;
      known.push_back(method.name);
    }
    if (known.empty()) ThrowUsageError(kind_, "one that is linked: none is", Quote(name));
    ThrowUsageError(kind_, "one of " + ListNearest(name, known, known.size()), Quote(name));
  }

 private:
  std::string kind_;
  std::vector<Method> methods_;
  size_t num_own_;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_METHOD_LIST_H_
