#include "experiments/datasets/load.h"

#include <fmt/format.h>

#include <string>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/face_generator.h"
#include "experiments/datasets/middlebury_stereo_generator.h"
#include "experiments/datasets/mrf_denoising_generator.h"
#include "experiments/datasets/mrf_generator.h"
#include "experiments/datasets/news_groups.h"
#include "experiments/datasets/ocr_letters_generator.h"
#include "experiments/datasets/rcv1_small_generator.h"
#include "experiments/datasets/reuters_r8.h"
#include "experiments/datasets/usps_generator.h"

namespace structlab::datasets {

graphical_models::FactorGraph LoadMrfInstance(const std::string& path, const MrfInstance& instance) {
  return path.empty() ? GenerateMrfInstance(instance, kStandInSeed) : ReadMrfInstance(path, instance);
}

Faces LoadFaces(const std::string& path, FaceSet set) {
  return path.empty() ? GenerateFaces(set, kStandInSeed) : ReadFaces(path, set);
}

OcrLetters LoadOcrLetters(const std::string& path, int words_of_fold) {
  if (path.empty()) return GenerateOcrLetters(kStandInSeed, words_of_fold);
  return ReadOcrLetters(path + "/letter.data.gz");
}

Usps LoadUsps(const std::string& path) {
  if (path.empty()) return GenerateUsps(kStandInSeed);
  return {.train = ReadUspsDigits(path + "/zip.train.gz"), .test = ReadUspsDigits(path + "/zip.test.gz")};
}

NumberTable LoadUciTable(const std::string& path, UciTable table) {
  if (path.empty()) return GenerateUciTable(table, kStandInSeed);
  return ReadUciTable(path + "/" + NameOf(table) + ".csv", table);
}

MfeatTable LoadMfeatTable(const std::string& path, const MfeatView& view) {
  if (path.empty()) return GenerateMfeatTable(view, kStandInSeed);
  return ReadMfeatTable(fmt::format("{}/mfeat-{}.csv.gz", path, view.name), view);
}

TextCollection LoadNewsGroups(const std::string& path, const DocumentLimits& limits) {
  return path.empty() ? GenerateCollection(NewsGroupsShape(), kStandInSeed, limits) : ReadNewsGroups(path);
}

TextCollection LoadReutersR8(const std::string& path, const DocumentLimits& limits) {
  return path.empty() ? GenerateCollection(ReutersR8Shape(), kStandInSeed, limits) : ReadReutersR8(path);
}

Rcv1Small LoadRcv1Small(const std::string& path) {
  return path.empty() ? GenerateRcv1Small(kStandInSeed) : ReadRcv1Small(path);
}

kernels::GraphDataset LoadGraphSet(const std::string& path, const GraphSet& set) {
  return path.empty() ? GenerateGraphSet(set, kStandInSeed) : ReadGraphSet(path, set);
}

TagSplit LoadMulanSet(const std::string& path, const MulanSet& set, const RowLimits& limits) {
  return path.empty() ? GenerateMulanSet(set, kStandInSeed, limits) : ReadMulanSet(path, set);
}

TagSplit LoadCorel5kInria(const std::string& path, const RowLimits& limits) {
  return path.empty() ? GenerateCorel5kInria(kStandInSeed, limits) : ReadCorel5kInria(path);
}

StereoPair LoadStereoPair(const std::string& path, std::string_view scene) {
  if (path.empty()) return GenerateStereoPair(scene, kStandInSeed);
  return ReadStereoPair(path, FindStereoScene(scene));
}

DenoisingProblem LoadHouse(const std::string& path) {
  return path.empty() ? GenerateHouse(kStandInSeed) : ReadHouse(path);
}

DenoisingProblem LoadPenguin(const std::string& path) {
  return path.empty() ? Spoil(GeneratePenguin(kStandInSeed)) : ReadPenguin(path);
}

}  // namespace structlab::datasets
