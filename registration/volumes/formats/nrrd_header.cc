#include "registration/volumes/formats/nrrd_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"
#include "common/number.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/voxel_bytes.h"

namespace structlab::registration {
namespace {

using common::ThrowDataError;

constexpr uint64_t kMaxHeader = uint64_t{1} << 20;

}  // namespace

std::string NrrdHeader::Text(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names) {
    const auto found = fields.find(name);
    if (found != fields.end()) return found->second;
  }
  return "";
}

NrrdHeader ReadNrrdHeader(const std::string& path) {
  const std::vector<char> bytes = BytesOf(path, 0, kMaxHeader);
  const std::string_view text(bytes.data(), bytes.size());
  if (!text.starts_with("NRRD000")) {
    ThrowDataError(path, "a NRRD file, which begins with NRRD000", common::Quote(text.substr(0, 20)),
                   "check that the file is complete, and convert it anew");
  }
  NrrdHeader header;
  bool is_list = false;
  for (size_t at = std::min(text.find('\n'), text.size() - 1) + 1; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = TrimmedText(text.substr(at, end - at));
    at = std::min(end + 1, text.size());
    header.end = at;
    if (line.empty() && !is_list) return header;
    if (line.empty() || line.starts_with('#')) continue;
    const size_t colon = line.find(':');
    if (is_list) {
      header.listed.emplace_back(line);
    } else if (colon == std::string_view::npos) {
      ThrowDataError(path, "lines FIELD: VALUE in its header", common::Quote(line));
    } else if (!line.substr(colon).starts_with(":=")) {  // pairs of keys and values mean nothing here
      const std::string name = LowerText(TrimmedText(line.substr(0, colon)));
      header.fields[name] = TrimmedText(line.substr(colon + 1));
      is_list = (name == "data file" || name == "datafile") && header.fields[name].starts_with("LIST");
    }
  }
  if (header.Text({"data file", "datafile"}).empty()) {
    ThrowDataError(path, "an empty line behind the header", "the end of the file", "the file is cut short");
  }
  return header;
}

PixelType TypeOf(const NrrdHeader& header, const std::string& path) {
  static const std::map<std::string, PixelType, std::less<>> names = {
      {"uchar", PixelType::kUint8},        {"unsigned char", PixelType::kUint8},
      {"uint8", PixelType::kUint8},        {"char", PixelType::kInt8},
      {"signed char", PixelType::kInt8},   {"int8", PixelType::kInt8},
      {"ushort", PixelType::kUint16},      {"unsigned short", PixelType::kUint16},
      {"uint16", PixelType::kUint16},      {"short", PixelType::kInt16},
      {"signed short", PixelType::kInt16}, {"int16", PixelType::kInt16},
      {"uint", PixelType::kUint32},        {"unsigned int", PixelType::kUint32},
      {"uint32", PixelType::kUint32},      {"int", PixelType::kInt32},
      {"signed int", PixelType::kInt32},   {"int32", PixelType::kInt32},
      {"ulonglong", PixelType::kUint64},   {"unsigned long long", PixelType::kUint64},
      {"uint64", PixelType::kUint64},      {"longlong", PixelType::kInt64},
      {"long long", PixelType::kInt64},    {"signed long long", PixelType::kInt64},
      {"int64", PixelType::kInt64},        {"float", PixelType::kFloat32},
      {"double", PixelType::kFloat64},
  };
  std::string name = LowerText(header.Text({"type"}));
  // "unsigned short int", "uint16_t".
  if (name.ends_with(" int") && name != "unsigned int" && name != "signed int") name.resize(name.size() - 4);
  if (name.ends_with("_t")) name.resize(name.size() - 2);
  const auto found = names.find(name);
  if (found != names.end()) return found->second;
  ThrowDataError(path, "a type of integers or floating-point numbers, as short or float",
                 name.empty() ? "none" : common::Quote(header.Text({"type"})), "convert it to float");
}

}  // namespace structlab::registration
