// Progress of long work, on the terminal or in a log.
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
  kPlain,      // a line at the start, one at the end, and at most one every 30 s in between
  kQuiet,      // no progress
};

// Shows a line such as "cases: 120/1000, 12%, 3m20s left, ocr/seed=3". Thread-safe.
//
//   ProgressLine progress("cases", num_cases);
//   ... progress.Advance(1, "ocr/rp-bcfw-std-g/seed=3");
class ProgressLine {
 public:
  // Returns the time since some fixed moment; tests pass their own clock.
  using Clock = std::function<std::chrono::nanoseconds()>;

  // `name` says what is counted. If `total` <= 0 the total is unknown, and the line shows neither percentage
  // nor time left. `out` must outlive this object.
  ProgressLine(std::string name, int64_t total, std::FILE* out = stderr,
               ProgressStyle style = ProgressStyle::kAutomatic, Clock clock = SteadyClock);
  ~ProgressLine();  // shows the last state and ends the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Adds to the count. A note that is not empty replaces the text at the end of the line.
  void Advance(int64_t by = 1, std::string_view note = "");
  // Writes a message on a separate line that progress does not overwrite; also with kQuiet.
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

// Two units at most: "45s", "3m20s", "2h05m", "3d04h". Negative durations are shown as 0s.
std::string FormatDuration(std::chrono::nanoseconds duration);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_PROGRESS_H_
