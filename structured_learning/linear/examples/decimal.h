// Parses decimal numbers several times faster than the standard library: eight digits at a time, and finds
// the ends of "index:value" among 32 characters at once.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_DECIMAL_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_DECIMAL_H_

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>

namespace structlab::structured_learning {

// No function reads more than 32 bytes beyond the number. The text must be followed by kDecimalPadding zero
// bytes.
inline constexpr int kDecimalPadding = 32;

namespace decimal_internal {

static_assert(std::endian::native == std::endian::little);

inline uint64_t Load(const char* text) {
  uint64_t chunk;
  std::memcpy(&chunk, text, 8);
  return chunk;
}

// The number of leading digits among eight characters. x ^ '0' is 0..9 only for digits; adding 0x76 sets the
// highest bit of all others. A carry changes only later characters.
inline int LeadingDigits(uint64_t chunk) {
  const uint64_t x = chunk ^ 0x3030303030303030u;
  return std::countr_zero(((x + 0x7676767676767676u) | x) & 0x8080808080808080u) / 8;
}

// The value of the first `count` characters, which are 1..8 digits: combines them to pairs, then to fours,
// then all.
inline uint64_t ValueOfDigits(uint64_t chunk, int count) {
  uint64_t x = (chunk ^ 0x3030303030303030u) << (64 - 8 * count);
  x = (x * (1 + (10 << 8))) >> 8;
  x = ((x & 0x00ff00ff00ff00ffu) * (1 + (uint64_t{100} << 16))) >> 16;
  return ((x & 0x0000ffff0000ffffu) * (1 + (uint64_t{10'000} << 32))) >> 32;
}

inline constexpr double kPowersOfTen[] = {1e0, 1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                          1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};

#ifdef __AVX2__
inline uint32_t MaskOf(__m256i bytes) { return static_cast<uint32_t>(_mm256_movemask_epi8(bytes)); }
#endif

inline constexpr uint32_t kIntegerPowersOfTen[] = {1,       10,        100,        1000,       10'000,
                                                   100'000, 1'000'000, 10'000'000, 100'000'000};

// Reads any number with the standard library; null if it is not a number or not finite as a float.
inline const char* ReadAnyNumber(const char* text, float* value) {
  const char* const digits = text + (*text == '+' && text[1] != '-' ? 1 : 0);
  const char* const end = digits + std::strcspn(digits, " \t|:#,");
  double number = 0;
  const auto [stop, error] = std::from_chars(digits, end, number);
  if (error == std::errc::invalid_argument || stop != end) return nullptr;
  if (error == std::errc::result_out_of_range) {
    // The standard library reports too small and too large numbers in the same way.
    const bool too_small = std::abs(std::strtod(digits, nullptr)) < 1;
    if (!too_small) return nullptr;
    number = 0;
  }
  if (!(std::abs(number) <= std::numeric_limits<float>::max())) return nullptr;
  *value = static_cast<float>(number);
  return end;
}

}  // namespace decimal_internal

// Reads an unsigned integer of at most 32 bits at the beginning of `text` and returns the position after it;
// null if there is none or it is larger.
inline const char* ReadIndex(const char* text, uint32_t* index) {
  using namespace decimal_internal;
  const uint64_t chunk = Load(text);
  const int count = LeadingDigits(chunk);
  if (count == 0) return nullptr;
  uint64_t value = ValueOfDigits(chunk, count);
  text += count;
  if (count == 8) [[unlikely]] {
    for (; *text >= '0' && *text <= '9'; ++text) {
      value = 10 * value + static_cast<uint64_t>(*text - '0');
      if (value > 0xffffffffu) return nullptr;
    }
  }
  *index = static_cast<uint32_t>(value);
  return text;
}

// Reads a decimal number, which ends at a space, a tab, one of |:#, or the end of the text. The value is the
// float nearest to the double nearest to the number. Returns the position after it; null unless it is a
// number and finite as a float.
inline const char* ReadNumber(const char* text, float* value) {
  using namespace decimal_internal;
  const char* position = text + (*text == '-' ? 1 : 0);
  uint64_t chunk = Load(position);
  const int whole = LeadingDigits(chunk);
  if (whole == 0 || whole == 8) [[unlikely]]
    return ReadAnyNumber(text, value);
  uint64_t digits = ValueOfDigits(chunk, whole);
  position += whole;
  int decimals = 0;
  if (*position == '.') {
    chunk = Load(position + 1);
    decimals = LeadingDigits(chunk);
    if (decimals == 0 || decimals == 8) [[unlikely]]
      return ReadAnyNumber(text, value);
    digits = digits * static_cast<uint64_t>(kPowersOfTen[decimals]) + ValueOfDigits(chunk, decimals);
    position += 1 + decimals;
  }
  switch (*position) {
    case ' ':
    case '\0':
    case '\t':
    case '|':
    case ':':
    case '#':
    case ',':
      break;
    default:
      return ReadAnyNumber(text, value);  // an exponent, or not a number
  }
  // Both are exact in a double, so that the quotient is the nearest one.
  const double number = static_cast<double>(digits) / kPowersOfTen[decimals];
  *value = static_cast<float>(*text == '-' ? -number : number);
  return position;
}

// Reads "index:value" followed by a space if both are written plainly: an index of at most 8 digits, ':', an
// optional '-', a digit, and optionally '.' with at most 8 digits. Both values are then those of ReadIndex
// and ReadNumber. Returns the position after the space; null for everything else, whether valid or not, and
// on processors without AVX2.
//
// ReadIndex and ReadNumber find the ends of three runs of digits one after the other, and the next feature
// begins where the last run ends: about 45 cycles that cannot overlap with other work. Here one comparison
// finds the end, and everything else overlaps with the next feature.
inline const char* ReadPlainFeature([[maybe_unused]] const char* text, [[maybe_unused]] uint32_t* index,
                                    [[maybe_unused]] float* value) {
#ifdef __AVX2__
  using namespace decimal_internal;
  const __m256i characters = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text));
  const uint32_t spaces = MaskOf(_mm256_cmpeq_epi8(characters, _mm256_set1_epi8(' ')));
  const auto end = static_cast<uint32_t>(std::countr_zero(spaces));
  const __m256i from_zero = _mm256_sub_epi8(characters, _mm256_set1_epi8('0'));
  const __m256i are_digits = _mm256_cmpeq_epi8(_mm256_min_epu8(from_zero, _mm256_set1_epi8(9)), from_zero);
  // Marks before the first space; without a space, marks among all 32 characters.
  const uint32_t marks = ~MaskOf(are_digits) & ~spaces & (spaces - 1);
  const auto colon = static_cast<uint32_t>(std::countr_zero(marks));
  if (colon - 1 >= 8 || text[colon] != ':') [[unlikely]]
    return nullptr;
  // After the colon: bit 0 is set for '-', the bit after the digit for '.'.
  const uint32_t marks_behind = marks >> (colon + 1);
  const uint32_t negative = marks_behind & 1;
  const char* const digit = text + colon + 1 + negative;
  const char* const stop = text + end;
  if (negative != 0 && digit[-1] != '-') [[unlikely]]
    return nullptr;
  double number = *digit - '0';
  if (marks_behind >> negative == 2) {
    const auto decimals = static_cast<uint32_t>(stop - digit - 2);
    if (decimals - 1 >= 8 || digit[1] != '.') [[unlikely]]
      return nullptr;
    const uint32_t digits = static_cast<uint32_t>(*digit - '0') * kIntegerPowersOfTen[decimals] +
                            static_cast<uint32_t>(ValueOfDigits(Load(digit + 2), static_cast<int>(decimals)));
    // Both are exact in a double, so that the quotient is the nearest one.
    number = static_cast<double>(static_cast<int32_t>(digits)) / kPowersOfTen[decimals];
  } else if (marks_behind >> negative != 0 || stop != digit + 1) [[unlikely]] {
    return nullptr;
  }
  *index = static_cast<uint32_t>(ValueOfDigits(Load(text), static_cast<int>(colon)));
  *value = static_cast<float>(negative != 0 ? -number : number);
  return stop + 1;
#else
  return nullptr;
#endif
}

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LINEAR_EXAMPLES_DECIMAL_H_
