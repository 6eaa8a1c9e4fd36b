// The program elastix (Klein, Staring, Murphy, Viergever, Pluim 2010) as a yardstick.
#ifndef STRUCTLAB_EXPERIMENTS_RIVALS_ELASTIX_H_
#define STRUCTLAB_EXPERIMENTS_RIVALS_ELASTIX_H_

#include <string>

#include "common/parallel.h"
#include "registration/volumes/volume.h"

namespace structlab::rivals {

struct ElastixOptions {
  double spacing = 25;   // of the finest grid of control points, mm
  int iterations = 250;  // at each of three resolutions
  std::string metric = "AdvancedMattesMutualInformation";
  bool align_centers = true;  // first, by a translation
};

struct ElastixResult {
  registration::DisplacementField field;  // on the fixed grid
  double seconds = 0;                     // of the processor, with reading and writing of files
};

// Where elastix is, by $PATH; empty if it is nowhere.
std::string FindElastix();

// The parameter file, as elastix's manual recommends: cubic B-splines on grids of 4, 2 and 1 spacings, 32
// bins of grey values, 2048 random samples an iteration, adaptive stochastic gradient descent.
std::string ElastixParameters(const ElastixOptions& options, int dimension);

// Registers by the program at that path, with one thread, in a temporary folder. Throws common::Error
// (environment) if it fails, with its last words.
ElastixResult RunElastix(const std::string& program, const registration::Image& fixed,
                         const registration::Image& moving, const ElastixOptions& options,
                         common::ThreadPool& pool);

}  // namespace structlab::rivals

#endif  // STRUCTLAB_EXPERIMENTS_RIVALS_ELASTIX_H_
