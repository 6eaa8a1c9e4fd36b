#include "experiments/datasets/load.h"

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/middlebury_stereo_generator.h"
#include "experiments/datasets/mrf_denoising_generator.h"
#include "experiments/datasets/mrf_generator.h"
#include "experiments/datasets/ocr_letters_generator.h"
#include "experiments/datasets/usps_generator.h"

namespace structlab::datasets {

graphical_models::FactorGraph LoadMrfInstance(const std::string& path, const MrfInstance& instance) {
  return path.empty() ? GenerateMrfInstance(instance, kStandInSeed) : ReadMrfInstance(path, instance);
}

OcrLetters LoadOcrLetters(const std::string& path) {
  if (path.empty()) return GenerateOcrLetters(kStandInSeed);
  return ReadOcrLetters(path + "/letter.data.gz");
}

Usps LoadUsps(const std::string& path) {
  if (path.empty()) return GenerateUsps(kStandInSeed);
  return {.train = ReadUspsDigits(path + "/zip.train.gz"), .test = ReadUspsDigits(path + "/zip.test.gz")};
}

StereoPair LoadStereoPair(const std::string& path, std::string_view scene) {
  if (path.empty()) return GenerateStereoPair(scene, kStandInSeed);
  return ReadStereoPair(path, FindStereoScene(scene));
}

DenoisingProblem LoadHouse(const std::string& path) {
  return path.empty() ? GenerateHouse(kStandInSeed) : ReadHouse(path);
}

DenoisingProblem LoadPenguin(const std::string& path) {
  return Spoil(path.empty() ? GeneratePenguin(kStandInSeed) : ReadPenguin(path));
}

}  // namespace structlab::datasets
