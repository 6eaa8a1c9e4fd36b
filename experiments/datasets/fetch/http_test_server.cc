#include "experiments/datasets/fetch/http_test_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "common/check.h"

namespace structlab::datasets {
namespace {

// Waits until something arrives or the other side closes; false after 20 ms without.
bool IsReadable(int descriptor) {
  pollfd poll_descriptor = {.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&poll_descriptor, 1, 20) > 0;
}

HttpRequest Parse(const std::string& text) {
  HttpRequest request;
  const size_t begin = text.find(' ') + 1;
  request.path = text.substr(begin, text.find(' ', begin) - begin);
  constexpr std::string_view kRange = "Range: bytes=";
  const size_t range = text.find(kRange);
  if (range != text.npos) request.range_from = std::stoul(text.substr(range + kRange.size()));
  return request;
}

void SendAll(int connection, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(connection, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;  // the client has gone
    text.remove_prefix(static_cast<size_t>(sent));
  }
}

}  // namespace

HttpReply ServeRange(const HttpRequest& request, const std::string& content) {
  if (!request.range_from) return {.body = content};
  const size_t from = *request.range_from;
  if (from >= content.size()) return {.status = 416};
  return {.status = 206,
          .headers = "Content-Range: bytes " + std::to_string(from) + "-" +
                     std::to_string(content.size() - 1) + "/" + std::to_string(content.size()) + "\r\n",
          .body = content.substr(from)};
}

HttpTestServer::HttpTestServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in name = {};
  name.sin_family = AF_INET;
  name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof name;
  auto* const any_name = reinterpret_cast<sockaddr*>(&name);
  STRUCTLAB_CHECK(::bind(listener_, any_name, size) == 0);
  STRUCTLAB_CHECK(::listen(listener_, 8) == 0);
  STRUCTLAB_CHECK(::getsockname(listener_, any_name, &size) == 0);
  port_ = ntohs(name.sin_port);
  thread_ = std::thread([this] { Serve(); });
}

HttpTestServer::~HttpTestServer() {
  stopped_ = true;
  thread_.join();
  ::close(listener_);
}

std::string HttpTestServer::address() const { return "http://127.0.0.1:" + std::to_string(port_); }

std::vector<HttpRequest> HttpTestServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void HttpTestServer::Serve() {
  while (!stopped_) {
    if (!IsReadable(listener_)) continue;
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    Answer(connection);
    ::close(connection);
  }
}

void HttpTestServer::Answer(int connection) {
  std::string text;
  char buffer[4096];
  while (text.find("\r\n\r\n") == text.npos) {
    if (stopped_) return;
    if (!IsReadable(connection)) continue;
    const ssize_t size = ::recv(connection, buffer, sizeof buffer, 0);
    if (size <= 0) return;
    text.append(buffer, static_cast<size_t>(size));
  }
  const HttpRequest request = Parse(text);
  int number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = static_cast<int>(requests_.size());
    requests_.push_back(request);
  }
  const HttpReply reply = handler_(request, number);
  std::string head =
      "HTTP/1.1 " + std::to_string(reply.status) + " x\r\nConnection: close\r\n" + reply.headers;
  if (reply.says_length) head += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
  const size_t size = std::min(reply.cut_after.value_or(reply.body.size()), reply.body.size());
  SendAll(connection, head + "\r\n" + reply.body.substr(0, size));
  // The client closes when it gives up.
  while (reply.stall && !stopped_ && !IsReadable(connection)) {
  }
}

}  // namespace structlab::datasets
