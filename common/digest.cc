#include "common/digest.h"

#include <openssl/evp.h>

#include <memory>
#include <span>

#include "common/byte_input.h"
#include "common/check.h"

namespace structlab::common {
namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) {
    STRUCTLAB_CHECK(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }
  void Add(std::string_view text) {
    STRUCTLAB_CHECK(EVP_DigestUpdate(context_.get(), text.data(), text.size()) == 1);
  }
  std::string Finish() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    STRUCTLAB_CHECK(EVP_DigestFinal_ex(context_.get(), digest, &size) == 1);
    std::string text;
    for (const unsigned char byte : std::span(digest, size)) {
      constexpr char kDigits[] = "0123456789abcdef";
      text += kDigits[byte >> 4];
      text += kDigits[byte & 15];
    }
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

std::string Sha256OfInput(ByteInput* input) {
  Sha256 digest;
  std::string buffer(size_t{1} << 16, '\0');
  while (const size_t size = input->Read(buffer)) digest.Add(std::string_view(buffer).substr(0, size));
  return digest.Finish();
}

}  // namespace

std::string Sha256OfText(std::string_view text) {
  Sha256 digest;
  digest.Add(text);
  return digest.Finish();
}

std::string Sha256OfFile(const std::string& path) {
  ByteInput input(path, Compression::kKeep);
  return Sha256OfInput(&input);
}

std::string Sha256OfUncompressed(const std::string& path) {
  ByteInput input(path);
  return Sha256OfInput(&input);
}

}  // namespace structlab::common
