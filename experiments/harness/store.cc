#include "experiments/harness/store.h"

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFingerprintLine = "# case ";
constexpr std::string_view kBeforeLine = "# before ";
constexpr std::string_view kCheckLine = "# check ";

bool FileExists(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

struct Entry {
  std::string digest, fingerprint;
};

// The digest file is renamed before the result: in the moment between, the result is the one before. Empty
// entries, which match nothing, where the file is lost.
struct DigestFile {
  Entry now, before;
  std::optional<common::ErrorParts> damage = {};
};

bool IsDigest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Takes the line that begins so off the front of the text, and gives what follows in it; nothing if the next
// line is another, or has no end.
std::optional<std::string_view> TakeLine(std::string_view& text, std::string_view start) {
  const size_t end = text.find('\n');
  if (end == text.npos || !text.starts_with(start)) return std::nullopt;
  const std::string_view rest = text.substr(start.size(), end - start.size());
  text.remove_prefix(end + 1);
  return rest;
}

// "digest and one space or two, then a name"; nothing if it is not.
std::optional<Entry> ParseEntry(std::string_view line, std::string_view between) {
  const size_t space = line.find(' ');
  if (space == line.npos || !IsDigest(line.substr(0, space))) return std::nullopt;
  if (!line.substr(space).starts_with(between) || line.size() == space + between.size()) return std::nullopt;
  return Entry{std::string(line.substr(0, space)), std::string(line.substr(space + between.size()))};
}

DigestFile Damaged(const std::string& path, std::string expected, std::string_view found) {
  return {.now = {},
          .before = {},
          .damage = common::ErrorParts{
              .where = path, .expected = std::move(expected), .found = common::Quote(found)}};
}

// What Save writes, line by line; a last line with the digest of those before shows a change of any of them.
DigestFile ParseDigests(const std::string& text, const std::string& path) {
  std::string_view rest = text;
  const std::optional<std::string_view> first = TakeLine(rest, "");
  const std::optional<Entry> file = ParseEntry(first.value_or(""), "  ");
  if (!file) return Damaged(path, "a sha256 and the name of a file", text);
  const std::optional<std::string_view> fingerprint = TakeLine(rest, kFingerprintLine);
  if (!fingerprint || fingerprint->empty()) {
    return Damaged(path, "a line '# case FINGERPRINT'", fingerprint ? *fingerprint : rest);
  }
  DigestFile found;
  found.now = {file->digest, std::string(*fingerprint)};
  if (const std::optional<std::string_view> before = TakeLine(rest, kBeforeLine)) {
    const std::optional<Entry> entry = ParseEntry(*before, " ");
    if (!entry) return Damaged(path, "'# before SHA256 FINGERPRINT'", *before);
    found.before = *entry;
  }
  const std::string digest = common::Sha256OfText(text.substr(0, text.size() - rest.size()));
  const std::optional<std::string_view> check = TakeLine(rest, kCheckLine);
  if (check != digest || !rest.empty()) {
    return Damaged(path, "a last line '# check " + digest + "'", check && rest.empty() ? *check : rest);
  }
  return found;
}

DigestFile ReadDigestFile(const std::string& path) {
  if (!FileExists(path)) return {};
  const std::string text = common::ReadFile(path);
  return text.empty() ? DigestFile{} : ParseDigests(text, path);
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

bool Store::Holds(const std::string& key) const { return FileExists(PathOf(key)); }

Store::Found Store::Check(const std::string& key, const std::string& fingerprint) const {
  if (!Holds(key)) return {State::kAbsent, ""};
  const std::string path = PathOf(key);
  const DigestFile expected = ReadDigestFile(path + ".sha256");
  if (expected.damage) {
    return {State::kDamaged, common::Error(common::ErrorKind::kData, *expected.damage).what()};
  }
  if (expected.now.fingerprint != fingerprint && expected.before.fingerprint != fingerprint) {
    return {State::kStale, ""};
  }
  const std::string digest = common::Sha256OfText(common::ReadFile(path));
  for (const Entry& entry : {expected.now, expected.before}) {
    if (entry.digest == digest) return {entry.fingerprint == fingerprint ? State::kDone : State::kStale, ""};
  }
  const common::Error damaged(common::ErrorKind::kData,
                              {.where = path, .expected = "sha256 " + expected.now.digest, .found = digest});
  return {State::kDamaged, damaged.what()};
}

StoredCase Store::Load(const std::string& key) const {
  const std::string path = PathOf(key);
  const std::string bytes = common::ReadFile(path);
  const DigestFile expected = ReadDigestFile(path + ".sha256");
  if (expected.damage) {
    common::ThrowDataError(expected.damage->where, expected.damage->expected, expected.damage->found,
                           "run the case again");
  }
  const std::string digest = common::Sha256OfText(bytes);
  if (digest != expected.now.digest && digest != expected.before.digest) {
    const std::string& known = expected.now.digest;
    common::ThrowDataError(path, known.empty() ? "its digest in " + path + ".sha256" : "sha256 " + known,
                           digest, "run the case again");
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
  digests += std::string(kCheckLine) + common::Sha256OfText(digests) + "\n";
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
