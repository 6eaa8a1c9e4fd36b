#include "experiments/datasets/load.h"

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/ocr_letters_generator.h"
#include "experiments/datasets/usps_generator.h"

namespace structlab::datasets {

OcrLetters LoadOcrLetters(const std::string& folder) {
  if (folder.empty()) return GenerateOcrLetters(kStandInSeed);
  return ReadOcrLetters(folder + "/letter.data.gz");
}

Usps LoadUsps(const std::string& folder) {
  if (folder.empty()) return GenerateUsps(kStandInSeed);
  return {.train = ReadUspsDigits(folder + "/zip.train.gz"), .test = ReadUspsDigits(folder + "/zip.test.gz")};
}

}  // namespace structlab::datasets
