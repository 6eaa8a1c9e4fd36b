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
  EXPECT_EQ(GetCapturedStderr(),
            "bin/cut_benchmark: --onyl=x: expected --only=GLOB[,GLOB...], found --onyl=x\n");
}

TEST(BenchmarkMain, ErrorsOfTheWorkAreOneLine) {
  const char* const arguments[] = {"cut_benchmark"};
  CaptureStderr();
  EXPECT_EQ(BenchmarkMain(1, arguments,
                          [](const BenchmarkSelection&) { ThrowDataError("venus", "a flow of 7", "8"); }),
            3);
  EXPECT_EQ(GetCapturedStderr(), "cut_benchmark: venus: expected a flow of 7, found 8\n");
}

int calls_of_second = 0;
const BenchmarkRegistration first([](const BenchmarkSelection&) {
  ThrowDataError("venus", "a flow of 7", "8");
});
const BenchmarkRegistration second([](const BenchmarkSelection&) { ++calls_of_second; });

TEST(RegisteredBenchmarksMain, GoesOnAfterAnError) {
  const char* const arguments[] = {"exact/benchmark", "--only=cut/*"};
  CaptureStderr();
  EXPECT_EQ(RegisteredBenchmarksMain(2, arguments), 3);
  EXPECT_EQ(GetCapturedStderr(), "exact/benchmark: venus: expected a flow of 7, found 8\n");
  EXPECT_EQ(calls_of_second, 1);
}

TEST(RegisteredBenchmarksMain, WrongUsageIsReportedOnce) {
  const char* const arguments[] = {"exact/benchmark", "--onyl=x"};
  calls_of_second = 0;
  CaptureStderr();
  EXPECT_EQ(RegisteredBenchmarksMain(2, arguments), 2);
  EXPECT_EQ(GetCapturedStderr(),
            "exact/benchmark: --onyl=x: expected --only=GLOB[,GLOB...], found --onyl=x\n");
  EXPECT_EQ(calls_of_second, 0);
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
