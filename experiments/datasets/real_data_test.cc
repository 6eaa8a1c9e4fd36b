#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/ocr_letters_perceptron.h"
#include "experiments/datasets/resolve.h"
#include "experiments/datasets/usps_perceptron.h"

namespace structlab::datasets {
namespace {

// The folder of a data set, verified; empty where it is absent.
std::string RealFolder(const std::string& name) {
  return ResolveFromEnvironment(name, "regularization_path").path;
}

// The real files cannot be in the repository (their licences), so there is nothing to compare without them.
#define SKIP_UNLESS_THERE(folder) \
  if ((folder).empty()) GTEST_SKIP() << "needs the real files: set STRUCTLAB_DATA to the folder they are in"

int64_t ExpectedCount(const std::string& dataset, const std::string& what) {
  for (const DatasetCount& count : FindDataset(Catalogue(), dataset).counts) {
    if (count.what == what) return count.count;
  }
  ADD_FAILURE() << "the catalogue does not count the " << what << " of " << dataset;
  return -1;
}

TEST(RealOcrLetters, AreWhatTheCatalogueSays) {
  const std::string folder = RealFolder("ocr-letters");
  SKIP_UNLESS_THERE(folder);
  const OcrLetters letters = LoadOcrLetters(folder);
  EXPECT_EQ(static_cast<int64_t>(letters.words.size()), ExpectedCount("ocr-letters", "words"));
  EXPECT_EQ(letters.num_letters(), ExpectedCount("ocr-letters", "letters"));
  EXPECT_EQ(static_cast<int64_t>(std::set<int>(letters.labels.begin(), letters.labels.end()).size()),
            ExpectedCount("ocr-letters", "classes"));
  std::vector<int> words(static_cast<size_t>(ExpectedCount("ocr-letters", "folds"))), in_fold(words.size());
  for (const OcrWord& word : letters.words) {
    ++words.at(static_cast<size_t>(word.fold));
    in_fold.at(static_cast<size_t>(word.fold)) += word.length;
  }
  EXPECT_EQ(words, (std::vector<int>{626, 704, 684, 698, 693, 651, 739, 717, 690, 675}));
  EXPECT_EQ(in_fold, (std::vector<int>{4617, 5375, 5110, 5353, 5270, 5001, 5583, 5370, 5331, 5142}));
}

// The numbers that the generator's header compares with.
TEST(RealOcrLetters, HaveTheErrorsThatTheGeneratorWasMatchedTo) {
  const std::string folder = RealFolder("ocr-letters");
  SKIP_UNLESS_THERE(folder);
  const OcrLetters letters = LoadOcrLetters(folder);
  EXPECT_NEAR(PerceptronLetterError(letters, {.transitions = false}), 0.240, 0.005);
  EXPECT_NEAR(PerceptronLetterError(letters, {}), 0.135, 0.005);
  EXPECT_NEAR(PerceptronLetterError(letters, {.transitions = false, .train_on_test_fold = true}), 0.306,
              0.005);
  EXPECT_NEAR(PerceptronLetterError(letters, {.train_on_test_fold = true}), 0.230, 0.005);
}

TEST(RealUsps, IsWhatTheCatalogueSays) {
  const std::string folder = RealFolder("usps");
  SKIP_UNLESS_THERE(folder);
  const Usps usps = LoadUsps(folder);
  EXPECT_EQ(usps.train.size(), ExpectedCount("usps", "training images"));
  EXPECT_EQ(usps.test.size(), ExpectedCount("usps", "test images"));
  EXPECT_EQ(static_cast<int64_t>(std::set<int>(usps.test.labels.begin(), usps.test.labels.end()).size()),
            ExpectedCount("usps", "classes"));
  EXPECT_NEAR(PerceptronDigitError(usps, 5), 0.083, 0.005);
}

}  // namespace
}  // namespace structlab::datasets
