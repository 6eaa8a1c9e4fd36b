#include "tools/programs/minimizer_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/progress.h"
#include "common/table.h"

namespace structlab::tools {
namespace {

using common::FormatDouble;
using graphical_models::MapResult;

std::string FormatPoint(const common::TracePoint& point) {
  std::string text = "energy " + FormatDouble(point.value);
  if (point.bound > -std::numeric_limits<double>::infinity()) {
    text += ", bound " + FormatDouble(point.bound);
  }
  return text;
}

// Minimisers count whole iterations.
int64_t IterationsOf(const common::TracePoint& point) { return static_cast<int64_t>(point.iteration); }

}  // namespace

void AddStopFlags(common::CommandLine& line, StopArguments& arguments) {
  line.Option("--trace", arguments.trace, "a table of energy and bound over time (TSV)");
  line.Option("--seconds", arguments.seconds,
              "stop the method after this time; reading, and the choice by auto, do not count")
      .AtLeastZero();
  line.Option("--iterations", arguments.iterations,
              "stop after this number of sweeps, rounds of moves or trees (depends on the method)")
      .AtLeastZero();
  line.Option("--gap", arguments.gap,
              "stop when energy - lower bound is at most this; without effect for methods without a bound")
      .AtLeastZero();
}

void AddThreadsFlag(common::CommandLine& line, int& threads) {
  threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  line.Option(
          "--threads", threads,
          "used by parsimonious (several trees at once) and by trws on images; does not change the result")
      .ShowDefault();
}

void CheckThreads(int threads) {
  constexpr int kMaxThreads = 1024;
  if (threads >= 1 && threads <= kMaxThreads) return;
  common::ThrowUsageError("--threads", fmt::format("1 to {}", kMaxThreads), std::to_string(threads));
}

MapResult MinimizeWithProgress(const std::string& program, const StopArguments& arguments,
                               std::FILE* messages, const std::atomic<bool>& interrupted,
                               const std::function<MapResult(common::RunControl)>& minimize) {
  common::ProgressLine line(program + ": iterations", 0, messages);
  int64_t iterations = 0;
  common::RunControl run = {.stop = {.interrupted = &interrupted}};
  if (arguments.seconds) run.stop.seconds = *arguments.seconds;
  if (arguments.gap) run.stop.gap = *arguments.gap;
  if (arguments.iterations) run.stop.iterations = static_cast<double>(*arguments.iterations);
  run.observer = [&](const common::TracePoint& point) {
    line.Advance(IterationsOf(point) - iterations, FormatPoint(point));
    iterations = IterationsOf(point);
    return true;
  };
  return minimize(std::move(run));
}

void WriteTrace(const MapResult& result, const StopArguments& arguments) {
  if (arguments.trace.empty()) return;
  common::Table table = {.columns = {"seconds", "iteration", "energy", "lower_bound"}};
  for (const common::TracePoint& point : result.trace) {
    table.rows.push_back({FormatDouble(point.seconds), std::to_string(IterationsOf(point)),
                          FormatDouble(point.value), FormatDouble(point.bound)});
  }
  common::WriteTsv(table, common::CallersPath(arguments.trace));
}

void PrintLowerBound(const MapResult& result, const char* of_what, std::FILE* to) {
  const bool has_bound = result.lower_bound > -std::numeric_limits<double>::infinity();
  std::fprintf(to, "lower bound  %s%s\n", has_bound ? FormatDouble(result.lower_bound).c_str() : "none",
               has_bound ? of_what : "");
}

void PrintEnding(const MapResult& result, const StopArguments& arguments, const char* of_what,
                 std::FILE* to) {
  // The method has several parts: one of them reached its time limit, but the last one ended by itself.
  const bool is_of_a_part = result.ending == common::Ending::kTimeLimit &&
                            result.trace.back().seconds < 0.9 * arguments.seconds.value_or(0);
  const common::TracePoint& end = result.trace.back();
  const bool is_of_the_energy =
      result.ending == common::Ending::kOptimal || result.ending == common::Ending::kGapReached;
  std::fprintf(to, "ended        %s%s%s, %lld iteration%s, %.3g s\n",
               std::string(EndingName(result.ending)).c_str(), is_of_a_part ? " of a part of the method" : "",
               is_of_the_energy ? of_what : "", static_cast<long long>(IterationsOf(end)),
               end.iteration == 1 ? "" : "s", end.seconds);
}

int ReportInterruption(const std::string& program, std::FILE* messages) {
  std::fprintf(messages, "%s: interrupted; the best labeling so far is written\n", program.c_str());
  return common::kInterruptedStatus;
}

}  // namespace structlab::tools
