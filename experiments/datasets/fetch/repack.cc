#include "experiments/datasets/fetch/repack.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "common/byte_input.h"
#include "common/error.h"

namespace structlab::datasets {
namespace {

bool IsGzip(const std::string& path) {
  char magic[2] = {};
  std::ifstream(path, std::ios::binary).read(magic, 2);
  return magic[0] == '\x1f' && magic[1] == '\x8b';
}

[[noreturn]] void ThrowCannotWrite(const std::string& path) {
  common::ThrowEnvironmentError(path, "cannot be written: " + std::generic_category().message(errno),
                                "make room and run it again");
}

// Copies the uncompressed content; zlib's mode "T" writes it as it is.
void Repack(const std::string& from, const std::string& to, bool compress) {
  common::ByteInput input(from);
  const std::unique_ptr<gzFile_s, decltype(&gzclose)> output(gzopen(to.c_str(), compress ? "wb9" : "wbT"),
                                                             &gzclose);
  if (output == nullptr) ThrowCannotWrite(to);
  std::vector<char> buffer(1 << 16);
  while (const size_t size = input.Read(buffer)) {
    if (gzwrite(output.get(), buffer.data(), static_cast<unsigned>(size)) == 0) ThrowCannotWrite(to);
  }
  if (gzflush(output.get(), Z_FINISH) != Z_OK) ThrowCannotWrite(to);
}

void Synchronise(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) ThrowCannotWrite(path);
  const bool done = ::fsync(file) == 0;
  ::close(file);
  if (!done) ThrowCannotWrite(path);
}

}  // namespace

void MoveRepacked(const std::string& from, const std::string& to) {
  const bool compressed = to.ends_with(".gz");
  if (IsGzip(from) == compressed) {
    Synchronise(from);
    if (::rename(from.c_str(), to.c_str()) != 0) ThrowCannotWrite(to);
    return;
  }
  try {
    Repack(from, to, compressed);
    Synchronise(to);
  } catch (const common::Error&) {
    ::unlink(to.c_str());
    throw;
  }
  ::unlink(from.c_str());
}

}  // namespace structlab::datasets
