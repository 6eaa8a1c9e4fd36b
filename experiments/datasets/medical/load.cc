#include "experiments/datasets/medical/load.h"

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/medical/drawn_set.h"
#include "experiments/datasets/medical/label_map_images.h"
#include "experiments/datasets/medical/volume_sets.h"

namespace structlab::datasets {
namespace {

RegistrationSet Stand(const char* name, const Anatomy& anatomy, const DrawOptions& options,
                      int64_t min_voxels = 1) {
  RegistrationSet set = DrawRegistrationSet(name, anatomy, options, kStandInSeed);
  set.min_voxels = min_voxels;
  return set;
}

RegistrationSet DrawnBrainAndMirror() {
  RegistrationSet set = Stand("oasis-voxelmorph", WholeBrainAnatomy(), WholeBrainOptions(), 100);
  set.subjects = {{.name = "brain"}, {.name = "mirror"}};
  set.load = [draw = set.load](int subject, common::ThreadPool& pool) {
    return OneSidedBrain(draw(0, pool), subject == 1);
  };
  set.true_field = nullptr;
  return set;
}

}  // namespace

RegistrationSet LoadIbsr(const std::string& path) {
  return path.empty() ? Stand("ibsr", BrainAnatomy(), BrainOptions()) : OpenVolumes(path, IbsrFiles());
}

RegistrationSet LoadHippocampus(const std::string& path) {
  if (path.empty()) return Stand("msd-hippocampus", HippocampusAnatomy(), HippocampusOptions());
  return OpenVolumes(path, HippocampusFiles());
}

RegistrationSet LoadOasisTrt(const std::string& path) {
  if (path.empty()) return Stand("oasis-trt-20-slice118", BrainSliceAnatomy(), SliceOptions(20), 50);
  return OpenVolumes(path, OasisTrtFiles());
}

RegistrationSet LoadOasisMiccai(const std::string& path) {
  if (path.empty()) return Stand("oasis-miccai2012-slice122", BrainSliceAnatomy(), SliceOptions(10), 50);
  return OpenVolumes(path, OasisMiccaiFiles());
}

RegistrationSet LoadOasisBrain(const std::string& path) {
  return path.empty() ? DrawnBrainAndMirror() : OpenOasisBrain(path);
}

RegistrationSet LoadLabelMapImages(const std::string& path) {
  if (path.empty()) return Stand("synthseg-labelmaps-64", BrainAnatomy(), BrainOptions());
  return OpenLabelMapImages(path, kStandInSeed);
}

RegistrationSet DrawParotids() { return Stand("RT Parotids", HeadAnatomy(), ParotidOptions()); }
RegistrationSet DrawPelvis() { return Stand("RT Abdominal", PelvisAnatomy(), PelvisOptions()); }
RegistrationSet DrawBrains() { return Stand("drawn brains", BrainAnatomy(), BrainOptions()); }

harness::DatasetSource DrawnSource(const std::string& name) {
  return {.name = name, .resolve = [name](const std::string&) {
            return harness::Dataset{
                .name = name,
                .origin = harness::DataOrigin::kStandIn,
                .checksums = {{"generator", "seed " + std::to_string(kStandInSeed)}},
                .note = "drawn from a template by known smooth warps, with noise, bias field and contrast",
                .supply = harness::Supply::kNone};
          }};
}

}  // namespace structlab::datasets
