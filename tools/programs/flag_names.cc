#include "tools/programs/flag_names.h"

#include <utility>

#include "common/error.h"

namespace structlab::tools {

void WithFlagNames(const std::map<std::string, std::string>& flag_of, const std::function<void()>& work) {
  try {
    work();
  } catch (const common::Error& error) {
    const auto flag = flag_of.find(error.parts().where);
    if (error.kind() != common::ErrorKind::kUsage || flag == flag_of.end()) throw;
    common::ErrorParts parts = error.parts();
    parts.where = flag->second;
    throw common::Error(error.kind(), std::move(parts));
  }
}

}  // namespace structlab::tools
