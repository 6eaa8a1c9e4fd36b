// The images of section 3.6.2 as problems, with what their results are compared with.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_IMAGE_DATA_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_IMAGE_DATA_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "experiments/parsimonious_labeling/protocol.h"
#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/images/regions.h"
#include "graphical_models/model/labeling.h"

namespace structlab::parsimonious_labeling {

// The penguin's input is made from the clean image, so that it is never more than a substitute. The lattices
// are drawn by the source's recipe.
inline constexpr const char* kStereoData = "middlebury-stereo";
inline constexpr const char* kHouseData = "mrf-denoising";
inline constexpr const char* kDrawnData = "drawn";

std::vector<harness::DatasetSource> DatasetSources();
// The name of the image's data set among them.
std::string DataOf(const ImageTask& task);

// What of the settings the images depend on.
struct ImageSettings {
  int width = 0, height = 0;  // of the middle that is used; 0 is all
  graphical_models::SuperpixelOptions superpixels = {};
  std::optional<double> sigma = {};  // in place of the image's own
  int gradient_factor = 1;           // by which the image's own threshold of gradients is multiplied
  int truncation_factor = 1;         // and that of unaries
};
ImageSettings ReadImageSettings(const harness::Setting& settings);

struct ImageData {
  int width = 0, height = 0;
  graphical_models::Image shown;                         // what is labeled: left or noisy image
  std::optional<graphical_models::Image> right = {};     // of a stereo pair
  graphical_models::DisparityMap truth = {};             // of a stereo pair
  std::optional<graphical_models::Image> occluded = {};  // mask of pixels that the right image does not show
  std::optional<graphical_models::Image> clean = {};     // of a grey image
  std::optional<graphical_models::Image> missing = {};   // its mask
};

// The case's data, cut to the middle.
ImageData LoadImageData(const harness::Case& c, const ImageTask& task, const ImageSettings& settings);

graphical_models::ImageProblem ProblemOf(const ImageTask& task, const ImageData& data,
                                         const ImageSettings& settings);

// Labelings as pictures: disparities in colours, grey values as they are.
harness::Picture PictureOf(const ImageTask& task, const ImageData& data,
                           std::span<const graphical_models::Label> labeling);
harness::Picture PictureOf(const graphical_models::Image& image);
// The image with the borders between regions drawn in.
harness::Picture PictureOfRegions(const graphical_models::Image& image,
                                  const graphical_models::Segmentation& regions);

// The sum of |difference of labels| over all neighbours, per pixel.
double TotalVariation(int width, int height, std::span<const graphical_models::Label> labeling);
int NumLabelsUsed(std::span<const graphical_models::Label> labeling);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_IMAGE_DATA_H_
