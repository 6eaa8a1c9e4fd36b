// The parameters of a registration, declared once as data: range checks (CheckOptions), the JSON of --params
// and --print-params, and the JSON schema all follow from these declarations (parameter_file.h).
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_PARAMETERS_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_PARAMETERS_H_

#include <functional>
#include <vector>

#include "common/method_options.h"
#include "registration/deformable/registration_options.h"

namespace structlab::registration {

// A field of RegistrationOptions that is a number, a flag or a choice.
struct RegistrationParameter {
  common::OptionDeclaration declaration;  // its default is that of RegistrationOptions
  std::function<common::OptionValue(const RegistrationOptions&)> get;
  std::function<void(const common::OptionValue&, RegistrationOptions&)> set;  // of an allowed value
};

// In the order of --print-params. To add one: a field of RegistrationOptions and an entry in the list of
// registration_parameters.cc.
const std::vector<RegistrationParameter>& RegistrationParameters();

// The numbers of the lists `metrics` and `classes`. Options of metrics: PatchMetricKind.
const common::OptionDeclaration& MetricWeight();
const common::OptionDeclaration& ClassWeight();
const common::OptionDeclaration& ClassLabel();

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_REGISTRATION_PARAMETERS_H_
