#include "experiments/face_recognition/rows.h"

#include <string>

#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using harness::DeclaredRow;
using harness::Setting;

constexpr int kDimensions[] = {50, 100, 200, 300};

void AddTables(std::vector<DeclaredRow>& rows) {
  for (const char* dataset : {"AR", "YaleB"}) {
    for (const Method& method : Methods()) {
      if (method.features == Features::kFisherWithin) continue;
      for (const int dimension : kDimensions) {
        rows.push_back({.key = {kTable31, dataset, method.name, DimensionKey(dimension), "accuracy"},
                        .higher_is_better = true});
        if (!method.has_codes()) continue;
        rows.push_back({.key = {kTable32, dataset, method.name, DimensionKey(dimension), "running_time"},
                        .unit = "ms",
                        .higher_is_better = false});
      }
    }
  }
  for (const char* method : {kHashOmp, kRandomL1}) {
    for (int level = 1; level <= kLevels; ++level) {
      const Setting key = LevelKey(level);
      rows.push_back(
          {.key = {kTable33, "AR", method, key, "running_time"}, .unit = "ms", .higher_is_better = false});
      rows.push_back({.key = {kTable33, "AR", method, key, "accuracy"}, .higher_is_better = true});
      rows.push_back({.key = {kTable33, "AR", method, key, "dimension"}});
    }
  }
  for (const char* method : {kAlphaSvm, kUnitAlphaSvm}) {
    for (const int dimension : kDimensions) {
      rows.push_back(
          {.key = {kTable34, "AR", method, AlphaKey(dimension), "accuracy"}, .higher_is_better = true});
    }
  }
}

void AddFigures(std::vector<DeclaredRow>& rows) {
  rows.push_back({.key = {kFigure31, "YaleB", kHashL1, {}, "demonstration"}, .figure = "figure_3_1"});
  rows.push_back({.key = {kFigure32, "", kHashL1, {}, "demonstration"}, .figure = "figure_3_2"});
  rows.push_back({.key = {kFigure33, "YaleB", kBothL1, OurKey(kPictureDimension), "sparsity_of_alpha"},
                  .figure = "figure_3_3",
                  .needs_methods = {kHashL1, kRandomL1}});
  for (const char* method : {kHashOmp, kRandomL1}) {
    rows.push_back({.key = {kFigure34, "AR", method, {}, "running_time_vs_dim"},
                    .unit = "ms",
                    .higher_is_better = false,
                    .figure = "figure_3_4"});
  }
}

void AddSentences(std::vector<DeclaredRow>& rows) {
  for (const char* metric : {"speedup_low", "speedup_high"}) {
    rows.push_back({.key = {kProse341, "AR,YaleB", kHashOmp, Setting{{"versus", kRandomL1}}, metric},
                    .unit = "x",
                    .higher_is_better = true});
  }
  rows.push_back(
      {.key = {kProseEnds, "YaleB", kHashOmp, Setting{{"versus", "Wright et al. (2008)"}}, "speedup_high"},
       .unit = "x",
       .higher_is_better = true});
  rows.push_back({.key = {kProse342, "AR", kAlphaAgainstResiduals, Setting{{"dim<", "50"}}, "accuracy"},
                  .higher_is_better = true,
                  .figure = "alpha_against_residuals"});
}

}  // namespace

std::vector<DeclaredRow> Rows() {
  std::vector<DeclaredRow> rows;
  AddTables(rows);
  AddFigures(rows);
  AddSentences(rows);
  return rows;
}

}  // namespace structlab::face_recognition
