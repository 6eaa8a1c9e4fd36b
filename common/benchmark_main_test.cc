#include "common/benchmark_main.h"

#include <gtest/gtest.h>

#include <string>

#include "common/error.h"

namespace structlab::common {
namespace {

using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

TEST(BenchmarkMain, MeasuresWhatIsAskedFor) {
  const char* const arguments[] = {"bin/cut_benchmark", "--only=cut/*"};
  int calls = 0;
  EXPECT_EQ(BenchmarkMain(2, arguments,
                          [&](const BenchmarkSelection& selection) {
                            ++calls;
                            EXPECT_TRUE(selection.Contains("cut/grid"));
                            EXPECT_FALSE(selection.Contains("path/a"));
                          }),
            0);
  EXPECT_EQ(calls, 1);
}

TEST(BenchmarkMain, OtherArgumentsAreWrongUsage) {
  const char* const arguments[] = {"bin/cut_benchmark", "--onyl=x"};
  CaptureStderr();
  EXPECT_EQ(BenchmarkMain(2, arguments, [](const BenchmarkSelection&) { ADD_FAILURE(); }), 2);
  EXPECT_EQ(GetCapturedStderr(), "cut_benchmark: --onyl=x: expected --only=GLOB[,GLOB...], found --onyl=x\n");
}

TEST(BenchmarkMain, ErrorsOfTheWorkAreOneLine) {
  const char* const arguments[] = {"cut_benchmark"};
  CaptureStderr();
  EXPECT_EQ(BenchmarkMain(1, arguments,
                          [](const BenchmarkSelection&) { ThrowDataError("venus", "a flow of 7", "8"); }),
            3);
  EXPECT_EQ(GetCapturedStderr(), "cut_benchmark: venus: expected a flow of 7, found 8\n");
}

TEST(PrintBenchmarkRow, WritesTheRowAsItIsFormatted) {
  const BenchmarkRow row = {.benchmark = "cut/grid", .value = 3, .unit = "MiB"};
  CaptureStdout();
  PrintBenchmarkRow(row);
  PrintBenchmarkRow(row);
  EXPECT_EQ(GetCapturedStdout(), FormatBenchmarkRow(row) + FormatBenchmarkRow(row));
}

}  // namespace
}  // namespace structlab::common
