#include "experiments/datasets/medical/load.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/medical/drawn_set.h"
#include "experiments/datasets/medical/label_map_images.h"
#include "experiments/datasets/medical/volume_sets.h"
#include "registration/volumes/resample.h"

namespace structlab::datasets {

using registration::VoxelIndex;

namespace {

VoxelIndex FactorsOf(int dimension, int64_t reduction) {
  return {reduction, reduction, dimension == 2 ? 1 : reduction};
}

// A number of voxels, counted in voxels of the reduced grid.
int64_t ReducedVoxels(int64_t voxels, int dimension, int64_t reduction) {
  return std::max<int64_t>(1, voxels / FactorsOf(dimension, reduction).prod());
}

RegistrationSet Stand(const char* name, Anatomy anatomy, const DrawOptions& options, int64_t reduction = 1,
                      int64_t min_voxels = 1) {
  const int dimension = anatomy.grid.dimension;
  anatomy.grid = ReducedGeometry(anatomy.grid, FactorsOf(dimension, reduction));
  RegistrationSet set = DrawRegistrationSet(name, anatomy, options, kStandInSeed);
  set.min_voxels = ReducedVoxels(min_voxels, dimension, reduction);
  return set;
}

RegistrationSet Reduced(RegistrationSet set, int64_t reduction) {
  if (reduction == 1) return set;
  set.min_voxels = ReducedVoxels(set.min_voxels, set.dimension, reduction);
  const VoxelIndex factors = FactorsOf(set.dimension, reduction);
  set.load = [load = set.load, factors](int subject, common::ThreadPool& pool) -> Subject {
    const Subject whole = load(subject, pool);
    return {.image = Reduce(whole.image, factors, pool), .labels = ReduceLabels(whole.labels, factors, pool)};
  };
  return set;
}

RegistrationSet DrawnBrainAndMirror() {
  RegistrationSet set = Stand("oasis-voxelmorph", WholeBrainAnatomy(), WholeBrainOptions(), 1, 100);
  set.subjects = {{.name = "brain"}, {.name = "mirror"}};
  set.load = [draw = set.load](int subject, common::ThreadPool& pool) {
    return OneSidedBrain(draw(0, pool), subject == 1);
  };
  set.true_field = nullptr;
  return set;
}

}  // namespace

RegistrationSet LoadIbsr(const std::string& path, int64_t reduction) {
  if (path.empty()) return Stand("ibsr", BrainAnatomy(), BrainOptions(), reduction);
  return Reduced(OpenVolumes(path, IbsrFiles()), reduction);
}

RegistrationSet LoadHippocampus(const std::string& path, int64_t reduction) {
  if (path.empty()) return Stand("msd-hippocampus", HippocampusAnatomy(), HippocampusOptions(), reduction);
  return Reduced(OpenVolumes(path, HippocampusFiles()), reduction);
}

RegistrationSet LoadOasisTrt(const std::string& path, int64_t reduction) {
  if (path.empty()) {
    return Stand("oasis-trt-20-slice118", BrainSliceAnatomy(), SliceOptions(20), reduction, 50);
  }
  return Reduced(OpenVolumes(path, OasisTrtFiles()), reduction);
}

RegistrationSet LoadOasisMiccai(const std::string& path, int64_t reduction) {
  if (path.empty()) {
    return Stand("oasis-miccai2012-slice122", BrainSliceAnatomy(), SliceOptions(10), reduction, 50);
  }
  return Reduced(OpenVolumes(path, OasisMiccaiFiles()), reduction);
}

RegistrationSet LoadOasisBrain(const std::string& path) {
  return path.empty() ? DrawnBrainAndMirror() : OpenOasisBrain(path);
}

RegistrationSet LoadLabelMapImages(const std::string& path) {
  if (path.empty()) return Stand("synthseg-labelmaps-64", BrainAnatomy(), BrainOptions());
  return OpenLabelMapImages(path, kStandInSeed);
}

RegistrationSet DrawParotids(int64_t reduction) {
  return Stand("RT Parotids", HeadAnatomy(), ParotidOptions(), reduction);
}
RegistrationSet DrawPelvis(int64_t reduction) {
  return Stand("RT Abdominal", PelvisAnatomy(), PelvisOptions(), reduction);
}
RegistrationSet DrawBrains(int64_t reduction) {
  return Stand("drawn brains", BrainAnatomy(), BrainOptions(), reduction);
}

harness::DatasetSource DrawnSource(const std::string& name) {
  return {.name = name, .resolve = [name](const std::string&) {
            return harness::Dataset{
                .name = name,
                .origin = harness::DataOrigin::kStandIn,
                .checksums = {{"generator", fmt::format("seed {}", kStandInSeed)}},
                .note = "drawn from a template by known smooth warps, with noise, bias field and contrast",
                .supply = harness::Supply::kNone};
          }};
}

}  // namespace structlab::datasets
