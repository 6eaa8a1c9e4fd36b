#include "experiments/harness/run/store.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "common/check.h"
#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "experiments/harness/run/select.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormatLine = "structlab case 2";
constexpr size_t kUserBlock = 1024;

bool FileExists(const std::string& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string UserBlock(const Stamp& stamp, std::string_view rest) {
  std::string block(kFormatLine);
  const auto line = [&](const char* name, const std::string& value) {
    block.append("\n").append(name).append(" ").append(value);
  };
  line("parameters", stamp.parameters);
  line("data", stamp.data);
  line("section", stamp.section);
  line("method", stamp.method);
  line("sha256", common::Sha256OfText(std::string(rest) + block));
  block += '\n';
  STRUCTLAB_CHECK(block.size() <= kUserBlock);
  block.resize(kUserBlock, '\0');
  return block;
}

struct Header {
  Stamp stamp;
  std::string damage = {};  // one line, if the file is damaged
};

// The value of the line "name value" of the user block; nothing if there is none.
std::optional<std::string> LineOf(std::string_view block, const std::string& name) {
  const std::string start = "\n" + name + " ";
  const size_t begin = block.find(start);
  const size_t end = block.find('\n', begin == block.npos ? begin : begin + 1);
  if (begin == block.npos || end == block.npos) return std::nullopt;
  return std::string(block.substr(begin + start.size(), end - begin - start.size()));
}

Header ReadHeader(std::string_view bytes, const std::string& path) {
  const auto damaged = [&](const std::string& expected, const std::string& found) {
    const common::Error error(common::ErrorKind::kData,
                              {.where = path, .expected = expected, .found = found});
    return Header{.stamp = {}, .damage = error.what()};
  };
  const std::string_view block = bytes.substr(0, kUserBlock);
  if (!block.starts_with(kFormatLine) || block.size() < kUserBlock) {
    return damaged("a file that begins with '" + std::string(kFormatLine) + "'",
                   common::Quote(block.substr(0, kFormatLine.size())));
  }
  Header header;
  const std::pair<const char*, std::string*> parts[] = {{"parameters", &header.stamp.parameters},
                                                        {"data", &header.stamp.data},
                                                        {"section", &header.stamp.section},
                                                        {"method", &header.stamp.method}};
  for (const auto& [name, value] : parts) *value = LineOf(block, name).value_or("");
  const std::string_view stamp_lines = block.substr(0, block.find("\nsha256 "));
  const std::string expected = LineOf(block, "sha256").value_or("in a line");
  const std::string found = common::Sha256OfText(std::string(bytes.substr(kUserBlock)).append(stamp_lines));
  if (expected != found) return damaged("sha256 " + expected.substr(0, found.size()), found);
  const size_t padding = block.find('\n', stamp_lines.size() + 1) + 1;
  if (block.find_first_not_of('\0', padding) != block.npos)
    return damaged("zeros behind the sha256", "other bytes");
  return header;
}

// "name.h5.tmp-Ab12Cd": what was being written when a run was killed.
bool IsLeftover(const std::string& name) {
  const std::optional<std::string_view> target = common::NameBeforeTemporary(name);
  return target && target->ends_with(".h5");
}

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace

std::string CodeDigests::OfMethod(const std::string& method) const {
  std::string all;
  for (const auto& [pattern, digest] : methods) {
    if (MatchesGlob(pattern, method)) return digest;
    all += digest + "\n";
  }
  return all.empty() ? "" : common::Sha256OfText(all);
}

Stamp StampOf(const Case& c, const CodeDigests& code) {
  std::string parameters = "key\t" + c.Key() + "\n", data;
  for (const auto& [key, value] : c.parameters.values()) parameters += key + "\t" + value + "\n";
  for (const Dataset& dataset : c.resolved) {
    data += dataset.name + "\t" + std::string(NameOf(dataset.origin)) + "\n";
    for (const Fact& checksum : dataset.checksums) data += checksum.name + "\t" + checksum.value + "\n";
  }
  const auto section = code.sections.find(c.section);
  return {.parameters = common::Sha256OfText(parameters),
          .data = common::Sha256OfText(data),
          .section = section == code.sections.end() ? "none" : section->second,
          .method = code.methods.empty() ? "none" : code.OfMethod(c.method)};
}

std::string DifferenceOf(const Stamp& stored, const Stamp& now) {
  std::vector<std::string> parts;
  if (stored.parameters != now.parameters) parts.push_back("its settings");
  if (stored.data != now.data) parts.push_back("its data");
  if (stored.section != now.section) parts.push_back("the code of its section");
  if (stored.method != now.method) parts.push_back("the library of its method");
  return Joined(parts);
}

bool Store::Contains(const std::string& key) const { return FileExists(PathOf(key)); }

Store::Found Store::Check(const std::string& key, const Stamp& stamp) const {
  if (!Contains(key)) return {State::kAbsent};
  const std::string path = PathOf(key);
  const Header header = ReadHeader(common::ReadFile(path), path);
  if (!header.damage.empty()) return {State::kDamaged, header.damage};
  if (header.stamp == stamp) return {State::kDone};
  return {State::kStale, "what is stored differs in " + DifferenceOf(header.stamp, stamp),
          header.stamp.parameters == stamp.parameters && header.stamp.data == stamp.data};
}

StoredCase Store::Load(const std::string& key) const {
  const std::string path = PathOf(key);
  const std::string bytes = common::ReadFile(path);
  const Header header = ReadHeader(bytes, path);
  if (!header.damage.empty()) {
    throw common::Error(common::ErrorKind::kData, {.what = header.damage, .remedy = "run the case again"});
  }
  return DecodeCase(std::string_view(bytes).substr(kUserBlock), path);
}

void Store::Save(const std::string& key, const Stamp& stamp, const StoredCase& stored) const {
  const std::string path = PathOf(key);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) {
    common::ThrowEnvironmentError(fs::path(path).parent_path().string(),
                                  "cannot be created: " + error.message());
  }
  const std::string bytes = EncodeCase(stored);
  common::WriteFileAtomically(path, UserBlock(stamp, bytes) + bytes, common::Durability::kFile);
}

void Store::RemoveLeftovers() const {
  std::error_code error;
  std::vector<fs::path> leftovers;
  for (fs::recursive_directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->is_regular_file(error) && IsLeftover(entry->path().filename().string())) {
      leftovers.push_back(entry->path());
    }
  }
  for (const fs::path& leftover : leftovers) fs::remove(leftover, error);
}

void Store::RefuseOldFormat() const {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    if (!entry->path().filename().string().ends_with(".h5.sha256")) continue;
    common::ThrowDataError(entry->path().string(),
                           "results with their digest inside (" + std::string(kFormatLine) + ")",
                           "results of an older version of this program",
                           "remove the folder " + folder_ + " or choose another --out");
  }
}

}  // namespace structlab::harness
