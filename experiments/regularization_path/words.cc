#include "experiments/regularization_path/words.h"

#include <algorithm>
#include <utility>

#include "experiments/datasets/load.h"
#include "experiments/datasets/ocr_chains.h"
#include "experiments/datasets/resolve.h"

namespace structlab::regularization_path {
namespace {

using structured_learning::ChainLoss;
using structured_learning::ChainProblem;
using structured_learning::MulticlassProblem;

template <class InSet>
ChainProblem WordsOf(const datasets::OcrLetters& letters, const Protocol& protocol, InSet in_set) {
  return ChainProblem(
      datasets::OcrChains(
          letters, protocol.features, [&](const datasets::OcrWord& word) { return in_set(word.fold); },
          protocol.max_words),
      protocol.mean_loss ? ChainLoss::kMeanHamming : ChainLoss::kHamming);
}

constexpr int kValidatesEvery = 10;  // of the training images

template <class InSet>
MulticlassProblem DigitsOf(const datasets::UspsDigits& digits, int max_images, InSet in_set) {
  std::vector<int> images, labels;
  for (int i = 0; i < digits.size(); ++i) {
    if (!in_set(i) || (max_images > 0 && static_cast<int>(images.size()) == max_images)) continue;
    images.push_back(i);
    labels.push_back(digits.labels[i]);
  }
  Eigen::MatrixXd inputs(datasets::kUspsPixels, images.size());
  for (size_t column = 0; column < images.size(); ++column) {
    const auto pixels = digits.Pixels(images[column]);
    for (int p = 0; p < datasets::kUspsPixels; ++p) inputs(p, column) = pixels[p];
    inputs.col(column).normalize();
  }
  return MulticlassProblem(std::move(inputs), std::move(labels), datasets::kUspsClasses);
}

}  // namespace

std::vector<harness::DatasetSource> DatasetSources() {
  return {datasets::SourceOf("ocr-letters", "regularization_path"),
          datasets::SourceOf("usps", "regularization_path")};
}

WordSets LoadWords(const harness::Case& c, Split split, const Protocol& protocol) {
  const datasets::OcrLetters letters = datasets::LoadOcrLetters(c.Data("ocr-letters").path);
  const int test_fold = protocol.test_fold;
  const int validation_fold = ValidationFold(protocol);
  const auto in_test = [=](int fold) { return (fold == test_fold) != (split == Split::kSwapped); };
  const auto in_train = [=](int fold) {
    return !in_test(fold) && !(split == Split::kValidation && fold == validation_fold);
  };
  const auto in_validation = [=](int fold) {
    return split == Split::kValidation ? fold == validation_fold : in_test(fold);
  };
  return {WordsOf(letters, protocol, in_train), WordsOf(letters, protocol, in_test),
          WordsOf(letters, protocol, in_validation)};
}

DigitSets LoadDigits(const harness::Case& c, int max_images) {
  const datasets::Usps usps = datasets::LoadUsps(c.Data("usps").path);
  const auto validates = [](int image) { return image % kValidatesEvery == kValidatesEvery - 1; };
  return {DigitsOf(usps.train, max_images, [&](int image) { return !validates(image); }),
          DigitsOf(usps.test, max_images, [](int) { return true; }),
          DigitsOf(usps.train, max_images, validates)};
}

}  // namespace structlab::regularization_path
