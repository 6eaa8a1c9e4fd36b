#include "experiments/datasets/load.h"

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/ocr_letters_generator.h"
#include "experiments/datasets/usps_generator.h"

namespace structlab::datasets {

OcrLetters LoadOcrLetters(const std::string& path) {
  if (path.empty()) return GenerateOcrLetters(kStandInSeed);
  return ReadOcrLetters(path + "/letter.data.gz");
}

Usps LoadUsps(const std::string& path) {
  if (path.empty()) return GenerateUsps(kStandInSeed);
  return {.train = ReadUspsDigits(path + "/zip.train.gz"), .test = ReadUspsDigits(path + "/zip.test.gz")};
}

}  // namespace structlab::datasets
