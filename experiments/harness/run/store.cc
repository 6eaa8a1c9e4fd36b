#include "experiments/harness/run/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/hdf5/sealed_file.h"
#include "experiments/harness/run/select.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

// The parts of a stamp, by their names in the seal and in messages.
struct StampPart {
  std::string_view name, description;
  std::string Stamp::*digest;
};
constexpr std::array<StampPart, 4> kStampParts = {{{"parameters", "its settings", &Stamp::parameters},
                                                   {"data", "its data", &Stamp::data},
                                                   {"section", "the code of its section", &Stamp::section},
                                                   {"method", "the library of its method", &Stamp::method}}};

Stamp StampIn(const common::Seal& seal) {
  Stamp stamp;
  for (const auto& line : seal.lines) {
    const auto part = std::ranges::find(kStampParts, line.first, &StampPart::name);
    if (part != kStampParts.end()) stamp.*part->digest = line.second;
  }
  return stamp;
}

}  // namespace

std::string CodeDigests::OfMethod(const std::string& method) const {
  std::string own, all;
  for (const auto& [pattern, digest] : methods) {
    if (MatchesGlob(pattern, method)) own += digest + "\n";
    all += digest + "\n";
  }
  return all.empty() ? "" : common::Sha256OfText(own.empty() ? all : own);
}

Stamp StampOf(const Case& c, const CodeDigests& code) {
  std::string parameters = fmt::format("key\t{}\n", c.Key()), data;
  for (const auto& [key, value] : c.parameters.values()) parameters += fmt::format("{}\t{}\n", key, value);
  for (const Dataset& dataset : c.resolved) {
    data += fmt::format("{}\t{}\n", dataset.name, NameOf(dataset.origin));
    for (const Fact& checksum : dataset.checksums) {
      data += fmt::format("{}\t{}\n", checksum.name, checksum.value);
    }
  }
  const auto section = code.sections.find(c.section);
  return {.parameters = common::Sha256OfText(parameters),
          .data = common::Sha256OfText(data),
          .section = section == code.sections.end() ? "none" : section->second,
          .method = code.methods.empty() ? "none" : code.OfMethod(c.method)};
}

std::string DifferenceOf(const Stamp& stored, const Stamp& now) {
  std::string text;
  size_t left = 0;
  for (const StampPart& part : kStampParts) left += stored.*part.digest != now.*part.digest;
  for (const StampPart& part : kStampParts) {
    if (stored.*part.digest == now.*part.digest) continue;
    text.append(text.empty() ? "" : left == 1 ? " and " : ", ").append(part.description);
    --left;
  }
  return text;
}

bool Store::Contains(const std::string& key) const {
  std::error_code error;
  return fs::is_regular_file(PathOf(key), error);
}

Store::Found Store::Check(const std::string& key, const Stamp& stamp) const {
  if (!Contains(key)) return {State::kAbsent};
  const std::string path = PathOf(key);
  const common::Seal seal = common::ReadSeal(common::ReadFile(path), kStoredCaseFormat, path);
  if (!seal.damage.empty()) return {State::kDamaged, seal.damage};
  const Stamp stored = StampIn(seal);
  if (stored == stamp) return {State::kDone};
  return {State::kStale, "what is stored differs in " + DifferenceOf(stored, stamp),
          stored.parameters == stamp.parameters && stored.data == stamp.data};
}

FinishedCase Store::Load(const std::string& key) const {
  const std::string path = PathOf(key);
  const std::string bytes = common::ReadFile(path);
  const std::string damage = common::ReadSeal(bytes, kStoredCaseFormat, path).damage;
  if (!damage.empty()) {
    throw common::Error(common::ErrorKind::kData, {.what = damage, .remedy = "run the case again"});
  }
  return DecodeCase(std::string_view(bytes).substr(common::kSealBytes), path);
}

void Store::Save(const std::string& key, const Stamp& stamp, const FinishedCase& stored) const {
  const std::string path = PathOf(key);
  common::MakeFolder(fs::path(path).parent_path().string());
  common::SealedLines lines;
  for (const StampPart& part : kStampParts) lines.emplace_back(part.name, stamp.*part.digest);
  common::WriteFileAtomically(path, common::SealedFile(kStoredCaseFormat, lines, EncodeCase(stored)),
                              common::Durability::kFile);
}

}  // namespace structlab::harness
