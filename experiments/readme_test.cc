// The examples of README.md are of the real files: a block of code below a path has lines of that file, and
// the unchanged lines of a block of differences stand in the file that is changed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "common/file.h"

namespace structlab {
namespace {

constexpr char kReadme[] = "experiments/README.md";

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

// The files of the package that is to be copied.
std::vector<std::string> CopiedFiles() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator("experiments/example_experiment")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  return files;
}

char AsciiLower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

TEST(Readme, FilesHaveTheLinesThatAreShown) {
  int blocks = 0;
  for (const Block& block : BlocksOf(common::ReadFile(kReadme))) {
    if (block.path.empty()) continue;
    ++blocks;
    const std::string file = std::string("\n").append(common::ReadFile(block.path));
    EXPECT_NE(file.find(std::string("\n").append(block.text)), file.npos) << block.path << ":\n"
                                                                          << block.text;
  }
  EXPECT_EQ(blocks, 2);
}

TEST(Readme, ItsTableHasEveryFileThatIsCopied) {
  const std::string readme = common::ReadFile(kReadme);
  const std::vector<std::string> files = CopiedFiles();
  EXPECT_EQ(files.size(), 7u);
  for (const std::string& file : files) {
    const std::string name = std::filesystem::path(file).filename();
    EXPECT_NE(readme.find(std::string("`").append(name).append("`")), readme.npos) << name;
  }
}

// The copy works since the commands find every place where the example's name stands.
TEST(Readme, ItsCommandRenamesTheCopy) {
  const std::string command =
      "    sed -i 's/example_experiment/my_paper/g' experiments/my_paper/*; "
      "mv experiments/my_paper/example_experiment_test.cc experiments/my_paper/my_paper_test.cc\n";
  EXPECT_NE(common::ReadFile(kReadme).find(command), std::string::npos);
  for (const std::string& file : CopiedFiles()) {
    std::string left = common::ReadFile(file);
    for (std::size_t at; (at = left.find("example_experiment")) != left.npos;) left.erase(at, 18);
    for (char& letter : left) letter = AsciiLower(letter);
    EXPECT_EQ(left.find("example"), left.npos) << file;
  }
}

TEST(Readme, HasAtMost120Lines) {
  const std::string readme = common::ReadFile(kReadme);
  EXPECT_LE(std::count(readme.begin(), readme.end(), '\n'), 120);
}

// Nothing is shown that no test compares.
TEST(Readme, NoBlockIsWithoutItsFile) {
  for (const Block& block : BlocksOf(common::ReadFile(kReadme))) {
    EXPECT_TRUE(!block.path.empty() || block.language == "diff") << block.text;
  }
}

// Its unchanged lines stand there in this order; whoever has added a line already has others between them.
TEST(Readme, TheLineToAddFitsItsPlace) {
  const std::string build =
      std::string("\n").append(common::ReadFile("experiments/regularization_path/BUILD"));
  int differences = 0;
  for (const Block& block : BlocksOf(common::ReadFile(kReadme))) {
    if (block.language != "diff") continue;
    ++differences;
    std::istringstream lines(block.text);
    std::string line;
    std::size_t place = 0;
    while (std::getline(lines, line)) {
      if (!line.starts_with(" ")) continue;
      place = build.find(std::string("\n").append(line.substr(1)).append("\n"), place);
      ASSERT_NE(place, build.npos) << line;
    }
  }
  EXPECT_EQ(differences, 1);
}

}  // namespace
}  // namespace structlab
