// How far a long piece of work has come, on the terminal or in a log.
#ifndef STRUCTLAB_COMMON_PROGRESS_H_
#define STRUCTLAB_COMMON_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace structlab::common {

enum class ProgressStyle {
  kAutomatic,  // kTerminal if the output is a terminal, else kPlain
  kTerminal,   // one line, rewritten at most ten times a second
  kPlain,      // a line at the beginning of the work, at the end and at most every 30 s in between
  kQuiet,      // nothing
};

// One line like "cases: 120/1000, 12%, 3m20s left, ocr/seed=3". Safe to use from several threads.
//
//   ProgressLine progress("cases", num_cases);
//   ... progress.Advance(1, "ocr/rp-bcfw-std-g/seed=3");
class ProgressLine {
 public:
  // Time since some fixed moment; tests give one of their own.
  using Clock = std::function<std::chrono::nanoseconds()>;

  // `name` says what is counted. `total` <= 0 means that it is unknown: no share and no time left. `out` must
  // live longer than this.
  ProgressLine(std::string name, int64_t total, std::FILE* out = stderr,
               ProgressStyle style = ProgressStyle::kAutomatic, Clock clock = SteadyClock);
  ~ProgressLine();  // shows the last state and ends the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Adds to the count and, unless it is empty, sets the note at the end of the line.
  void Advance(int64_t by = 1, std::string_view note = "");
  // Writes a message as a line of its own, which progress does not overwrite; also when quiet.
  void Message(std::string_view text);

  static std::chrono::nanoseconds SteadyClock();

 private:
  std::string Line(std::chrono::nanoseconds now) const;
  void Show(std::chrono::nanoseconds now);

  const std::string name_;
  const int64_t total_;
  std::FILE* const out_;
  const ProgressStyle style_;
  const Clock clock_;
  std::mutex mutex_;  // guards what follows
  int64_t done_ = 0;
  std::string note_;
  std::chrono::nanoseconds start_;
  std::chrono::nanoseconds next_show_;
  bool shown_all_ = true;  // the last state has been shown
};

// "45s", "3m20s", "2h05m", "3d04h": as much as one reads at a glance. Negative durations are shown as 0s.
std::string FormatDuration(std::chrono::nanoseconds duration);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROGRESS_H_
