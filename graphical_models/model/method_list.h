// Methods of one kind by name: those that the library has, and those that other packages add.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_METHOD_LIST_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_METHOD_LIST_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/error.h"
#include "common/nearest_names.h"

namespace structlab::graphical_models {

// Method has a name and a function minimize. Filled before main, read-only afterwards.
template <class Method>
class MethodList {
 public:
  explicit MethodList(std::vector<Method> own) : methods_(std::move(own)), num_own_(methods_.size()) {}

  // Its own in the order they were given, then those that were added, by name.
  std::span<const Method> All() const { return methods_; }

  // A name that stands twice, and a method without a name or function, is a bug of the program.
  void Add(Method method) {
    const bool is_whole = !method.name.empty() && method.minimize;
    STRUCTLAB_CHECK(is_whole);
    const bool is_new = std::ranges::find(methods_, method.name, &Method::name) == methods_.end();
    STRUCTLAB_CHECK(is_new);
    const auto first = methods_.begin() + static_cast<std::ptrdiff_t>(num_own_);
    const auto place = std::ranges::lower_bound(first, methods_.end(), method.name, {}, &Method::name);
    methods_.insert(place, std::move(method));
  }

  // Throws common::Error(kUsage) that lists all, the nearest first.
  const Method& Find(const std::string& name) const {
    std::vector<std::string> known;
    for (const Method& method : methods_) {
      if (method.name == name) return method;
      known.push_back(method.name);
    }
    common::ThrowUsageError("method", "one of " + common::ListNearest(name, known, known.size()),
                            common::Quote(name));
  }

 private:
  std::vector<Method> methods_;
  size_t num_own_;
};

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_METHOD_LIST_H_
