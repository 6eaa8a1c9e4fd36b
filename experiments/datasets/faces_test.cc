#include "experiments/datasets/faces.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "common/error.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

using namespace std::string_literals;

// A folder with two images of 1 x 3 pixels.
std::string Folder(const std::string& labels, bool compressed = true) {
  const std::string folder = EmptyFolder("faces");
  const auto write = [&](const std::string& name, const std::string& content) {
    std::ofstream(folder + "/" + name, std::ios::binary) << (compressed ? Gzip(content) : content);
  };
  write("orl32-images-idx3-ubyte.gz",
        "\0\0\x8\x3\0\0\0\x2\0\0\0\x1\0\0\0\x3"
        "abcdef"s);
  write("orl32-labels-idx1-ubyte.gz", labels);
  return folder;
}

TEST(Faces, ReadImagesWithTheirSubjects) {
  for (const bool compressed : {true, false}) {
    const Faces faces = ReadFaces(Folder("\0\0\x8\x1\0\0\0\x2\x1\xff"s, compressed), FaceSet::kOrl);
    EXPECT_EQ(faces, (Faces{1, 3, {1, 255}, {'a', 'b', 'c', 'd', 'e', 'f'}}));
    EXPECT_EQ(faces.size(), 2);
    EXPECT_EQ(faces.Pixels(1)[0], 'd');
    EXPECT_EQ(faces.Pixels(1).size(), 3u);
  }
}

TEST(Faces, RefuseLabelsThatDoNotMatch) {
  const auto refused = [](const std::string& labels) {
    const std::string folder = Folder(labels);
    const common::Error error = ErrorOf([&] { ReadFaces(folder, FaceSet::kOrl); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    return error.parts().where.substr(folder.size()) + "; " + error.parts().expected + "; " +
           error.parts().found;
  };
  EXPECT_EQ(refused("\0\0\x8\x1\0\0\0\x3\1\2\3"s), "/orl32-labels-idx1-ubyte.gz; 2 labels, one an image; 3");
  EXPECT_EQ(refused("\0\0\x8\x1\0\0\0\x2\1\0"s),
            "/orl32-labels-idx1-ubyte.gz: label 2; a subject, 1 to 255; 0");
}

TEST(Faces, SayWhichFileIsMissing) {
  const std::string folder = EmptyFolder("faces");
  const common::Error error = ErrorOf([&] { ReadFaces(folder, FaceSet::kExtendedYaleB); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kEnvironment);
  EXPECT_EQ(error.parts().where, folder + "/yaleb32-images-idx3-ubyte.gz");
}

}  // namespace
}  // namespace structlab::datasets
