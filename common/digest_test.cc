#include "common/digest.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

// The examples of FIPS 180-4 that NIST publishes.
TEST(Digest, GivesTheKnownAnswers) {
  EXPECT_EQ(Sha256OfText(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256OfText("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256OfText("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(Sha256OfText(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, OfAFileIsThatOfItsContent) {
  const std::string path = testing::TempDir() + "/digest";
  for (const size_t size : {0U, 1U, 2U, 65'535U, 65'536U, 65'537U, 1'000'000U}) {
    SCOPED_TRACE(size);
    const std::string content(size, 'a');
    WriteFileAtomically(path, content);
    EXPECT_EQ(Sha256OfFile(path), Sha256OfText(content));
    EXPECT_EQ(Sha256OfUncompressed(path), Sha256OfText(content));
  }
}

TEST(Digest, OfGzipIsOfTheBytesOrOfTheContent) {
  const std::string path = testing::TempDir() + "/digest.gz";
  const std::string content(1'000'000, 'a');
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  ASSERT_EQ(gzclose(file), Z_OK);
  EXPECT_EQ(Sha256OfFile(path), Sha256OfText(ReadFile(path)));
  EXPECT_EQ(Sha256OfUncompressed(path), Sha256OfText(content));

  const std::string whole = ReadFile(path);
  WriteFileAtomically(path, whole.substr(0, whole.size() - 1));
  EXPECT_EQ(MessageOf([&] { Sha256OfUncompressed(path); }),
            path + ": expected the rest of the gzip data, found the end of the file; fetch the file again");
}

TEST(Digest, NamesTheFileThatCannotBeRead) {
  EXPECT_THROW(Sha256OfFile("/none"), Error);
  EXPECT_THROW(Sha256OfUncompressed("/none"), Error);
}

}  // namespace
}  // namespace structlab::common
