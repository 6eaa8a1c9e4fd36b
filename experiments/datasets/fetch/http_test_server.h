// An HTTP server on 127.0.0.1 for tests, that can misbehave.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_HTTP_TEST_SERVER_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_HTTP_TEST_SERVER_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace structlab::datasets {

struct HttpRequest {
  std::string path;                  // "/folder/file"
  std::optional<size_t> range_from;  // of "Range: bytes=FROM-"
};

struct HttpReply {
  int status = 200;
  std::string headers = {};  // further ones, each with "\r\n"
  std::string body = {};
  std::optional<size_t> cut_after = {};  // send so many bytes of the body, then close
  bool stall = false;                    // send nothing more then, but keep the connection
  bool says_length = true;
};

// As a good server would: the part that was asked for, or all of it.
HttpReply ServeRange(const HttpRequest& request, const std::string& content);

// Answers one connection after the other, each with one reply, on a port of its own.
class HttpTestServer {
 public:
  using Handler = std::function<HttpReply(const HttpRequest& request, int number)>;  // number from 0

  explicit HttpTestServer(Handler handler);
  ~HttpTestServer();
  HttpTestServer(const HttpTestServer&) = delete;
  HttpTestServer& operator=(const HttpTestServer&) = delete;

  std::string address() const;  // "http://127.0.0.1:PORT"
  std::vector<HttpRequest> requests() const;

 private:
  void Serve();
  void Answer(int connection);

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopped_ = false;
  mutable std::mutex mutex_;
  std::vector<HttpRequest> requests_;
  std::thread thread_;
};

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_HTTP_TEST_SERVER_H_
