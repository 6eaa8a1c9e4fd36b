// Any text gives labelings of known instances, or an Error with the line.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/map_inference/references.h"

namespace {

using namespace structlab;

void Read(const std::string& text) {
  try {
    std::set<std::pair<std::string, std::string>> seen;
    for (const map_inference::Reference& reference : map_inference::ParseReferences(text, "x")) {
      STRUCTLAB_CHECK(seen.emplace(reference.instance, reference.program).second);
      STRUCTLAB_CHECK(std::isfinite(reference.energy));
      STRUCTLAB_CHECK(std::isfinite(reference.tolerance) && reference.tolerance >= 0);
      if (std::ranges::count(map_inference::kReferenceImages, reference.instance) > 0) {
        STRUCTLAB_CHECK(reference.labeling.empty());
        continue;
      }
      const datasets::MrfSizes& sizes = datasets::FindMrfInstance(reference.instance).sizes;
      STRUCTLAB_CHECK(reference.labeling.size() == static_cast<size_t>(sizes.variables));
      for (const graphical_models::Label label : reference.labeling) {
        STRUCTLAB_CHECK(label >= 0 && label < sizes.most_labels);
      }
    }
  } catch (const common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with("x:"));
  }
}

}  // namespace

// As it is, below the columns, as the middle of a row and as its labels, which the fuzzer would hardly find.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string columns = "instance\tenergy\tproved\ttolerance\tprogram\tlabeling\n";
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::string labels = "0";
  for (int i = 1; i < 25; ++i) labels.append(" 0");
  Read(text);
  Read(columns + text);
  Read(columns + "example\t" + text + "\tsolver 1\t" + labels);
  Read(columns + "example\t27\tyes\t0\tsolver 1\t" + text + labels.substr(1));
  Read(columns + "example\t27\tyes\t0\tsolver 1\t" + labels + "\nexample\t" + text + "\tsolver 2\t" + labels);
  return 0;
}
