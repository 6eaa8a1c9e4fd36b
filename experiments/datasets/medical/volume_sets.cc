#include "experiments/datasets/medical/volume_sets.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/resample.h"

namespace structlab::datasets {

using registration::LabelMap;
using registration::VoxelIndex;

namespace {

std::string SizeText(const VoxelIndex& size, int dimension) {
  std::string text = fmt::format("{} x {}", size[0], size[1]);
  return dimension == 2 ? text : fmt::format("{} x {}", text, size[2]);
}

// FreeSurfer's label of the left side for one of the right.
struct SidePair {
  int32_t right, left;
};
constexpr std::array<SidePair, 23> kSides = {{{41, 2},  {42, 3},  {43, 4},  {44, 5},  {45, 6},  {46, 7},
                                              {47, 8},  {48, 9},  {49, 10}, {50, 11}, {51, 12}, {52, 13},
                                              {53, 17}, {54, 18}, {55, 19}, {56, 20}, {57, 21}, {58, 26},
                                              {59, 27}, {60, 28}, {61, 29}, {62, 30}, {63, 31}}};

void CheckLabels(const LabelMap& labels, const VolumeFiles& files, const std::string& path) {
  if (files.structures.empty()) return;
  for (const LabelCount& count : CountLabels(labels)) {
    const bool is_known = std::ranges::any_of(
        files.structures, [&](const Structure& structure) { return structure.label == count.label; });
    if (is_known) continue;
    std::string known = "the labels 0";
    for (const Structure& structure : files.structures) {
      fmt::format_to(std::back_inserter(known), ", {} ({})", structure.label, structure.name);
    }
    common::ThrowDataError(path, known, fmt::format("label {} in {} voxels", count.label, count.voxels));
  }
}

Subject ReadPair(const std::string& image_path, const std::string& labels_path, const VolumeFiles& files) {
  Subject subject = {.image = registration::ReadImage(image_path),
                     .labels = registration::ReadLabels(labels_path)};
  const registration::Geometry &grid = subject.image.geometry, &of_labels = subject.labels.geometry;
  if (grid.dimension != files.dimension) {
    common::ThrowDataError(image_path, fmt::format("an image of {} dimensions", files.dimension),
                           fmt::format("{}", grid.dimension));
  }
  if (files.size != VoxelIndex::Zero() && grid.size != files.size) {
    common::ThrowDataError(image_path, SizeText(files.size, files.dimension) + " voxels",
                           SizeText(grid.size, grid.dimension));
  }
  if (!AreSame(grid, of_labels)) {
    common::ThrowDataError(labels_path, "the grid of its image " + image_path + ": " + Describe(grid),
                           Describe(of_labels));
  }
  CheckLabels(subject.labels, files, labels_path);
  return subject;
}

}  // namespace

const VolumeFiles& IbsrFiles() {
  static const VolumeFiles files = [] {
    VolumeFiles set = {.name = "ibsr",
                       .structures = {{"CSF", 1}, {"Grey Mater", 2}, {"White Mater", 3}},
                       .size = {256, 128, 256},
                       .reduction = {4, 2, 4},
                       .is_centred = true};
    for (const int number : {1, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18}) {
      const std::string name = fmt::format("IBSR_{:02}", number);
      const int fold = set.subjects.size() < 7 ? 0 : 1;
      set.subjects.push_back(
          {.name = name, .image = name + ".nii.gz", .labels = name + "_seg.nii.gz", .fold = fold});
    }
    return set;
  }();
  return files;
}

const VolumeFiles& HippocampusFiles() {
  static const VolumeFiles files = [] {
    VolumeFiles set = {.name = "msd-hippocampus", .structures = {{"anterior", 1}, {"posterior", 2}}};
    for (const int number :
         {1,  3,  4,  6,  7,  8,  11, 14, 15, 17, 19, 20, 23, 24, 25, 26, 33, 34, 35, 36,
          37, 38, 39, 40, 41, 42, 44, 45, 46, 48, 49, 50, 51, 52, 53, 56, 57, 58, 60, 64}) {
      const std::string name = fmt::format("hippocampus_{:03}", number);
      set.subjects.push_back({.name = name,
                              .image = "images/" + name + ".nii.gz",
                              .labels = "labels/" + name + ".nii.gz",
                              .patient = (number + 1) / 2});
    }
    return set;
  }();
  return files;
}

const VolumeFiles& OasisTrtFiles() {
  static const VolumeFiles files = [] {
    VolumeFiles set = {
        .name = "oasis-trt-20-slice118", .dimension = 2, .min_voxels = 50, .size = {216, 291, 1}};
    for (int number = 1; number <= 20; ++number) {
      const std::string name = fmt::format("OASIS-TRT-20-{}", number);
      set.subjects.push_back({.name = name,
                              .image = "images/" + name + "_slice118.nii.gz",
                              .labels = "labels/" + name + "_DKT31_CMA_labels_slice118.nii.gz"});
    }
    return set;
  }();
  return files;
}

const VolumeFiles& OasisMiccaiFiles() {
  static const VolumeFiles files = [] {
    VolumeFiles set = {
        .name = "oasis-miccai2012-slice122", .dimension = 2, .min_voxels = 50, .size = {216, 291, 1}};
    for (int number = 1101; number <= 1128; number += 3) {
      const std::string name = fmt::format("{}_3", number);
      set.subjects.push_back({.name = name,
                              .image = name + "_BrainCerebellum_slice122.nii.gz",
                              .labels = name + "_Labels_slice122.nii.gz"});
    }
    return set;
  }();
  return files;
}

Subject ReadSubject(const std::string& folder, const VolumeFiles& files, int subject,
                    common::ThreadPool& pool) {
  STRUCTLAB_CHECK(subject >= 0 && subject < static_cast<int>(files.subjects.size()));
  const SubjectFiles& of_subject = files.subjects[subject];
  Subject read = ReadPair(folder + "/" + of_subject.image, folder + "/" + of_subject.labels, files);
  if (files.reduction != VoxelIndex::Ones()) {
    read = {.image = Reduce(read.image, files.reduction, pool),
            .labels = ReduceLabels(read.labels, files.reduction, pool)};
  }
  if (files.is_centred) {
    registration::Geometry& grid = read.image.geometry;
    const registration::Point last = (grid.size - VoxelIndex::Ones()).cast<double>();
    grid.origin -= grid.PointOf(last / 2);
    read.labels.geometry = grid;
  }
  return read;
}

RegistrationSet OpenVolumes(const std::string& folder, const VolumeFiles& files) {
  RegistrationSet set = {.name = files.name,
                         .dimension = files.dimension,
                         .structures = files.structures,
                         .min_voxels = files.min_voxels};
  for (const SubjectFiles& subject : files.subjects) {
    const int patient = subject.patient < 0 ? set.size() : subject.patient;
    set.subjects.push_back({.name = subject.name, .patient = patient, .fold = subject.fold});
  }
  set.load = [folder, files](int subject, common::ThreadPool& pool) {
    return ReadSubject(folder, files, subject, pool);
  };
  return set;
}

LabelMap WithoutSides(LabelMap labels) {
  std::array<int32_t, 64> renamed;
  for (size_t label = 0; label < renamed.size(); ++label) renamed[label] = static_cast<int32_t>(label);
  for (const SidePair& pair : kSides) renamed[pair.right] = pair.left;
  for (int32_t& label : labels.values) {
    if (label >= 0 && label < 64) label = renamed[label];
  }
  return labels;
}

Subject OneSidedBrain(Subject brain, bool mirrored) {
  brain.labels = WithoutSides(std::move(brain.labels));
  if (!mirrored) return brain;
  return {.image = MirrorFirstAxis(std::move(brain.image)),
          .labels = MirrorFirstAxis(std::move(brain.labels))};
}

RegistrationSet OpenOasisBrain(const std::string& folder) {
  const VolumeFiles files = {
      .name = "oasis-voxelmorph",
      .min_voxels = 100,
      .size = {160, 192, 224},
      .subjects = {{.name = "brain", .image = kOasisBrainImage, .labels = kOasisBrainLabels},
                   {.name = "mirror", .image = kOasisBrainImage, .labels = kOasisBrainLabels}}};
  RegistrationSet set = OpenVolumes(folder, files);
  set.load = [folder, files](int subject, common::ThreadPool& pool) {
    return OneSidedBrain(ReadSubject(folder, files, subject, pool), subject == 1);
  };
  for (SubjectInfo& subject : set.subjects) subject.patient = 0;
  return set;
}

}  // namespace structlab::datasets
