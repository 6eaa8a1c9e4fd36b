// The content of a file, uncompressed on the way if it is gzip.
#ifndef STRUCTLAB_COMMON_BYTE_INPUT_H_
#define STRUCTLAB_COMMON_BYTE_INPUT_H_

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace structlab::common {

// The path of standard input. It is read on from where it stands.
inline constexpr char kStandardInputPath[] = "/dev/stdin";

// Whether gzip data is uncompressed, or handed out as the bytes it is.
enum class Compression { kUndo, kKeep };

// Reads plain and gzip files (one member or several), told apart by the first two bytes. Memory: about
// 100 KB, whatever the file. Not thread-safe.
class ByteInput {
 public:
  // Throws Error(kEnvironment) that names the path if it cannot be opened or is a folder.
  explicit ByteInput(const std::string& path, Compression compression = Compression::kUndo);
  ~ByteInput();
  ByteInput(const ByteInput&) = delete;
  ByteInput& operator=(const ByteInput&) = delete;

  // Fills the front of `buffer`, which is not empty, and returns how many bytes; 0 at the end of the content.
  // Throws Error(kEnvironment) if the file cannot be read, and Error(kData) at its path if the gzip data ends
  // early, is damaged (checksums included) or is followed by something else. Content in front of the damage
  // has been handed out by then, and may itself be wrong: the checksum stands at the end.
  size_t Read(std::span<char> buffer);

  // Whether more may come by and by: a pipe, a terminal, a socket; not a file.
  bool is_stream() const { return is_stream_; }
  // Whether Read need not wait for who writes the stream, which is given so much time to write some more. A
  // byte of compressed data may still be too little for Read. True at the end and for files.
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
  bool has_begun_ = false;  // whether it is gzip is known
  std::string raw_;         // bytes of the file that have been read; the next one to use is at raw_position_
  size_t raw_position_ = 0;
  std::unique_ptr<Gzip> gzip_;  // null for a plain file
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BYTE_INPUT_H_
