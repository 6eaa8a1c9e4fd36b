// One file from one address, resumed where an earlier attempt stopped.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_DOWNLOAD_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_DOWNLOAD_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace structlab::datasets {

struct DownloadOptions {
  int stall_seconds = 60;  // a server that sends nothing for so long counts as a cut connection
  int attempts = 4;        // in a row that bring nothing new
  int wait_seconds = 1;    // before the second of them; twice as long before each further one
  int64_t largest = 0;     // more bytes are refused
  // Set from outside (by a signal handler) to stop; may be null.
  const std::atomic<bool>* interrupted = nullptr;
  // Told the bytes of the file received so far, and of all of it or 0 where the server does not say; may be
  // empty.
  std::function<void(int64_t received, int64_t total)> progress = {};
};

// Thrown when options.interrupted is set. What has arrived stays in the file.
struct Interrupted {};

// Downloads the file at an http or https address to `path`, following redirections. If `path` holds
// something already, it is taken for the beginning of the file, and the rest is asked for (RFC 9110, range
// requests); a server that sends everything anyway, or says that there is no such range, starts it anew.
// A connection that is cut or stalls, or a server that is busy (408, 429, 5xx), is tried again.
//
// Throws common::Error: environment for any other answer, for a connection that cannot be had, or a file
// that cannot be written (full disk); data for a file of more than options.largest bytes. What has arrived
// stays in the file but for the last. The content is not looked at. Blocks; thread-safe for different paths.
void Download(const std::string& address, const std::string& path, const DownloadOptions& options);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_DOWNLOAD_H_
