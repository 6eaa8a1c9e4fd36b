// The command line of the program register.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_ARGUMENTS_H_
#define STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_ARGUMENTS_H_

#include <cstdio>
#include <string>
#include <vector>

#include "registration/deformable/registration.h"
#include "registration/volumes/resample.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {

struct RegisterArguments {
  std::string fixed, moving, out, fixed_mask, moving_mask, fixed_labels, moving_labels,
      start = "none", transform_format = "auto", nifti_form = "auto", affine, metric, params, weights,
      pixel_type = "same", interpolation = "linear";
  float outside = 0;
  bool is_affine_asked_for = false;  // --affine is given; otherwise `affine` is the default
  int threads = 2;
  bool nan_as_zero = false, resample_masks = false, print_params = false, print_schema = false, quiet = false;
};

// Reads the words after the program's name. False if it printed --help, which then was all. Throws
// common::Error(kUsage) at a mistake.
bool ParseRegisterArguments(const std::vector<std::string>& words, RegisterArguments& a, std::FILE* out);

// Checks that all needed flags are given, fit together and name different files, and makes the output folder.
// Throws common::Error(kUsage, kEnvironment) if not.
void CheckRegisterArguments(const RegisterArguments& a, const registration::RegistrationOptions& options);

// All files that the program may write or remove.
std::vector<NamedFile> RegisterOutputs(const RegisterArguments& a);

// What holds where neither --params nor --weights says anything. Learned weights belong to the options with
// which learn_metrics learns.
registration::RegistrationOptions DefaultsOf(const RegisterArguments& a);

// The options of --params, --weights and --metric. Throws common::Error if a file is damaged or missing.
registration::RegistrationOptions OptionsOf(const RegisterArguments& a);

registration::Interpolation InterpolationOf(const RegisterArguments& a);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_REGISTER_REGISTER_ARGUMENTS_H_
