#include "common/testing/scratch_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>

namespace structlab::common {
namespace {

TEST(ScratchFolder, IsEmptyAndItsOwnAndGoesWithItsContent) {
  std::optional<ScratchFolder> folder("scratch");
  const ScratchFolder other("scratch");
  const std::string path = folder->path();
  EXPECT_NE(path, other.path());
  EXPECT_TRUE(std::filesystem::is_directory(path) && std::filesystem::is_empty(path));
  std::filesystem::create_directory(path + "/inner");
  std::ofstream(path + "/inner/file") << "x";
  folder.reset();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::is_directory(other.path()));
}

}  // namespace
}  // namespace structlab::common
