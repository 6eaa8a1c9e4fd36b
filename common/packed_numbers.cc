#include "common/packed_numbers.h"

#include <zlib.h>

#include <cstdint>
#include <cstring>

#include "common/check.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::common {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 26;
constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? kBase64[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

std::string DecodeBase64(std::string_view text, const std::string& where) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const size_t digit = kBase64.find(c);
    if (digit == kBase64.npos) ThrowDataError(where, "base64", Quote(std::string(1, c)));
    group = group << 6 | static_cast<uint32_t>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 255);
  }
  return bytes;
}

// Groups the bytes of all numbers by their place in the number, which compresses better. With rows and
// columns exchanged, it is its own inverse.
std::string Transposed(std::string_view bytes, size_t rows, size_t columns) {
  std::string transposed(bytes.size(), '\0');
  for (size_t r = 0; r < rows; ++r) {
    for (size_t c = 0; c < columns; ++c) transposed[c * rows + r] = bytes[r * columns + c];
  }
  return transposed;
}

}  // namespace

std::string PackNumbers(const std::vector<double>& numbers) {
  std::string bytes(numbers.size() * sizeof(double), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  const std::string transposed = Transposed(bytes, numbers.size(), sizeof(double));
  uLongf size = compressBound(transposed.size());
  std::string packed(size, '\0');
  STRUCTLAB_CHECK(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                            reinterpret_cast<const Bytef*>(transposed.data()), transposed.size(), 9) == Z_OK);
  packed.resize(size);
  return std::to_string(numbers.size()) + ":" + EncodeBase64(packed);
}

std::vector<double> UnpackNumbers(std::string_view text, const std::string& where) {
  const size_t colon = text.find(':');
  if (colon == text.npos) ThrowDataError(where, "COUNT:BASE64", Quote(text));
  const int64_t count = ParseInteger(text.substr(0, colon), where);
  if (count < 0 || static_cast<size_t>(count) > kMaxBytes / sizeof(double)) {
    ThrowDataError(where, "at most " + std::to_string(kMaxBytes / sizeof(double)) + " numbers",
                   std::to_string(count));
  }
  const std::string packed = DecodeBase64(text.substr(colon + 1), where);
  std::string transposed(static_cast<size_t>(count) * sizeof(double), '\0');
  uLongf size = transposed.size();
  const int status = uncompress(reinterpret_cast<Bytef*>(transposed.data()), &size,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (status != Z_OK || size != transposed.size()) {
    ThrowDataError(where, std::to_string(count) + " compressed numbers", "damaged bytes");
  }
  const std::string bytes = Transposed(transposed, sizeof(double), static_cast<size_t>(count));
  std::vector<double> numbers(count);
  if (count > 0) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

}  // namespace structlab::common
