// Files for tests.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TEST_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TEST_FILE_H_

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <string>
#include <string_view>

#include "common/testing/message_of.h"

namespace structlab::graphical_models {

// A path of its own for each test.
inline std::string TestPath() {
  return testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name();
}

// Writes the content and returns the path. Does not wait for the disk, because tests write many files.
inline std::string WriteTestFile(std::string_view content) {
  std::ofstream(TestPath(), std::ios::binary) << content;
  return TestPath();
}

inline std::string WriteGzipTestFile(std::string_view content) {
  const std::string path = TestPath() + ".gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  EXPECT_EQ(gzclose(file), Z_OK);
  return path;
}

// The error message for a file with this content, without the path in front: ":1:8: expected ...".
template <class Reader>
std::string MessageFor(std::string_view content, const Reader& read) {
  const std::string path = WriteTestFile(content);
  const std::string message = common::MessageOf([&] { read(path); });
  return message.starts_with(path) ? message.substr(path.size()) : message;
}

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_TEST_FILE_H_
