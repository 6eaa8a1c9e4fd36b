#include "experiments/datasets/fetch/download.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <memory>
#include <mutex>
#include <string_view>
#include <system_error>
#include <thread>

#include "common/error.h"

namespace structlab::datasets {
namespace {

using CurlHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

constexpr long kWholeFile = 200;
constexpr long kPartOfFile = 206;
constexpr long kNoSuchRange = 416;

CurlHandle NewHandle() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
  CurlHandle handle(curl_easy_init(), &curl_easy_cleanup);
  if (handle == nullptr) common::ThrowEnvironmentError("libcurl", "cannot be initialised");
  return handle;
}

bool IsInterrupted(const DownloadOptions& options) {
  return options.interrupted != nullptr && options.interrupted->load();
}

// What came of one request.
enum class Outcome { kComplete, kTryAgain, kRefused, kTooLarge, kCannotWrite, kInterrupted };

// One request for what is missing of the file, appended to it as it arrives.
class Attempt {
 public:
  Attempt(const std::string& address, const std::string& path, const DownloadOptions& options)
      : options_(options), handle_(NewHandle()) {
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) {
      error_number_ = errno;
      return;
    }
    offset_ = begin_ = std::max<int64_t>(0, ::lseek(file_, 0, SEEK_END));
    CURL* const curl = handle_.get();
    curl_easy_setopt(curl, CURLOPT_URL, address.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(curl, CURLOPT_MAXREDIRS, 10L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "structlab-fetch-data");
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, static_cast<long>(options.stall_seconds));
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options.stall_seconds));
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, curl_message_);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &Attempt::OnHeader);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Attempt::OnBody);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &Attempt::OnProgress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
    if (begin_ > 0) curl_easy_setopt(curl, CURLOPT_RANGE, fmt::format("{}-", begin_).c_str());
  }
  ~Attempt() {
    if (file_ >= 0) ::close(file_);
  }
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

  Outcome Run() {
    if (error_number_ != 0) return Outcome::kCannotWrite;
    const CURLcode code = curl_easy_perform(handle_.get());
    if (IsInterrupted(options_)) return Outcome::kInterrupted;
    if (error_number_ != 0) return Outcome::kCannotWrite;
    if (too_large_) return Outcome::kTooLarge;
    const long status = Status();
    if (status == kNoSuchRange && begin_ > 0) return StartAnew();
    if (status >= 500 || status == 408 || status == 429) return Outcome::kTryAgain;
    if (status >= 300) return Outcome::kRefused;
    if (wrong_range_) return StartAnew();
    if (code != CURLE_OK) return Outcome::kTryAgain;
    if (!begun_ && !Begin()) return Outcome::kCannotWrite;  // an answer without a body
    return ::fsync(file_) == 0 ? Outcome::kComplete : CannotWrite();
  }

  // Why it did not succeed, for a reader.
  std::string Message() const {
    if (Status() >= 300) return fmt::format("the server answers {}", Status());
    if (curl_message_[0] != '\0') return curl_message_;
    return "the connection was cut";
  }
  std::string WriteMessage() const {
    return "cannot be written: " + std::generic_category().message(error_number_);
  }
  int64_t new_bytes() const { return offset_ - begin_; }
  int64_t size() const { return offset_; }

 private:
  long Status() const {
    long status = 0;
    curl_easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
    return status;
  }

  Outcome CannotWrite() {
    error_number_ = errno;
    return Outcome::kCannotWrite;
  }

  // What is in the file is of no use.
  Outcome StartAnew() {
    offset_ = 0;
    return ::ftruncate(file_, 0) == 0 ? Outcome::kTryAgain : CannotWrite();
  }

  // Before the first byte of the answer: whether it goes on where the file ends.
  bool Begin() {
    begun_ = true;
    if (Status() == kPartOfFile && begin_ > 0) {
      wrong_range_ = range_begin_ != begin_;
      return !wrong_range_;
    }
    offset_ = 0;
    if (::ftruncate(file_, 0) == 0 && ::lseek(file_, 0, SEEK_SET) == 0) return true;
    error_number_ = errno;
    return false;
  }

  bool Append(std::string_view content) {
    too_large_ = offset_ + static_cast<int64_t>(content.size()) > options_.largest;
    if (too_large_) return false;
    while (!content.empty()) {
      const ssize_t written = ::write(file_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        error_number_ = errno;
        return false;
      }
      offset_ += written;
      content.remove_prefix(static_cast<size_t>(written));
    }
    return true;
  }

  static size_t OnHeader(char* data, size_t, size_t size, void* self) {
    const std::string_view header(data, size);
    auto& attempt = *static_cast<Attempt*>(self);
    constexpr std::string_view kRange = "content-range: bytes ";
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; };
    if (header.starts_with("HTTP/")) attempt.range_begin_ = -1;  // the next answer, after a redirection
    if (size > kRange.size() && std::ranges::equal(header.substr(0, kRange.size()), kRange, same)) {
      std::from_chars(data + kRange.size(), data + size, attempt.range_begin_);
    }
    return size;
  }

  static size_t OnBody(char* data, size_t, size_t size, void* self) {
    auto& attempt = *static_cast<Attempt*>(self);
    if (attempt.Status() != kWholeFile && attempt.Status() != kPartOfFile) return 0;  // a page with an error
    if (!attempt.begun_ && !attempt.Begin()) return 0;
    return attempt.Append({data, size}) ? size : 0;
  }

  // Called about once a second, and whenever something arrives.
  static int OnProgress(void* self, curl_off_t total, curl_off_t, curl_off_t, curl_off_t) {
    const auto& attempt = *static_cast<const Attempt*>(self);
    if (IsInterrupted(attempt.options_)) return 1;
    if (attempt.begun_ && attempt.options_.progress) {
      const int64_t kept = attempt.Status() == kPartOfFile ? attempt.begin_ : 0;
      attempt.options_.progress(attempt.offset_, total > 0 ? kept + total : 0);
    }
    return 0;
  }

  const DownloadOptions& options_;
  CurlHandle handle_;
  char curl_message_[CURL_ERROR_SIZE] = {};
  int file_ = -1;
  int64_t begin_ = 0;         // size of the file before
  int64_t offset_ = 0;        // size of the file now
  int64_t range_begin_ = -1;  // what the server says it sends from
  bool begun_ = false;
  bool wrong_range_ = false;
  bool too_large_ = false;
  int error_number_ = 0;  // of a failed write
};

// Sleeps, but not through an interruption.
void Wait(int seconds, const DownloadOptions& options) {
  for (int tenth = 0; tenth < 10 * seconds; ++tenth) {
    if (IsInterrupted(options)) throw Interrupted();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

}  // namespace

void Download(const std::string& address, const std::string& path, const DownloadOptions& options) {
  constexpr const char kResume[] = "run it again: it goes on from there";
  int wait_seconds = options.wait_seconds;
  for (int attempts_left = options.attempts;;) {
    Attempt attempt(address, path, options);
    switch (attempt.Run()) {
      case Outcome::kComplete:
        return;
      case Outcome::kInterrupted:
        throw Interrupted();
      case Outcome::kCannotWrite:
        common::ThrowEnvironmentError(path, attempt.WriteMessage(), std::string("make room and ") + kResume);
      case Outcome::kTooLarge:
        ::unlink(path.c_str());
        common::ThrowDataError(address, fmt::format("at most {} bytes", options.largest), "more",
                               "the file there is another one; give a mirror with --base-url");
      case Outcome::kRefused:
        common::ThrowEnvironmentError(address, attempt.Message(), "give a mirror with --base-url");
      case Outcome::kTryAgain:
        break;
    }
    if (attempt.new_bytes() > 0) {
      attempts_left = options.attempts;
      wait_seconds = options.wait_seconds;
    }
    if (--attempts_left == 0) {
      common::ThrowEnvironmentError(
          address, fmt::format("{}; {} bytes are kept", attempt.Message(), attempt.size()), kResume);
    }
    Wait(wait_seconds, options);
    wait_seconds *= 2;
  }
}

}  // namespace structlab::datasets
