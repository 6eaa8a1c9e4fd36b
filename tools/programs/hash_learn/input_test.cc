// Tests how hash_learn reads examples: threads, caches, pipes, lines with errors.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "common/file.h"
#include "common/peak_memory.h"
#include "common/sanitizers.h"
#include "common/testing/named_pipe.h"
#include "structured_learning/linear/hashed_scorer.h"
#include "tools/programs/hash_learn/hash_learn_testing.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

using HashLearnInput = HashLearnProgram;

TEST_F(HashLearnInput, ThreadsAndCachesDoNotChangeTheModel) {
  const std::string train = Put("train.vw", News(3000, 3, " |"));
  const auto model_of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {"train",     train,        "--task=one-vs-rest",
                                      "--bits=12", "--passes=3", "--save=" + At("model")};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return common::ReadFile(At("model"));
  };
  const std::string expected = model_of({"--threads=1"});
  EXPECT_EQ(model_of({"--threads=2"}), expected);
  EXPECT_EQ(model_of({"--cache=" + At("cache")}), expected);  // makes it
  ASSERT_TRUE(std::filesystem::exists(At("cache")));
  EXPECT_EQ(model_of({"--cache=" + At("cache"), "--threads=1"}), expected);
  const std::string cache = common::ReadFile(At("cache"));
  EXPECT_NE(model_of({"--cache=" + At("cache"), "--rate=0.1"}), expected);
  EXPECT_EQ(common::ReadFile(At("cache")), cache);
  // One of other options or of a damaged file is refused.
  ExpectMistake(HashLearn({"train", train, "--task=one-vs-rest", "--seed=2", "--cache=" + At("cache")}), 3,
                "hash_learn: " + At("cache") + ": expected input.seed '2', found '0'; remove the cache");
  common::WriteFileAtomically(At("cache"), cache.substr(0, cache.size() / 2));
  ExpectMistake(HashLearn({"train", train, "--task=one-vs-rest", "--cache=" + At("cache")}), 3,
                "hash_learn: " + At("cache") + ": expected a complete cache of examples");
}

TEST_F(HashLearnInput, LinesWithMistakesStopItOrAreCounted) {
  const std::string train = Put("train.vw", News(50, 9, " |") + "sea | a:x\nsky | a:\n");
  ExpectMistake(HashLearn({"train", train, "--task=one-vs-rest", "--save=" + At("model"), "--threads=1"}), 3,
                "hash_learn: " + train + ":51:");
  EXPECT_FALSE(std::filesystem::exists(At("model")));
  const Outcome outcome = HashLearn({"train", train, "--task=one-vs-rest", "--on-error=skip"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.messages.find("hash_learn: 2 lines skipped; the first: " + train + ":51:"),
            std::string::npos)
      << outcome.messages;
  // What only the learner could not take has its place, too.
  const std::string large = Put("large.vw", News(50, 9, " |") + "sea | a:2e18\nsky 1e38 | a\nsea | a\n");
  ExpectMistake(HashLearn({"train", large, "--task=one-vs-rest"}), 3,
                "hash_learn: " + large + ":51:7: expected a value of at most 1e+15");
  const Outcome skipped = HashLearn({"train", large, "--task=one-vs-rest", "--on-error=skip"});
  EXPECT_EQ(skipped.status, 0);
  EXPECT_NE(skipped.messages.find("hash_learn: 2 lines skipped; the first: " + large + ":51:7:"),
            std::string::npos)
      << skipped.messages;
}

// A model that has seen one label of two; then the second thread reads ahead of what is shown.
TEST_F(HashLearnInput, LabelsThatTheModelDoesNotKnowChangeNoPrediction) {
  const std::string train = Put("train.vw", "spam | a\nspam | b\n");
  ASSERT_EQ(HashLearn({"train", train, "--save=" + At("model")}).status, 0);
  std::string lines;
  for (int i = 0; i < 60'000; ++i) lines += "spam | -1:-9\n";
  for (int i = 0; i < 40'000; ++i) lines += "ham | -1:-9\n";
  const std::string data = Put("data.vw", lines);
  const std::vector<std::string> words = {"predict", data, "--load=" + At("model")};
  const auto predict = [&](const std::string& threads) {
    std::vector<std::string> more = words;
    more.push_back(threads);
    return HashLearn(more);
  };
  const Outcome one = predict("--threads=1"), two = predict("--threads=2");
  EXPECT_EQ(one.status, 0) << one.messages;
  EXPECT_EQ(one.out, two.out);
  EXPECT_EQ(one.out.find("ham"), std::string::npos);
  // Whether predictions are right cannot be said of labels that are not known.
  ExpectMistake(HashLearn({"evaluate", data, "--load=" + At("model")}), 3,
                "hash_learn: " + data + ":60001:1: expected one of the 1 labels 'spam', found 'ham'");
}

TEST_F(HashLearnInput, ACacheRemembersTheLinesThatWereSkipped) {
  const std::string train = Put("train.vw", News(50, 13, " |") + "sea | a:x\n" + News(50, 14, " |"));
  const std::vector<std::string> words = {"train", train, "--task=one-vs-rest", "--cache=" + At("cache")};
  std::vector<std::string> skipping = words;
  skipping.push_back("--on-error=skip");
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome = HashLearn(skipping);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.messages.find("hash_learn: 1 line skipped; the first: " + train + ":51:"),
              std::string::npos)
        << outcome.messages;
  }
  ExpectMistake(
      HashLearn(words), 3,
      std::string("hash_learn: ")
          .append(At("cache"))
          .append(": expected examples from lines without errors, found 1 line skipped, the first: ")
          .append(train)
          .append(":51:"));
}

// A label too many for one task, and a number too large for one update, are none for others.
TEST_F(HashLearnInput, ACacheIsForTheSameMistakesOnly) {
  std::string lines;
  for (int i = 0; i < 3; ++i) lines += "a 1:1\nb 2:1\nc 3:1\nb 4:1e9\n";
  const std::string train = Put("train.svm", lines);
  const auto learn = [&](const std::string& task, const std::string& update) {
    return HashLearn({"train", train, "--task=" + task, "--update=" + update, "--on-error=skip",
                      "--cache=" + At("cache")});
  };
  ASSERT_EQ(learn("binary", "adaptive").status, 0);
  EXPECT_EQ(learn("binary", "adaptive").status, 0);
  ExpectMistake(learn("one-vs-rest", "adaptive"), 3,
                "hash_learn: " + At("cache") + ": expected labels.most '65536', found '2'; remove");
  ExpectMistake(learn("binary", "normalized"), 3,
                "hash_learn: " + At("cache") + ": expected limits.doubled '1', found '0'; remove");
}

// An interrupt in a later pass comes before the line that the passes before skipped.
TEST_F(HashLearnInput, LinesSkippedInWholePassesAreReportedOfAPassThatIsNot) {
  const std::string train = Put("train.vw", News(9000, 23, " |") + "sea | a:x\n");
  const std::vector<std::string> words = {"train",           train,         "--task=one-vs-rest",
                                          "--on-error=skip", "--threads=1", "--passes=1000000"};
  const Outcome outcome = RunProgramInterruptedInItsMidst(
      RunHashLearn, words, [](const Outcome& now) { return NumberAfter(now.out, "\npasses") > 1; });
  EXPECT_NE(outcome.messages.find("hash_learn: 1 line skipped; the first: " + train + ":9001:"),
            std::string::npos)
      << outcome.messages;
}

// The numbers of its labels are those of the model that was resumed.
TEST_F(HashLearnInput, ACacheMadeWhileResumingIsNotForOtherModels) {
  const std::string first = Put("first.vw", News(50, 15, " |")),
                    second = Put("second.vw", News(50, 16, " |"));
  ASSERT_EQ(HashLearn({"train", first, "--task=one-vs-rest", "--resumable", "--save=" + At("model")}).status,
            0);
  const std::vector<std::string> resume = {"train", second, "--resume=" + At("model"),
                                           "--cache=" + At("cache")};
  ASSERT_EQ(HashLearn(resume).status, 0);
  EXPECT_EQ(HashLearn(resume).status, 0);
  ExpectMistake(HashLearn({"train", second, "--task=one-vs-rest", "--cache=" + At("cache")}), 3,
                "hash_learn: " + At("cache") + ": expected labels.before");
}

// Without waiting for the disk.
void Write(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

// One feature after another, of so many bytes.
std::string LongLine(size_t bytes) {
  std::string line = "sea |";
  line.reserve(bytes + 20);
  for (int i = 0; line.size() < bytes; ++i)
    line.append(" f").append(std::to_string(i % 1000)).append(":0.001");
  return line + "\n";
}

// A line of 100 MB, above the limit, is refused or skipped; memory stays that of the longest allowed line.
TEST_F(HashLearnInput, ALineOf100MegabytesIsRefusedOrSkippedInBoundedMemory) {
  const std::string short_lines = News(50, 18, " |");
  const std::string path = At("long.vw");
  Write(path, short_lines + LongLine(100'000'000) + short_lines);
  const auto words = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"train", path, "--task=one-vs-rest", "--bits=10"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const std::string mistake = path + ":51: expected a line of at most 67108864 bytes, found a longer one";
  ExpectMistake(HashLearn(words({"--threads=1"})), 3, "hash_learn: " + mistake);
  const Outcome skipped = HashLearn(words({"--on-error=skip", "--threads=1"}));
  EXPECT_EQ(skipped.status, 0);
  EXPECT_NE(skipped.messages.find("hash_learn: 1 line skipped; the first: " + mistake), std::string::npos)
      << skipped.messages;
  EXPECT_NE(skipped.out.find("(100 examples)"), std::string::npos) << skipped.out;
  if (common::kAddressSanitizer || common::kThreadSanitizer) return;  // they keep what was freed
  const common::PeakMemory memory = common::MeasurePeakMemory([&] {
    return [&] {
      if (HashLearn(words({"--on-error=skip", "--threads=1"})).status != 0) std::abort();
    };
  });
  // The buffer doubles until it holds the longest line, and the last step copies it.
  EXPECT_LT(memory.peak - memory.before, 3 * 64 + 16);
}

// For passes over a cache that the first pass writes, and for predictions with an existing model.
TEST_F(HashLearnInput, LongFilesTakeNoMoreMemoryThanShortOnes) {
  if (common::kAddressSanitizer || common::kThreadSanitizer) return;  // they keep what was freed
  const std::string lines = News(5000, 21, " |");
  const auto mebibytes = [&](int repetitions, const std::vector<std::string>& words) {
    const std::string path = At("lines.vw");
    std::ofstream file(path);
    for (int i = 0; i < repetitions; ++i) file << lines;
    file.close();
    std::filesystem::remove(At("cache"));
    std::vector<std::string> all = words;
    all.insert(all.begin() + 1, path);
    const common::PeakMemory memory = common::MeasurePeakMemory([&] {
      return [&] {
        std::FILE* const nowhere = std::fopen("/dev/null", "w");
        const std::atomic<bool> never = false;
        if (RunHashLearn(all, nowhere, nowhere, never) != 0) std::abort();
      };
    });
    return memory.peak - memory.before;
  };
  const std::vector<std::vector<std::string>> commands = {
      {"train", "--task=one-vs-rest", "--bits=10", "--passes=2", "--cache=" + At("cache"),
       "--save=" + At("model")},
      {"predict", "--load=" + At("model")}};
  for (const std::vector<std::string>& words : commands) {
    SCOPED_TRACE(words.front());
    constexpr int kFew = 2, kMany = 80;
    ASSERT_GT(kMany * lines.size(), size_t{30} << 20);
    EXPECT_LT(mebibytes(kMany, words), mebibytes(kFew, words) + 3);
  }
}

TEST_F(HashLearnInput, ALineOf20MegabytesIsLearned) {
  const std::string path = At("long.vw");
  Write(path, News(50, 19, " |") + LongLine(20'000'000));
  const Outcome outcome = HashLearn({"train", path, "--task=one-vs-rest", "--bits=10"});
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("(51 examples)"), std::string::npos) << outcome.out;
}

// Standard input of this process is a file as long as the object lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& path) : StandardInput(open(path.c_str(), O_RDONLY)) {}
  // Which it then owns.
  explicit StandardInput(int file) : kept_(dup(STDIN_FILENO)) {
    EXPECT_GE(file, 0);
    EXPECT_EQ(dup2(file, STDIN_FILENO), STDIN_FILENO);
    close(file);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    if (kept_ < 0) {
      close(STDIN_FILENO);
      return;
    }
    dup2(kept_, STDIN_FILENO);
    close(kept_);
  }

 private:
  int kept_;  // negative if this process has none
};

// From a file, compressed or not, and from a pipe: the same model and predictions as from the file by name.
TEST_F(HashLearnInput, StandardInputIsReadAsAFileIs) {
  const std::string train = Put("train.vw", News(2000, 20, " |")), test = Put("test.vw", News(300, 21, " |"));
  const std::string zipped = At("train.vw.gz"), pipe = At("pipe");
  const gzFile file = gzopen(zipped.c_str(), "wb");
  const std::string content = common::ReadFile(train);
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  ASSERT_EQ(gzclose(file), Z_OK);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto learn = [&](const std::vector<std::string>& data) {
    std::vector<std::string> words = {"train", "--task=one-vs-rest", "--bits=12", "--save=" + At("model")};
    words.insert(words.end(), data.begin(), data.end());
    const Outcome outcome = HashLearn(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return common::ReadFile(At("model"));
  };
  const std::string expected = learn({train});
  for (const std::string& path : {train, zipped}) {
    const StandardInput input(path);
    EXPECT_EQ(learn({"--format=vw"}), expected) << path;
  }
  {
    const StandardInput input(zipped);
    EXPECT_EQ(learn({"-", "--format=vw"}), expected);
  }
  {
    std::thread writer([&] { std::ofstream(pipe) << content; });
    const StandardInput input(pipe);
    EXPECT_EQ(learn({"--format=vw"}), expected);
    writer.join();
  }
  // From where it stands, not from its beginning; and from a socket, which cannot be opened by name.
  const std::string rest = Put("rest.vw", content.substr(content.find('\n') + 1));
  const std::string expected_rest = learn({rest});
  {
    const StandardInput input(train);
    ASSERT_EQ(lseek(STDIN_FILENO, static_cast<off_t>(content.find('\n') + 1), SEEK_SET),
              static_cast<off_t>(content.find('\n') + 1));
    EXPECT_EQ(learn({"--format=vw"}), expected_rest);
  }
  {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    std::thread writer([&] {
      std::signal(SIGPIPE, SIG_IGN);
      for (size_t at = 0; at < content.size();) {
        const ssize_t written = write(ends[0], content.data() + at, content.size() - at);
        if (written <= 0) break;
        at += static_cast<size_t>(written);
      }
      close(ends[0]);
    });
    {
      const StandardInput input(ends[1]);
      EXPECT_EQ(learn({"--format=vw"}), expected);
    }
    writer.join();
  }
  learn({train});
  const Outcome named = HashLearn({"predict", test, "--load=" + At("model")});
  EXPECT_EQ(named.status, 0) << named.messages;
  EXPECT_EQ(std::ranges::count(named.out, '\n'), 301);  // one names the columns
  const StandardInput input(test);
  EXPECT_EQ(HashLearn({"predict", "--load=" + At("model")}).out, named.out);
}

// If predictions cannot be printed, the program stops before the end of the input, which may never end.
TEST_F(HashLearnInput, PredictEndsWhereItCannotPrint) {
  const std::string train = Put("train.vw", News(50, 24, " |")), pipe = At("pipe");
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--bits=8", "--save=" + At("model")}).status, 0);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::signal(SIGPIPE, SIG_IGN);
  bool was_refused = false;
  std::thread writer([&] {
    const int end = open(pipe.c_str(), O_WRONLY);
    const std::string lines = News(1000, 25, " |");
    for (int i = 0; i < 2000 && !was_refused; ++i) was_refused = write(end, lines.data(), lines.size()) < 0;
    close(end);
  });
  const std::atomic<bool> never = false;
  std::FILE* const full = std::fopen("/dev/full", "w");
  std::FILE* const messages = std::tmpfile();
  ASSERT_NE(full, nullptr);
  EXPECT_EQ(RunHashLearn({"predict", pipe, "--load=" + At("model")}, full, messages, never), 3);
  std::fclose(full);
  std::fclose(messages);
  writer.join();
  EXPECT_TRUE(was_refused);
}

// What a program printed so far.
std::string Printed(std::FILE* file) {
  std::string text(4096, '\0');
  const ssize_t size = pread(fileno(file), text.data(), text.size(), 0);
  text.resize(std::max<ssize_t>(size, 0));
  return text;
}

void WaitUntil(const std::function<bool()>& happens) {
  for (int i = 0; i < 2000 && !happens(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(happens());
}

// By one thread or two; the stream is still open.
TEST_F(HashLearnInput, AnInterruptEndsTheWaitForAStreamAndSaves) {
  for (const char* threads : {"1", "2"}) {
    const std::string path = At(std::string("pipe") + threads), model = At(std::string("model") + threads);
    const common::NamedPipe pipe(path);
    pipe.Send(News(20, 26, " |"));
    std::atomic<bool> interrupted = false;
    std::FILE *const out = std::tmpfile(), *const messages = std::tmpfile();
    std::thread user([&] {
      // The progress after the 16th example.
      WaitUntil([&] { return Printed(messages).find(" 16 ") != std::string::npos; });
      interrupted = true;
    });
    EXPECT_EQ(RunHashLearn({"train", path, "--format=vw", "--task=one-vs-rest", "--bits=8",
                            std::string("--threads=") + threads, "--save=" + model},
                           out, messages, interrupted),
              130);
    user.join();
    EXPECT_NE(Printed(out).find("ended             interrupted\n"), std::string::npos) << Printed(out);
    EXPECT_EQ(structured_learning::HashedScorer(model).num_outputs(), 3u);
    std::fclose(out);
    std::fclose(messages);
  }
}

TEST_F(HashLearnInput, PredictAnswersEachLineOfAStreamWhenItComes) {
  const std::string train = Put("train.vw", News(50, 24, " |")), path = At("pipe");
  ASSERT_EQ(HashLearn({"train", train, "--task=one-vs-rest", "--bits=8", "--save=" + At("model")}).status, 0);
  std::atomic<bool> interrupted = false;
  std::FILE *const out = std::tmpfile(), *const messages = std::tmpfile();
  const common::NamedPipe pipe(path);
  std::thread program([&] {
    EXPECT_EQ(RunHashLearn({"predict", path, "--load=" + At("model")}, out, messages, interrupted), 130);
  });
  for (int line = 1; line <= 3; ++line) {
    pipe.Send("| seax1 seax2\n");
    WaitUntil([&] {
      const std::string printed = Printed(out);
      return std::ranges::count(printed, '\n') == line + 1;
    });
  }
  interrupted = true;
  program.join();
  EXPECT_TRUE(Printed(out).starts_with("label\tscore\nsea\t")) << Printed(out);
  std::fclose(out);
  std::fclose(messages);
}

TEST_F(HashLearnInput, APipeIsReadOnce) {
  const std::string pipe = At("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::vector<std::string> words = {"train", pipe, "--format=vw", "--task=one-vs-rest", "--passes=3"};
  // It would wait forever for a writer.
  ExpectMistake(HashLearn(words), 2,
                "hash_learn: --passes: expected 1 over standard input or a pipe, found 3");
  std::vector<std::string> cached = words;
  cached.push_back("--cache=" + At("cache"));
  std::thread writer([&] { std::ofstream(pipe) << News(50, 17, " |"); });
  const Outcome outcome = HashLearn(cached);
  writer.join();
  EXPECT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_EQ(NumberAfter(outcome.out, "passes"), 3);
  // What comes out of it next time is not known to be the same.
  ExpectMistake(HashLearn(cached), 2,
                "hash_learn: --cache: expected a new file for standard input or a pipe");
}

}  // namespace
}  // namespace structlab::tools
