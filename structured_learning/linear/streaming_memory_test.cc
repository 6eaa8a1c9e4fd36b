// The training data need not fit into memory.
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <memory>
#include <string>

#include "common/peak_memory.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/linear/examples/example_reader.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"
#include "structured_learning/linear/training.h"

namespace structlab::structured_learning {
namespace {

// The memory in MiB that learning from the given MiB of lines adds to the process.
double MemoryToLearn(int mebibytes) {
  const common::ScratchFolder folder("streaming_memory_test");
  const std::string path = folder.path() + "/lines.svm";
  {
    std::ofstream file(path);
    for (int line = 0; file.tellp() < (std::streamoff{mebibytes} << 20); ++line) {
      file << (line % 2 == 0 ? "1" : "-1");
      for (int feature = 1; feature <= 50; ++feature) file << ' ' << 100 * feature + line % 97 << ":0.5";
      file << '\n';
    }
  }
  const common::PeakMemory memory = common::MeasurePeakMemory([&] {
    return [&] {
      LabelNames labels;
      StreamingLearner learner({.bits = 10});
      const auto reader = std::make_shared<ExampleReader>(path, MakeSvmlightParser({}), &labels);
      Train(learner, {}, [&](int) { return [&](ExampleBatch& batch) { return reader->Next(batch); }; });
    };
  });
  return memory.peak - memory.before;
}

TEST(Train, TakesNoMoreMemoryForAFileTwentyTimesAsLong) {
  EXPECT_LT(MemoryToLearn(100), MemoryToLearn(5) + 2);
}

// A line that consists only of bars, each of which begins a namespace.
TEST(VwText, EmptyNamespacesTakeNoMemory) {
  const common::ScratchFolder folder("streaming_memory_test");
  const std::string path = folder.path() + "/bars.vw";
  constexpr int kBars = 8 << 20;
  std::ofstream(path) << "1 " << std::string(kBars, '|') << " 7:1\n";
  const common::PeakMemory memory = common::MeasurePeakMemory([&] {
    return [&] {
      LabelNames labels;
      ExampleReader reader(path, MakeVwParser({}), &labels);
      for (ExampleBatch batch; reader.Next(batch);) continue;
    };
  });
  // The line is in two buffers, one of which may be twice as long while it grows.
  EXPECT_LT(memory.peak - memory.before, 50);
}

}  // namespace
}  // namespace structlab::structured_learning
