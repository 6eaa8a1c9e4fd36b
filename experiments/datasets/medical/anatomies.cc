// The templates of anatomy.h. Lengths in mm; x to the left, y to the back, z to the head.
#include "experiments/datasets/medical/anatomy.h"

namespace structlab::datasets {

using registration::Geometry;
using registration::Point;
using registration::VoxelIndex;

namespace {

Point Ball(double radius) { return Point::Constant(radius); }

// Adds a shape and its image on the other side of the body.
void AddPair(std::vector<Shape>& shapes, Shape left, int32_t right_label) {
  Shape right = left;
  right.label = right_label;
  for (Point& centre : right.centres) centre[0] = -centre[0];
  shapes.push_back(std::move(left));
  shapes.push_back(std::move(right));
}

// Labels of tissues: left and right side.
struct BrainLabels {
  int32_t csf[2], grey[2], white[2];
};

void AddBrain(std::vector<Shape>& shapes, const BrainLabels& labels) {
  constexpr float kCsf = 45, kGrey = 100, kWhite = 150;
  // The same shape on both sides; where both reach over the middle, the side of the place counts.
  const auto add = [&](const std::vector<Point>& centres, const Point& radii, float grey,
                       const int32_t(&of_sides)[2], double wave) {
    const Shape shape = {.centres = centres,
                         .radii = radii,
                         .grey = grey,
                         .label = of_sides[0],
                         .label_right = of_sides[1],
                         .wave = wave};
    AddPair(shapes, shape, shape.label);
  };
  // Cerebellum and brain stem under the hemispheres.
  add({{22, 52, -38}}, {24, 26, 20}, kGrey, labels.grey, 4);
  add({{18, 50, -38}}, {13, 14, 10}, kWhite, labels.white, 14);
  add({{5, 18, -15}, {5, 26, -70}}, {8, 11, 11}, kWhite, labels.white, 0);
  // Cortex and the white matter that folds into it.
  add({{27, -2, 14}}, {36, 80, 54}, kGrey, labels.grey, 8);
  add({{40, -12, -18}}, {22, 38, 20}, kGrey, labels.grey, 8);
  add({{28, -2, 16}}, {25, 67, 41}, kWhite, labels.white, 30);
  add({{38, -12, -16}}, {11, 26, 9}, kWhite, labels.white, 20);
  add({{0, -25, 28}, {0, 20, 30}}, {16, 6, 5}, kWhite, labels.white, 0);
  // Deep grey matter, and the ventricles beside it.
  add({{13, 8, 10}}, {9, 14, 9}, kGrey, labels.grey, 0);
  add({{25, -8, 8}}, {7, 19, 10}, kGrey, labels.grey, 0);
  add({{10, -32, 20}, {11, 2, 25}, {20, 32, 18}, {30, 20, -4}}, {8, 9, 8}, kCsf, labels.csf, 4);
  add({{2, 6, 6}}, {3, 13, 9}, kCsf, labels.csf, 0);
}

}  // namespace

Anatomy HeadAnatomy() {
  constexpr float kFat = -90, kSoft = 50, kBone = 750, kAir = -1000;
  Anatomy head = {.name = "head",
                  .grid = CentredGrid({56, 62, 53}, {3.45, 3.45, 4}),
                  .structures = {{"Parotl", 1}, {"Parotr", 2}},
                  .shapes = {},
                  .lowest = kAir,
                  .highest = 1000,
                  .border = 2,
                  .wave_spacing = 30,
                  .texture = 60,
                  .texture_spacing = 12};
  std::vector<Shape>& shapes = head.shapes;
  const auto add = [&](const std::vector<Point>& centres, const Point& radii, float grey, double wave = 0) {
    shapes.push_back({.centres = centres, .radii = radii, .grey = grey, .wave = wave});
  };
  const std::vector<Point> neck = {{0, 12, -30}, {0, 18, -150}};
  add(neck, {68, 66, 60}, kFat);
  add({{0, 0, 15}}, {80, 98, 88}, kFat);
  add(neck, {61, 58, 55}, kSoft, 10);
  add({{0, 0, 15}}, {76, 94, 84}, kSoft);
  add({{0, 3, 32}}, {71, 87, 68}, kBone);
  add({{0, 3, 32}}, {64, 80, 61}, 35);
  add({{0, 45, -35}, {0, 52, -150}}, Ball(15), 400);
  add({{0, 40, -35}, {0, 47, -150}}, Ball(6), 30);
  add({{52, 2, -18},
       {54, 0, -45},
       {40, -40, -62},
       {0, -70, -66},
       {-40, -40, -62},
       {-54, 0, -45},
       {-52, 2, -18}},
      Ball(6.5), 900);
  add({{0, -60, -32}, {0, -35, -30}}, {18, 10, 9}, kAir);
  add({{0, -12, -25}, {0, 4, -150}}, {10, 8, 8}, kAir);
  AddPair(shapes, {.centres = {{63, 20, -38}}, .radii = {19, 24, 33}, .grey = kFat, .wave = 6}, 0);
  AddPair(shapes, {.centres = {{63, 19, -38}}, .radii = {12, 17, 25}, .grey = 15, .label = 1, .wave = 8}, 2);
  return head;
}

Anatomy PelvisAnatomy() {
  constexpr float kFat = -95, kMuscle = 55, kBone = 550;
  Anatomy pelvis = {.name = "pelvis",
                    .grid = CentredGrid({90, 60, 80}, {3.67, 3.67, 4}),
                    .structures = {{"Bladder", 1}, {"Sigmoid", 2}, {"Rectum", 3}},
                    .shapes = {},
                    .lowest = -1000,
                    .highest = 1000,
                    .border = 2,
                    .wave_spacing = 35,
                    .texture = 60,
                    .texture_spacing = 14};
  std::vector<Shape>& shapes = pelvis.shapes;
  const auto add = [&](const std::vector<Point>& centres, const Point& radii, float grey, int32_t label = 0,
                       double wave = 0) {
    shapes.push_back({.centres = centres, .radii = radii, .grey = grey, .label = label, .wave = wave});
  };
  const auto add_pair = [&](const std::vector<Point>& centres, const Point& radii, float grey, double wave) {
    AddPair(shapes, {.centres = centres, .radii = radii, .grey = grey, .wave = wave}, 0);
  };
  const std::vector<Point> trunk = {{0, 0, -250}, {0, 0, 250}};
  add(trunk, {152, 100, 100}, kFat);
  add(trunk, {136, 84, 80}, kMuscle, 0, 15);
  add(trunk, {118, 68, 60}, kFat, 0, 15);
  add_pair({{70, 55, -40}}, {52, 32, 80}, kMuscle, 10);
  add_pair({{48, 20, 200}, {60, 5, 40}, {88, -10, -60}}, {22, 18, 20}, kMuscle, 6);
  add_pair({{42, 56, 45}, {85, 10, 50}, {88, -8, -20}, {86, 0, -68}}, {11, 14, 14}, kBone, 4);
  add_pair({{86, 2, -70}}, Ball(25), 650, 0);
  add_pair({{86, 2, -70}, {118, 5, -95}, {115, 0, -250}}, Ball(17), 600, 0);
  add({{0, 60, 250}, {0, 64, 50}, {0, 70, 0}, {0, 58, -45}}, {24, 15, 16}, 350, 0, 4);
  add({{-60, -38, -72}, {0, -56, -82}, {60, -38, -72}}, Ball(10), kBone);
  // Bowel without labels, above the bladder.
  add({{-75, -20, 20}, {-40, -45, 45}, {5, -48, 60}, {-30, -30, 85}, {-80, -10, 80}, {-60, 0, 120}}, Ball(14),
      35, 0, 6);
  add({{70, -35, 55}, {60, -40, 95}, {10, -40, 110}, {20, -20, 150}}, Ball(14), 35, 0, 6);
  // Bladder, rectum and sigmoid with what is in them.
  add({{0, -24, -38}}, {40, 29, 31}, 40, 1, 8);
  add({{0, -24, -38}}, {36, 25, 27}, 0, 1, 8);
  const std::vector<Point> rectum = {{0, 36, -105}, {0, 36, -70}, {0, 42, -35}, {0, 38, -2}};
  add(rectum, {16, 14, 14}, 45, 3, 6);
  add({rectum[1], rectum[2]}, {9, 7, 7}, -300, 3, 4);
  const std::vector<Point> sigmoid = {{0, 38, -2}, {16, 18, 12}, {45, 2, 10}, {58, 8, 34}, {84, 24, 60}};
  add(sigmoid, Ball(13), 45, 2, 6);
  add({sigmoid[1], sigmoid[2], sigmoid[3]}, Ball(6), -400, 2, 3);
  return pelvis;
}

Anatomy BrainAnatomy() {
  Anatomy brain = {.name = "brain",
                   .grid = CentredGrid({64, 64, 64}, {3.75, 3, 3.75}),
                   .structures = {{"CSF", 1}, {"Grey Mater", 2}, {"White Mater", 3}},
                   .shapes = {},
                   .texture = 15};
  AddBrain(brain.shapes, {.csf = {1, 1}, .grey = {2, 2}, .white = {3, 3}});
  return brain;
}

Anatomy WholeBrainAnatomy() {
  Anatomy brain = {.name = "whole_brain",
                   .grid = CentredGrid({160, 192, 224}, {1, 1, 1}),
                   .structures = {},
                   .shapes = {},
                   .texture = 15};
  AddBrain(brain.shapes, {.csf = {4, 43}, .grey = {3, 42}, .white = {2, 41}});
  return brain;
}

Anatomy BrainSliceAnatomy() {
  Anatomy slice = WholeBrainAnatomy();
  slice.name = "brain_slice";
  slice.grid = CentredGrid({216, 291, 1}, {1, 1, 1});
  slice.grid.dimension = 2;
  slice.slice = 20;
  return slice;
}

Anatomy HippocampusAnatomy() {
  constexpr float kGrey = 110, kWhite = 160, kCsf = 45;
  Anatomy region = {.name = "hippocampus",
                    .grid = CentredGrid({38, 50, 36}, {1, 1, 1}),
                    .structures = {{"anterior", 1}, {"posterior", 2}},
                    .shapes = {},
                    .border = 1,
                    .wave_spacing = 8,
                    .texture = 15,
                    .texture_spacing = 4};
  const std::vector<Point> body = {{-1, -4, -1}, {0, 6, 0}, {3, 16, 4}};
  region.shapes = {
      {.centres = {{0, 0, 0}}, .radii = Ball(80), .grey = kWhite},
      {.centres = {{-12, -15, -12}, {-12, 15, -10}}, .radii = Ball(6), .grey = kGrey, .wave = 6},
      {.centres = {{6, -14, 4}, {8, 4, 3}, {8, 18, 8}}, .radii = Ball(4), .grey = kCsf, .wave = 3},
      {.centres = body, .radii = {5, 5, 4.6}, .grey = kGrey, .label = 2, .wave = 3},
      {.centres = {{-1, -10, -2}}, .radii = {8.5, 8, 6.6}, .grey = kGrey - 8, .label = 1, .wave = 3},
  };
  return region;
}

}  // namespace structlab::datasets
