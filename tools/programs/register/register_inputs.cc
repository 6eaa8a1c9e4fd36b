#include "tools/programs/register/register_inputs.h"

#include <fmt/format.h>

#include <filesystem>

#include "common/error.h"
#include "common/program.h"
#include "registration/affine/affine_registration.h"
#include "registration/deformable/initial_transform.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/volume_reader.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr char kProgram[] = "register";

// The transform that --initial-transform selects.
reg::SpatialTransform InitialTransform(const RegisterArguments& a, const RegisterInputs& inputs,
                                       std::FILE* messages) {
  const reg::Geometry& grid = inputs.fixed.geometry;
  if (a.start == "none") return {grid.dimension, {}};
  if (a.start == "centres") return {grid.dimension, {reg::CentresTransform(grid, inputs.moving.geometry)}};
  if (a.start == "moments") return {grid.dimension, {reg::MomentsTransform(inputs.fixed, inputs.moving)}};
  const std::string file = PathOfTransform(a.start);
  if (!std::filesystem::exists(common::CallersPath(file))) {
    common::ThrowDataError(file, "none, centres, moments, or a file with a transform", "no such file");
  }
  const TransformArguments transform = {
      .transforms = {a.start}, .fixed = a.fixed, .moving = a.moving, .format = a.transform_format};
  const LoadedTransform loaded = LoadTransforms(transform, kProgram, messages);
  if (loaded.transform.dimension != grid.dimension) {
    common::ThrowDataError(file, fmt::format("{} dimensions, as the images have", grid.dimension),
                           fmt::format("{}", loaded.transform.dimension));
  }
  return loaded.transform;
}

// Affine registration that begins with the initial transform.
reg::SpatialTransform AlignAffinely(const RegisterArguments& a, const RegisterInputs& inputs,
                                    const reg::SpatialTransform& initial, common::ThreadPool& pool,
                                    const std::atomic<bool>& interrupted) {
  const std::optional<reg::AffineTransform> start = reg::AsAffine(initial);
  if (!start) {
    common::ThrowUsageError("--affine", "an affine initial transform", PathOfTransform(a.start),
                            "leave out --affine or the field");
  }
  const reg::AffinePair pair = {inputs.fixed, inputs.moving, Pointer(inputs.fixed_mask),
                                Pointer(inputs.moving_mask)};
  const reg::AffineKind kind = a.affine == "rigid" ? reg::AffineKind::kRigid : reg::AffineKind::kAffine;
  const common::RunControl run = {.stop = {.interrupted = &interrupted}};
  return {initial.dimension, {reg::RegisterAffine(pair, *start, kind, pool, run).transform}};
}

}  // namespace

RegisterInputs ReadRegisterInputs(const RegisterArguments& a, common::ThreadPool& pool, std::FILE* messages,
                                  const std::atomic<bool>& interrupted) {
  RegisterInputs inputs;
  const VolumeReader reader(kProgram, messages,
                            {.nan_as_zero = a.nan_as_zero, .resample_masks = a.resample_masks});
  inputs.fixed = reader.ReadImage(a.fixed);
  inputs.moving = reader.ReadImage(a.moving, &inputs.moving_facts);
  const int dimension = inputs.fixed.geometry.dimension;
  if (inputs.moving.geometry.dimension != dimension) {
    common::ThrowDataError(a.moving, fmt::format("{} dimensions, as {} has", dimension, a.fixed),
                           fmt::format("{}", inputs.moving.geometry.dimension));
  }
  inputs.fixed_mask = reader.ReadMaskOn(inputs.fixed, a.fixed_mask, pool);
  inputs.moving_mask = reader.ReadMaskOn(inputs.moving, a.moving_mask, pool);
  inputs.fixed_labels = reader.ReadLabelsOn(inputs.fixed, a.fixed_labels, pool);
  inputs.moving_labels = reader.ReadLabelsOn(inputs.moving, a.moving_labels, pool);
  reg::SpatialTransform start = InitialTransform(a, inputs, messages);
  if (a.affine != "none") {
    try {
      start = AlignAffinely(a, inputs, start, pool, interrupted);
      inputs.affine = start;
    } catch (const common::Error& error) {
      if (a.is_affine_asked_for || error.kind() != common::ErrorKind::kData) throw;
      inputs.why_not_affine = error.what();
    }
  }
  if (!start.steps.empty()) inputs.start = reg::FieldOf(start, inputs.fixed.geometry, pool);
  return inputs;
}

}  // namespace structlab::tools
