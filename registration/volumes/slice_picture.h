// Slices of volumes as pictures: grey values, label maps over each other, differences.
//
//   const Image a = ScaleToPercentiles(fixed, 0.5, 99.5), b = ScaleToPercentiles(warped, 0.5, 99.5);
//   const common::Picture picture = Tiled({{GreySlice(a), GreySlice(b)}});
//
// Slices have square pixels. The second axis of a slice of a volume points up, as radiologists have it;
// images of two dimensions are not turned.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_SLICE_PICTURE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_SLICE_PICTURE_H_

#include <cstdint>
#include <vector>

#include "common/picture.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

struct SliceView {
  int axis = 2;        // across which the slice lies
  int64_t place = -1;  // along that axis, in voxels; -1: the middle
  int width = 260;     // pixels, at least
};

// Values from 0 (black) to 1 (white); others are cut.
common::Picture GreySlice(const Image& image, const SliceView& view = {});

// a - b of images of one grid, with values from 0 to 1: blue where b is brighter by 0.5 or more, red where a
// is, green where they are equal.
common::Picture DifferenceSlice(const Image& a, const Image& b, const SliceView& view = {});

// Labels of two maps of one grid: red where only `a` has one, blue where only `b` has one, violet where both
// have the same, yellow where they have different ones; white without labels.
common::Picture OverlapSlice(const LabelMap& a, const LabelMap& b, const SliceView& view = {});

// Two grey pictures of one size, in squares that take turns.
common::Picture Chequered(const common::Picture& a, const common::Picture& b);
// |a - b| of two grey pictures of one size, white where they are equal.
common::Picture AbsoluteDifference(const common::Picture& a, const common::Picture& b);

// Rows of pictures with the same number of channels in one, with white between them. Pictures of a row stand
// at its upper edge, and those of a column at its left edge. No row is empty.
common::Picture Tiled(const std::vector<std::vector<common::Picture>>& rows);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_SLICE_PICTURE_H_
