// Pictures of recognition: faces, sparse codes and residuals as bars, hash matrices.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CODE_PICTURES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CODE_PICTURES_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/old_experiment/experiment.h"

namespace structlab::face_recognition {

struct Color {
  uint8_t red, green, blue;
};
inline constexpr Color kWhite = {255, 255, 255}, kGrey = {150, 150, 150}, kAxis = {60, 60, 60};
inline constexpr Color kRed = {200, 30, 30}, kGreen = {30, 140, 50}, kBlue = {40, 70, 200};
inline constexpr Color kBrown = {140, 80, 20};

// Grey pixels, each as a square of `zoom` x `zoom`.
harness::Picture FacePicture(std::span<const uint8_t> pixels, int rows, int columns, int zoom);

struct BarLook {
  int width = 4, height = 140;  // of a bar with its gap of one pixel if it is wider than 2; of a row of bars
  int most_in_a_row = 0;        // more bars stand in several rows, about as many in each; 0: one row
};

// A bar for each value from the line of 0, up or down, the largest in size as long as there is room, in all
// rows by the same scale; white where there is none. A bar that is not 0 is at least one pixel long. Throws
// common::Error (usage) without bars or with another number of colors.
harness::Picture BarPicture(std::span<const double> values, std::span<const Color> colors,
                            const BarLook& look);

// Green where H is 0, brown where it is negative, blue where it is positive (Figure 3.2), darker beyond 1.
harness::Picture HashPicture(const Eigen::Ref<const Eigen::MatrixXd>& hash, int zoom);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_CODE_PICTURES_H_
