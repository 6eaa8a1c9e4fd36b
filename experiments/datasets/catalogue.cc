#include "experiments/datasets/catalogue.h"

#include <algorithm>
#include <cstddef>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {
namespace {

Dataset OcrLettersEntry() {
  return {
      .name = "ocr-letters",
      .title = "handwritten words, 16 x 8 pixels a letter",
      .files = {{.name = "letter.data.gz",
                 .address = "https://ai.stanford.edu/~btaskar/ocr/letter.data.gz",
                 .sha256 = "535363d0b7bc34246b1f8731719540f526b6807b12dda5d430d011d160bc7882",
                 .bytes = 14557249}},
      .licence = "none named; offered for research with citation",
      .citation =
          "R. Kassel, A Comparison of Approaches to On-line Handwritten Character Recognition, PhD "
          "thesis, MIT, 1995; B. Taskar, C. Guestrin, D. Koller, Max-Margin Markov Networks, NIPS 2003",
      .stand_in = "words of a linear-chain model with the same sizes and a similar error",
      .by_hand =
          "copies of letter.data.gz stand in many public repositories of course work on conditional "
          "random fields; any whose uncompressed content has this checksum will do",
      .counts = {{"words", 6877}, {"letters", 52152}, {"classes", 26}, {"folds", 10}},
      .uses = {{"regularization_path", harness::DataOrigin::kReal}},
      .examine = [](const std::string& folder) { ReadOcrLetters(folder + "/letter.data.gz"); },
  };
}

Dataset UspsEntry() {
  return {
      .name = "usps",
      .title = "handwritten digits of zip codes, 16 x 16 grey values",
      .files = {{.name = "zip.train.gz",
                 .address = "https://hastie.su.domains/ElemStatLearn/datasets/zip.train.gz",
                 .sha256 = "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0",
                 .bytes = 14512253},
                {.name = "zip.test.gz",
                 .address = "https://hastie.su.domains/ElemStatLearn/datasets/zip.test.gz",
                 .sha256 = "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc",
                 .bytes = 2029542}},
      .licence = "none stated; made available by AT&T research labs",
      .citation =
          "Y. Le Cun et al., Handwritten Digit Recognition with a Back-Propagation Network, NIPS 1989; "
          "T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical Learning, 2009",
      .stand_in = "smooth random digits with the same sizes and a similar error",
      .by_hand = "they belong to the data of The Elements of Statistical Learning: look for the book's page",
      .counts = {{"training images", 7291}, {"test images", 2007}, {"classes", 10}},
      .uses = {{"regularization_path", harness::DataOrigin::kSubstitute}},
      .examine =
          [](const std::string& folder) {
            ReadUspsDigits(folder + "/zip.train.gz");
            ReadUspsDigits(folder + "/zip.test.gz");
          },
  };
}

}  // namespace

std::span<const Dataset> Catalogue() {
  static const std::vector<Dataset> catalogue = {OcrLettersEntry(), UspsEntry()};
  return catalogue;
}

const Dataset& FindDataset(std::span<const Dataset> catalogue, std::string_view name) {
  std::vector<std::string> known;
  for (const Dataset& dataset : catalogue) {
    if (dataset.name == name) return dataset;
    known.push_back(dataset.name);
  }
  common::ThrowUsageError("data set", "one of " + common::ListNearest(name, known), common::Quote(name));
}

}  // namespace structlab::datasets
