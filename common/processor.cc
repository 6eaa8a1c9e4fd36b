#include "common/processor.h"

#include "common/error.h"
#include "common/file.h"

namespace structlab::common {

std::string ModelNameIn(std::string_view cpuinfo) {
  constexpr std::string_view kKey = "model name";
  for (size_t begin = 0; begin < cpuinfo.size();) {
    const std::string_view line = cpuinfo.substr(begin, cpuinfo.find('\n', begin) - begin);
    begin += line.size() + 1;
    const size_t colon = line.find(':');
    if (!line.starts_with(kKey) || colon == std::string_view::npos) continue;
    const std::string_view value = line.substr(colon + 1);
    const size_t first = value.find_first_not_of(" \t");
    if (first == std::string_view::npos) return "";
    return std::string(value.substr(first, value.find_last_not_of(" \t") + 1 - first));
  }
  return "";
}

std::string ProcessorModel() {
  try {
    const std::string model = ModelNameIn(ReadFile("/proc/cpuinfo"));
    return model.empty() ? "unknown" : model;
  } catch (const Error&) {
    return "unknown";  // without /proc, only the provenance lacks a value
  }
}

}  // namespace structlab::common
