#include "experiments/datasets/fetch/download.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/error.h"
#include "common/file.h"
#include "experiments/datasets/fetch/http_test_server.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

// Longer than any buffer on the way, and different at every place.
std::string Content() {
  std::string content;
  while (content.size() < 700'000) content += std::to_string(content.size()) + "\n";
  return content;
}

class DownloadTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = EmptyFolder("download") + "/file";
    options_.wait_seconds = 0;
    options_.stall_seconds = 20;
    options_.largest = 1'000'000;
  }
  void Write(const std::string& content) const { std::ofstream(path_, std::ios::binary) << content; }
  std::string Written() const { return common::ReadFile(path_); }
  void DownloadFrom(const HttpTestServer& server) const {
    Download(server.address() + "/x", path_, options_);
  }

  const std::string content_ = Content();
  std::string path_;
  DownloadOptions options_;
};

TEST_F(DownloadTest, GetsAFile) {
  const HttpTestServer server([&](const HttpRequest& request, int) { return ServeRange(request, content_); });
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  ASSERT_EQ(server.requests().size(), 1U);
  EXPECT_EQ(server.requests()[0].path, "/x");
  EXPECT_FALSE(server.requests()[0].range_from);
}

TEST_F(DownloadTest, GetsAFileOfUnknownLength) {
  const HttpTestServer server(
      [&](const HttpRequest&, int) { return HttpReply{.body = content_, .says_length = false}; });
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
}

TEST_F(DownloadTest, GetsAnEmptyFile) {
  const HttpTestServer server([](const HttpRequest&, int) { return HttpReply{}; });
  DownloadFrom(server);
  EXPECT_EQ(Written(), "");
}

TEST_F(DownloadTest, TellsHowFarItIs) {
  const HttpTestServer server([&](const HttpRequest& request, int) { return ServeRange(request, content_); });
  int64_t last = 0, last_total = 0;
  options_.progress = [&](int64_t received, int64_t total) {
    EXPECT_GE(received, last);
    last = received;
    last_total = total;
  };
  Write(content_.substr(0, 1000));
  DownloadFrom(server);
  EXPECT_EQ(last, static_cast<int64_t>(content_.size()));
  EXPECT_EQ(last_total, static_cast<int64_t>(content_.size()));
}

TEST_F(DownloadTest, ResumesWhatACutConnectionLeft) {
  const HttpTestServer server([&](const HttpRequest& request, int number) {
    HttpReply reply = ServeRange(request, content_);
    if (number < 6) reply.cut_after = 100'000;  // more cuts than attempts, but each brings something
    return reply;
  });
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  ASSERT_EQ(server.requests().size(), 7U);
  for (size_t i = 1; i < 7; ++i) {
    ASSERT_TRUE(server.requests()[i].range_from);
    EXPECT_EQ(*server.requests()[i].range_from, i * 100'000);
  }
}

TEST_F(DownloadTest, ResumesWhatAnEarlierCallLeft) {
  const HttpTestServer server([&](const HttpRequest& request, int) { return ServeRange(request, content_); });
  Write(content_.substr(0, 12'345));
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  EXPECT_EQ(server.requests()[0].range_from, 12'345U);
}

TEST_F(DownloadTest, StartsAnewWhereTheServerIgnoresRanges) {
  const HttpTestServer server([&](const HttpRequest&, int number) {
    return HttpReply{.body = content_,
                     .cut_after = number == 0 ? std::optional<size_t>(200'000) : std::nullopt};
  });
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  EXPECT_EQ(server.requests().size(), 2U);
  EXPECT_EQ(server.requests()[1].range_from, 200'000U);
}

TEST_F(DownloadTest, StartsAnewWhereTheServerSendsAnotherPart) {
  const HttpTestServer server([&](const HttpRequest& request, int) {
    HttpReply reply = ServeRange(request, content_);
    if (request.range_from) reply.headers = "Content-Range: bytes 7-699999/700000\r\n";
    return reply;
  });
  Write(content_.substr(0, 5'000));
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
}

TEST_F(DownloadTest, StartsAnewWhereThereIsNoSuchRange) {
  const HttpTestServer server([&](const HttpRequest& request, int) { return ServeRange(request, content_); });
  Write(content_ + "more");
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST_F(DownloadTest, FollowsRedirections) {
  const HttpTestServer server([&](const HttpRequest& request, int) {
    if (request.path == "/x") return HttpReply{.status = 302, .headers = "Location: /y\r\n"};
    return ServeRange(request, content_);
  });
  Write(content_.substr(0, 5'000));
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
}

TEST_F(DownloadTest, GivesUpOnAFileThatIsNotThere) {
  const HttpTestServer server(
      [](const HttpRequest&, int) { return HttpReply{.status = 404, .body = "<html>no such page</html>"}; });
  const common::Error error = ErrorOf([&] { DownloadFrom(server); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kEnvironment);
  EXPECT_EQ(error.parts().where, server.address() + "/x");
  EXPECT_EQ(error.parts().what, "the server answers 404");
  EXPECT_NE(error.parts().remedy.find("--base-url"), std::string::npos);
  EXPECT_EQ(server.requests().size(), 1U);
  EXPECT_EQ(Written(), "") << "the page is not the file";
}

TEST_F(DownloadTest, TriesAServerThatIsBusyAgain) {
  const HttpTestServer server([&](const HttpRequest& request, int number) {
    return number < 2 ? HttpReply{.status = 503} : ServeRange(request, content_);
  });
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  EXPECT_EQ(server.requests().size(), 3U);
}

TEST_F(DownloadTest, GivesUpAfterItsAttemptsAndKeepsWhatArrived) {
  const HttpTestServer server([&](const HttpRequest& request, int) {
    HttpReply reply = ServeRange(request, content_);
    reply.cut_after = request.range_from ? 0 : 300'000;
    return reply;
  });
  const common::Error error = ErrorOf([&] { DownloadFrom(server); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kEnvironment);
  EXPECT_NE(error.parts().what.find("300000 bytes are kept"), std::string::npos) << error.what();
  EXPECT_EQ(server.requests().size(), 1U + static_cast<size_t>(options_.attempts) - 1);
  EXPECT_EQ(Written(), content_.substr(0, 300'000));
}

TEST_F(DownloadTest, TakesAServerThatStallsForACutConnection) {
  options_.stall_seconds = 1;
  options_.attempts = 1;
  const HttpTestServer silent(
      [](const HttpRequest&, int) { return HttpReply{.body = "x", .cut_after = 0, .stall = true}; });
  EXPECT_EQ(ErrorOf([&] { DownloadFrom(silent); }).exit_status(), 3);
  options_.attempts = 2;
  const HttpTestServer once([&](const HttpRequest& request, int number) {
    HttpReply reply = ServeRange(request, content_);
    if (number == 0) reply.cut_after = 1'000;
    reply.stall = number == 0;
    return reply;
  });
  DownloadFrom(once);
  EXPECT_EQ(Written(), content_);
  EXPECT_EQ(once.requests().size(), 2U);
}

TEST_F(DownloadTest, GivesUpWhereNobodyListens) {
  std::string address;
  {
    const HttpTestServer server([](const HttpRequest&, int) { return HttpReply{}; });
    address = server.address();
  }
  options_.attempts = 2;
  EXPECT_EQ(ErrorOf([&] { Download(address + "/x", path_, options_); }).exit_status(), 3);
}

TEST_F(DownloadTest, RefusesOtherProtocols) {
  Write("");
  options_.attempts = 1;
  EXPECT_EQ(ErrorOf([&] { Download("file:///etc/hostname", path_, options_); }).exit_status(), 3);
  EXPECT_EQ(Written(), "");
}

TEST_F(DownloadTest, RefusesAFileThatIsTooLarge) {
  const HttpTestServer server([&](const HttpRequest& request, int) { return ServeRange(request, content_); });
  options_.largest = 500'000;
  const common::Error error = ErrorOf([&] { DownloadFrom(server); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().expected, "at most 500000 bytes");
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(DownloadTest, ReportsAFullDiskAndGoesOnFromThere) {
  const HttpTestServer server([&](const HttpRequest& request, int) { return ServeRange(request, content_); });
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {.rlim_cur = 250'000, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const common::Error error = ErrorOf([&] { DownloadFrom(server); });
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_EQ(error.kind(), common::ErrorKind::kEnvironment);
  EXPECT_EQ(error.parts().where, path_);
  EXPECT_NE(error.parts().what.find("cannot be written"), std::string::npos);
  EXPECT_NE(error.parts().remedy.find("make room"), std::string::npos);
  EXPECT_EQ(Written(), content_.substr(0, 250'000));
  DownloadFrom(server);
  EXPECT_EQ(Written(), content_);
  EXPECT_EQ(server.requests().back().range_from, 250'000U);
}

TEST_F(DownloadTest, ReportsAFolderThatIsNotThere) {
  const common::Error error = ErrorOf([&] { Download("http://127.0.0.1:1/x", path_ + "/file", options_); });
  EXPECT_EQ(error.parts().where, path_ + "/file");
}

TEST_F(DownloadTest, StopsWhenInterrupted) {
  const HttpTestServer server([&](const HttpRequest& request, int) {
    HttpReply reply = ServeRange(request, content_);
    reply.cut_after = 1'000;
    reply.stall = true;
    return reply;
  });
  std::atomic<bool> interrupted = false;
  options_.interrupted = &interrupted;
  options_.progress = [&](int64_t received, int64_t) { interrupted = received == 1'000; };
  EXPECT_THROW(DownloadFrom(server), Interrupted);
  EXPECT_EQ(Written(), content_.substr(0, 1'000));
}

}  // namespace
}  // namespace structlab::datasets
