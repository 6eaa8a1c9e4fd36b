// Writes the web page that shows the result of a registration.
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
  const registration::Image& warped;  // the moving image after the registration
  std::vector<std::pair<std::string, std::string>> facts;  // pairs of name and value, in this order
  std::vector<common::Table> tables;
  std::string command;  // the command that applies the field
};

// Writes index.html and a picture for each axis into the folder. A picture shows the middle slices of both
// images, their checkerboard and their difference, before and after. Throws common::Error(kEnvironment) if a
// file cannot be written.
void WriteRegistrationReport(const RegistrationReport& report, const std::string& folder);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REPORT_H_
