// Bars of a volume, shifted by a constant that need not be whole.
#ifndef STRUCTLAB_REGISTRATION_DEFORMABLE_SHIFTED_BAR_H_
#define STRUCTLAB_REGISTRATION_DEFORMABLE_SHIFTED_BAR_H_

#include <vector>

#include "registration/deformable/control_grid.h"
#include "registration/volumes/volume.h"

namespace structlab::registration {

// The rows y x z of the volume, at rows moved by (shift_y, shift_z) voxels, and then along the row by others.
// Linear between voxels.
class ShiftedBar {
 public:
  // outside_is_zero: beyond the volume are zeros, else it goes on with the value at its border. max_shift:
  // along x.
  ShiftedBar(const Image& volume, bool outside_is_zero, double max_shift);

  void Move(const AxisCells::Range& y, const AxisCells::Range& z, double shift_y, double shift_z);
  // The moved rows at x + shift, one after the other.
  void Along(double shift, std::vector<float>& rows) const;

 private:
  // Adds a row of the volume, or writes it if it is the first; false if it counts nothing.
  bool AddRow(int64_t y, int64_t z, float factor, bool is_first, float* to) const;

  const Image& volume_;
  bool outside_is_zero_;
  int64_t width_, pad_;
  int64_t num_rows_ = 0;
  std::vector<float> rows_;  // with `pad_` more at each side
};

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_DEFORMABLE_SHIFTED_BAR_H_
