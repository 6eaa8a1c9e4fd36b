#include "experiments/parsimonious_labeling/conclusions.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "experiments/parsimonious_labeling/mean_of.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::Results;

constexpr char kMeaning[] =
    "Energies and bad pixels are means over the seeds that the trees of labels are drawn with; where more "
    "trees are tried, they are of one seed.";

std::optional<double> EnergyOf(const Results& results, const ImageTask& task, const char* method) {
  return MeanOf(results, {.table = task.own_table(),
                          .dataset = task.name,
                          .method = method,
                          .metric = "full_energy",
                          .case_prefix = kImagePrefix + task.name + "/"});
}

// "1269706 (4.4% below the baseline's)"
std::string Against(double energy, double baseline) {
  char text[96];
  constexpr double kRounding = 1e-12;  // of sums of other terms
  if (std::abs(energy / baseline - 1) <= kRounding) {
    std::snprintf(text, sizeof text, "%.0f (equal to the baseline's)", energy);
    return text;
  }
  std::snprintf(text, sizeof text, "%.0f (%.2g%% %s the baseline's)", energy,
                100 * std::abs(energy / baseline - 1), energy < baseline ? "below" : "above");
  return text;
}

// " (generated)" where the image is a stand-in.
std::string MarkOf(const Results& results, const std::string& case_prefix) {
  const bool is_generated = std::ranges::any_of(results.cases(), [&](const harness::FinishedCase& finished) {
    return finished.c.name.starts_with(case_prefix) && OriginOf(finished.c) == harness::DataOrigin::kStandIn;
  });
  return is_generated ? " (generated)" : "";
}

std::string Paragraph(const Results& results, const ImageTask& task, double ours, double baseline) {
  std::string text = task.name + (task.is_printed() ? "" : ", which the source does not have") +
                     MarkOf(results, kImagePrefix + task.name + "/") +
                     ": parsimonious labeling comes to an energy of " + Against(ours, baseline);
  if (const auto refined = EnergyOf(results, task, kRefined)) {
    text += ", refined to " + Against(*refined, baseline);
  }
  text += ".";
  if (ours <= baseline) return text;
  const auto more = MeanOf(results, {.table = kEnergyByTrees,
                                     .dataset = task.name,
                                     .metric = "full_energy",
                                     .case_prefix = kMoreTreesPrefix});
  if (more) {
    text += " The best of " + results.settings().Text("more_trees") + " trees comes to " +
            Against(*more, baseline) + ".";
  }
  if (const auto pairs = EnergyOf(results, task, kCoOccurrencePairs)) {
    text +=
        " The baseline's moves know exactly what pairs cost; over-estimated as the cliques are, they lead "
        "to " +
        Against(*pairs, baseline) + (*pairs < ours ? ", lower than ours without refinement." : ".");
  }
  for (const std::string& method : ComparedMethods()) {
    const auto energy = EnergyOf(results, task, method.c_str());
    if (!energy || *energy >= baseline) continue;
    text += " " + method + ", which leaves the cliques out, comes to " + Against(*energy, baseline) + ".";
  }
  return text;
}

std::optional<double> MeanAtReading(const Results& results, const StereoReading& reading, const char* method,
                                    const char* metric) {
  return MeanOf(results, {.table = kOurReadings,
                          .dataset = reading.image,
                          .method = method,
                          .metric = metric,
                          .setting = reading.key(),
                          .case_prefix = kReadingsPrefix + reading.image + "/" + reading.name() + "/"});
}

// What D04 and D05 would be decided by, were the source's words read otherwise.
std::string Paragraph(const Results& results, const StereoReading& reading) {
  const auto ours = MeanAtReading(results, reading, kParsimonious, "full_energy");
  const auto baseline = MeanAtReading(results, reading, kCoOccurrence, "full_energy");
  if (!ours || !baseline || *baseline <= 0) return "";
  const std::string cases = kReadingsPrefix + reading.image + "/" + reading.name() + "/";
  std::string text = reading.image + MarkOf(results, cases) + " with another reading of its energy";
  if (reading.mean_gradient) text += ", gradients being means of the channels";
  if (reading.channel_truncation) text += ", sums of unaries truncated at three times as much";
  text += ": parsimonious labeling comes to an energy of " + Against(*ours, *baseline) + "; bad pixels";
  const char* separator = ": ";
  for (const std::string& method : ComparedMethods()) {
    const auto bad = MeanAtReading(results, reading, method.c_str(), "bad_pixels");
    if (!bad) continue;
    text += separator + method + " " + Short(*bad) + "%";
    separator = ", ";
  }
  return text + ".";
}

}  // namespace

std::vector<std::string> Conclude(const Results& results) {
  std::vector<std::string> paragraphs;
  for (const ImageTask& task : ImageTasks()) {
    const auto ours = EnergyOf(results, task, kParsimonious);
    const auto baseline = EnergyOf(results, task, kCoOccurrence);
    if (ours && baseline && *baseline > 0) {
      paragraphs.push_back(Paragraph(results, task, *ours, *baseline));
    }
  }
  for (const StereoReading& reading : StereoReadings()) {
    const std::string text = Paragraph(results, reading);
    if (!text.empty()) paragraphs.push_back(text);
  }
  const std::string width = results.settings().Text("image_width"),
                    height = results.settings().Text("image_height");
  if (!paragraphs.empty() && (width != "0" || height != "0")) {
    paragraphs.insert(paragraphs.begin(), "These energies are of the middle of the images, at most " + width +
                                              " x " + height +
                                              " pixels (0: all), and say nothing about the whole ones.");
  }
  if (!paragraphs.empty()) paragraphs.push_back(kMeaning);
  return paragraphs;
}

}  // namespace structlab::parsimonious_labeling
