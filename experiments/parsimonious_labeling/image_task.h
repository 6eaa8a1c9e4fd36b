// The images of section 3.6.2 as problems, with what their results are compared with.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_IMAGE_TASK_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_IMAGE_TASK_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/harness/run/case.h"
#include "graphical_models/images/disparity.h"
#include "graphical_models/images/image.h"
#include "graphical_models/images/image_problem.h"
#include "graphical_models/model/labeling.h"

namespace structlab::parsimonious_labeling {

struct ImageTask {
  std::string name;   // data set as in the source
  std::string table;  // of the source's rows; empty for an image that the source does not have
  bool is_stereo;
  std::string preset;  // whose energy is taken (graphical_models/images/image_problem.h)
  int labels;

  const char* data() const { return is_stereo ? "middlebury-stereo" : "mrf-denoising"; }
  const char* own_table() const;
  bool has_like_trees() const { return name == "teddy"; }  // M = 1: all distances are alike, and so all trees
};
// tsukuba, teddy, venus, penguin, house.
const std::vector<ImageTask>& ImageTasks();
const ImageTask& FindImageTask(const std::string& name);
// nu, sigma, M, labels and, where it is one of the printed, the truncation of unaries.
harness::Setting ImageKey(const ImageTask& task);

// What of the settings an image's problem depends on.
struct ImageSettings {
  int width = 0, height = 0;  // of the middle that is used; 0 is all
  bool as_first_read = false;
  bool middlebury_parameters = false;  // of pairs
  bool house_has_cliques = false;
  bool weights_times_size = false;
  std::optional<double> sigma = {};  // in place of the image's own
  std::optional<int> min_size = {};  // of superpixels; with it they are made anew, also where there are some
};
ImageSettings ReadImageSettings(harness::Case& c);

struct ImageData {
  int width = 0, height = 0;
  graphical_models::Image shown;                         // what is labeled: left or noisy image
  std::optional<graphical_models::Image> right = {};     // of a stereo pair
  graphical_models::DisparityMap truth = {};             // of a stereo pair
  std::optional<graphical_models::Image> occluded = {};  // mask of pixels that the right image does not show
  graphical_models::Segmentation superpixels = {};       // released ones of a stereo pair, if there are any
  std::optional<graphical_models::Image> clean = {};     // of a grey image
  std::optional<graphical_models::Image> missing = {};   // its mask
};

// The task's image in this folder (empty: a stand-in), cut to the middle.
ImageData LoadImageData(const std::string& folder, const ImageTask& task, const ImageSettings& settings);

graphical_models::ImageProblem ProblemOf(const ImageTask& task, const ImageData& data,
                                         const ImageSettings& settings);

// Labelings as pictures: disparities in colours, grey values as they are.
harness::Picture PictureOf(const ImageTask& task, const ImageData& data,
                           std::span<const graphical_models::Label> labeling);
harness::Picture PictureOf(const graphical_models::Image& image);

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_IMAGE_TASK_H_
