// Which curves of a package's figures look alike. An internal part of figure.h.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SERIES_LOOK_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SERIES_LOOK_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// Gives each curve the number of its look (colour, dashes, marker). A method has the number of its place
// among the package's methods, whichever of them a figure shows; other names are numbered in order of first
// appearance in the figures, after the methods where they stand beside one, from 0 where they do not.
//
//   SeriesLooks looks({"A", "B"}, figures);
//   looks.Of("B");               // 1, also in a figure without A
//   looks.Of("B, true gap");     // 1
//
// A value type; deterministic.
class SeriesLooks {
 public:
  SeriesLooks(const std::vector<std::string>& methods, const std::vector<Figure>& figures);

  // The number of a name that occurs in the figures; 0 for any other.
  size_t Of(const std::string& name) const;

 private:
  // The place of the method with which the name begins, or the number of methods.
  size_t MethodOf(std::string_view name) const;

  std::vector<std::string> methods_;
  std::map<std::string, size_t> others_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_SERIES_LOOK_H_
