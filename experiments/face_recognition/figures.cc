// Figures 3.1 to 3.4, and the accuracies and times of all sets as curves. Titles and captions: about.md.
#include <string>
#include <vector>

#include "experiments/face_recognition/faces.h"
#include "experiments/face_recognition/trial.h"
#include "experiments/harness/package.h"

namespace structlab::face_recognition {

using harness::Lines;
using harness::Values;

void Figures(harness::Package& package) {
  package.Figure("figure_3_1", harness::Pictures({.table = "Figure 3.1", .metric = "demonstration"}));
  package.Figure("figure_3_2", harness::Pictures({.table = "Figure 3.2", .metric = "demonstration"}));
  package.Figure("figure_3_3", harness::Curves({.table = "Figure 3.3", .metric = "sparsity_of_alpha"})
                                   .LinePer({kRandomL1, kHashL1})
                                   .Labels("rank", "|alpha|"));
  std::vector<std::string> all, with_codes;
  for (const Method& method : AllMethods()) {
    all.emplace_back(method.name);
    if (method.has_codes()) with_codes.emplace_back(method.name);
  }
  const auto times = [](const FaceTask& task, const std::vector<std::string>& methods) {
    return Lines({.table = task.tables.time, .metric = "running_time", .dataset = task.name})
        .Over("dim")
        .LinePer(methods)
        .LogY()
        .Labels("dimension", "ms a query");
  };
  package.Figure("figure_3_4", times(FindFaceTask(kAr), {kHashOmp, kRandomL1}));
  for (const FaceTask& task : FaceTasks()) {
    package.Figure("accuracy_" + task.part,
                   Lines({.table = task.tables.accuracy, .metric = "accuracy", .dataset = task.name})
                       .Over("dim")
                       .LinePer(all)
                       .Labels("dimension", "accuracy"));
  }
  package.Figure("times_yaleb", times(FindFaceTask(kYaleB), with_codes));
  const auto alpha = [](const FaceTask& task, const char* table, const char* metric, const char* method) {
    return Values{.table = table, .metric = metric, .method = method, .dataset = task.name};
  };
  const FaceTask &ar = FindFaceTask(kAr), &occluded = FindFaceTask(kOccluded);
  package.Figure(
      "alpha_against_residuals",
      Lines(alpha(ar, "ours: codes", "svm_accuracy", kHashL1))
          .Over("dim")
          .Named("machine, AR")
          .And(alpha(ar, ar.tables.accuracy, "accuracy", kHashL1), "HASH-l1, AR")
          .And(alpha(ar, ar.tables.accuracy, "accuracy", kHashOmp), "HASH-OMP, AR")
          .And(alpha(occluded, "ours: codes", "svm_accuracy", kHashL1), "machine, YaleB with occluders")
          .And(alpha(occluded, occluded.tables.accuracy, "accuracy", kHashL1),
               "HASH-l1, YaleB with occluders")
          .And(alpha(occluded, occluded.tables.accuracy, "accuracy", kHashOmp),
               "HASH-OMP, YaleB with occluders")
          .Labels("dimension", "accuracy"));
}

}  // namespace structlab::face_recognition
