#include "experiments/datasets/fetch/program.h"

#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "common/digest.h"
#include "common/file.h"
#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/fetch/http_test_server.h"
#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/resolve.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

namespace fs = std::filesystem;

// The text that a program has written.
class Output {
 public:
  Output() : file_(std::tmpfile()) {}
  ~Output() { std::fclose(file_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  std::FILE* file() const { return file_; }
  std::string Text() const {
    std::string text(std::ftell(file_), '\0');
    std::rewind(file_);
    EXPECT_EQ(std::fread(text.data(), 1, text.size(), file_), text.size());
    return text;
  }

 private:
  std::FILE* file_;
};

struct Result {
  int status;
  std::string out, messages;
};

// Two data sets: "pair" with a compressed and a plain file, "secret" without an address.
class FetchData : public testing::Test {
 protected:
  void SetUp() override {
    data_ = EmptyFolder("run") + "/data";
    const std::string sha256 = common::Sha256OfText(text_);
    const int64_t bytes = static_cast<int64_t>(text_.size());
    catalogue_ = {
        {.name = "pair",
         .title = "two files",
         .files = {{.name = "first.gz", .address = "http://", .sha256 = sha256, .bytes = bytes},
                   {.name = "second", .address = "http://", .sha256 = sha256, .bytes = bytes}},
         .licence = "free for all",
         .citation = "Nobody 2000",
         .by_hand = "ask somebody",
         .uses = {{"package", harness::DataOrigin::kReal}}},
        {.name = "secret",
         .title = "a file",
         .files = {{.name = "file", .sha256 = sha256, .bytes = bytes}},
         .by_hand = "write to its author"},
    };
  }

  Result Run(std::vector<std::string> arguments) const {
    arguments.push_back("--data-dir=" + data_);
    return RunPlainly(arguments);
  }
  Result RunPlainly(const std::vector<std::string>& arguments) const {
    const Output out, messages;
    const int status = RunFetchData(arguments, catalogue_, out.file(), messages.file(), nullptr);
    return {status, out.Text(), messages.Text()};
  }
  // Sets the original addresses to those of a server.
  void ServeAt(const HttpTestServer& server) {
    for (DatasetFile& file : catalogue_[0].files) file.address = server.address() + "/pair/" + file.name;
  }
  HttpReply Serve(const HttpRequest& request) const {
    if (request.path == "/pair/first.gz") return ServeRange(request, Gzip(text_));
    if (request.path == "/pair/second" || request.path == "/secret/file") return ServeRange(request, text_);
    return {.status = 404};
  }
  HttpTestServer::Handler Serving() const {
    return [this](const HttpRequest& request, int) { return Serve(request); };
  }
  void ExpectPlaced() const {
    EXPECT_EQ(ResolveDataset(catalogue_[0], "package", data_).origin, harness::DataOrigin::kReal);
    EXPECT_EQ(common::ReadFile(data_ + "/pair/first.gz"), Gzip(text_));
    EXPECT_EQ(common::ReadFile(data_ + "/pair/second"), text_);
    EXPECT_FALSE(fs::exists(data_ + "/.partial"));
  }
  void ExpectNothingPlaced() const { EXPECT_FALSE(fs::exists(data_ + "/pair")); }

  const std::string text_ = FormatOcrLetters(TinyOcrLetters());
  std::vector<Dataset> catalogue_;
  std::string data_;
};

TEST_F(FetchData, PlacesVerifiedFiles) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  const Result result = Run({"pair"});
  EXPECT_EQ(result.status, 0) << result.messages;
  ExpectPlaced();
  EXPECT_NE(result.out.find("first.gz: placed\n"), std::string::npos);
  EXPECT_NE(result.out.find("licence: free for all\n"), std::string::npos);
  EXPECT_NE(result.out.find("cite: Nobody 2000\n"), std::string::npos);
}

// Files below a folder of their own, in a new data set and in one that is there in part.
TEST_F(FetchData, PlacesFilesInFoldersOfTheirOwn) {
  catalogue_[0].files[1].name = "below/second";
  const HttpTestServer server([&](const HttpRequest& request, int) {
    if (request.path == "/pair/below/second") return ServeRange(request, text_);
    return Serve(request);
  });
  ServeAt(server);
  for (const bool is_there_in_part : {false, true}) {
    if (is_there_in_part) fs::remove_all(data_ + "/pair/below");
    const Result result = Run({"pair"});
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(common::ReadFile(data_ + "/pair/below/second"), text_);
    EXPECT_NE(result.out.find("below/second: placed\n"), std::string::npos);
    EXPECT_FALSE(fs::exists(data_ + "/.partial"));
  }
}

TEST_F(FetchData, TakesAMirror) {
  const HttpTestServer server(Serving());
  EXPECT_EQ(Run({"--base-url=" + server.address() + "/"}).status, 0)
      << "all data sets, with a slash at the end";
  ExpectPlaced();
  EXPECT_EQ(common::ReadFile(data_ + "/secret/file"), text_);
}

TEST_F(FetchData, PacksAndUnpacks) {
  const HttpTestServer server([&](const HttpRequest& request, int) {
    return ServeRange(request, request.path == "/pair/first.gz" ? text_ : Gzip(text_));
  });
  ServeAt(server);
  EXPECT_EQ(Run({"pair"}).status, 0);
  ExpectPlaced();
}

TEST_F(FetchData, LeavesGoodFilesAlone) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  fs::create_directories(data_ + "/pair");
  std::ofstream(data_ + "/pair/first.gz") << text_;  // good, though not packed
  std::ofstream(data_ + "/pair/note") << "mine";
  EXPECT_EQ(Run({"pair"}).status, 0);
  EXPECT_EQ(server.requests().size(), 1U);
  EXPECT_EQ(common::ReadFile(data_ + "/pair/first.gz"), text_);
  EXPECT_EQ(common::ReadFile(data_ + "/pair/second"), text_);
  EXPECT_EQ(common::ReadFile(data_ + "/pair/note"), "mine");
  const Result again = Run({"pair"});
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(server.requests().size(), 1U);
  EXPECT_NE(again.out.find("second: is there and good\n"), std::string::npos);
}

TEST_F(FetchData, ReplacesDamagedFilesAndSaysSo) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  fs::create_directories(data_ + "/pair");
  std::ofstream(data_ + "/pair/first.gz") << Gzip(text_).substr(0, 50);
  const Result result = Run({"pair"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("first.gz: damaged, to be replaced\n"), std::string::npos) << result.out;
  ExpectPlaced();
}

TEST_F(FetchData, ResumesAfterACutConnection) {
  const HttpTestServer server([&](const HttpRequest& request, int number) {
    HttpReply reply = Serve(request);
    if (number == 0) reply.cut_after = 60;
    return reply;
  });
  ServeAt(server);
  EXPECT_EQ(Run({"pair"}).status, 0);
  ExpectPlaced();
  EXPECT_EQ(server.requests()[1].range_from, 60U);
}

TEST_F(FetchData, ResumesWhatAnInterruptedRunLeft) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  fs::create_directories(data_ + "/.partial/pair.parts");
  std::ofstream(data_ + "/.partial/pair.parts/second") << text_.substr(0, 500);
  std::ofstream(data_ + "/.partial/pair.parts/first.gz") << Gzip(text_);  // complete, not yet placed
  EXPECT_EQ(Run({"pair"}).status, 0);
  ExpectPlaced();
  ASSERT_EQ(server.requests().size(), 1U);
  EXPECT_EQ(server.requests()[0].range_from, 500U);
}

TEST_F(FetchData, StartsAnewWhenWhatWasLeftIsTheBeginningOfSomethingElse) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  fs::create_directories(data_ + "/.partial/pair.parts");
  std::ofstream(data_ + "/.partial/pair.parts/second") << std::string(500, 'x');
  EXPECT_EQ(Run({"pair"}).status, 0);
  ExpectPlaced();
}

TEST_F(FetchData, PlacesNothingWithAWrongChecksum) {
  std::string other = text_;
  other[1000] = other[1000] == '0' ? '1' : '0';
  for (const std::string& sent :
       {other, Gzip(other), Gzip(text_).substr(0, 60), std::string("<html></html>")}) {
    const HttpTestServer server([&](const HttpRequest& request, int) {
      return request.path == "/pair/second" ? HttpReply{.body = sent} : Serve(request);
    });
    ServeAt(server);
    const Result result = Run({"pair"});
    EXPECT_EQ(result.status, 3);
    ExpectNothingPlaced();
    EXPECT_NE(
        result.messages.find(server.address() + "/pair/second: expected uncompressed content with sha256 " +
                             common::Sha256OfText(text_) + ", found "),
        std::string::npos)
        << result.messages;
  }
  // The file that was right is kept.
  const HttpTestServer server(Serving());
  ServeAt(server);
  EXPECT_EQ(Run({"pair"}).status, 0);
  EXPECT_EQ(server.requests().size(), 1U);
  ExpectPlaced();
}

TEST_F(FetchData, PlacesNothingThatIsNotThere) {
  const HttpTestServer server([](const HttpRequest&, int) { return HttpReply{.status = 404}; });
  ServeAt(server);
  const Result result = Run({"pair"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.messages.find("/pair/first.gz: the server answers 404"), std::string::npos)
      << result.messages;
  ExpectNothingPlaced();
}

TEST_F(FetchData, ReportsAFullDiskAndGoesOnLater) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_IGN);
  // From what fits nothing to what fits all but the last bytes.
  for (const rlim_t room : {rlim_t{10}, rlim_t{100}, rlim_t{700}, rlim_t{text_.size() - 1}}) {
    SCOPED_TRACE(room);
    const Output out, messages;
    const rlimit small = {.rlim_cur = room, .rlim_max = before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const int status =
        RunFetchData({"pair", "--data-dir=" + data_}, catalogue_, out.file(), messages.file(), nullptr);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(status, 3);
    ExpectNothingPlaced();
  }
  EXPECT_EQ(Run({"pair"}).status, 0);
  ExpectPlaced();
}

TEST_F(FetchData, ReportsADataFolderWhoseParentIsAFile) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  std::ofstream(EmptyFolder("run") + "/data") << "text";
  const Result result = Run({"pair"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.messages.find("the folder cannot be created: Not a directory"), std::string::npos)
      << result.messages;
}

TEST_F(FetchData, LetsOneProcessAtATimeWork) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  fs::create_directories(data_ + "/.partial/pair.parts");
  std::FILE* const lock = std::fopen((data_ + "/.partial/pair.parts/lock").c_str(), "w");
  ASSERT_EQ(flock(fileno(lock), LOCK_EX), 0);
  const Result result = Run({"pair"});
  std::fclose(lock);
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(result.messages.find("another process is fetching pair; wait"), std::string::npos);
  EXPECT_EQ(Run({"pair"}).status, 0);
}

TEST_F(FetchData, SaysWhatToDoByHandWhereNoAddressIsKnown) {
  const Result result = Run({"secret"});
  EXPECT_EQ(result.status, 3);
  EXPECT_NE(
      result.messages.find("secret/file: no address of this file is known; by hand: write to its author; "
                           "put it at " +
                           data_ + "/secret/file (sha256"),
      std::string::npos)
      << result.messages;
}

// The entries of the real catalogue, each file with a content of its own that a local server has: from a
// mirror every set is placed, from the original addresses those sets all of whose files have one. Of the
// others nothing is placed, and the message says how to make the files.
TEST_F(FetchData, FetchesEveryEntryOfTheCatalogue) {
  const auto content_of = [](const Dataset& dataset, const DatasetFile& file) {
    return std::string("content of ").append(dataset.name).append("/").append(file.name);
  };
  catalogue_.assign(Catalogue().begin(), Catalogue().end());
  std::map<std::string, std::string> served;  // by path; packed, as most are, whatever their names say
  int with_addresses = 0, without = 0;
  for (Dataset& dataset : catalogue_) {
    for (DatasetFile& file : dataset.files) {
      const std::string content = content_of(dataset, file);
      file.sha256 = common::Sha256OfText(content);
      file.bytes = static_cast<int64_t>(content.size());
      served["/" + dataset.subfolder() + "/" + file.name] = Gzip(content);
      if (!file.address.empty()) served[file.address.substr(file.address.find("://") + 2)] = content;
    }
  }
  const HttpTestServer server([&](const HttpRequest& request, int) {
    const auto found = served.find(request.path);
    return found == served.end() ? HttpReply{.status = 404} : ServeRange(request, found->second);
  });
  for (Dataset& dataset : catalogue_) {
    SCOPED_TRACE(dataset.name);
    const auto expect_placed = [&](const Result& result) {
      EXPECT_EQ(result.status, 0) << result.messages;
      for (const DatasetFile& file : dataset.files) {
        const std::string found = common::ReadFile(data_ + "/" + dataset.subfolder() + "/" + file.name);
        const std::string content = content_of(dataset, file);
        EXPECT_EQ(found, file.name.ends_with(".gz") ? Gzip(content) : content) << file.name;
      }
      EXPECT_NE(result.out.find(dataset.name + ": licence: " + dataset.licence), std::string::npos);
    };
    expect_placed(Run({dataset.name, "--base-url=" + server.address()}));
    fs::remove_all(data_);
    for (DatasetFile& file : dataset.files) {
      if (!file.address.empty()) {
        file.address = server.address() + file.address.substr(file.address.find("://") + 2);
      }
    }
    const auto lacks = std::ranges::find(dataset.files, "", &DatasetFile::address);
    const Result result = Run({dataset.name});
    if (lacks == dataset.files.end()) {
      ++with_addresses;
      expect_placed(result);
      continue;
    }
    ++without;
    EXPECT_EQ(result.status, 3);
    EXPECT_FALSE(fs::exists(data_ + "/" + dataset.subfolder()));
    EXPECT_FALSE(dataset.by_hand.empty());
    const std::string expected =
        dataset.name + "/" + lacks->name + ": no address of this file is known; by hand: " + dataset.by_hand;
    EXPECT_NE(result.messages.find(expected), std::string::npos) << result.messages;
  }
  EXPECT_GT(with_addresses, 0);
  EXPECT_GT(without, 0);
}

TEST_F(FetchData, FetchesTheOthersWhenOneCannotBeHad) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  EXPECT_EQ(Run({"secret", "pair"}).status, 3);
  ExpectPlaced();
}

TEST_F(FetchData, KnowsWhichNamesThereAre) {
  const Result result = Run({"pair", "secet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.messages, "fetch_data: data set: expected one of secret, pair, found 'secet'\n");
  ExpectNothingPlaced();
}

TEST_F(FetchData, KnowsWhichFlagsThereAre) {
  const Result result = Run({"--data-dri=x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.messages.find("expected one of --data-dir, "), std::string::npos) << result.messages;
  EXPECT_NE(result.messages.find("--base-url"), std::string::npos);
  for (const char* const wrong : {"--timeout=0", "--timeout=soon", "--timeout"}) {
    EXPECT_EQ(RunPlainly({wrong}).status, 2) << wrong;
  }
}

TEST_F(FetchData, ListsWhatIsThere) {
  fs::create_directories(data_ + "/secret");
  std::ofstream(data_ + "/secret/file") << text_;
  Result result = Run({"--list"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("pair\tabsent\t"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("secret\tthere\t0 of 1\t"), std::string::npos) << result.out;
  std::ofstream(data_ + "/secret/file") << "text";
  result = Run({"--list"});
  EXPECT_NE(result.out.find("secret\tdamaged\t"), std::string::npos);
  result = Run({"--list", "pair"});
  EXPECT_NE(result.out.find("pair\tabsent\t"), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("secret"), std::string::npos) << result.out;
}

TEST_F(FetchData, HelpsAndDefaultsToTheCheckout) {
  const Result help = RunPlainly({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const char* const text : {"--data-dir", "--base-url", "--list", "--timeout", "NAME", "Exit status"}) {
    EXPECT_NE(help.out.find(text), std::string::npos) << text;
  }
  const HttpTestServer server(Serving());
  ServeAt(server);
  setenv("BUILD_WORKSPACE_DIRECTORY", EmptyFolder("run").c_str(), 1);
  EXPECT_EQ(RunPlainly({"pair"}).status, 0);
  unsetenv("BUILD_WORKSPACE_DIRECTORY");
  ExpectPlaced();
}

TEST_F(FetchData, StopsWhenInterrupted) {
  const HttpTestServer server(Serving());
  ServeAt(server);
  const std::atomic<bool> interrupted = true;
  const Output out, messages;
  EXPECT_EQ(
      RunFetchData({"pair", "--data-dir=" + data_}, catalogue_, out.file(), messages.file(), &interrupted),
      130);
  EXPECT_NE(messages.Text().find("interrupted"), std::string::npos);
  ExpectNothingPlaced();
}

}  // namespace
}  // namespace structlab::datasets
