#include "registration/volumes/formats/voxel_bytes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "common/check.h"
#include "common/error.h"
#include "common/input_scope.h"
#include "common/number.h"
#include "registration/volumes/formats/header_text.h"

namespace structlab::registration {
namespace {

// Deflate makes at most 1032 bytes of one.
constexpr double kMaxInflation = 1100;

[[noreturn]] void ThrowDamaged(const std::string& path, const std::string& found) {
  common::ThrowDataError(path, "intact compressed voxels", found, "copy or convert it anew");
}

}  // namespace

uint64_t SizeOfFile(const std::string& path) {
  struct stat facts = {};
  return ::stat(path.c_str(), &facts) == 0 ? static_cast<uint64_t>(facts.st_size) : 0;
}

std::vector<char> BytesOf(const std::string& path, uint64_t offset, uint64_t count) {
  common::InputScope::NoteRead(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) common::ThrowEnvironmentError(path, "cannot be read", "check its permissions");
  const uint64_t size = SizeOfFile(path);
  std::vector<char> bytes(std::min(count, size - std::min(offset, size)));
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.gcount() != static_cast<std::streamsize>(bytes.size())) {
    common::ThrowEnvironmentError(path, "cannot be read", "check the disk");
  }
  return bytes;
}

void ThrowCutShort(const std::string& path, uint64_t needed, uint64_t there) {
  throw common::Error(common::ErrorKind::kData, {.where = path,
                                                 .what = "is cut short",
                                                 .expected = fmt::format("{} bytes of voxels", needed),
                                                 .found = fmt::format("{}", there),
                                                 .remedy = "copy or convert it anew"});
}

void CheckThatItCanHold(const std::string& path, uint64_t needed, uint64_t packed, bool is_packed) {
  const double most = static_cast<double>(packed) * (is_packed ? kMaxInflation : 1);
  if (static_cast<double>(needed) > most) ThrowCutShort(path, needed, packed);
}

std::vector<char> Inflated(std::span<const char> packed, uint64_t size, const std::string& path) {
  constexpr int kZlibOrGzip = 32 + MAX_WBITS;
  struct Stream {
    z_stream state = {};
    Stream() { STRUCTLAB_CHECK(inflateInit2(&state, kZlibOrGzip) == Z_OK); }
    ~Stream() { inflateEnd(&state); }
  } stream;
  z_stream& state = stream.state;
  std::vector<char> bytes(size);
  std::span<const char> in = packed;
  std::span<char> out = bytes;
  char spare = 0;  // shows whether there is more
  for (int result = Z_OK; result != Z_STREAM_END;) {
    const size_t in_part = std::min<size_t>(in.size(), size_t{1} << 30),
                 out_part = std::min<size_t>(out.size(), size_t{1} << 30);
    const bool is_full = out.empty();
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    state.avail_in = static_cast<uInt>(in_part);
    state.next_out = reinterpret_cast<Bytef*>(is_full ? &spare : out.data());
    state.avail_out = static_cast<uInt>(is_full ? 1 : out_part);
    result = inflate(&state, Z_NO_FLUSH);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      ThrowDamaged(path, state.msg != nullptr ? state.msg : "a dictionary that they need");
    }
    const size_t taken = in_part - state.avail_in;
    in = in.subspan(taken);
    if (is_full && state.avail_out == 0) ThrowDamaged(path, fmt::format("more than {} bytes of them", size));
    const size_t made = is_full ? 0 : out_part - state.avail_out;
    out = out.subspan(made);
    if (result != Z_STREAM_END && taken == 0 && made == 0) {
      if (out.empty()) ThrowDamaged(path, "no checksum at their end");
      ThrowCutShort(path, size, size - out.size());
    }
  }
  if (!out.empty()) ThrowCutShort(path, size, size - out.size());
  return bytes;
}

std::vector<char> NumbersOfText(std::string_view text, PixelType type, uint64_t count,
                                const std::string& path) {
  const PixelTypeFacts& facts = FactsOf(type);
  // A number takes a digit and a blank.
  if (count > text.size() / 2 + 1) {
    common::ThrowDataError(path, fmt::format("{} numbers", count), fmt::format("{} characters", text.size()),
                           "copy or convert it anew");
  }
  std::vector<char> bytes(count * facts.bytes);
  size_t at = 0;
  for (uint64_t i = 0; i < count; ++i) {
    while (at < text.size() && IsBlank(text[at])) ++at;
    size_t end = at;
    while (end < text.size() && !IsBlank(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const std::string where = fmt::format("{}: voxel value number {}", path, i + 1);
    if (word.empty()) common::ThrowDataError(where, fmt::format("{} numbers", count), "the end of the file");
    const double value = word == "nan" || word == "NaN" ? std::numeric_limits<double>::quiet_NaN()
                                                        : common::ParseDouble(word, where);
    if (facts.is_integer && !(value >= facts.min && value <= facts.max && value == std::floor(value))) {
      common::ThrowDataError(where, fmt::format("a number of type {}", facts.name), common::Quote(word));
    }
    WithPixelType(type, [&](auto number) {
      number = static_cast<decltype(number)>(value);
      std::memcpy(bytes.data() + i * sizeof(number), &number, sizeof(number));
    });
    at = end;
  }
  return bytes;
}

void Append(std::vector<char> bytes, std::vector<char>& to) {
  if (to.empty()) {
    to = std::move(bytes);
  } else {
    to.insert(to.end(), bytes.begin(), bytes.end());
  }
}

void SwapBytes(std::span<char> numbers, size_t bytes_of_one) {
  if (bytes_of_one == 1) return;
  for (size_t i = 0; i + bytes_of_one <= numbers.size(); i += bytes_of_one) {
    std::ranges::reverse(numbers.subspan(i, bytes_of_one));
  }
}

std::vector<char> Interleaved(std::span<const char> planar, size_t components, size_t bytes_of_one) {
  const size_t count = planar.size() / bytes_of_one / components;
  std::vector<char> sorted(planar.size());
  for (size_t c = 0; c < components; ++c) {
    const char* from = planar.data() + c * count * bytes_of_one;
    char* to = sorted.data() + c * bytes_of_one;
    for (size_t i = 0; i < count; ++i, from += bytes_of_one, to += components * bytes_of_one) {
      std::memcpy(to, from, bytes_of_one);
    }
  }
  return sorted;
}

std::string WithoutAddresses(std::string text) {
  for (size_t at = text.find("(0x"); at != std::string::npos; at = text.find("(0x", at)) {
    const size_t end = text.find(')', at);
    if (end == std::string::npos) break;
    text.erase(at, end + 1 - at);
  }
  return text;
}

std::vector<std::string> NumberedNames(const std::vector<std::string>& words, const std::string& path) {
  const std::string& pattern = words.at(0);
  const size_t percent = pattern.find('%');
  size_t end = percent + 1, width = 0;
  while (end < pattern.size() && pattern[end] >= '0' && pattern[end] <= '9' && width < 100) {
    width = 10 * width + static_cast<size_t>(pattern[end++] - '0');
  }
  if (words.size() < 4 || percent == std::string::npos || end >= pattern.size() || pattern[end] != 'd') {
    common::ThrowDataError(path, "a numbered series of files, as NAME%03d.raw FIRST LAST STEP",
                           common::Quote(fmt::format("{}", fmt::join(words, " "))));
  }
  const auto number = [&](size_t i) { return common::ParseInteger(words[i], path + ": series of files"); };
  const int64_t first = number(1), last = number(2), step = number(3);
  if (step < 1 || first < 0 || last < first || (last - first) / step > 100'000) {
    common::ThrowDataError(path, "a numbered series of 1 to 100000 files",
                           common::Quote(fmt::format("{}", fmt::join(words, " "))));
  }
  std::vector<std::string> names;
  for (int64_t i = 0; i <= (last - first) / step; ++i) {
    names.push_back(pattern.substr(0, percent) + fmt::format("{:0{}}", first + i * step, width) +
                    pattern.substr(end + 1));
  }
  return names;
}

void FindBeside(const std::string& header, std::vector<std::string>& names) {
  for (std::string& name : names) {
    name = (std::filesystem::path(header).parent_path() / name).string();
    std::error_code error;
    if (std::filesystem::is_regular_file(name, error)) continue;
    throw common::Error(common::ErrorKind::kEnvironment,
                        {.where = name,
                         .what = fmt::format("no such file, which {} names as its voxels", header),
                         .remedy = "put it beside the header, under this name"});
  }
}

std::string MoreBytesWarning(const std::string& path, uint64_t more) {
  return fmt::format("{}: holds {} bytes more than its header says; they are left out", path, more);
}

}  // namespace structlab::registration
