// Claims about stereo and inpainting.
#include <string>
#include <utility>
#include <vector>

#include "experiments/parsimonious_labeling/claims.h"
#include "experiments/parsimonious_labeling/image_data.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::Claim;
using harness::ClaimOutcome;
using harness::Observation;
using harness::Query;
using harness::Results;
using harness::Setting;
using harness::Verdict;

const char* kOverSeeds =
    ", over the seeds of the random trees against the one value of the other, which has no random choices: "
    "the 95% t interval of the mean difference must not contain 0. Where all seeds, 3 or more, lead to the "
    "same value, nothing is left to chance, and this one comparison decides";

Query OfImage(const ImageTask& task, const char* metric, const char* method) {
  return {.table = task.own_table(),
          .dataset = task.name,
          .method = method,
          .metric = metric,
          .case_prefix = kImagePrefix + task.name + "/"};
}

Claim LowerEnergy(const char* id, const char* image) {
  const ImageTask& task = FindImageTask(image);
  return {.id = id,
          .part = image,
          .rule = std::string("full_energy of parsimonious labeling (not refined) below that of "
                              "co-occurrence") +
                  kOverSeeds,
          .decide =
              [&task](const Results& results) {
                return LessThanConstant(results, OfImage(task, "full_energy", kParsimonious),
                                        OfImage(task, "full_energy", kCoOccurrence));
              },
          .data = {DataOf(task)}};
}

Claim FewerBadPixels(const char* image, const char* method) {
  const ImageTask& task = FindImageTask(image);
  return {.id = "D05",
          .part = std::string(image) + ", " + method,
          .rule = std::string("bad_pixels of parsimonious labeling (not refined) below those of ") + method +
                  ": the share of pixels of known disparity whose disparity is off by more than 1" +
                  kOverSeeds,
          .decide =
              [&task, method](const Results& results) {
                return LessThanConstant(results, OfImage(task, "bad_pixels", kParsimonious),
                                        OfImage(task, "bad_pixels", method));
              },
          .data = {DataOf(task)}};
}

// Not tested where ours ran on a part of an image or with fewer trees: that is another problem.
Claim OnWholeImages(const std::string& prefix, Claim claim) {
  claim.rule += "; on whole images with 10 trees at least";
  claim.decide = [prefix, decide = std::move(claim.decide)](const Results& results) -> ClaimOutcome {
    for (const harness::FinishedCase& finished : results.cases()) {
      if (!finished.c.name.starts_with(prefix) || finished.c.method != kParsimonious) continue;
      const Setting& parameters = finished.c.parameters;
      if (parameters.Integer("image_width") == 0 && parameters.Integer("image_height") == 0 &&
          parameters.Integer("image_trees") >= 10) {
        continue;
      }
      return {Verdict::kNotTested, "needs whole images and 10 trees, the cases have less"};
    }
    return decide(results);
  };
  return claim;
}

// A query for one of the values of Figures 3.8 and 3.9.
Query Smoothing(const std::string& prefix, const std::string& key, const std::string& value,
                const char* metric) {
  return {.table = kOurSmoothing, .metric = metric, .setting = Setting{{key, value}}, .case_prefix = prefix};
}

std::string MeansAt(const Results& results, const std::string& prefix, const std::string& key,
                    const std::vector<std::string>& values, const char* metric) {
  std::string text;
  for (const std::string& value : values) {
    const std::vector<Observation> found = results.Values(Smoothing(prefix, key, value, metric));
    double sum = 0;
    for (const Observation& observation : found) sum += observation.value();
    text += (text.empty() ? "" : ", ") + value + ": " +
            (found.empty() ? "none" : Short(sum / static_cast<double>(found.size())));
  }
  return text;
}

// Less variation at the last value than at the first.
ClaimOutcome SmoothsMore(const Results& results, const std::string& prefix, const std::string& key,
                         const std::vector<std::string>& values) {
  if (values.size() < 2) return {Verdict::kNotTested, "needs two values of " + key};
  ClaimOutcome outcome = AllLess(results, {{.name = key + " " + values.back() + " against " + values.front(),
                                            .less = Smoothing(prefix, key, values.back(), "total_variation"),
                                            .more = Smoothing(prefix, key, values.front(), "total_variation"),
                                            .ignored_keys = {key}}});
  outcome.evidence += "; mean total variation at " + key + " " +
                      MeansAt(results, prefix, key, values, "total_variation") + "; labels used " +
                      MeansAt(results, prefix, key, values, "labels_used");
  return outcome;
}

std::vector<std::string> Spelled(const std::vector<double>& values) {
  std::vector<std::string> spelled;
  for (const double value : values) spelled.push_back(Text(value));
  return spelled;
}

void AddSmoothing(std::vector<Claim>& claims) {
  const std::string rule =
      "total_variation (sum of |differences| of neighbouring labels, per pixel) at the largest below that at "
      "the smallest, paired over the seeds of the random trees: the 95% t interval of the mean difference "
      "must not contain 0";
  claims.push_back({.id = "D06",
                    .part = "sigma",
                    .rule = "of the values of smoothing_sigma: " + rule,
                    .decide =
                        [](const Results& results) {
                          return SmoothsMore(results, kSigmaPrefix, "sigma",
                                             Spelled(Rising(results.settings().Numbers("smoothing_sigma"))));
                        },
                    .data = {kStereoData}});
  claims.back() = OnWholeImages(kSigmaPrefix, std::move(claims.back()));
  claims.push_back({.id = "D06",
                    .part = "superpixels",
                    .rule = "of the values of smoothing_min_size, at sigma 1e5: " + rule,
                    .decide =
                        [](const Results& results) {
                          return SmoothsMore(
                              results, kMinSizePrefix, "superpixel_min_size",
                              Spelled(Rising(results.settings().Numbers("smoothing_min_size"))));
                        },
                    .data = {kStereoData}});
  claims.back() = OnWholeImages(kMinSizePrefix, std::move(claims.back()));
}

}  // namespace

std::vector<Claim> ImageClaims() {
  std::vector<Claim> claims;
  for (const char* image : {"tsukuba", "teddy"}) {
    claims.push_back(OnWholeImages(kImagePrefix, LowerEnergy("D04", image)));
  }
  for (const char* image : {"tsukuba", "teddy"}) {
    for (const char* method : {kAlphaExpansion, kTrws, kCoOccurrence}) {
      claims.push_back(OnWholeImages(kImagePrefix, FewerBadPixels(image, method)));
    }
  }
  AddSmoothing(claims);
  for (const char* image : {"penguin", "house"}) {
    claims.push_back(OnWholeImages(kImagePrefix, LowerEnergy("D07", image)));
  }
  return claims;
}

}  // namespace structlab::parsimonious_labeling
