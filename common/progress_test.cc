#include "common/progress.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace structlab::common {
namespace {

using std::chrono::nanoseconds;

// Everything that is written to a file while it is open.
class Output {
 public:
  Output() : file_(std::tmpfile(), &std::fclose) {}
  std::FILE* file() { return file_.get(); }
  std::string Text() {
    std::fflush(file());
    std::rewind(file());
    std::string text;
    for (int c = std::fgetc(file()); c != EOF; c = std::fgetc(file())) text += static_cast<char>(c);
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

class Progress : public testing::Test {
 protected:
  std::unique_ptr<ProgressLine> Start(int64_t total, ProgressStyle style) {
    return std::make_unique<ProgressLine>("cases", total, output_.file(), style, [this] { return now_; });
  }
  Output output_;
  nanoseconds now_ = std::chrono::hours(5);
};

TEST_F(Progress, PlainLinesComeNowAndThen) {
  auto progress = Start(1000, ProgressStyle::kPlain);
  for (int second = 0; second < 100; ++second) {
    now_ += std::chrono::seconds(1);
    progress->Advance();
  }
  progress->Advance(900, "all\ndone");
  progress.reset();
  EXPECT_EQ(output_.Text(),
            "cases: 0/1000, 0%\n"
            "cases: 30/1000, 3%, 16m10s left\n"
            "cases: 60/1000, 6%, 15m40s left\n"
            "cases: 90/1000, 9%, 15m10s left\n"
            "cases: 1000/1000, 100%, 1m40s, all?done\n");
}

TEST_F(Progress, DoesNotRepeatTheLastPlainLine) {
  auto progress = Start(1, ProgressStyle::kPlain);
  now_ += std::chrono::minutes(1);
  progress->Advance();
  progress.reset();
  EXPECT_EQ(output_.Text(), "cases: 0/1, 0%\ncases: 1/1, 100%, 1m00s\n");
}

TEST_F(Progress, OnATerminalOneLineIsRewritten) {
  auto progress = Start(4, ProgressStyle::kTerminal);
  progress->Advance();  // too soon to be shown
  now_ += std::chrono::seconds(1);
  progress->Advance(1, "a");
  progress->Message("careful");
  now_ += std::chrono::seconds(1);
  progress->Advance(2, "b");
  progress.reset();
  EXPECT_EQ(output_.Text(),
            "\rcases: 0/4, 0%\x1b[K"
            "\rcases: 2/4, 50%, 1s left, a\x1b[K"
            "\r\x1b[Kcareful\n\rcases: 2/4, 50%, 1s left, a\x1b[K"
            "\rcases: 4/4, 100%, 2s, b\x1b[K\n");
}

TEST_F(Progress, NeverExceedsTheLineOfATerminal) {
  auto progress = Start(4, ProgressStyle::kTerminal);
  std::string note;
  for (int i = 0; i < 60; ++i) note += "\xc3\xa9";  // a letter of two bytes
  now_ += std::chrono::seconds(1);
  progress->Advance(1, note);
  progress.reset();
  const std::string text = output_.Text();
  const size_t begin = text.rfind('\r') + 1;
  const std::string line = text.substr(begin, text.rfind('\x1b') - begin);
  EXPECT_LE(line.size(), 79U);
  EXPECT_GE(line.size(), 78U);
  EXPECT_TRUE(line.ends_with("\xc3\xa9"));
}

TEST_F(Progress, WithoutATotalThereIsNoShare) {
  auto progress = Start(0, ProgressStyle::kPlain);
  now_ += std::chrono::seconds(65);
  progress->Advance(7);
  progress.reset();
  EXPECT_EQ(output_.Text(), "cases: 0\ncases: 7, 1m05s\n");
}

TEST_F(Progress, QuietIsSilentButForMessages) {
  auto progress = Start(2, ProgressStyle::kQuiet);
  now_ += std::chrono::hours(1);
  progress->Advance(2);
  progress->Message("careful");
  progress.reset();
  EXPECT_EQ(output_.Text(), "careful\n");
}

TEST_F(Progress, AFileGetsPlainLines) {
  Start(1, ProgressStyle::kAutomatic).reset();
  EXPECT_EQ(output_.Text(), "cases: 0/1, 0%\n");
}

TEST(ProgressLine, CountsFromSeveralThreads) {
  Output output;
  {
    ProgressLine progress("steps", 4000, output.file(), ProgressStyle::kPlain);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&progress] {
        for (int step = 0; step < 1000; ++step) progress.Advance(1, "note");
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_NE(output.Text().find("steps: 4000/4000, 100%"), std::string::npos);
}

TEST(FormatDuration, ShowsTwoUnitsAtMost) {
  using namespace std::chrono_literals;
  EXPECT_EQ(FormatDuration(-5s), "0s");
  EXPECT_EQ(FormatDuration(999ms), "0s");
  EXPECT_EQ(FormatDuration(59s), "59s");
  EXPECT_EQ(FormatDuration(60s), "1m00s");
  EXPECT_EQ(FormatDuration(1h + 5min + 59s), "1h05m");
  EXPECT_EQ(FormatDuration(76h), "3d04h");
}

}  // namespace
}  // namespace structlab::common
