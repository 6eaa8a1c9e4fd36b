#include "experiments/datasets/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "common/error.h"
#include "common/nearest_names.h"
#include "experiments/datasets/all_facts.h"
#include "experiments/datasets/faces.h"
#include "experiments/datasets/facts.h"
#include "experiments/datasets/graph_sets.h"
#include "experiments/datasets/mfeat.h"
#include "experiments/datasets/middlebury_stereo.h"
#include "experiments/datasets/mrf_benchmarks.h"
#include "experiments/datasets/mrf_denoising.h"
#include "experiments/datasets/news_groups.h"
#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/rcv1_small.h"
#include "experiments/datasets/reuters_r8.h"
#include "experiments/datasets/tag_sets.h"
#include "experiments/datasets/uci_small.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {
namespace {

using Examine = void (*)(const std::string& folder);

// The readers of sets that are no volumes.
const std::map<std::string, Examine>& Readers() {
  static const std::map<std::string, Examine> readers = {
      {"20newsgroups", [](const std::string& folder) { ReadNewsGroups(folder); }},
      {"corel5k-inria",
       [](const std::string& folder) {
         ReadCorel5kInria(folder);
         for (const InriaFeature& feature : InriaFeatures()) {
           if (feature.has_test) ReadInriaDimension(folder, feature);
         }
       }},
      {"faces",
       [](const std::string& folder) {
         for (const FaceSet set :
              {FaceSet::kExtendedYaleBFull, FaceSet::kExtendedYaleB, FaceSet::kOrl, FaceSet::kYale}) {
           ReadFaces(folder, set);
         }
       }},
      {"graphs",
       [](const std::string& folder) {
         for (const GraphSet& set : GraphSets()) ReadGraphSet(folder, set);
       }},
      {"mfeat",
       [](const std::string& folder) {
         for (const MfeatView& view : kMfeatViews) {
           ReadMfeatTable(fmt::format("{}/mfeat-{}.csv.gz", folder, view.name), view);
         }
       }},
      {"middlebury-stereo",
       [](const std::string& folder) {
         for (const StereoScene& scene : StereoScenes()) ReadStereoPair(folder, scene);
       }},
      {"mrf-benchmarks",
       [](const std::string& folder) {
         for (const DatasetFile& file : FindDataset(Catalogue(), "mrf-benchmarks").files)
           ExamineMrfFile(folder + "/" + file.name);
       }},
      {"mrf-denoising",
       [](const std::string& folder) {
         ReadHouse(folder);
         ReadPenguin(folder);
       }},
      {"mulan",
       [](const std::string& folder) {
         for (const MulanSet& set : MulanSets()) ReadMulanSet(folder, set);
       }},
      {"ocr-letters", [](const std::string& folder) { ReadOcrLetters(folder + "/letter.data.gz"); }},
      {"rcv1-small", [](const std::string& folder) { ReadRcv1Small(folder); }},
      {"reuters-r8", [](const std::string& folder) { ReadReutersR8(folder); }},
      {"uci-small",
       [](const std::string& folder) {
         ReadUciTable(folder + "/housing.csv", UciTable::kHousing);
         ReadUciTable(folder + "/abalone.csv", UciTable::kAbalone);
       }},
      {"usps",
       [](const std::string& folder) {
         ReadUspsDigits(folder + "/zip.train.gz");
         ReadUspsDigits(folder + "/zip.test.gz");
       }},
  };
  return readers;
}

std::vector<Dataset> Complete() {
  std::vector<Dataset> all = ParseAllFacts(kAllFacts);
  for (Dataset& dataset : all) {
    const auto reader = Readers().find(dataset.name);
    if (reader != Readers().end()) dataset.examine = reader->second;
  }
  return all;
}

}  // namespace

std::span<const Dataset> Catalogue() {
  static const std::vector<Dataset> catalogue = Complete();
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
