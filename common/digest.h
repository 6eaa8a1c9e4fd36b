// SHA-256 digests, as 64 hexadecimal digits in lower case (FIPS 180-4).
#ifndef STRUCTLAB_COMMON_DIGEST_H_
#define STRUCTLAB_COMMON_DIGEST_H_

#include <string>
#include <string_view>

namespace structlab::common {

// Files are read in pieces, so memory does not depend on their size. All functions are thread-safe. They
// throw Error(kEnvironment) that names the path if the file cannot be read.
std::string Sha256OfText(std::string_view text);
std::string Sha256OfFile(const std::string& path);  // the bytes of the file as they are
// Digest of the uncompressed content of a plain or gzip file. Also throws Error(kData) for damaged gzip data.
std::string Sha256OfUncompressed(const std::string& path);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_DIGEST_H_
