#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <string>

namespace {

// The first example of FIPS 180-2, appendix B.1.
TEST(Crypto, Sha256OfAbc) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  ASSERT_EQ(EVP_Digest("abc", 3, digest, &size, EVP_sha256(), nullptr), 1);
  std::string text;
  for (unsigned int i = 0; i < size; ++i) {
    const char* const digits = "0123456789abcdef";
    text += digits[digest[i] / 16];
    text += digits[digest[i] % 16];
  }
  EXPECT_EQ(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
