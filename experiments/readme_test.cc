// The examples of README.md are the real files: a block of code below a path is the whole file, or, for a
// BUILD file, which goes on with what this test needs, its beginning; and the unchanged lines of a block of
// differences stand in the file that is changed.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "common/file.h"

namespace structlab {
namespace {

struct Block {
  std::string language, path, text;  // path: of the line `path` above it, if there is one
};

std::vector<Block> BlocksOf(const std::string& markdown) {
  std::vector<Block> blocks;
  std::istringstream lines(markdown);
  std::string line, path;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.starts_with("```")) {
      if (!inside) blocks.push_back({line.substr(3), path, ""});
      inside = !inside;
      path.clear();
    } else if (inside) {
      blocks.back().text += line + "\n";
    } else if (line.size() > 2 && line.front() == '`' && line.back() == '`') {
      path = line.substr(1, line.size() - 2);
    } else if (!line.empty()) {
      path.clear();
    }
  }
  return blocks;
}

TEST(Readme, FilesAreAsShown) {
  int files = 0;
  for (const Block& block : BlocksOf(common::ReadFile("experiments/README.md"))) {
    if (block.path.empty() || block.path.ends_with("/BUILD")) continue;
    ++files;
    EXPECT_EQ(block.text, common::ReadFile(block.path)) << block.path;
  }
  EXPECT_EQ(files, 7);
}

TEST(Readme, BuildFilesBeginAsShown) {
  int files = 0;
  for (const Block& block : BlocksOf(common::ReadFile("experiments/README.md"))) {
    if (!block.path.ends_with("/BUILD")) continue;
    ++files;
    EXPECT_EQ(block.text + "\n", common::ReadFile(block.path).substr(0, block.text.size() + 1)) << block.path;
    // What makes the rules work where they are pasted stands before them.
    EXPECT_NE(block.text.find("package(default_visibility"), std::string::npos) << block.path;
  }
  EXPECT_EQ(files, 2);
}

// Nothing is shown that no test compares.
TEST(Readme, NoBlockIsWithoutItsFile) {
  for (const Block& block : BlocksOf(common::ReadFile("experiments/README.md"))) {
    EXPECT_TRUE(!block.path.empty() || block.language == "diff") << block.text;
  }
}

TEST(Readme, TheLineToAddFitsItsPlace) {
  int differences = 0;
  for (const Block& block : BlocksOf(common::ReadFile("experiments/README.md"))) {
    if (block.language != "diff") continue;
    ++differences;
    std::string before;
    std::istringstream lines(block.text);
    std::string line;
    while (std::getline(lines, line)) {
      if (line.starts_with(" ")) before += line.substr(1) + "\n";
    }
    EXPECT_NE(common::ReadFile("experiments/regularization_path/BUILD").find(before), std::string::npos)
        << before;
  }
  EXPECT_EQ(differences, 1);
}

}  // namespace
}  // namespace structlab
