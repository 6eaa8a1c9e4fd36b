// Sets of rows with many tags: three of Mulan's collection (Tsoumakas et al. 2011), and Corel5k as INRIA
// annotated it (Guillaumin, Mensink, Verbeek, Schmid 2009).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TAG_SETS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TAG_SETS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/datasets/tag_generator.h"
#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::datasets {

// The split that everybody uses.
struct TagSplit {
  structured_learning::MultiLabelData train, test;
};

// How many rows of a stand-in are drawn, the first ones; 0: all.
struct RowLimits {
  int64_t train = 0, test = 0;
};

struct MulanSet {
  std::string name;                 // and the folder below that of all sets
  std::string train, test, labels;  // files
  TagShape shape;                   // of the training rows, and of the stand-in
  int test_rows;
};

// corel5k (374 tags, 499 kinds of regions), scene (6, 294 colours), delicious (983, 500 words).
const std::vector<MulanSet>& MulanSets();
// Throws common::Error (usage) that lists the known names, nearest first.
const MulanSet& FindMulanSet(std::string_view name);

// `folder` is that of all sets. Throws what ReadArff and ReadMulanLabels throw, and common::Error (data)
// where both parts have other features or tags.
TagSplit ReadMulanSet(const std::string& folder, const MulanSet& set);
TagSplit GenerateMulanSet(const MulanSet& set, uint64_t seed, const RowLimits& limits = {});

// One kind of features of INRIA's package.
struct InriaFeature {
  std::string name;  // as in file names: "DenseHue"
  int dimension;
  bool is_float = false;  // .fvec in place of .hvecs
  // Whether the catalogue has its file of training and of test rows.
  bool has_train = false, has_test = false;
};
// All 15, in the order of Table 2 of Xiong's paper III. The catalogue has DenseHue of both parts, and
// DenseSift and Gist of the test images.
const std::vector<InriaFeature>& InriaFeatures();

inline constexpr int kInriaTags = 260, kInriaTrainRows = 4500, kInriaTestRows = 499;

// The tags of the images, with DenseHue as features: histograms of 100 hues at 1204 points. Throws what
// ReadVectorFiles throws, and common::Error (data) where both parts have other numbers of features or tags.
TagSplit ReadCorel5kInria(const std::string& folder);
TagSplit GenerateCorel5kInria(uint64_t seed, const RowLimits& limits = {});
// The dimension of a feature by its file of test images, which the catalogue must have.
int ReadInriaDimension(const std::string& folder, const InriaFeature& feature);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TAG_SETS_H_
