#include "experiments/face_recognition/figures.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/face_recognition/protocol.h"

namespace structlab::face_recognition {
namespace {

using harness::Figure;
using harness::FinishedCase;
using harness::Results;
using harness::Setting;

// The settings of the profile; no results are needed for captions.
Results ResultsOf(std::vector<FinishedCase> cases) {
  Setting settings;
  for (const harness::OldSetting& setting : Settings()) settings.Set(setting.name, setting.paper);
  return Results(std::move(cases), harness::Profile::kPaper, std::move(settings));
}

bool IsOfAr(const Figure& figure) {
  return figure.id == "figure_3_4" || figure.id.ends_with("_ar") || figure.id.find("_ar_") != figure.id.npos;
}

TEST(Draw, FiguresSayWhoseFacesTheyShow) {
  const Results results = ResultsOf({});
  int of_ar = 0, of_others = 0;
  for (const Figure& figure : Draw(results)) {
    if (figure.id == "figure_3_2") continue;  // a hash matrix
    const bool says_generated = figure.caption.find("generated faces of AR's shape") != std::string::npos;
    if (IsOfAr(figure)) {
      EXPECT_TRUE(says_generated) << figure.id;
      ++of_ar;
    } else {
      EXPECT_NE(figure.caption.find("32 x 32 pixels"), std::string::npos) << figure.id;
      // One figure shows all sets.
      EXPECT_EQ(says_generated, figure.id == "alpha_against_residuals") << figure.id;
      ++of_others;
    }
    const bool is_of_occluders = figure.id.find("occluders") != std::string::npos;
    if (is_of_occluders) {
      EXPECT_NE(figure.caption.find("drawn sunglasses and scarves"), std::string::npos) << figure.id;
    }
  }
  EXPECT_GE(of_ar, 4);
  EXPECT_GE(of_others, 10);
}

TEST(Draw, StandInsForRealFacesAreCalledGenerated) {
  FinishedCase finished;
  finished.c.name = "recognition/yaleb/hash-omp";
  finished.c.dataset = "YaleB";
  finished.c.origin = harness::DataOrigin::kStandIn;
  const Results results = ResultsOf({finished});
  for (const Figure& figure : Draw(results)) {
    const bool is_called_so = figure.caption.find("YaleB: generated faces in place") != std::string::npos;
    EXPECT_EQ(is_called_so, figure.id == "figure_3_1" || figure.id == "alpha_against_residuals" ||
                                figure.id == "figure_3_3" || figure.id.ends_with("_yaleb") ||
                                figure.id.find("_yaleb_") != figure.id.npos)
        << figure.id;
  }
}

// Where no query is right, the first one shown is a wrong one, and the captions are of it.
TEST(Draw, CaptionsOfFigure31AreOfTheQueryThatItShows) {
  for (const std::string shown : {"typical", "wrong"}) {
    FinishedCase finished;
    finished.c.name = "pictures/yaleb";
    finished.c.dataset = "YaleB";
    const auto key = [&](const char* table, const Setting& setting, const char* metric) {
      return harness::RowKey{table, "YaleB", kHashL1, setting, metric};
    };
    finished.record.values = {{key(kOurPictures, {{"query", shown}}, "subject"), 7},
                              {key(kOurPictures, {{"query", shown}}, "recognised_as"), 9}};
    finished.record.pictures = {{key(kFigure31, {{"rank", "0"}}, "demonstration"), harness::Picture()}};
    const Results results = ResultsOf({finished});
    for (const Figure& figure : Draw(results)) {
      if (figure.id != "figure_3_1") continue;
      ASSERT_EQ(figure.panels.size(), 1u);
      EXPECT_EQ(figure.panels[0].caption, "test face, subject 7, recognised as 9");
    }
  }
}

}  // namespace
}  // namespace structlab::face_recognition
