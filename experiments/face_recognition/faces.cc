#include "experiments/face_recognition/faces.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "common/check.h"
#include "common/error.h"
#include "common/random_stream.h"
#include "experiments/datasets/face_generator.h"
#include "experiments/datasets/face_occluders.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"

namespace structlab::face_recognition {

using datasets::Faces;

namespace {

constexpr int kOccludedOfAr = 6;       // by sunglasses, and as many by a scarf
constexpr uint64_t kOccluderSeed = 1;  // all trials see the same occluders
constexpr int kMaxImages = 64;         // of a subject of Extended Yale B
constexpr int64_t kImagesOfAr = datasets::kArImages;

// The same files as a set of their own kind: changed images are no longer the source's.
harness::DatasetSource ChangedFaces() {
  return {kChangedFacesData, [](const std::string& data_folder) {
            harness::Dataset found = datasets::SourceOf(kFacesData, "face_recognition").resolve(data_folder);
            found.name = kChangedFacesData;
            if (found.origin == harness::DataOrigin::kReal) found.origin = harness::DataOrigin::kSubstitute;
            return found;
          }};
}

harness::DatasetSource ArFaces() {
  return {
      kArData, [](const std::string&) {
        return harness::Dataset{
            .name = kArData,
            .origin = harness::DataOrigin::kStandIn,
            .checksums = {{"generator", fmt::format("faces of AR's shape, seed {}", datasets::kStandInSeed)}},
            .note =
                "random surfaces under random light, with drawn sunglasses and scarves: the terms of the "
                "AR database forbid copies",
            .supply = harness::Supply::kNone};
      }};
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

int MostImages(const std::vector<int>& bounds) {
  int most = 0;
  for (size_t s = 0; s + 1 < bounds.size(); ++s) most = std::max(most, bounds[s + 1] - bounds[s]);
  return most;
}

void KeepFirst(int64_t subjects, Faces& faces) {
  const std::vector<int> bounds = SubjectBounds(faces);
  if (static_cast<size_t>(subjects) + 1 >= bounds.size()) return;
  const auto images = static_cast<size_t>(bounds[subjects]);
  faces.subjects.resize(images);
  faces.pixels.resize(images * static_cast<size_t>(faces.rows) * static_cast<size_t>(faces.columns));
}

ImageSet Gather(const Faces& faces, std::vector<int> sources) {
  ImageSet set;
  set.images.resize(Eigen::Index{faces.rows} * faces.columns, static_cast<Eigen::Index>(sources.size()));
  for (size_t i = 0; i < sources.size(); ++i) {
    std::ranges::copy(faces.Pixels(sources[i]), set.images.col(static_cast<Eigen::Index>(i)).data());
    set.labels.push_back(faces.subjects[sources[i]]);
  }
  set.sources = std::move(sources);
  return set;
}

std::vector<int> SomeInRandomOrder(const std::vector<int>& images, int64_t most,
                                   common::RandomStream& stream) {
  std::vector<int> some;
  for (const int i : stream.Permutation(static_cast<int>(images.size()))) {
    if (most != 0 && std::ssize(some) == most) break;
    some.push_back(images[i]);
  }
  return some;
}

}  // namespace

std::vector<harness::DatasetSource> DatasetSources() {
  return {datasets::SourceOf(kFacesData, "face_recognition"), ChangedFaces(), ArFaces()};
}

const std::vector<FaceTask>& FaceTasks() {
  static constexpr TableNames kPrinted = {"Table 3.1", "Table 3.2", "Table 3.4"};
  static constexpr TableNames kOfYaleB = {"Table 3.1", "Table 3.2", "ours: SVM on alpha"};
  static constexpr TableNames kOurs = {"ours: accuracy", "ours: running time", "ours: SVM on alpha"};
  static const std::vector<FaceTask> tasks = {
      {kYaleB, "yaleb", kFacesData, {32, 15, 15}, 38, kOfYaleB, false},
      {kOccluded, "yaleb-occluders", kChangedFacesData, {13, 7, 6}, 38, kOurs, true},
      {kAr, "ar", kArData, {13, 7, 6}, datasets::kArSubjects, kPrinted, true}};
  return tasks;
}

const FaceTask& FindFaceTask(const std::string& name) {
  const auto task = std::ranges::find(FaceTasks(), name, &FaceTask::name);
  STRUCTLAB_CHECK(task != FaceTasks().end());
  return *task;
}

int FaceTask::NumSubjects(int64_t limit) const {
  return limit == 0 ? subjects : static_cast<int>(std::min<int64_t>(limit, subjects));
}

ImageSettings ReadImageSettings(harness::Case& c, const char* queries_setting) {
  ImageSettings settings = {
      .subjects = c.Int("subjects"), .queries = c.Int(queries_setting), .split = c.Text("split")};
  const bool is_yaleb = std::ranges::find(c.data, kArData) == c.data.end() || c.data.size() > 1;
  if (is_yaleb) settings.image_size = c.Text("image_size");
  return settings;
}

void CheckFaces(const Faces& faces, const SplitSizes& split, const std::string& where) {
  const std::vector<int> bounds = SubjectBounds(faces);
  const int least = split.training + split.validation + 1;
  std::set<int> seen;
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    const int subject = faces.subjects[bounds[s]];
    if (!seen.insert(subject).second) {
      common::ThrowDataError(where, "the images of each subject side by side",
                             fmt::format("subject {} in two places", subject));
    }
  }
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    if (bounds[s + 1] - bounds[s] < least) {
      common::ThrowDataError(
          where, fmt::format("at least {} images of each subject", least),
          fmt::format("{} of subject {}", bounds[s + 1] - bounds[s], faces.subjects[bounds[s]]));
    }
  }
}

Faces LoadTask(const FaceTask& task, const std::string& path, const ImageSettings& settings) {
  const int subjects = task.NumSubjects(settings.subjects);
  if (task.is_ar()) return datasets::GenerateArFaces(datasets::kStandInSeed, subjects);
  const datasets::FaceSet set = settings.image_size == "32x32" ? datasets::FaceSet::kExtendedYaleB
                                                               : datasets::FaceSet::kExtendedYaleBFull;
  Faces faces = path.empty() ? datasets::GenerateFaces(set, datasets::kStandInSeed, subjects)
                             : datasets::ReadFaces(path, set, kMaxImages * (subjects + 1));
  KeepFirst(subjects, faces);  // of the next subject some images may not have been read
  CheckFaces(faces, task.split, path.empty() ? task.name : path);
  return task.name == kOccluded ? WithOccluders(std::move(faces), kOccluderSeed) : faces;
}

Faces WithOccluders(Faces faces, uint64_t seed) {
  const size_t size = static_cast<size_t>(faces.rows) * static_cast<size_t>(faces.columns);
  const std::vector<int> bounds = SubjectBounds(faces);
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    common::RandomStream stream(seed, "face_recognition/occluders", s);
    const int count = bounds[s + 1] - bounds[s];
    const int each = static_cast<int>((count * kOccludedOfAr + kImagesOfAr / 2) / kImagesOfAr);
    const std::vector<int> order = stream.Permutation(count);
    for (int i = 0; i < 2 * each; ++i) {
      const auto image = static_cast<size_t>(bounds[s]) + static_cast<size_t>(order[i]);
      datasets::DrawOccluder(i < each ? datasets::Occluder::kSunglasses : datasets::Occluder::kScarf,
                             faces.rows, faces.columns, stream,
                             std::span(faces.pixels).subspan(image * size, size));
    }
  }
  return faces;
}

Split DrawSplit(const Faces& faces, const SplitSizes& sizes, int64_t queries, uint64_t seed,
                Shuffle shuffle) {
  std::vector<int> training, validation, test;
  const std::vector<int> bounds = SubjectBounds(faces);
  const std::vector<int> of_all =
      common::RandomStream(seed, "face_recognition/split").Permutation(MostImages(bounds));
  const int before_test = sizes.training + sizes.validation;
  for (size_t s = 0; s + 1 < bounds.size(); ++s) {
    const int count = bounds[s + 1] - bounds[s];
    if (count <= before_test) {
      common::ThrowUsageError("DrawSplit::faces",
                              fmt::format("more than {} images of each subject", before_test),
                              std::to_string(count));
    }
    std::vector<int> order = of_all;
    std::erase_if(order, [&](int number) { return number >= count; });
    if (shuffle == Shuffle::kOneEach) {
      order = common::RandomStream(seed, "face_recognition/split", s).Permutation(count);
    }
    for (int i = 0; i < std::min(count, before_test + sizes.test); ++i) {
      std::vector<int>& part = i < sizes.training ? training : i < before_test ? validation : test;
      part.push_back(bounds[s] + order[i]);
    }
  }
  common::RandomStream of_queries(seed, "face_recognition/queries");
  std::vector<int> some_validation = SomeInRandomOrder(validation, queries, of_queries);
  std::vector<int> some_test = SomeInRandomOrder(test, queries, of_queries);
  return {Gather(faces, std::move(training)), Gather(faces, std::move(some_validation)),
          Gather(faces, std::move(some_test))};
}

CaseFaces::CaseFaces(const FaceTask& task, const ImageSettings& settings, const harness::Recorder& record)
    : faces(LoadTask(task, record.Data(task.data).path, settings)),
      split(DrawSplit(faces, task.split, settings.queries, record.this_case().seed,
                      settings.split == "each" ? Shuffle::kOneEach : Shuffle::kOneForAll)) {}

}  // namespace structlab::face_recognition
