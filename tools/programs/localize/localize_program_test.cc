#include "tools/programs/localize/localize_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "graphical_models/images/image_file.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using graphical_models::Image;

// Images with a checkered object on noise, in the folder "photos"; of the last two only the noise.
class LocalizeProgram : public ProgramTest {
 protected:
  static constexpr int kImages = 14, kWithObject = 12, kWidth = 160, kHeight = 120;
  struct Box {
    int left, top, right, bottom;
  };

  void SetUp() override {
    ProgramTest::SetUp();
    std::filesystem::create_directory(At("photos"));
    csv_ = "file,left,top,right,bottom\n";
    for (int k = 0; k < kImages; ++k) {
      common::RandomStream random(1, "localize program", k);
      const int left = static_cast<int>(random.UniformIndex(80)),
                top = static_cast<int>(random.UniformIndex(60));
      boxes_.push_back({left, top, left + 75, top + 55});
      Image image = graphical_models::UniformImage(kWidth, kHeight, k % 2 == 0 ? 1 : 3, 128);
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
          const bool is_inside = k < kWithObject && x >= left && x <= left + 75 && y >= top && y <= top + 55;
          const int noise = static_cast<int>(random.UniformIndex(30));
          const int value = is_inside ? 100 * ((x / 4 + y / 4) % 2) + noise : 100 + noise;
          for (int channel = 0; channel < image.channels; ++channel)
            image(x, y, channel) = static_cast<uint8_t>(value);
        }
      }
      graphical_models::WritePng(At(NameOf(k)), image);
      if (k < kWithObject) csv_ += LineOf(k);
    }
    Put("boxes.csv", csv_);
  }

  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  static std::string NameOf(int k) { return fmt::format("photos/{}.png", k); }
  std::string LineOf(int k) const {
    const Box& box = boxes_[k];
    return fmt::format("{}.png,{},{},{},{}\n", k, box.left, box.top, box.right, box.bottom);
  }
  void Put(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(std::filesystem::path(At(name)).parent_path());
    common::WriteFileAtomically(At(name), content, common::Durability::kNothing);
  }
  Outcome Train(const std::string& boxes, const std::vector<std::string>& more = {"--C=0.1"},
                const std::string& images = "photos") const {
    std::vector<std::string> words = {"train",
                                      "--images=" + At(images),
                                      "--boxes=" + At(boxes),
                                      "--model=" + At("model"),
                                      "--words=15",
                                      "--cells=16",
                                      "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(RunLocalize, words);
  }
  Outcome Find(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"find", "--model=" + At("model"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(RunLocalize, words);
  }
  double Measure(const Outcome& evaluated, const std::string& name) const {
    EXPECT_EQ(evaluated.status, 0) << evaluated.messages;
    const common::Table table = common::ParseTsv(evaluated.out, "out");
    for (size_t row = 0; row < table.rows.size(); ++row) {
      if (table.Text(row, "measure") == name) return table.Number(row, "value");
    }
    return -1;
  }

  std::vector<Box> boxes_;
  std::string csv_;
};

TEST_F(LocalizeProgram, TrainsFindsAndEvaluates) {
  Put("train.csv", csv_.substr(0, csv_.find("9.png")));
  const Outcome trained = Train("train.csv", {"--folds=2"});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_EQ(trained.messages, "localize: note: files of " + At("photos") + " without a line in " +
                                  At("train.csv") + " are left out: 5, such as " + At("photos/10.png") +
                                  "\n");
  for (const char* const line :
       {"images       9, with 9 objects\n", "words        15\n",
        "\ntried        C = 0.001: ", "\nchosen       C = ", "\nmean box     mean overlap "}) {
    EXPECT_NE(trained.out.find(line), std::string::npos) << trained.out;
  }
  const Outcome found = Find(
      {At(NameOf(9)), At(NameOf(10)), At(NameOf(11)), "--out=" + At("found.csv"), "--draw=" + At("drawn")});
  ASSERT_EQ(found.status, 0) << found.messages;
  EXPECT_TRUE(
      common::ReadFile(At("found.csv")).starts_with("file,left,top,right,bottom,score\n" + At(NameOf(9))));
  const Outcome evaluated =
      RunProgram(RunLocalize, {"evaluate", "--boxes=" + At("boxes.csv"), "--found=" + At("found.csv")});
  EXPECT_GT(Measure(evaluated, "mean_overlap"), 0.7);
  EXPECT_EQ(Measure(evaluated, "images_with_object"), 3);
  EXPECT_EQ(evaluated.messages, "localize: note: images of " + At("boxes.csv") +
                                    " that were not searched are left out: 9, such as 0.png\n");
  const Image drawn = graphical_models::ReadImage(At("drawn/10.png"));
  EXPECT_EQ(drawn.width, kWidth);
  EXPECT_EQ(drawn.channels, 3);
  int yellow = 0;
  for (int pixel = 0; pixel < drawn.num_pixels(); ++pixel) {
    yellow += graphical_models::ColorOf(drawn, pixel) == std::array{255, 210, 0} ? 1 : 0;
  }
  const common::Table table = [&] {
    std::string text = common::ReadFile(At("found.csv"));
    std::ranges::replace(text, ',', '\t');
    return common::ParseTsv(text, "found");
  }();
  const double width = table.Number(1, "right") - table.Number(1, "left");
  EXPECT_EQ(yellow, 2 * (width + table.Number(1, "bottom") - table.Number(1, "top")));
}

TEST_F(LocalizeProgram, ReadsTheSameBoxesFromAllFormats) {
  std::string coco_images, coco_annotations;
  for (int k = 0; k < kWithObject; ++k) {
    const Box& box = boxes_[k];
    Put(fmt::format("voc/{:02}.xml", k),
        fmt::format(
            "<annotation><filename>{}.png</filename><size><width>160</width><height>120</height></size>"
            "<object><name>board</name><bndbox><xmin>{}</xmin><ymin>{}</ymin><xmax>{}</xmax><ymax>{}</ymax>"
            "</bndbox></object></annotation>",
            k, box.left + 1, box.top + 1, box.right + 1, box.bottom + 1));
    coco_images += fmt::format("{}{{\"id\": {}, \"file_name\": \"{}.png\"}}", k > 0 ? "," : "", k, k);
    coco_annotations += fmt::format("{}{{\"image_id\": {}, \"category_id\": 1, \"bbox\": [{}, {}, {}, {}]}}",
                                    k > 0 ? "," : "", k, box.left, box.top, box.right - box.left + 1,
                                    box.bottom - box.top + 1);
  }
  Put("coco.json", "{\"images\": [" + coco_images + "], \"annotations\": [" + coco_annotations +
                       "], \"categories\": [{\"id\": 1, \"name\": \"board\"}]}");
  ASSERT_EQ(Train("boxes.csv").status, 0);
  const std::string model = common::ReadFile(At("model"));
  for (const char* const boxes : {"voc", "coco.json"}) {
    const Outcome trained = Train(boxes);
    EXPECT_EQ(trained.status, 0) << trained.messages;
    EXPECT_TRUE(common::ReadFile(At("model")) == model) << boxes;
  }
  ASSERT_EQ(Train("boxes.csv", {"--C=0.1", "--threads=2"}).status, 0);
  EXPECT_TRUE(common::ReadFile(At("model")) == model);
}

TEST_F(LocalizeProgram, KnowsClassesAndImagesWithoutAnObject) {
  std::string text = "file,left,top,right,bottom,class\n";
  for (int k = 0; k < kWithObject; ++k) {
    text += LineOf(k);
    text.back() = ',';
    text += "board\n";
  }
  text += "0.png,1,1,9,9,frame\n";
  Put("classes.csv", text);
  const std::string path = At("classes.csv");
  ExpectMistake(Train("classes.csv"), 2,
                "localize: --class: expected one of the classes of " + path +
                    ", found none; the classes are: board (12), frame (1)\n");
  ExpectMistake(Train("classes.csv", {"--class=bord"}), 2,
                "localize: --class: expected one of the classes of " + path + ", found 'bord'");
  std::filesystem::create_directory(At("empty"));
  for (const int k : {12, 13}) std::filesystem::rename(At(NameOf(k)), At(fmt::format("empty/{}.png", k)));
  const Outcome trained = Train("classes.csv", {"--C=1", "--class=board", "--no-object=" + At("empty")});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.out.find("images       14, with 12 objects\n"), std::string::npos) << trained.out;
  EXPECT_NE(trained.out.find("\nno object    if no box has a score above "), std::string::npos)
      << trained.out;
  const Outcome found = Find({At("empty/13.png"), At(NameOf(2)), "--top=3"});
  ASSERT_EQ(found.status, 0) << found.messages;
  EXPECT_TRUE(found.out.starts_with("file,left,top,right,bottom,class,score\n" + At("empty/13.png") +
                                    ",,,,,,\n" + At(NameOf(2)) + ","))
      << found.out;
  EXPECT_NE(found.out.find(",board,"), std::string::npos);
  EXPECT_EQ(Find({At(NameOf(2)), "--min-score=1e6"}).out,
            "file,left,top,right,bottom,score\n" + At(NameOf(2)) + ",,,,,\n");
}

TEST_F(LocalizeProgram, TakesPointsInPlaceOfImages) {
  std::string boxes = "file,left,top,right,bottom\n";
  for (int k = 0; k < 6; ++k) {
    std::string points;
    const Box& box = boxes_[k];
    for (int y = 0; y < kHeight; y += 3) {
      for (int x = 0; x < kWidth; x += 3) {
        const bool is_inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
        points += fmt::format("{} {} {}\n", x, y, is_inside ? 1 : (x + y) % 2 * 2);
      }
    }
    Put(fmt::format("points/{}.clst", k), points);
    if (k < 5)
      boxes += LineOf(k);  // names of images: the files of points have the same names up to the ending
  }
  Put("points.csv", boxes);
  const Outcome trained = Train("points.csv", {"--C=0.1"}, "points");
  ASSERT_EQ(trained.status, 0) << trained.messages;
  const Outcome found = Find({At("points/5.clst"), "--out=" + At("found.tsv")});
  ASSERT_EQ(found.status, 0) << found.messages;
  Put("truth.csv", "file,left,top,right,bottom\n5.clst" + LineOf(5).substr(5));
  const Outcome evaluated =
      RunProgram(RunLocalize, {"evaluate", "--boxes=" + At("truth.csv"), "--found=" + At("found.tsv")});
  EXPECT_GT(Measure(evaluated, "mean_overlap"), 0.75) << common::ReadFile(At("found.tsv"));
  ExpectMistake(Find({At(NameOf(0))}), 2,
                "localize: " + At(NameOf(0)) + ": expected points (.clst), as the model was ");
  ExpectMistake(Find({At("points/5.clst"), "--draw=" + At("drawn")}), 2,
                "localize: --draw: expected a model that ");
  Put("points/other.clst", "1 1 7\n");
  ExpectMistake(
      Find({At("points/other.clst")}), 3,
      "localize: " + At("points/other.clst") + ": expected words from 0 to 2, as the model has, found 7");
  std::filesystem::copy(At(NameOf(0)), At("points/9.png"));
  Put("mixed.csv", boxes + "9.png,1,1,5,5\n");
  const Outcome mixed = Train("mixed.csv", {"--C=0.1"}, "points");
  EXPECT_EQ(mixed.status, 2);
  EXPECT_TRUE(
      mixed.messages.ends_with("localize: --images: expected either images or points (.clst), found both\n"));
}

TEST_F(LocalizeProgram, NamesBadInput) {
  Put("missing.csv", csv_ + "none.png,1,1,5,5\n");
  const std::string missing =
      At("missing.csv") + ":14: expected the image 'none.png' in " + At("photos") + ", found no such file";
  Outcome outcome = Train("missing.csv");
  ExpectMistake(outcome, 3,
                "localize: " + missing + "; add it, or give --skip-bad to leave such images out\n");
  EXPECT_FALSE(std::filesystem::exists(At("model")));
  Put("voc/a.xml", "<annotation>\n<filename>none.jpg</filename></annotation>");
  ExpectMistake(Train("voc"), 3, "localize: " + At("voc/a.xml") + ":2: expected the image 'none.jpg' in ");
  Put("outside.csv", csv_ + "12.png,90,1,160,5\n");
  outcome = Train("outside.csv");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_NE(
      outcome.messages.find("localize: " + At("outside.csv") +
                            ":14: expected a box within its image of 160 x 120 pixels, which count from 0, "),
      std::string::npos)
      << outcome.messages;
  Put("photos/bad.png", "no image");
  Put("bad.csv", csv_ + "bad.png,1,1,5,5\n12.png,90,1,160,5\nnone.png\n");
  outcome = Train("bad.csv", {"--C=0.1", "--skip-bad"});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("images       12, with 12 objects\n"), std::string::npos);
  for (const std::string& left_out : {At("photos/bad.png"), At("bad.csv") + ":15", At("bad.csv") + ":16"}) {
    EXPECT_NE(outcome.messages.find("localize: left out: " + left_out), std::string::npos)
        << outcome.messages;
  }
  ExpectMistake(Find({At("photos/bad.png")}), 3, "localize: " + At("photos/bad.png") + ": expected ");
  outcome = Find({At("photos/bad.png"), At(NameOf(1)), "--skip-bad"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.messages.starts_with("localize: left out: " + At("photos/bad.png")))
      << outcome.messages;
  EXPECT_TRUE(outcome.out.starts_with("file,left,top,right,bottom,score\n" + At(NameOf(1)) + ","));
  ExpectMistake(Train("boxes.csv", {"--C=0"}), 2,
                "localize: --C: expected a finite number above 0, found 0\n");
  ExpectMistake(Train("boxes.csv", {"--max-overlap=2"}), 2,
                "localize: --max-overlap: expected 0 to 1, found 2\n");
  ExpectMistake(RunProgram(RunLocalize, {"train", "--images=" + At("none"), "--boxes=" + At("boxes.csv"),
                                         "--model=" + At("model")}),
                2, "localize: --images: expected a folder of images, found ");
  Put("found.csv", "file,left,top,right,bottom,score\nother.png,1,2,3,4,5\n");
  ExpectMistake(
      RunProgram(RunLocalize, {"evaluate", "--boxes=" + At("boxes.csv"), "--found=" + At("found.csv")}), 3,
      "localize: " + At("found.csv") + ":2: expected an image of " + At("boxes.csv") + ", found 'other.png'");
  ExpectMistake(RunProgram(RunLocalize, {"learn"}), 2,
                "localize: command: expected one of train, find, evaluate, found 'learn'");
}

// Images are compared as files, not by how their names are written.
TEST_F(LocalizeProgram, KnowsAFileByAnyOfItsNames) {
  std::string dotted = csv_;
  for (size_t at = dotted.find("\n"); at + 1 < dotted.size(); at = dotted.find("\n", at + 1))
    dotted.insert(at + 1, "./");
  Put("dotted.csv", dotted);
  const Outcome trained = Train("dotted.csv");
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.messages.find("are left out: 2, such as " + At(NameOf(12))), std::string::npos)
      << trained.messages;
  Put("twice.csv", csv_ + "./" + LineOf(0));
  EXPECT_NE(Train("twice.csv").messages.find("expected an image with a file of its own"), std::string::npos);
  EXPECT_NE(Train("boxes.csv", {"--no-object=" + At("photos")})
                .messages.find("--no-object: expected images that are not in " + At("boxes.csv")),
            std::string::npos);
  std::filesystem::copy(At(NameOf(0)), At("photos/0.jpg"));
  Put("stem.csv", "file,left,top,right,bottom\n0,1,1,5,5\n");
  ExpectMistake(Train("stem.csv"), 3,
                "localize: " + At("stem.csv") + ":2: expected one file for '0' in " + At("photos") +
                    ", found " + At("photos/0.jpg") + " and " + At(NameOf(0)));
  ASSERT_EQ(Find({At(NameOf(1)), At("photos/./1.png"), "--out=" + At("found.tsv")}).status, 0);
  EXPECT_EQ(common::ParseTsv(common::ReadFile(At("found.tsv")), "found").rows.size(), 1u);
}

TEST_F(LocalizeProgram, RefusesNamesWithLineBreaks) {
  Put("coco.json", R"({"images": [{"id": 1, "file_name": "0.png"}], "categories": [{"id": 1, "name": "a\nb"}],
                      "annotations": [{"image_id": 1, "category_id": 1, "bbox": [3, 3, 20, 20]}]})");
  const Outcome outcome = Train("coco.json", {"--C=0.1", "--class=a\nb"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.messages.find("--class: expected a class in one line"), std::string::npos)
      << outcome.messages;
  ASSERT_EQ(Train("boxes.csv").status, 0);
  std::filesystem::copy(At(NameOf(0)), At("two\nlines.png"));
  EXPECT_NE(Find({At("two\nlines.png")}).messages.find("IMAGE: expected a file name in one line"),
            std::string::npos);
}

TEST_F(LocalizeProgram, EvaluatesTheClassOfTheTrueBoxes) {
  Put("true.csv", "file,left,top,right,bottom,class\na.png,0,0,9,9,cow\n");
  Put("found.csv", "file,left,top,right,bottom,class,score\na.png,0,0,9,9,cow,1\na.png,20,0,29,9,horse,2\n");
  const Outcome outcome =
      RunProgram(RunLocalize, {"evaluate", "--boxes=" + At("true.csv"), "--found=" + At("found.csv")});
  EXPECT_EQ(Measure(outcome, "found"), 1);
  EXPECT_EQ(Measure(outcome, "mean_overlap"), 1);
}

TEST_F(LocalizeProgram, ReplacesNoImage) {
  ASSERT_EQ(Train("boxes.csv").status, 0);
  const std::string content = common::ReadFile(At(NameOf(3)));
  ExpectMistake(Find({At(NameOf(3)), "--draw=" + At("photos")}), 2,
                "localize: --draw: expected another file than ");
  EXPECT_EQ(common::ReadFile(At(NameOf(3))), content);
  ExpectMistake(Find({At(NameOf(3)), At("photos/../photos2/3.png"), "--draw=" + At("d")}), 2,
                "localize: --draw: expected images whose names differ up to the ending");
}

TEST_F(LocalizeProgram, KeepsTheLastFinishedModelWhenInterrupted) {
  const std::vector<std::string> words = {"train",
                                          "--images=" + At("photos"),
                                          "--boxes=" + At("boxes.csv"),
                                          "--model=" + At("model"),
                                          "--words=15",
                                          "--cells=0",
                                          "--folds=8"};
  Outcome outcome = RunProgram(RunLocalize, words, /*interrupted=*/true);
  EXPECT_EQ(outcome.status, 130);
  EXPECT_TRUE(outcome.messages.ends_with("localize: interrupted: nothing is written\n")) << outcome.messages;
  EXPECT_FALSE(std::filesystem::exists(At("model")));
  outcome = RunProgramInterruptedInItsMidst(RunLocalize, words, [](const Outcome& one) {
    return one.messages.find("is the model with C = 0.03\n") != std::string::npos;
  });
  EXPECT_EQ(outcome.status, 130) << outcome.messages;
  EXPECT_EQ(Find({At(NameOf(0))}).status, 0);
}

}  // namespace
}  // namespace structlab::tools
