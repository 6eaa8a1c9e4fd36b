// Images of Corel with tags, as counted regions: the reader of Mulan's corel5k (Duygulu et al. 2002).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_MULAN_COREL5K_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_MULAN_COREL5K_H_

#include <cstdint>
#include <string>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::datasets {

inline constexpr int kCorel5kFeatures = 499;  // is a region of this kind in the image? 0 or 1
inline constexpr int kCorel5kTags = 374;
inline constexpr int kCorel5kTrain = 4500, kCorel5kTest = 500;  // images

// The split that everybody uses.
struct Corel5k {
  structured_learning::MultiLabelData train, test;
};

// Reads the two ARFF files and the XML of labels in folder/corel5k. Throws common::Error as ReadArff
// (structured_learning/multilabel/arff_file.h).
Corel5k ReadCorel5k(const std::string& folder);

// A stand-in of the same size: each image has one or two of 50 topics; a topic prefers 8 tags and 25 kinds of
// regions. About as many tags and regions an image. Nothing of it is taken from the real images. Features and
// tags have no names. Deterministic in the seed.
Corel5k GenerateCorel5k(uint64_t seed);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_MULAN_COREL5K_H_
