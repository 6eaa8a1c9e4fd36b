#include "tools/programs/method_flags.h"

#include <utility>

#include "common/error.h"

namespace structlab::tools {

common::Flag& AddOptionFlag(common::CommandLine& line, std::vector<std::string>& assignments) {
  return line
      .Option("--option", assignments, "name=value, an option of the method, see below; may be repeated")
      .Words(1, 1)
      .Repeatable();
}

common::OptionValues ParseMethodOptions(const std::string& method,
                                        const std::vector<common::OptionDeclaration>& declarations,
                                        const std::vector<std::string>& assignments) {
  common::OptionValues values(method, declarations);
  for (const std::string& assignment : assignments) {
    const std::string name = assignment.substr(0, assignment.find('='));
    if (values.IsSet(name)) {
      common::ThrowUsageError("--option", name + " once", common::Quote(assignment) + " after another value");
    }
    values.Parse(assignment);
  }
  return values;
}

void SetByFlag(const std::string& flag, const std::string& option, common::OptionValue value,
               common::OptionValues& values) {
  if (values.IsSet(option)) common::ThrowUsageError(flag, "no --option " + option, "both");
  try {
    values.Set(option, std::move(value));
  } catch (const common::Error& error) {
    common::ThrowUsageError(flag, error.parts().expected, error.parts().found);
  }
}

std::string HelpOnOptions(const std::vector<common::OptionDeclaration>& declarations) {
  return common::DescribeOptions(declarations, "      --option ");
}

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
