// Reads the bytes of a file and uncompresses them if they are gzip data.
#ifndef STRUCTLAB_COMMON_BYTE_INPUT_H_
#define STRUCTLAB_COMMON_BYTE_INPUT_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace structlab::common {

// The path of standard input, which is read from its current position.
inline constexpr char kStandardInputPath[] = "/dev/stdin";

// kUndo uncompresses gzip data; kKeep returns the bytes of the file unchanged.
enum class Compression { kUndo, kKeep };

// Reads plain and gzip files (of one or several members), recognised by their first two bytes. Memory: about
// 100 KB, for files of any size. Not thread-safe. For lines of text take TextInput.
//
//     ByteInput input("images.gz");
//     std::vector<char> buffer(65536);
//     while (const size_t size = input.Read(buffer)) Use(std::span(buffer).first(size));
class ByteInput {
 public:
  // Throws Error(kEnvironment) that names the path if it cannot be opened or is a folder.
  explicit ByteInput(const std::string& path, Compression compression = Compression::kUndo);
  ~ByteInput();
  ByteInput(const ByteInput&) = delete;
  ByteInput& operator=(const ByteInput&) = delete;

  // Reads bytes into the front of `buffer`, which must not be empty. Returns their number; 0 at the end.
  // Throws Error(kEnvironment) if the file cannot be read, and Error(kData) at its path if the gzip data ends
  // early, is damaged (also if only a checksum shows it) or is followed by other data. Bytes before the
  // damage have been returned by then, and they may be wrong, because gzip stores the checksum at the end.
  size_t Read(std::span<char> buffer);

  // True for a pipe, a terminal or a socket, where more data may arrive later; false for a regular file.
  bool is_stream() const { return is_stream_; }
  // Waits up to `time` for data. True if data, the end or an error is there, and always for regular files.
  // Read may still wait after true: a few bytes of compressed data may not be enough for it.
  bool WaitForMore(std::chrono::milliseconds time) const;

 private:
  class Gzip;

  void Begin();
  size_t ReadRaw(std::span<char> buffer);
  bool FillCompressed();
  size_t Inflate(std::span<char> buffer);

  std::string path_;
  Compression compression_;
  int descriptor_;
  bool is_stream_ = false;
  bool has_begun_ = false;  // true once the first bytes were read and the format is known
  std::string raw_;         // bytes of the file that were read; raw_position_ is the next one to use
  size_t raw_position_ = 0;
  std::unique_ptr<Gzip> gzip_;  // null for a plain file
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BYTE_INPUT_H_
