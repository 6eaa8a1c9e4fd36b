#include "experiments/harness/picture_files.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/picture_files_" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

Picture Grey(int width, uint8_t value) {
  return {.width = width, .height = 1, .values = std::vector<uint8_t>(static_cast<size_t>(width), value)};
}

// Three panels in two figures, the first and the last alike.
PackageDump SampleDump() {
  PackageDump dump;
  dump.report.name = "fake";
  dump.report.figures.resize(3);
  dump.report.figures[0].panels = {{"a", Grey(3, 1)}, {"b", Grey(4, 2)}};
  dump.report.figures[2].panels = {{"c", Grey(3, 1)}};
  return dump;
}

size_t FilesIn(const std::string& folder) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files += entry.is_regular_file();
  return files;
}

TEST(PictureFiles, BringEveryPictureToItsPanel) {
  const std::string folder = NewFolder("back");
  PackageDump written = SampleDump();
  WritePictureFiles(folder, written);
  EXPECT_EQ(FilesIn(folder), 2u);
  PackageDump read = ParseDump(FormatDump(written), "dump");
  ReadPictureFiles(folder, read);
  for (size_t figure = 0; figure < 3; ++figure) {
    const std::vector<Panel>&expected = written.report.figures[figure].panels,
          &found = read.report.figures[figure].panels;
    ASSERT_EQ(found.size(), expected.size());
    for (size_t panel = 0; panel < found.size(); ++panel) {
      EXPECT_EQ(found[panel].picture, expected[panel].picture);
      EXPECT_EQ(found[panel].caption, expected[panel].caption);
    }
  }
}

// The dump before finds its pictures until the new one is there; then they go, and nobody else's.
TEST(PictureFiles, OldOnesGoAfterTheNewOnesHaveCome) {
  const std::string folder = NewFolder("old");
  PackageDump old = SampleDump(), changed = SampleDump();
  changed.report.figures[0].panels[1].picture = Grey(4, 9);
  WritePictureFiles(folder, old);
  common::WriteFileAtomically(folder + "/mine.png", "not of a run");
  WritePictureFiles(folder, changed);
  EXPECT_NO_THROW(ReadPictureFiles(folder, old));
  RemoveOtherPictureFiles(folder, changed);
  EXPECT_NO_THROW(ReadPictureFiles(folder, changed));
  EXPECT_THROW(ReadPictureFiles(folder, old), common::Error);
  EXPECT_EQ(FilesIn(folder), 3u);
}

std::string MessageOfReading(const std::string& folder, PackageDump dump) {
  return common::MessageOf(common::ErrorKind::kData, [&] { ReadPictureFiles(folder, dump); });
}

TEST(PictureFiles, DamageIsAnErrorThatNamesTheFile) {
  const std::string folder = NewFolder("damaged");
  PackageDump dump = SampleDump();
  WritePictureFiles(folder, dump);
  const std::string path = folder + "/" + dump.pictures[1], good = common::ReadFile(path);
  for (const std::string& bad : {std::string(), good.substr(0, good.size() - 1), good + "x"}) {
    common::WriteFileAtomically(path, bad);
    const std::string message = MessageOfReading(folder, dump);
    EXPECT_TRUE(message.starts_with(path + ": expected the sha256 that is its name, found ")) << message;
    EXPECT_TRUE(message.ends_with("; run fake again")) << message;
  }
  std::filesystem::remove(path);
  EXPECT_TRUE(common::MessageOf(common::ErrorKind::kEnvironment, [&] {
                ReadPictureFiles(folder, dump);
              }).starts_with(path + ": "));
  common::WriteFileAtomically(path, good);
  EXPECT_EQ(MessageOfReading(folder, dump), "no error");
  dump.pictures.pop_back();
  EXPECT_EQ(MessageOfReading(folder, dump),
            folder + ": expected a picture for each panel, found fewer; run fake again");
}

TEST(PictureFiles, APanelWithoutAPictureIsNamed) {
  PackageDump dump = SampleDump();
  dump.report.figures[2].id = "figure_9";
  dump.report.figures[2].panels[0].picture.values.pop_back();
  EXPECT_EQ(common::MessageOf([&] { WritePictureFiles(NewFolder("none"), dump); }),
            "panel 1 of figure_9 (c): expected 3 values, found 2");
}

TEST(PictureFiles, HaveNamesOfTheirOwn) {
  EXPECT_TRUE(IsPictureFile(std::string(64, 'a') + ".png"));
  for (const std::string& name : {std::string("a.png"), std::string(64, 'a'), std::string(64, 'g') + ".png",
                                  std::string(65, 'a') + ".png", std::string(63, 'a') + "..png"}) {
    EXPECT_FALSE(IsPictureFile(name)) << name;
  }
}

}  // namespace
}  // namespace structlab::harness
