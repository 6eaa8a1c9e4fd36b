// Made-up anatomies for stand-ins: shapes in space with grey values and labels.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_ANATOMY_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_ANATOMY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/datasets/medical/random_spline.h"
#include "experiments/datasets/medical/registration_set.h"
#include "registration/volumes/geometry.h"

namespace structlab::datasets {

// An ellipsoid around one centre, or a tube along the line through several, whose cross-section is that
// ellipsoid's.
struct Shape {
  std::vector<registration::Point> centres;  // mm, LPS
  registration::Point radii;                 // mm along the axes of LPS
  float grey = 0;
  int32_t label = 0;
  int32_t label_right = -1;  // of the part on the right, where x < 0; -1: the same
  double wave = 0;           // mm: the border moves by at most as much, at random places
};

// How deep a point is inside of the shape without its waves, in mm; negative outside. Exact for balls and
// tubes of balls; otherwise correct to first order at the border.
double DepthIn(const Shape& shape, const registration::Point& point);

struct AnatomyPoint {
  float grey = 0;
  int32_t label = 0;
};

// A template: later shapes lie over earlier ones. At the borders grey values pass over smoothly.
struct Anatomy {
  std::string name;
  registration::Geometry grid;  // of a subject
  std::vector<Structure> structures;
  std::vector<Shape> shapes;
  float lowest = 0, highest = 255;  // the range of grey values; where there is no shape it is the lowest
  double border = 1.5;              // mm to both sides of a border
  double wave_spacing = 16;         // mm, of the control points of waves
  double texture = 0;               // grey values: amplitude of a random texture inside of the shapes
  double texture_spacing = 10;      // mm, of its control points
  double slice = 0;                 // the third coordinate of a grid of two dimensions
};

// The value of an anatomy at any point: the same for each seed.
class AnatomySampler {
 public:
  AnatomySampler(const Anatomy& anatomy, uint64_t seed);
  // O(number of shapes that are near).
  AnatomyPoint operator()(const registration::Point& point) const;

 private:
  // Outside of it the shape and its border have no part.
  struct Box {
    registration::Point low, high;
  };

  const Anatomy anatomy_;
  std::vector<Box> boxes_;  // of the shapes
  RandomSpline wave_, texture_;
};

// A grid of LPS axes with its centre at 0.
registration::Geometry CentredGrid(const registration::VoxelIndex& size, const registration::Point& spacing);

// CT of a head, 56 x 62 x 53 voxels of 3.45, 3.45, 4 mm: parotid glands (1 left, 2 right) beside the jaw.
Anatomy HeadAnatomy();
// CT of a pelvis, 90 x 60 x 80 voxels of 3.67, 3.67, 4 mm: bladder (1), sigmoid (2), rectum (3).
Anatomy PelvisAnatomy();
// T1 of a brain without skull, 64 x 64 x 64 voxels of 3.75, 3, 3.75 mm: CSF (1), grey (2), white matter (3).
Anatomy BrainAnatomy();
// The same with FreeSurfer's labels of both sides (2, 3, 4 left; 41, 42, 43 right), 160 x 192 x 224 voxels of
// 1 mm.
Anatomy WholeBrainAnatomy();
// The slice of it at a height of 20 mm, 216 x 291 pixels of 1 mm.
Anatomy BrainSliceAnatomy();
// MRI around a hippocampus, 38 x 50 x 36 voxels of 1 mm: anterior (1) and posterior part (2).
Anatomy HippocampusAnatomy();

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MEDICAL_ANATOMY_H_
