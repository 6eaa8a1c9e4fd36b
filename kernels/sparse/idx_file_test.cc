#include "kernels/sparse/idx_file.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <string>

#include "common/error.h"
#include "common/file.h"

namespace structlab::kernels {
namespace {

using namespace std::string_literals;

std::string WriteTestFile(const std::string& content) {
  const std::string path = testing::TempDir() + "/data";
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string Gzip(const std::string& content) {
  const std::string path = testing::TempDir() + "/packed";
  const gzFile file = gzopen(path.c_str(), "wb9");
  EXPECT_EQ(gzwrite(file, content.data(), static_cast<unsigned>(content.size())), std::ssize(content));
  EXPECT_EQ(gzclose(file), Z_OK);
  return common::ReadFile(path);
}

common::Error ErrorOf(const std::string& path) {
  try {
    ReadIdxBytes(path, 2);
  } catch (const common::Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return common::Error(common::ErrorKind::kUsage, {.what = "none"});
}

// Two rows of three.
const std::string kHead = "\0\0\x8\x2\0\0\0\x2\0\0\0\x3"s;
const std::string kTable = kHead + "\x1\x2\x3\xff\0\x6"s;

TEST(IdxFile, ReadsPlainAndCompressed) {
  const IdxBytes expected = {{2, 3}, {1, 2, 3, 255, 0, 6}};
  EXPECT_EQ(ReadIdxBytes(WriteTestFile(kTable), 2), expected);
  EXPECT_EQ(ReadIdxBytes(WriteTestFile(Gzip(kTable)), 2), expected);
  EXPECT_EQ(ReadIdxBytes(WriteTestFile("\0\0\x8\x1\0\0\0\x2"
                                       "ab"s),
                         1),
            (IdxBytes{{2}, {'a', 'b'}}));
}

TEST(IdxFile, ReadsTheFirstItemsOnly) {
  const std::string path = WriteTestFile(Gzip(kHead + "abc"));
  EXPECT_EQ(ReadIdxBytes(path, 2, 1), (IdxBytes{{1, 3}, {'a', 'b', 'c'}}));  // the rest is not there
  EXPECT_EQ(ReadIdxBytes(WriteTestFile(kTable), 2, 5), ReadIdxBytes(WriteTestFile(kTable), 2));
}

// Sizes have their highest byte first.
TEST(IdxFile, ReadsLargeSizes) {
  std::string file = "\0\0\x8\x1\0\x1\x2\x3"s;
  file.append(66051, 'x');
  const IdxBytes bytes = ReadIdxBytes(WriteTestFile(file), 1);
  EXPECT_EQ(bytes.sizes, std::vector<int>{66051});
  EXPECT_EQ(bytes.values, std::vector<uint8_t>(66051, 'x'));
}

void ExpectRefused(const std::string& content, const std::string& where, const std::string& expected,
                   const std::string& found) {
  const std::string path = WriteTestFile(content);
  const common::Error error = ErrorOf(path);
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + where);
  EXPECT_EQ(error.parts().expected, expected);
  EXPECT_EQ(error.parts().found, found);
}

TEST(IdxFile, RefusesAnotherHead) {
  const auto with = [](size_t at, char byte) {
    std::string content = kTable;
    content[at] = byte;
    return content;
  };
  const std::string head = "the head of an idx file, a byte of 0";
  ExpectRefused(with(0, 'P'), ": byte 1", head, "80");
  ExpectRefused(with(1, 1), ": byte 2", head, "1");
  ExpectRefused(with(2, 9), ": byte 3", "the type of unsigned bytes, a byte of 8", "9");
  ExpectRefused(with(3, 3), ": byte 4", "the number of dimensions, a byte of 2", "3");
  ExpectRefused(with(7, 0), ": byte 8", "a size of 1 to 2147483647", "0");
  ExpectRefused(with(4, '\x80'), ": byte 8", "a size of 1 to 2147483647", "2147483650");
  ExpectRefused("\0\0\x8\x2\0\1\0\0\0\1\0\0"s, ": byte 12", "sizes whose product is at most 2147483647",
                "a larger one");
}

TEST(IdxFile, RefusesOtherLengths) {
  for (size_t keep = 0; keep < 4; ++keep) {
    ExpectRefused(kTable.substr(0, keep), "",
                  keep < 2    ? "the head of an idx file, a byte of 0"
                  : keep == 2 ? "the type of unsigned bytes, a byte of 8"
                              : "the number of dimensions, a byte of 2",
                  "the end of the file after " + std::to_string(keep) + " bytes");
  }
  for (size_t keep = 4; keep < 12; ++keep) {
    ExpectRefused(kTable.substr(0, keep), "", "a size of four bytes",
                  "the end of the file after " + std::to_string(keep) + " bytes");
  }
  for (size_t keep = 12; keep < 18; ++keep) {
    ExpectRefused(kTable.substr(0, keep), "", "6 values, as its sizes say", std::to_string(keep - 12));
  }
  ExpectRefused(kTable + "x", "", "6 values, as its sizes say", "more");
  // A header that states 2 GB does not cause more memory than the content needs.
  ExpectRefused("\0\0\x8\x2\0\0\0\1\x7f\xff\xff\xff"s + "abc", "", "2147483647 values, as its sizes say",
                "3");
}

TEST(IdxFile, RefusesTruncatedCompression) {
  const std::string compressed = Gzip(kTable);
  for (size_t keep = 1; keep < compressed.size(); ++keep) {
    SCOPED_TRACE(keep);
    const std::string path = WriteTestFile(compressed.substr(0, keep));
    EXPECT_TRUE(ErrorOf(path).parts().where.starts_with(path));
  }
}

}  // namespace
}  // namespace structlab::kernels
