#include "common/byte_input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

#include "common/check.h"
#include "common/error.h"
#include "common/input_scope.h"

namespace structlab::common {
namespace {

constexpr size_t kRawSize = size_t{1} << 16;
constexpr std::string_view kGzipMagic = "\x1f\x8b";

[[noreturn]] void ThrowSystemError(const std::string& path) {
  ThrowEnvironmentError(path, "cannot be read: " + std::generic_category().message(errno));
}

// Duplicates the descriptor of standard input. Opening /dev/stdin would restart a partly read file at its
// beginning, and would fail for a socket.
int Open(const std::string& path) {
  if (path != kStandardInputPath) return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
}

[[noreturn]] void ThrowDamaged(const std::string& path, const std::string& expected, const std::string& found,
                               const std::string& remedy = "fetch the file again") {
  ThrowDataError(path, expected, found, remedy);
}

}  // namespace

// The state of zlib; the members of a file are uncompressed one after the other.
class ByteInput::Gzip {
 public:
  Gzip() { STRUCTLAB_CHECK(inflateInit2(&stream, kGzipOnly) == Z_OK); }
  ~Gzip() { inflateEnd(&stream); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  static constexpr int kGzipOnly = 16 + MAX_WBITS;  // as in zlib.h: expect the header and check its CRC
  z_stream stream = {};
  bool in_member = true;
};

ByteInput::ByteInput(const std::string& path, Compression compression)
    : path_(path), compression_(compression), descriptor_(Open(path)) {
  if (descriptor_ < 0) ThrowSystemError(path_);
  try {
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) ThrowSystemError(path_);
    if (S_ISDIR(status.st_mode)) ThrowEnvironmentError(path_, "is a folder, not a file");
    is_stream_ = !S_ISREG(status.st_mode);
    // A stream is read only when its content is asked for: the first bytes may take long to arrive.
    if (!is_stream_) Begin();
    InputScope::NoteRead(path_);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

// Reads the first bytes, which show whether the file is gzip. A pipe may give them one by one.
void ByteInput::Begin() {
  raw_.resize(kRawSize);
  size_t size = 0;
  while (size < kGzipMagic.size()) {
    const size_t got = ReadRaw(std::span(raw_).subspan(size));
    if (got == 0) break;
    size += got;
  }
  raw_.resize(size);
  if (compression_ == Compression::kUndo && raw_.starts_with(kGzipMagic)) gzip_ = std::make_unique<Gzip>();
  has_begun_ = true;
}

bool ByteInput::WaitForMore(std::chrono::milliseconds time) const {
  if (!is_stream_ || raw_position_ < raw_.size()) return true;
  pollfd stream = {descriptor_, POLLIN, 0};
  const int ready = ::poll(&stream, 1, static_cast<int>(time.count()));
  return ready > 0 || (ready < 0 && errno != EINTR);  // after an error, Read reports it
}

ByteInput::~ByteInput() { ::close(descriptor_); }

size_t ByteInput::ReadRaw(std::span<char> buffer) {
  while (true) {
    const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
    if (got >= 0) return static_cast<size_t>(got);
    if (errno != EINTR) ThrowSystemError(path_);
  }
}

size_t ByteInput::Read(std::span<char> buffer) {
  STRUCTLAB_CHECK(!buffer.empty());
  if (!has_begun_) Begin();
  if (gzip_) return Inflate(buffer);
  if (raw_position_ == raw_.size()) return ReadRaw(buffer);
  const size_t size = std::min(buffer.size(), raw_.size() - raw_position_);
  std::copy_n(raw_.begin() + static_cast<std::ptrdiff_t>(raw_position_), size, buffer.begin());
  raw_position_ += size;
  return size;
}

// Makes sure that raw_ has a byte left; false at the end of the file.
bool ByteInput::FillCompressed() {
  if (raw_position_ < raw_.size()) return true;
  raw_.resize(kRawSize);
  raw_position_ = 0;
  raw_.resize(ReadRaw(raw_));
  return !raw_.empty();
}

size_t ByteInput::Inflate(std::span<char> buffer) {
  z_stream& stream = gzip_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
  stream.avail_out = static_cast<uInt>(std::min(buffer.size(), kRawSize));
  const uInt room = stream.avail_out;
  while (stream.avail_out == room) {  // until something comes out
    const bool at_end = !FillCompressed();
    if (!gzip_->in_member) {
      if (at_end) return 0;
      // What follows a member must be another; zlib's own reader would ignore anything else.
      STRUCTLAB_CHECK(inflateReset2(&stream, Gzip::kGzipOnly) == Z_OK);
      gzip_->in_member = true;
      if (raw_[raw_position_] != kGzipMagic[0]) {
        // Some programs fill up files with zeros, which gunzip ignores.
        ThrowDamaged(path_, "the end of the file after the gzip data",
                     Quote(std::string_view(raw_).substr(raw_position_, 1)),
                     raw_[raw_position_] == '\0'
                         ? "if only zeros follow, unpack it with gunzip and pack it again"
                         : "fetch the file again");
      }
    }
    if (at_end) ThrowDamaged(path_, "the rest of the gzip data", "the end of the file");
    stream.next_in = reinterpret_cast<Bytef*>(raw_.data() + raw_position_);
    stream.avail_in = static_cast<uInt>(raw_.size() - raw_position_);
    const int result = inflate(&stream, Z_NO_FLUSH);
    raw_position_ = raw_.size() - stream.avail_in;
    if (result == Z_STREAM_END) {
      gzip_->in_member = false;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      ThrowDamaged(path_, "intact gzip data",
                   stream.msg != nullptr ? stream.msg : "a dictionary that it needs");
    }
  }
  return room - stream.avail_out;
}

}  // namespace structlab::common
