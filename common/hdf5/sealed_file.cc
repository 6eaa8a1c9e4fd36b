#include "common/hdf5/sealed_file.h"

#include <algorithm>

#include "common/check.h"
#include "common/digest.h"
#include "common/error.h"

namespace structlab::common {
namespace {

constexpr std::string_view kDigest = "\nsha256 ";

// The user block from its first line up to the digest, which is in the line after it.
std::string DigestOf(std::string_view block, std::string_view hdf5) {
  return Sha256OfText(std::string(hdf5).append(block));
}

}  // namespace

std::string SealedFile(std::string_view format, const SealedLines& lines, std::string_view hdf5) {
  std::string file(format);
  for (const auto& [name, value] : lines) file.append("\n").append(name).append(" ").append(value);
  const std::string digest = DigestOf(file, hdf5);
  file.append(kDigest).append(digest).append("\n");
  STRUCTLAB_CHECK(file.size() <= kSealBytes);
  file.resize(kSealBytes, '\0');
  return file.append(hdf5);
}

Seal ReadSeal(std::string_view file, std::string_view format, const std::string& path) {
  const auto damaged = [&](const std::string& expected, const std::string& found) {
    const Error error(ErrorKind::kData, {.where = path, .expected = expected, .found = found});
    return Seal{.damage = error.what()};
  };
  if (file.starts_with(format) && file.size() < kSealBytes) {
    return damaged("at least " + std::to_string(kSealBytes) + " bytes", std::to_string(file.size()));
  }
  if (!file.starts_with(format)) {
    return damaged("a file that begins with '" + std::string(format) + "'",
                   Quote(file.substr(0, format.size())));
  }
  const std::string_view block = file.substr(0, kSealBytes);
  const std::string_view head = block.substr(0, block.find(kDigest));
  const std::string found = DigestOf(head, file.substr(kSealBytes));
  const std::string_view rest = block.substr(head.size());
  const std::string expected(rest.substr(std::min(rest.size(), kDigest.size()), found.size()));
  if (expected != found) return damaged("sha256 " + (expected.empty() ? "in a line" : expected), found);
  const size_t end = kDigest.size() + found.size();
  if (rest.substr(end, 1) != "\n" || rest.find_first_not_of('\0', end + 1) != rest.npos) {
    return damaged("zeros after the sha256", "other bytes");
  }
  Seal seal;
  for (size_t begin = format.size() + 1; begin < head.size();) {
    const std::string_view line = head.substr(begin, head.find('\n', begin) - begin);
    const size_t blank = std::min(line.find(' '), line.size());
    seal.lines.emplace_back(line.substr(0, blank), line.substr(std::min(blank + 1, line.size())));
    begin += line.size() + 1;
  }
  return seal;
}

}  // namespace structlab::common
