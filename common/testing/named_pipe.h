// A named pipe for tests of programs that read streams.
#ifndef STRUCTLAB_COMMON_TESTING_NAMED_PIPE_H_
#define STRUCTLAB_COMMON_TESTING_NAMED_PIPE_H_

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace structlab::common {

// Creates the pipe at a path that does not exist yet. Its reader waits while it is open and nothing is sent.
class NamedPipe {
 public:
  explicit NamedPipe(const std::string& path) {
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0) << path;
    end_ = open(path.c_str(), O_RDWR | O_CLOEXEC);  // O_WRONLY would wait for a reader
    EXPECT_GE(end_, 0) << path;
  }
  ~NamedPipe() { Close(); }
  NamedPipe(const NamedPipe&) = delete;
  NamedPipe& operator=(const NamedPipe&) = delete;

  // Sends at most 64 KiB, the capacity of a pipe.
  void Send(std::string_view bytes) const {
    EXPECT_EQ(write(end_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  // Ends the stream after the bytes that were sent.
  void Close() {
    if (end_ >= 0) close(end_);
    end_ = -1;
  }

 private:
  int end_ = -1;
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_TESTING_NAMED_PIPE_H_
