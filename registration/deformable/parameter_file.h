// Options of a registration as JSON.
//
//   {"metrics": {"ncc": 1, "mi": 0.5}, "spacing": 6, "levels": 2}
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_PARAMETER_FILE_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_PARAMETER_FILE_H_

#include <string>

#include "registration/deformable/registration_options.h"

namespace structlab::registration {

// Sets the options that the text names; the others stay. "metrics" replaces all metrics; "classes" is
//
//   {"bladder": {"label": 2, "weights": {"ncc": 0.7, "mi": 0.1}}, ...}
//
// with a weight for each metric. `where` names the text in errors: common::Error(kData) for what is no JSON
// (with line and column), keys that are not known (with the nearest that are), values of another type or out
// of range.
void ReadParameters(const std::string& text, const std::string& where, RegistrationOptions& options);

// All options, for ReadParameters.
std::string FormatParameters(const RegistrationOptions& options);

// What ReadParameters takes, with ranges, defaults and documentation, as JSON Schema (draft 7).
std::string ParameterSchema();

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_PARAMETER_FILE_H_
