// Visual words of images: clusters of dense descriptors.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_WORDS_WORD_BOOK_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_WORDS_WORD_BOOK_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <optional>

#include "graphical_models/images/image.h"
#include "structured_learning/localization/search/word_image.h"
#include "structured_learning/localization/words/dense_descriptors.h"

namespace structlab::structured_learning {

// A descriptor in each row.
using DescriptorRows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct WordBook {
  DescriptorOptions descriptors;
  DescriptorRows centers;  // words x kDescriptorNumbers

  int num_words() const { return static_cast<int>(centers.rows()); }
};

// The points of an image, at the middle of each patch, with the word of its descriptor: the nearest center,
// of equally near ones the first. Throws common::Error: kUsage for an image without pixels; kData at `where`
// for a side above kMaxImageSide. O(patches words 128). Memory: that of DenseDescriptors, and 8 bytes a
// point.
WordImage WordsOf(const graphical_models::Image& image, const WordBook& book,
                  const std::string& where = "image");

struct WordBookOptions {
  DescriptorOptions descriptors = {};
  int num_words = 500;           // 1..65536
  int max_descriptors = 10'000;  // >= 1, of all images together
  int max_images = 2'000;        // >= 1; at equal distances if there are more
  int iterations = 10;           // >= 1, of k-means
  uint64_t seed = 1;
};

// Returns image i, or nothing to leave it out.
using PlainImageSource = std::function<std::optional<graphical_models::Image>(int i)>;

// Clusters a random sample of descriptors, about as many of each image, by k-means
// (kernels/neighbors/dense_k_means.h). The images are read one after the other. There are fewer words than
// asked for if the sample has fewer different descriptors.
//
//     const WordBook book = LearnWordBook(std::ssize(files), [&](int i) { return Read(files[i]); });
//     const WordImage words = WordsOf(image, book);
//
// Throws common::Error: kUsage for options out of range; kData if no image is read. Deterministic
// given the seed. O(iterations max_descriptors words 128) after the images. Memory: one image and the sample,
// 512 bytes a descriptor.
WordBook LearnWordBook(int num_images, const PlainImageSource& source, const WordBookOptions& options = {});

// The number of images that LearnWordBook reads.
int CountImagesOfWordBook(int num_images, const WordBookOptions& options);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_WORDS_WORD_BOOK_H_
