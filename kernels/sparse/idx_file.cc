#include "kernels/sparse/idx_file.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "common/byte_input.h"
#include "common/error.h"

namespace structlab::kernels {
namespace {

constexpr int64_t kMaxValues = std::numeric_limits<int32_t>::max();

// Bytes are counted from 1, like columns of text.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), input_(path) {}

  [[noreturn]] void Refuse(const std::string& expected, const std::string& found) const {
    common::ThrowDataError(path_ + ": byte " + std::to_string(consumed_), expected, found);
  }

  int Byte(const std::string& expected) {
    char byte;
    if (input_.Read(std::span(&byte, 1)) == 0) {
      common::ThrowDataError(path_, expected,
                             "the end of the file after " + std::to_string(consumed_) + " bytes");
    }
    ++consumed_;
    return static_cast<uint8_t>(byte);
  }

  void Expect(int value, const std::string& what) {
    const std::string expected = what + ", a byte of " + std::to_string(value);
    const int found = Byte(expected);
    if (found != value) Refuse(expected, std::to_string(found));
  }

  int Size() {
    int64_t size = 0;
    for (int i = 0; i < 4; ++i) size = 256 * size + Byte("a size of four bytes");
    if (size < 1 || size > kMaxValues)
      Refuse("a size of 1 to " + std::to_string(kMaxValues), std::to_string(size));
    return static_cast<int>(size);
  }

  // Reads `count` bytes, or only the first `first` of them if that is fewer.
  std::vector<uint8_t> Values(int64_t count, int64_t first) {
    std::vector<uint8_t> values;
    std::array<char, 1 << 16> block;
    while (const size_t got = input_.Read(block)) {
      const int64_t most = count - static_cast<int64_t>(values.size());
      if (static_cast<int64_t>(got) > most) {
        common::ThrowDataError(path_, std::to_string(count) + " values, as its sizes say", "more");
      }
      values.insert(values.end(), block.begin(), block.begin() + static_cast<long>(got));
      if (first < count && std::ssize(values) >= first) {
        values.resize(first);
        return values;
      }
    }
    if (static_cast<int64_t>(values.size()) < count) {
      common::ThrowDataError(path_, std::to_string(count) + " values, as its sizes say",
                             std::to_string(values.size()));
    }
    return values;
  }

 private:
  const std::string path_;
  common::ByteInput input_;
  int64_t consumed_ = 0;
};

}  // namespace

IdxBytes ReadIdxBytes(const std::string& path, int dimensions, int max_items) {
  Reader reader(path);
  reader.Expect(0, "the head of an idx file");
  reader.Expect(0, "the head of an idx file");
  reader.Expect(8, "the type of unsigned bytes");
  reader.Expect(dimensions, "the number of dimensions");
  IdxBytes bytes;
  int64_t count = 1;
  for (int i = 0; i < dimensions; ++i) {
    bytes.sizes.push_back(reader.Size());
    if (count > kMaxValues / bytes.sizes.back()) {
      reader.Refuse("sizes whose product is at most " + std::to_string(kMaxValues), "a larger one");
    }
    count *= bytes.sizes.back();
  }
  int64_t first = count;
  if (max_items < bytes.sizes[0]) {
    first = count / bytes.sizes[0] * max_items;
    bytes.sizes[0] = max_items;
  }
  bytes.values = reader.Values(count, first);
  return bytes;
}

}  // namespace structlab::kernels
