// Options of a registration as JSON.
//
//   {"metrics": {"ncc": 1, "mi": {"weight": 0.5, "bins": 32}}, "spacing": 6, "levels": 2}
//
// What can be set is declared in registration_parameters.h, and by the metrics (patch_metric.h).
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_PARAMETER_FILE_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_PARAMETER_FILE_H_

#include <string>

#include "registration/deformable/registration_options.h"

namespace structlab::registration {

// Sets the options that the text names; the others stay. "metrics" replaces all metrics: a number is a
// weight, an object sets options of the metric, too. "classes" is
//
//   {"bladder": {"label": 2, "weights": {"ncc": 0.7, "mi": 0.1}}, ...}
//
// with a weight for each metric. `where` names the text in errors: common::Error(kData) for what is no JSON
// (with the line), keys that are not known (with the nearest that are), values of another type or out of
// range.
void ReadParameters(const std::string& text, const std::string& where, RegistrationOptions& options);

// All options, for ReadParameters; with all options of the metrics.
std::string FormatParameters(const RegistrationOptions& options);

// Only metrics, classes and smoothness, which learned weights belong to.
std::string FormatWeights(const RegistrationOptions& options);

// What ReadParameters takes, with ranges, defaults and documentation, as JSON Schema (draft 7).
std::string ParameterSchema(const RegistrationOptions& defaults = {});

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_PARAMETER_FILE_H_
