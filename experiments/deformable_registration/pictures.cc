#include "experiments/deformable_registration/pictures.h"

#include "experiments/deformable_registration/protocol.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/slice_picture.h"

namespace structlab::deformable_registration {

using common::Picture;
using datasets::Subject;
using registration::Image;
using registration::LabelMap;
using registration::SliceView;

namespace {

constexpr int kWidth = 200;  // pixels

// The mean place along an axis of the voxels that have a label; -1 without any.
int64_t PlaceOfStructures(const LabelMap& labels, int axis) {
  int64_t sum = 0, count = 0;
  for (size_t i = 0; i < labels.values.size(); ++i) {
    if (labels.values[i] == 0) continue;
    sum += labels.geometry.IndexAt(static_cast<int64_t>(i))[axis];
    ++count;
  }
  return count == 0 ? -1 : sum / count;
}

// Across the second and the third axis; of images of two dimensions the third only.
std::vector<SliceView> ViewsOf(const LabelMap& labels) {
  std::vector<SliceView> views;
  for (int axis = labels.geometry.dimension - 1 == 1 ? 2 : 1; axis < 3; ++axis) {
    views.push_back({.axis = axis, .place = PlaceOfStructures(labels, axis), .width = kWidth});
  }
  return views;
}

Image Scaled(const Image& image) { return ScaleToPercentiles(image, 1, 99); }

}  // namespace

void RecordPictures(const Subject& fixed, const Subject& moving, const registration::DisplacementField& field,
                    common::ThreadPool& pool, harness::Recorder& record) {
  const bool is_registered = !field.values.empty();
  const registration::DisplacementField none(fixed.image.geometry);
  const LabelMap labels = WarpLabels(moving.labels, is_registered ? field : none, pool);
  const Image fixed_image = Scaled(fixed.image),
              warped = WarpImage(Scaled(moving.image), is_registered ? field : none, pool);
  std::vector<std::vector<Picture>> overlaps, differences;
  for (const SliceView& view : ViewsOf(fixed.labels)) {
    overlaps.push_back({OverlapSlice(fixed.labels, labels, view)});
    differences.push_back({DifferenceSlice(warped, fixed_image, view)});
  }
  record.Picture(kOurPictures, "overlap", registration::Tiled(overlaps));
  record.Picture(kOurPictures, "difference", registration::Tiled(differences));
}

Picture SampleSlices(const std::vector<const Subject*>& subjects) {
  std::vector<Picture> row;
  for (const Subject* subject : subjects) {
    row.push_back(GreySlice(Scaled(subject->image), ViewsOf(subject->labels).front()));
  }
  return registration::Tiled({row});
}

}  // namespace structlab::deformable_registration
