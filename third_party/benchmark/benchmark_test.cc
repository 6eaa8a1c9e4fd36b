#include <benchmark/benchmark.h>
#include <gtest/gtest.h>

namespace {

void Count(benchmark::State& state) {
  int64_t sum = 0;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(sum += state.range(0));
}

class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) iterations_ += run.iterations;
  }
  int64_t iterations() const { return iterations_; }

 private:
  int64_t iterations_ = 0;
};

BENCHMARK(Count)->Arg(3)->Iterations(1000);

TEST(Benchmark, RunsWhatWasRegistered) {
  Collector collector;
  EXPECT_EQ(benchmark::RunSpecifiedBenchmarks(&collector), 1u);
  EXPECT_EQ(collector.iterations(), 1000);
}

}  // namespace
