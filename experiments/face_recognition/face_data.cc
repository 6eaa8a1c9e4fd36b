#include "experiments/face_recognition/face_data.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <span>
#include <utility>

#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/face_generator.h"
#include "experiments/datasets/face_occluders.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"

namespace structlab::face_recognition {

using datasets::Faces;

namespace {

constexpr const char* kPackage = "face_recognition";
constexpr int kOccludedOfAr = 6;  // by sunglasses, and as many by a scarf
// All trials see the same occluders.
constexpr uint64_t kOccluderSeed = 1;

harness::DatasetSource ArSource() {
  return {kArData, [](const std::string&) {
            return harness::Dataset{
                .name = kArData,
                .origin = harness::DataOrigin::kStandIn,
                .path = {},
                .checksums = {{"generator",
                               "faces of AR's shape, seed " + std::to_string(datasets::kStandInSeed)}},
                .note =
                    "random surfaces under random light, with drawn sunglasses and scarves: the terms of "
                    "the AR database forbid copies",
                .supply = harness::Supply::kNone};
          }};
}

// The same files for the case that measures both sets, so that what is claimed of real faces alone does not
// count as being about stand-ins.
harness::DatasetSource TimedFacesSource() {
  return {kTimedFacesData, [](const std::string& data_folder) {
            harness::Dataset found = datasets::SourceOf(kFacesData, kPackage).resolve(data_folder);
            found.name = kTimedFacesData;
            return found;
          }};
}

harness::DatasetSource DrawnSource() {
  return {kDrawnData, [](const std::string&) {
            return harness::Dataset{.name = kDrawnData, .note = "random, by the source's own recipe"};
          }};
}

datasets::FaceSet SetOf(const FaceTask& task) {
  if (task.name == "ORL") return datasets::FaceSet::kOrl;
  if (task.name == "Yale") return datasets::FaceSet::kYale;
  return datasets::FaceSet::kExtendedYaleB;
}

// Where the images of each subject begin, and where the last ends. They stand side by side.
std::vector<int> SubjectBounds(const Faces& faces) {
  std::vector<int> bounds;
  for (int i = 0; i < faces.size(); ++i) {
    const auto at = static_cast<size_t>(i);
    if (i == 0 || faces.subjects[at] != faces.subjects[at - 1]) bounds.push_back(i);
  }
  bounds.push_back(faces.size());
  return bounds;
}

void KeepFirst(int64_t subjects, Faces& faces) {
  const std::vector<int> bounds = SubjectBounds(faces);
  if (subjects == 0 || static_cast<size_t>(subjects) + 1 >= bounds.size()) return;
  const auto images = static_cast<size_t>(bounds[static_cast<size_t>(subjects)]);
  faces.subjects.resize(images);
  faces.pixels.resize(images * static_cast<size_t>(faces.rows) * static_cast<size_t>(faces.columns));
}

ImageSet Gather(const Faces& faces, std::vector<int> sources) {
  ImageSet set;
  set.images.resize(Eigen::Index{faces.rows} * faces.columns, static_cast<Eigen::Index>(sources.size()));
  for (size_t i = 0; i < sources.size(); ++i) {
    const std::span<const uint8_t> pixels = faces.Pixels(sources[i]);
    for (size_t j = 0; j < pixels.size(); ++j) {
      set.images(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = pixels[j];
    }
    set.labels.push_back(faces.subjects[static_cast<size_t>(sources[i])]);
  }
  set.sources = std::move(sources);
  return set;
}

std::vector<int> SomeInRandomOrder(const std::vector<int>& images, int64_t most,
                                   common::RandomStream& stream) {
  std::vector<int> some;
  for (const int i : stream.Permutation(static_cast<int>(images.size()))) {
    if (most != 0 && static_cast<int64_t>(some.size()) == most) break;
    some.push_back(images[static_cast<size_t>(i)]);
  }
  return some;
}

}  // namespace

std::vector<harness::DatasetSource> DatasetSources() {
  return {datasets::SourceOf(kFacesData, kPackage), ArSource(), TimedFacesSource(), DrawnSource()};
}

void CheckFaces(const Faces& faces, const FaceTask& task, const std::string& where) {
  if (faces.rows * faces.columns != kPixels) {
    common::ThrowDataError(where, "images of " + std::to_string(kPixels) + " pixels",
                           std::to_string(faces.rows) + " x " + std::to_string(faces.columns));
  }
  const std::vector<int> bounds = SubjectBounds(faces);
  std::set<int> seen;
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    const int subject = faces.subjects[static_cast<size_t>(bounds[s])];
    if (!seen.insert(subject).second) {
      common::ThrowDataError(where, "the images of each subject side by side",
                             "subject " + std::to_string(subject) + " in two places");
    }
  }
  const int least = task.split.training + task.split.validation + 1;
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    if (bounds[s + 1] - bounds[s] < least) {
      common::ThrowDataError(where, "at least " + std::to_string(least) + " images of each subject",
                             std::to_string(bounds[s + 1] - bounds[s]) + " of subject " +
                                 std::to_string(faces.subjects[static_cast<size_t>(bounds[s])]));
    }
  }
}

Faces LoadTask(const FaceTask& task, const std::string& path, int64_t subjects) {
  if (task.data == kArData) {
    const int64_t count = subjects == 0 ? datasets::kArSubjects : subjects;
    return datasets::GenerateArFaces(datasets::kStandInSeed,
                                     static_cast<int>(std::min<int64_t>(count, datasets::kArSubjects)));
  }
  // Of a stand-in no more is drawn than is kept.
  const bool has_limit = path.empty() && subjects != 0;
  Faces faces = has_limit
                    ? datasets::GenerateFaces(SetOf(task), datasets::kStandInSeed, static_cast<int>(subjects))
                    : datasets::LoadFaces(path, SetOf(task));
  CheckFaces(faces, task, path.empty() ? task.name : path);
  KeepFirst(subjects, faces);
  return task.is_printed || SetOf(task) != datasets::FaceSet::kExtendedYaleB
             ? faces
             : WithOccluders(std::move(faces), kOccluderSeed);
}

Faces WithOccluders(Faces faces, uint64_t seed) {
  const size_t size = static_cast<size_t>(faces.rows) * static_cast<size_t>(faces.columns);
  const std::vector<int> bounds = SubjectBounds(faces);
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    common::RandomStream stream(seed, "face_recognition/occluders", s);
    const int count = bounds[s + 1] - bounds[s];
    const int each = (count * kOccludedOfAr + kImagesOfAr / 2) / kImagesOfAr;
    const std::vector<int> order = stream.Permutation(count);
    for (int i = 0; i < 2 * each; ++i) {
      const auto image = static_cast<size_t>(bounds[s]) + static_cast<size_t>(order[static_cast<size_t>(i)]);
      datasets::DrawOccluder(i < each ? datasets::Occluder::kSunglasses : datasets::Occluder::kScarf,
                             faces.rows, faces.columns, stream,
                             std::span(faces.pixels).subspan(image * size, size));
    }
  }
  return faces;
}

Split DrawSplit(const Faces& faces, const SplitSizes& sizes, int64_t queries, uint64_t seed) {
  std::vector<int> training, validation, test;
  const std::vector<int> bounds = SubjectBounds(faces);
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    const int count = bounds[s + 1] - bounds[s];
    const int before_test = sizes.training + sizes.validation;
    if (count <= before_test) {
      common::ThrowUsageError("DrawSplit::faces",
                              "more than " + std::to_string(before_test) + " images of each subject",
                              std::to_string(count));
    }
    common::RandomStream stream(seed, "face_recognition/split", s);
    const std::vector<int> order = stream.Permutation(count);
    for (int i = 0; i < std::min(count, before_test + sizes.test); ++i) {
      (i < sizes.training ? training
       : i < before_test  ? validation
                          : test)
          .push_back(bounds[s] + order[static_cast<size_t>(i)]);
    }
  }
  common::RandomStream of_queries(seed, "face_recognition/queries");
  std::vector<int> some_validation = SomeInRandomOrder(validation, queries, of_queries);
  std::vector<int> some_test = SomeInRandomOrder(test, queries, of_queries);
  return {Gather(faces, std::move(training)), Gather(faces, std::move(some_validation)),
          Gather(faces, std::move(some_test))};
}

}  // namespace structlab::face_recognition
