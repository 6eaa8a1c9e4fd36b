// Compares the program hash_learn with liblinear's on posts of 20newsgroups, and measures its accuracy on raw
// text.
//
// The speed from text is that of a whole process, which learns ten copies of the training posts in one pass
// on one thread and saves its model. Vowpal Wabbit's 23 million features a second were measured in the same
// way. The limits are the same as in structured_learning/linear/benchmarks, which measures the library in
// process: the program reads each of 15 bytes a feature, and fetches a cache line of the table for it.
//
// For liblinear-train -s 1, both programs learn the same file and save a model. The comparison is of the
// processor time of the whole processes, including reading. The measurement fails if our accuracy on real
// posts is below liblinear's by more than allowed_points.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "structured_learning/linear/benchmarks/news_examples.h"
#include "tools/programs/hash_learn/benchmark_flags.h"

namespace structlab::tools {
namespace {

using common::FormatShort;
using structured_learning::MakeNewsExamples;
using structured_learning::MakeNewsTexts;
using structured_learning::NewsExamples;
using structured_learning::NewsHeaders;
using structured_learning::NewsLabels;

constexpr int kRuns = 7;

// A temporary folder; the destructor removes it.
class Folder {
 public:
  Folder() : path_((std::filesystem::temp_directory_path() / "hash_learn_benchmark_XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      common::ThrowEnvironmentError(path_, "cannot be made", "set TMPDIR to a folder that can be written");
    }
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string At(const std::string& name) const { return std::string(path_).append("/").append(name); }
  std::string Put(const std::string& name, const std::vector<std::string>& lines) const {
    std::ofstream file(At(name), std::ios::binary);
    for (const std::string& line : lines) file << line << '\n';
    return At(name);
  }

 private:
  std::string path_;
};

struct Ended {
  double processor_seconds;
  std::string out;
};

// Runs a program, which is searched in PATH, and waits for its end.
Ended RunProgram(const Folder& folder, std::vector<std::string> words) {
  const std::string out = folder.At("out");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const bool is_redirected =
        freopen(out.c_str(), "w", stdout) != nullptr && freopen("/dev/null", "w", stderr) != nullptr;
    if (is_redirected) execvp(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage = {};
  if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
    common::ThrowEnvironmentError(words[0], std::generic_category().message(errno));
  }
  if (status != 0)
    common::ThrowEnvironmentError(words[0], "did not run to its end", "install liblinear-tools");
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), common::ReadFile(out)};
}

// The path of the program hash_learn, which is built into the same folder.
std::string HashLearn() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "hash_learn").string();
}

double NumberAfter(const std::string& text, const std::string& name) {
  const size_t at = text.find(name);
  if (at == std::string::npos) common::ThrowDataError("output", name, common::Quote(text));
  return std::strtod(text.c_str() + at + name.size(), nullptr);
}

double OurAccuracy(const Folder& folder, const std::string& test) {
  const Ended evaluated = RunProgram(folder, {HashLearn(), "evaluate", test, "--load=" + folder.At("model")});
  return NumberAfter(evaluated.out, "accuracy");
}

struct Comparison {
  std::string name;
  NewsLabels labels;
  std::vector<std::string> flags;
  bool is_cached;         // true for more than one pass
  double allowed_points;  // percentage points of accuracy that ours may be below liblinear's
};

void CompareWithLiblinear(const Comparison& comparison) {
  const Folder folder;
  const NewsExamples news = MakeNewsExamples(comparison.labels);
  const std::string train = folder.Put("train.svm", news.train), test = folder.Put("test.svm", news.test);
  std::vector<std::string> ours = {HashLearn(), "train", train, "--save=" + folder.At("model")};
  ours.insert(ours.end(), comparison.flags.begin(), comparison.flags.end());
  if (comparison.is_cached) ours.push_back("--cache=" + folder.At("cache"));
  std::vector<double> our_seconds, their_seconds;
  for (int run = 0; run < kRuns; ++run) {
    // Each run writes the cache again.
    std::filesystem::remove(folder.At("cache"));
    our_seconds.push_back(RunProgram(folder, ours).processor_seconds);
    their_seconds.push_back(
        RunProgram(folder, {"liblinear-train", "-s", "1", "-q", train, folder.At("theirs")})
            .processor_seconds);
  }
  const double accuracy = OurAccuracy(folder, test);
  const double their_accuracy = NumberAfter(
      RunProgram(folder, {"liblinear-predict", test, folder.At("theirs"), folder.At("predicted")}).out,
      "Accuracy =");
  // Random words have no known accuracy.
  if (!news.is_stand_in && accuracy < their_accuracy - comparison.allowed_points) {
    common::ThrowDataError(
        comparison.name, "an accuracy of at least " + FormatShort(their_accuracy - comparison.allowed_points),
        FormatShort(accuracy));
  }
  std::string flags;
  for (const std::string& flag : comparison.flags) flags.append(" ").append(flag);
  common::PrintBenchmarkRow({.benchmark = comparison.name,
                             .value = common::MedianOf(our_seconds),
                             .unit = "s",
                             .yardstick = "liblinear-train -s 1",
                             .yardstick_value = common::MedianOf(their_seconds),
                             .threads = 2,
                             .note = "processor time of the whole processes; accuracy " +
                                     FormatShort(accuracy) + " % against " + FormatShort(their_accuracy) +
                                     " %;" + flags + (news.is_stand_in ? "; stand-in" : "")});
}

void PrintSpeedFromText(const std::string& name) {
  constexpr int kCopies = 10;
  const Folder folder;
  const NewsExamples news = MakeNewsExamples(NewsLabels::kHalves);
  std::vector<std::string> lines;
  int64_t features = 0;
  for (int copy = 0; copy < kCopies; ++copy) lines.insert(lines.end(), news.train.begin(), news.train.end());
  for (const std::string& line : lines) features += std::count(line.begin(), line.end(), ':');
  const std::string train = folder.Put("train.svm", lines);
  std::vector<double> seconds;
  for (int run = 0; run < kRuns; ++run) {
    seconds.push_back(RunProgram(folder, {HashLearn(), "train", train, kSpeedFromTextFlags[0],
                                          "--save=" + folder.At("model")})
                          .processor_seconds);
  }
  common::PrintBenchmarkRow(
      {.benchmark = name,
       .value = 1e-6 * static_cast<double>(features) / common::MedianOf(seconds),
       .unit = "M features/s",
       .note = "processor time of the whole process, reading, parsing and saving included; "
               "ten copies of the training posts, one pass; Vowpal Wabbit: 23" +
               std::string(news.is_stand_in ? "; stand-in" : "")});
}

void PrintTextAccuracy(const std::string& name, NewsHeaders headers) {
  const Folder folder;
  const NewsExamples news = MakeNewsTexts(headers);
  const std::string train = folder.Put("train.txt", news.train), test = folder.Put("test.txt", news.test);
  std::vector<std::string> words = {HashLearn(), "train", train, "--save=" + folder.At("model"),
                                    "--cache=" + folder.At("cache")};
  words.insert(words.end(), kRawTextFlags.begin(), kRawTextFlags.end());
  RunProgram(folder, words);
  std::string note = "of test posts, by date, 20 groups;";
  for (const std::string& flag : kRawTextFlags) note.append(" ").append(flag);
  common::PrintBenchmarkRow({.benchmark = name,
                             .value = OurAccuracy(folder, test),
                             .unit = "%",
                             .threads = 2,
                             .note = note + (news.is_stand_in ? "; stand-in" : "")});
}

void Measure(const common::BenchmarkSelection& selection) {
  const std::vector<Comparison> comparisons = {
      {"hash_learn_vs_liblinear/two_classes", NewsLabels::kHalves, kTwoClassesFlags, true, 0.3},
      {"hash_learn_vs_liblinear/20_classes", NewsLabels::kGroups, kTwentyClassesFlags, false, 0.5}};
  for (const Comparison& comparison : comparisons) {
    if (selection.Contains(comparison.name)) CompareWithLiblinear(comparison);
  }
  if (selection.Contains("hash_learn_program/text")) PrintSpeedFromText("hash_learn_program/text");
  if (selection.Contains("hash_learn_raw_text/headers_in")) {
    PrintTextAccuracy("hash_learn_raw_text/headers_in", NewsHeaders::kIn);
  }
  if (selection.Contains("hash_learn_raw_text/headers_out")) {
    PrintTextAccuracy("hash_learn_raw_text/headers_out", NewsHeaders::kOut);
  }
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::tools
