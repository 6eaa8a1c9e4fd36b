// What a person looks at after a registration.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REPORT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REPORT_H_

#include <string>
#include <utility>
#include <vector>

#include "common/table.h"
#include "registration/volumes/volume.h"

namespace structlab::tools {

struct RegistrationReport {
  const registration::Image& fixed;
  const registration::Image& start;   // the moving image on the fixed grid before the registration
  const registration::Image& warped;  // and after it
  std::vector<std::pair<std::string, std::string>> facts;  // name and value, in their order
  std::vector<common::Table> tables;
  std::string command;  // that applies the field
};

// Writes index.html and a picture for each axis (the middle slice of both images, chequered and subtracted,
// before and after) into the folder. Throws common::Error(kEnvironment) if a file cannot be written.
void WriteRegistrationReport(const RegistrationReport& report, const std::string& folder);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REPORT_H_
