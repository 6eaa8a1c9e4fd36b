#include "registration/volumes/formats/nrrd_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/nrrd_header.h"
#include "registration/volumes/formats/voxel_bytes.h"

namespace structlab::registration {
namespace {

using common::ThrowDataError;

enum class Encoding { kRaw, kGzip, kText };

Encoding EncodingOf(const NrrdHeader& header, const std::string& path) {
  const std::string name = LowerText(header.Text({"encoding"}));
  if (name == "raw") return Encoding::kRaw;
  if (name == "gz" || name == "gzip") return Encoding::kGzip;
  if (name == "txt" || name == "text" || name == "ascii") return Encoding::kText;
  ThrowDataError(path, "the encoding raw, gzip or text", name.empty() ? "none" : common::Quote(name),
                 "convert it to one of these");
}

bool IsBigEndian(const NrrdHeader& header, PixelType type, Encoding encoding, const std::string& path) {
  const std::string name = LowerText(header.Text({"endian"}));
  if (FactsOf(type).bytes == 1 || encoding == Encoding::kText || name == "little") return false;
  if (name == "big") return true;
  ThrowDataError(path, "\"endian: little\" or \"endian: big\"", name.empty() ? "none" : common::Quote(name));
}

int64_t Skip(const NrrdHeader& header, std::initializer_list<std::string_view> names,
             const std::string& path) {
  const std::string text = header.Text(names);
  const int64_t skip =
      text.empty() ? 0 : common::ParseInteger(text, path + ": " + std::string(*names.begin()));
  if (skip < -1) ThrowDataError(path, "a number of lines or bytes to skip", text);
  return skip;
}

std::vector<std::string> DataFiles(const NrrdHeader& header, const std::string& path) {
  const std::string data = header.Text({"data file", "datafile"});
  if (data.empty()) return {path};
  std::vector<std::string> names = {data};
  if (data.starts_with("LIST")) names = header.listed;
  if (data.find('%') != std::string::npos) names = NumberedNames(WordsOf(data), path);
  if (names.empty()) ThrowDataError(path, "the names of files behind \"data file: LIST\"", "none");
  FindBeside(path, names);
  return names;
}

// Where the data begin, behind lines that are to be skipped.
uint64_t AfterLines(const std::string& file, uint64_t begin, int64_t lines) {
  if (lines <= 0) return begin;
  const std::vector<char> bytes = BytesOf(file, begin, uint64_t{1} << 24);
  auto at = bytes.begin();
  for (int64_t i = 0; i < lines; ++i) {
    at = std::find(at, bytes.end(), '\n');
    if (at == bytes.end()) ThrowDataError(file, fmt::format("{} lines before the voxels", lines), "fewer");
    ++at;
  }
  return begin + static_cast<uint64_t>(at - bytes.begin());
}

}  // namespace

RawVolume ReadNrrd(const std::string& path) {
  const NrrdHeader header = ReadNrrdHeader(path);
  const NrrdGrid grid = GridOf(header, path);
  RawVolume volume;
  volume.geometry = grid.geometry;
  volume.num_frames = grid.num_frames;
  volume.frame_step = grid.frame_step;
  volume.components = grid.components;
  volume.type = TypeOf(header, path);
  // Others, as colours of 16 bits, are taken as vectors, which keep their numbers.
  volume.is_color =
      grid.is_color && volume.type == PixelType::kUint8 && (grid.components == 3 || grid.components == 4);
  const Encoding encoding = EncodingOf(header, path);
  const bool is_swapped = IsBigEndian(header, volume.type, encoding, path);
  const std::vector<std::string> files = DataFiles(header, path);
  const size_t bytes_of_one = FactsOf(volume.type).bytes;
  const auto values = static_cast<uint64_t>(volume.num_values());
  if (values % files.size() != 0) {
    ThrowDataError(path, "files of equal parts of the voxels", fmt::format("{} files", files.size()));
  }
  const uint64_t needed = values / files.size() * bytes_of_one;
  const int64_t lines = Skip(header, {"line skip", "lineskip"}, path),
                skipped = Skip(header, {"byte skip", "byteskip"}, path);
  for (const std::string& file : files) {
    const uint64_t size = SizeOfFile(file);
    uint64_t begin = AfterLines(file, file == path ? header.end : 0, lines);
    if (skipped == -1 && encoding == Encoding::kRaw) begin = size - std::min(needed, size);
    // In a compressed file, bytes are skipped behind the decompression.
    const uint64_t passed = skipped > 0 && encoding == Encoding::kGzip ? static_cast<uint64_t>(skipped) : 0;
    if (skipped > 0 && encoding != Encoding::kGzip) begin += static_cast<uint64_t>(skipped);
    begin = std::min(begin, size);
    if (encoding != Encoding::kText) {
      CheckThatItCanHold(file, needed, size - begin, encoding == Encoding::kGzip);
    }
    std::vector<char> part = BytesOf(file, begin, encoding == Encoding::kRaw ? needed : size);
    if (encoding == Encoding::kGzip) {
      if (passed > size) ThrowDataError(path, "a byte skip within the file", fmt::format("{}", passed));
      part = Inflated(part, needed + passed, file);
      part.erase(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(passed));
    } else if (encoding == Encoding::kText) {
      part = NumbersOfText({part.data(), part.size()}, volume.type, needed / bytes_of_one, file);
    } else if (size - begin > needed) {
      volume.warnings.push_back(MoreBytesWarning(file, size - begin - needed));
    }
    Append(std::move(part), volume.memory);
  }
  if (is_swapped) SwapBytes(volume.memory, bytes_of_one);
  if (grid.components_come_last && volume.components > 1) {
    volume.memory = Interleaved(volume.memory, static_cast<size_t>(volume.components), bytes_of_one);
  }
  volume.voxels = volume.memory.data();
  return volume;
}

}  // namespace structlab::registration
