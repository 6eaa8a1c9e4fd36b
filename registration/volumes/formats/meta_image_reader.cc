#include "registration/volumes/formats/meta_image_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "common/error.h"
#include "common/input_scope.h"
#include "common/number.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/voxel_bytes.h"

namespace structlab::registration {
namespace {

using common::ThrowDataError;

constexpr uint64_t kMaxHeader = uint64_t{1} << 20;
constexpr double kMaxFrames = 1e5;
constexpr char kDataKey[] = "ElementDataFile";

// Lines "Key = value"; the last one names the data.
struct Header {
  std::map<std::string, std::string, std::less<>> values;
  std::vector<std::string> listed;  // the lines behind ElementDataFile = LIST
  uint64_t end = 0;                 // the first byte behind the line of ElementDataFile

  // A key can have several names. Returns the value of the first name that the header has, or "".
  std::string Text(std::initializer_list<std::string_view> keys) const {
    for (const std::string_view key : keys) {
      const auto found = values.find(key);
      if (found != values.end()) return found->second;
    }
    return "";
  }
  bool Flag(std::initializer_list<std::string_view> keys) const {
    const std::string text = Text(keys);
    return !text.empty() && (text[0] == 'T' || text[0] == 't' || text[0] == '1');
  }
};

// Nothing if no line names the data.
std::optional<Header> ParseHeader(const std::string& path) {
  const std::vector<char> bytes = BytesOf(path, 0, kMaxHeader);
  std::string_view text(bytes.data(), bytes.size());
  Header header;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const size_t equals = line.find('=');
    at = end + 1;
    if (equals == std::string_view::npos) {
      if (TrimmedText(line).empty()) continue;
      return std::nullopt;
    }
    const std::string key(TrimmedText(line.substr(0, equals)));
    header.values[key] = TrimmedText(line.substr(equals + 1));
    if (key != kDataKey) continue;
    header.end = std::min(at, text.size());
    if (!header.values[key].starts_with("LIST")) return header;
    while (at < text.size()) {
      const size_t line_end = std::min(text.find('\n', at), text.size());
      const std::string_view name = TrimmedText(text.substr(at, line_end - at));
      if (!name.empty()) header.listed.emplace_back(name);
      at = line_end + 1;
    }
    return header;
  }
  return std::nullopt;
}

std::vector<double> Numbers(const Header& header, std::initializer_list<std::string_view> keys, size_t count,
                            const std::string& path) {
  const std::string text = header.Text(keys), key(*keys.begin());
  const std::vector<std::string> words = WordsOf(text);
  if (words.size() != count) {
    ThrowDataError(path, fmt::format("{} = {} numbers", key, count),
                   text.empty() ? "none" : common::Quote(text), "write the true ones into the file's header");
  }
  std::vector<double> numbers;
  for (const std::string& word : words) {
    const std::optional<double> number = common::ParseFiniteNumber(word);
    if (!number) ThrowDataError(path, fmt::format("finite numbers as {}", key), common::Quote(word));
    numbers.push_back(*number);
  }
  return numbers;
}

int64_t WholeNumber(const Header& header, std::string_view key, int64_t otherwise, const std::string& path) {
  const std::string text = header.Text({key});
  return text.empty() ? otherwise : common::ParseInteger(text, fmt::format("{}: {}", path, key));
}

PixelType TypeOf(const Header& header, const std::string& path) {
  const std::string name = header.Text({"ElementType"});
  if (name == "MET_LONG") return PixelType::kInt32;  // 4 bytes on every machine
  if (name == "MET_ULONG") return PixelType::kUint32;
  for (const PixelTypeFacts& facts : PixelTypes()) {
    if (facts.meta_name == name) return facts.type;
  }
  ThrowDataError(path, "an ElementType of integers or floating-point numbers, as MET_SHORT or MET_FLOAT",
                 name.empty() ? "none" : common::Quote(name), "convert it to MET_FLOAT");
}

RawVolume VolumeOf(const Header& header, const std::string& path) {
  const std::string unit = LowerText(header.Text({"DistanceUnits"}));
  if (!unit.empty() && unit != "mm" && unit != "?") {
    ThrowDataError(path, "DistanceUnits = mm", common::Quote(unit),
                   "convert spacing and offset to millimetres");
  }
  const int64_t dimensions = WholeNumber(header, "NDims", 0, path);
  if (dimensions < 2 || dimensions > 4) {
    ThrowDataError(path, "an image of 2 or 3 dimensions", fmt::format("{}", dimensions),
                   "write its parts into files of their own");
  }
  const auto n = static_cast<size_t>(dimensions);
  RawVolume volume;
  volume.type = TypeOf(header, path);
  const int64_t channels = WholeNumber(header, "ElementNumberOfChannels", 1, path);
  if (channels < 1 || channels > 1000) {
    ThrowDataError(path, "1 to 1000 ElementNumberOfChannels", fmt::format("{}", channels));
  }
  volume.components = static_cast<int>(channels);
  const std::vector<double> sizes = Numbers(header, {"DimSize"}, n, path);
  if (header.Text({"ElementSpacing", "ElementSize"}).empty()) {
    ThrowDataError(path, "ElementSpacing in its header", "none",
                   "write the true spacing in mm into the header");
  }
  const std::vector<double> spacing = Numbers(header, {"ElementSpacing", "ElementSize"}, n, path);
  std::vector<double> origin(n, 0), matrix(n * n, 0);
  if (!header.Text({"Offset", "Origin", "Position"}).empty()) {
    origin = Numbers(header, {"Offset", "Origin", "Position"}, n, path);
  }
  for (size_t i = 0; i < n; ++i) matrix[i * n + i] = 1;
  if (!header.Text({"TransformMatrix", "Rotation", "Orientation"}).empty()) {
    matrix = Numbers(header, {"TransformMatrix", "Rotation", "Orientation"}, n * n, path);
  }
  volume.geometry.dimension = n == 2 ? 2 : 3;
  volume.geometry.size = VoxelIndex::Ones();
  for (size_t axis = 0; axis < n; ++axis) {
    if (!(sizes[axis] >= 1 && sizes[axis] <= 1e9 && sizes[axis] == std::floor(sizes[axis]))) {
      ThrowDataError(path, fmt::format("at least 1 voxel along axis {}", axis + 1),
                     common::FormatShort(sizes[axis]), "the header is damaged");
    }
    if (axis == 3) {
      if (sizes[3] > kMaxFrames) ThrowDataError(path, "one volume", fmt::format("{} time points", sizes[3]));
      volume.num_frames = static_cast<int64_t>(sizes[3]);
      if (spacing[3] > 0) volume.frame_step = spacing[3];
      continue;
    }
    const auto a = static_cast<Eigen::Index>(axis);
    volume.geometry.size[a] = static_cast<int64_t>(sizes[axis]);
    volume.geometry.spacing[a] = spacing[axis];
    volume.geometry.origin[a] = origin[axis];
    // Axis by axis.
    for (size_t row = 0; row < std::min<size_t>(n, 3); ++row) {
      volume.geometry.direction(static_cast<Eigen::Index>(row), a) = matrix[axis * n + row];
    }
  }
  CheckGeometry(volume.geometry, path);
  return volume;
}

bool IsLocal(const std::string& data) { return LowerText(data) == "local"; }

// The files of the voxels, in their order.
std::vector<std::string> DataFiles(const Header& header, const std::string& path) {
  const std::string data = header.Text({kDataKey});
  if (data.empty()) ThrowDataError(path, "ElementDataFile = LOCAL, or a file", "no name");
  if (IsLocal(data)) return {path};
  std::vector<std::string> names = {data};
  if (data.starts_with("LIST")) names = header.listed;
  if (data.find('%') != std::string::npos) names = NumberedNames(WordsOf(data), path);
  if (names.empty()) ThrowDataError(path, "the names of files behind ElementDataFile = LIST", "none");
  FindBeside(path, names);
  return names;
}

}  // namespace

std::optional<std::string> DataFileOfMetaImage(const std::string& path) {
  if (SizeOfFile(path) == 0) return std::nullopt;
  const common::InputScope aside;  // the header is no input of the program
  const std::optional<Header> header = ParseHeader(path);
  if (!header) return std::nullopt;
  const std::string data = header->Text({kDataKey});
  if (data.empty() || data.starts_with("LIST") || data.find('%') != std::string::npos) return std::nullopt;
  return IsLocal(data) ? path : (std::filesystem::path(path).parent_path() / data).string();
}

RawVolume ReadMetaImage(const std::string& path) {
  const std::optional<Header> header = ParseHeader(path);
  if (!header) {
    ThrowDataError(path, "the header of a MetaImage (lines KEY = VALUE, the last one ElementDataFile)",
                   "something else", "check that the file is complete, and convert it anew");
  }
  RawVolume volume = VolumeOf(*header, path);
  const std::vector<std::string> files = DataFiles(*header, path);
  const size_t bytes_of_one = FactsOf(volume.type).bytes;
  const auto values = static_cast<uint64_t>(volume.num_values());
  if (values % files.size() != 0) {
    ThrowDataError(path, "files of equal parts of the voxels", fmt::format("{} files", files.size()));
  }
  const uint64_t needed = values * bytes_of_one / files.size();
  const bool is_packed = header->Flag({"CompressedData"}),
             is_text = !header->Text({"BinaryData"}).empty() && !header->Flag({"BinaryData"});
  if (is_packed && files.size() > 1) {
    ThrowDataError(path, "voxels that are not compressed, as they lie in several files", "compressed ones",
                   "convert it to a single file");
  }
  const int64_t skipped = WholeNumber(*header, "HeaderSize", 0, path),
                said_packed = WholeNumber(*header, "CompressedDataSize", 0, path);
  if (said_packed < 0) {
    ThrowDataError(path, "a CompressedDataSize of at least 0", fmt::format("{}", said_packed),
                   "the header is damaged");
  }
  for (const std::string& file : files) {
    const uint64_t size = SizeOfFile(file);
    uint64_t begin = skipped > 0 ? static_cast<uint64_t>(skipped) : file == path ? header->end : 0;
    if (skipped == -1 && !is_packed) begin = size - std::min(needed, size);  // the last bytes of the file
    begin = std::min(begin, size);
    const auto packed = static_cast<uint64_t>(said_packed);
    if (is_packed && packed > size - begin) ThrowCutShort(file, packed, size - begin);
    if (!is_text) CheckThatItCanHold(file, needed, size - begin, is_packed);
    std::vector<char> part = BytesOf(file, begin,
                                     is_packed && packed > 0 ? packed
                                     : is_packed || is_text  ? size
                                                             : needed);
    if (is_text) {
      part = NumbersOfText({part.data(), part.size()}, volume.type, needed / bytes_of_one, file);
    } else if (is_packed) {
      part = Inflated(part, needed, file);
    } else if (size - begin > needed) {
      volume.warnings.push_back(MoreBytesWarning(file, size - begin - needed));
    }
    Append(std::move(part), volume.memory);
  }
  if (!is_text && header->Flag({"BinaryDataByteOrderMSB", "ElementByteOrderMSB"})) {
    SwapBytes(volume.memory, bytes_of_one);
  }
  volume.voxels = volume.memory.data();
  return volume;
}

}  // namespace structlab::registration
