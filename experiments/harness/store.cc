#include "experiments/harness/store.h"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFingerprintLine = "# case ";
constexpr std::string_view kBeforeLine = "# before ";

bool FileExists(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

struct Entry {
  std::string digest, fingerprint;
};

// The digest file is renamed before the result: in the moment between, the result is the one before.
struct DigestFile {
  Entry now, before;
};

std::string LineAfter(const std::string& text, std::string_view start) {
  const size_t begin = text.find(std::string("\n").append(start));
  if (begin == text.npos) return "";
  const size_t from = begin + 1 + start.size();
  return text.substr(from, text.find('\n', from) - from);
}

// What cannot be read as a digest file has empty digests, which match nothing.
DigestFile ReadDigestFile(const std::string& path) {
  DigestFile found;
  if (!FileExists(path)) return found;
  const std::string text = common::ReadFile(path);
  const std::string fingerprint = LineAfter(text, kFingerprintLine);
  if (fingerprint.empty()) return found;
  found.now = {text.substr(0, text.find(' ')), fingerprint};
  const std::string before = LineAfter(text, kBeforeLine);
  const size_t space = before.find(' ');
  if (space != before.npos) found.before = {before.substr(0, space), before.substr(space + 1)};
  return found;
}

// For a message: where a digest file is damaged, anything may stand in its place.
std::string Shown(const std::string& digest) {
  const bool is_digest =
      digest.size() == 64 && digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_digest ? digest : common::Quote(digest);
}

// "name.h5.tmp-Ab12Cd" and "name.h5.sha256.tmp-Ab12Cd": what was being written when a run was killed.
bool IsLeftover(const std::string& name) {
  const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
  return target && (target->ends_with(".h5") || target->ends_with(".h5.sha256"));
}

}  // namespace

std::string FingerprintOf(const Case& c, const std::string& executable_digest) {
  std::string text = "key\t" + c.Key() + "\nexecutable\t" + executable_digest + "\n";
  for (const auto& [key, value] : c.parameters.values()) text += "parameter\t" + key + "\t" + value + "\n";
  for (const Dataset& dataset : c.resolved) {
    text += "data\t" + dataset.name + "\t" + std::to_string(static_cast<int>(dataset.origin)) + "\n";
    for (const Fact& checksum : dataset.checksums) {
      text += "checksum\t" + checksum.name + "\t" + checksum.value + "\n";
    }
  }
  return common::Sha256OfText(text);
}

Store::Found Store::Check(const std::string& key, const std::string& fingerprint) const {
  const std::string path = PathOf(key);
  if (!FileExists(path)) return {State::kAbsent, ""};
  const DigestFile expected = ReadDigestFile(path + ".sha256");
  if (expected.now.fingerprint != fingerprint && expected.before.fingerprint != fingerprint) {
    return {State::kStale, ""};
  }
  const std::string digest = common::Sha256OfText(common::ReadFile(path));
  for (const Entry& entry : {expected.now, expected.before}) {
    if (entry.digest == digest) return {entry.fingerprint == fingerprint ? State::kDone : State::kStale, ""};
  }
  const common::Error damaged(
      common::ErrorKind::kData,
      {.where = path, .expected = "sha256 " + Shown(expected.now.digest), .found = digest});
  return {State::kDamaged, damaged.what()};
}

StoredCase Store::Load(const std::string& key) const {
  const std::string path = PathOf(key);
  const std::string bytes = common::ReadFile(path);
  const DigestFile expected = ReadDigestFile(path + ".sha256");
  const std::string digest = common::Sha256OfText(bytes);
  if (digest != expected.now.digest && digest != expected.before.digest) {
    common::ThrowDataError(path, "sha256 " + Shown(expected.now.digest), digest, "run the case again");
  }
  return DecodeCase(bytes, path);
}

void Store::Save(const std::string& key, const std::string& fingerprint, const StoredCase& stored) const {
  const std::string path = PathOf(key);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) {
    common::ThrowEnvironmentError(fs::path(path).parent_path().string(),
                                  "cannot be created: " + error.message());
  }
  const std::string bytes = EncodeCase(stored);
  const std::string name = fs::path(path).filename().string();
  std::string digests =
      common::Sha256OfText(bytes) + "  " + name + "\n" + std::string(kFingerprintLine) + fingerprint + "\n";
  if (FileExists(path)) {
    const DigestFile old = ReadDigestFile(path + ".sha256");
    const std::string digest = common::Sha256OfText(common::ReadFile(path));
    for (const Entry& entry : {old.now, old.before}) {
      if (entry.digest != digest) continue;
      digests += std::string(kBeforeLine) + digest + " " + entry.fingerprint + "\n";
      break;
    }
  }
  // Waits for the disk once, the most that a case costs: only what is behind the digest must be whole after a
  // power cut, and a digest or a name that is lost then only makes the case run again.
  common::WriteFileAtomically(path + ".sha256", digests, common::Durability::kNothing);
  common::WriteFileAtomically(path, bytes, common::Durability::kFile);
}

void Store::RemoveLeftovers() const {
  if (!fs::is_directory(folder_)) return;
  std::vector<fs::path> leftovers;  // a folder must not change while it is read
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.is_regular_file() && IsLeftover(entry.path().filename().string())) {
      leftovers.push_back(entry.path());
    }
  }
  for (const fs::path& leftover : leftovers) fs::remove(leftover);
}

}  // namespace structlab::harness
