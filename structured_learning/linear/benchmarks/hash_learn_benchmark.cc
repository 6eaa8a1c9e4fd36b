// Measures the speed of learning from text and from the cache, with and without a second thread that reads,
// and the error on test posts after one pass and after twenty, over ten orders of the training posts.
//
// The yardsticks are plain loops. For text: the numbers of all lines in svmlight's format, read by strtoul
// and strtof. For the cache: the textbook's adaptive updates over examples in memory, with two separate
// tables. The results of Vowpal Wabbit on the same file, measured separately, are in the notes of the rows
// (kPeer).
//
// A feature of the cache is 8 bytes, which the system copies and a checksum reads, and 8 bytes of the table,
// which are read twice and written once; the words of these posts take a quarter of a second-level cache of 2
// MiB. Reading alone makes 1200 million features a second, learning from memory 305; one after the other this
// gives 244, and twenty passes reach nearly 90 % of it. One pass also makes its table.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/number.h"
#include "common/peak_memory.h"
#include "common/random_stream.h"
#include "structured_learning/linear/benchmarks/news_examples.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"
#include "structured_learning/linear/files/example_cache.h"
#include "structured_learning/linear/training.h"

namespace structlab::structured_learning {
namespace {

constexpr int kRuns = 7;

// Results of the public program with its default settings (adaptive, normalised and invariant updates) and
// 2^18 weights, in its processor time unless stated otherwise, on an idle machine of this kind.
constexpr const char* kPeer = "Vowpal Wabbit 9.11.2 on the same posts: ";

std::string TemporaryPath(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("hash_learn_benchmark_" + name)).string();
}

std::string WriteLines(const std::vector<std::string>& lines, const std::string& name) {
  const std::string path = TemporaryPath(name);
  std::ofstream file(path, std::ios::binary);
  for (const std::string& line : lines) file << line << '\n';
  return path;
}

// The same lines in Vowpal Wabbit's format.
std::vector<std::string> VwLines(const std::vector<std::string>& lines) {
  std::vector<std::string> vw;
  for (const std::string& line : lines) {
    const size_t label = std::min(line.find(' '), line.size());
    vw.push_back(line.substr(0, label).append(" |").append(line.substr(label)));
  }
  return vw;
}

NextBatch FromLines(const std::string& path, std::unique_ptr<LineParser> parser, LabelNames& labels) {
  const auto reader = std::make_shared<ExampleReader>(path, std::move(parser), &labels);
  return [reader](ExampleBatch& batch) { return reader->Next(batch); };
}

NextBatch FromText(const std::string& path, LabelNames& labels) {
  return FromLines(path, MakeSvmlightParser({}), labels);
}

void LearnText(const std::string& path, bool beside) {
  LabelNames labels(2);
  StreamingLearner learner({});
  const auto begin_pass = [&](int) {
    NextBatch next = FromText(path, labels);
    return beside ? ReadAhead(std::move(next)) : next;
  };
  Train(learner, {}, begin_pass);
}

void LearnVwText(const std::string& path) {
  LabelNames labels(2);
  StreamingLearner learner({});
  Train(learner, {}, [&](int) { return FromLines(path, MakeVwParser({}), labels); });
}

void LearnCache(const std::string& path, double passes) {
  StreamingLearner learner({});
  const auto begin_pass = [&](int) -> NextBatch {
    const auto reader = std::make_shared<ExampleCacheReader>(path, Facts());
    return [reader](ExampleBatch& batch) { return reader->Next(batch); };
  };
  Train(learner, {.run = {.stop = {.iterations = passes}}}, begin_pass);
}

std::vector<ExampleBatch> ReadBatches(const std::string& path, LabelNames& labels) {
  std::vector<ExampleBatch> batches;
  const NextBatch next = FromText(path, labels);
  for (ExampleBatch batch; next(batch);) batches.push_back(batch);
  return batches;
}

// Reads the numbers of all lines with the C library.
double ReadPlainly(const std::vector<std::string>& lines) {
  double sum = 0;
  for (const std::string& line : lines) {
    char* at = nullptr;
    sum += static_cast<double>(std::strtol(line.c_str(), &at, 10));
    while (*at == ' ') {
      sum += static_cast<double>(std::strtoul(at + 1, &at, 10));
      sum += std::strtof(at + 1, &at);
    }
  }
  return sum;
}

// The updates of Duchi, Hazan, Singer 2011 for the logistic loss.
float LearnPlainly(const std::vector<ExampleBatch>& batches, int passes) {
  constexpr uint32_t kMask = (1u << 18) - 1;
  std::vector<float> weights(kMask + 1), squares(kMask + 1, 1e-30f);
  for (int pass = 0; pass < passes; ++pass) {
    for (const ExampleBatch& batch : batches) {
      for (size_t i = 0; i < batch.size(); ++i) {
        const ExampleView example = batch[i];
        float score = 0;
        for (size_t k = 0; k < example.keys.size(); ++k) {
          score += weights[example.keys[k] & kMask] * example.values[k];
        }
        const float y = example.labels[0] == 0 ? 1.f : -1.f;
        const float derivative = -y / (1 + std::exp(y * score));
        for (size_t k = 0; k < example.keys.size(); ++k) {
          const uint32_t bin = example.keys[k] & kMask;
          const float gradient = derivative * example.values[k];
          squares[bin] += gradient * gradient;
          weights[bin] -= 0.5f * gradient / std::sqrt(squares[bin]);
        }
      }
    }
  }
  return weights[0];
}

void Print(const common::BenchmarkRow& row) {
  std::fputs(common::FormatBenchmarkRow(row).c_str(), stdout);
  std::fflush(stdout);
}

struct Files {
  NewsExamples news;
  std::string text, cache;
  std::vector<ExampleBatch> batches, test;
  double features = 0;
  std::string note;
};

Files Prepare() {
  Files files = {.news = MakeNewsExamples(),
                 .text = {},
                 .cache = TemporaryPath("cache"),
                 .batches = {},
                 .test = {},
                 .note = {}};
  files.text = WriteLines(files.news.train, "train.svm");
  LabelNames labels(2);
  files.batches = ReadBatches(files.text, labels);
  files.test = ReadBatches(WriteLines(files.news.test, "test.svm"), labels);
  ExampleCacheWriter writer(files.cache, {});
  for (ExampleBatch& batch : files.batches) {
    writer.Add(batch);
    files.features += static_cast<double>(batch.num_features());
  }
  writer.Finish({labels.names()});
  files.note =
      common::FormatDouble(files.features) + " features" + (files.news.is_stand_in ? "; stand-in" : "");
  return files;
}

// The results of the other program on these posts do not apply to the stand-in.
std::string WithPeer(const Files& files, const std::string& note, const std::string& peer) {
  return files.news.is_stand_in ? note : note + "; " + kPeer + peer;
}

// The rate over all features in this many passes.
void PrintRate(const Files& files, const std::string& name, const common::PairedSeconds& seconds,
               const std::string& yardstick, int threads, const std::string& peer, int passes = 1) {
  const double features = 1e-6 * files.features * passes;
  Print({.benchmark = name,
         .value = features / seconds.ours,
         .unit = "M features/s",
         .yardstick = yardstick,
         .yardstick_value = features / seconds.yardstick,
         .threads = threads,
         .note = WithPeer(files, files.note, peer)});
}

// The mean error in percent after this many passes, over ten orders; the first order is that of the file.
void PrintError(const Files& files, const std::string& name, int passes, const std::string& peer) {
  constexpr int kOrders = 10;
  double sum = 0, first = 0;
  for (int order = 0; order < kOrders; ++order) {
    std::vector<ExampleView> examples;
    for (const ExampleBatch& batch : files.batches) {
      for (size_t i = 0; i < batch.size(); ++i) examples.push_back(batch[i]);
    }
    common::RandomStream random(1, "orders", static_cast<uint64_t>(order));
    for (size_t i = examples.size(); order > 0 && i > 1; --i) {
      std::swap(examples[i - 1], examples[random.UniformIndex(i)]);
    }
    StreamingLearner learner({});
    for (int pass = 0; pass < passes; ++pass) {
      for (const ExampleView& example : examples) learner.Learn(example);
    }
    LossSums sums;
    for (const ExampleBatch& batch : files.test) {
      for (size_t i = 0; i < batch.size(); ++i) sums.Add(learner.Judge(batch[i]), 1);
    }
    if (order == 0) first = sums.ErrorRate();
    sum += sums.ErrorRate();
  }
  Print({.benchmark = name,
         .value = 100 * sum / kOrders,
         .unit = "%",
         .note = WithPeer(files,
                          "of test posts, mean of ten orders; in the order of the file " +
                              common::FormatShort(100 * first) + (files.news.is_stand_in ? "; stand-in" : ""),
                          peer + " in the order of the file")});
}

// The first posts, with this many different labels.
std::vector<std::string> WithManyLabels(const NewsExamples& news, int posts, int labels) {
  std::vector<std::string> lines;
  for (int i = 0; i < posts && i < static_cast<int>(news.train.size()); ++i) {
    const std::string& line = news.train[i];
    lines.push_back("label_of_some_length_" + std::to_string(i % labels) +
                    line.substr(std::min(line.find(' '), line.size())));
  }
  return lines;
}

// The additional memory of the process for learning with 2^24 weights of 8 bytes each, for any number of
// classes.
void PrintMemory(const std::string& name, const std::vector<std::string>& lines, bool is_stand_in) {
  const std::string path = WriteLines(lines, "classes.svm");
  size_t num_labels = 0;
  {
    LabelNames labels;
    const NextBatch next = FromText(path, labels);
    for (ExampleBatch batch; next(batch);) continue;
    num_labels = labels.size();
  }
  const common::PeakMemory memory = common::MeasurePeakMemory([&] {
    return [&] {
      LabelNames labels;
      StreamingLearner learner({.bits = 24, .task = LinearTask::kOneVsRest});
      Train(learner, {}, [&](int) { return FromText(path, labels); });
    };
  });
  Print({.benchmark = name,
         .value = memory.peak - memory.before,
         .unit = "MiB",
         .note = "128 of them the table; " + std::to_string(lines.size()) + " posts, " +
                 std::to_string(num_labels) + " labels" + (is_stand_in ? "; stand-in" : "")});
}

void Measure(const common::BenchmarkSelection& selection) {
  const Files files = Prepare();
  volatile double sink = 0;
  const auto read_plainly = [&] { sink = ReadPlainly(files.news.train); };
  if (selection.Contains("hash_learn/text")) {
    PrintRate(files, "hash_learn/text",
              common::InterleavedMedians([&] { LearnText(files.text, false); }, read_plainly, kRuns),
              "strtoul and strtof", 1, "23");
  }
  if (selection.Contains("hash_learn/vw_text")) {
    const std::string vw = WriteLines(VwLines(files.news.train), "train.vw");
    PrintRate(files, "hash_learn/vw_text",
              common::InterleavedMedians([&] { LearnVwText(vw); }, read_plainly, kRuns), "strtoul and strtof",
              1, "23");
  }
  if (selection.Contains("hash_learn/text_two_threads")) {
    PrintRate(files, "hash_learn/text_two_threads",
              common::InterleavedMedians([&] { LearnText(files.text, true); }, read_plainly, kRuns,
                                         common::BenchmarkClock::kWall),
              "strtoul and strtof", 2, "18 by the clock, it parses in a second thread");
  }
  for (const auto& [name, passes] :
       {std::pair("hash_learn_cache/one_pass", 1), {"hash_learn_cache/20_passes", 20}}) {
    if (!selection.Contains(name)) continue;
    PrintRate(
        files, name,
        common::InterleavedMedians([&, times = passes] { LearnCache(files.cache, times); },
                                   [&, times = passes] { sink = LearnPlainly(files.batches, times); }, kRuns),
        "textbook updates in memory", 1, "73, of twenty passes", passes);
  }
  if (selection.Contains("hash_learn_memory/24_bits")) {
    const NewsExamples groups = MakeNewsExamples(NewsLabels::kGroups);
    PrintMemory("hash_learn_memory/24_bits", groups.train, groups.is_stand_in);
  }
  if (selection.Contains("hash_learn_memory/24_bits_2000_labels")) {
    PrintMemory("hash_learn_memory/24_bits_2000_labels", WithManyLabels(files.news, 2000, 2000),
                files.news.is_stand_in);
  }
  if (selection.Contains("hash_learn_error/1_pass"))
    PrintError(files, "hash_learn_error/1_pass", 1, "7.55 %");
  if (selection.Contains("hash_learn_error/20_passes")) {
    PrintError(files, "hash_learn_error/20_passes", 20, "6.48 %");
  }
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::structured_learning
