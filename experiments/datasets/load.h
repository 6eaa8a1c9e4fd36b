// The data sets themselves, real or generated.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_

#include <string>
#include <string_view>

#include "experiments/datasets/faces.h"
#include "experiments/datasets/graph_sets.h"
#include "experiments/datasets/mfeat.h"
#include "experiments/datasets/middlebury_stereo.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/datasets/mrf_denoising.h"
#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/rcv1_small.h"
#include "experiments/datasets/tag_sets.h"
#include "experiments/datasets/text_collection.h"
#include "experiments/datasets/text_generator.h"
#include "experiments/datasets/uci_small.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {

// `path` is what ResolveDataset found, so already verified; empty means the stand-in of kStandInSeed. What
// the readers throw is passed on.
//
//   const OcrLetters letters = LoadOcrLetters(dataset.path);  // dataset: harness::Dataset
// Only a stand-in may have fewer words than the real set: as GenerateOcrLetters.
OcrLetters LoadOcrLetters(const std::string& path, int words_of_fold = 0);
Usps LoadUsps(const std::string& path);
NumberTable LoadUciTable(const std::string& path, UciTable table);
MfeatTable LoadMfeatTable(const std::string& path, const MfeatView& view);

Faces LoadFaces(const std::string& path, FaceSet set);
// `limits` is for stand-ins only, whose classes are called "class 0", "class 1", ...
TextCollection LoadNewsGroups(const std::string& path, const DocumentLimits& limits = {});
TextCollection LoadReutersR8(const std::string& path, const DocumentLimits& limits = {});
Rcv1Small LoadRcv1Small(const std::string& path);
kernels::GraphDataset LoadGraphSet(const std::string& path, const GraphSet& set);

// "tsukuba", "venus" or "teddy"; throws common::Error (usage) for another scene.
StereoPair LoadStereoPair(const std::string& path, std::string_view scene);

// The tags and features of a stand-in have no names. Only of a stand-in are the rows limited.
TagSplit LoadMulanSet(const std::string& path, const MulanSet& set, const RowLimits& limits = {});
TagSplit LoadCorel5kInria(const std::string& path, const RowLimits& limits = {});

// The energy of one of MrfInstances().
graphical_models::FactorGraph LoadMrfInstance(const std::string& path, const MrfInstance& instance);

DenoisingProblem LoadHouse(const std::string& path);
DenoisingProblem LoadPenguin(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_LOAD_H_
