#include "common/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace structlab::common {
namespace {

using std::chrono::nanoseconds;

constexpr nanoseconds kTerminalStep = std::chrono::milliseconds(100);
constexpr nanoseconds kPlainStep = std::chrono::seconds(30);

ProgressStyle StyleFor(ProgressStyle asked, std::FILE* out) {
  if (asked != ProgressStyle::kAutomatic) return asked;
  return isatty(fileno(out)) != 0 ? ProgressStyle::kTerminal : ProgressStyle::kPlain;
}

// The number of columns of the terminal. A wider line would wrap and could not be rewritten.
size_t WidthOf(std::FILE* out) {
  winsize size = {};
  constexpr size_t kUsual = 80;
  return ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

// At most `width` bytes, without half of a UTF-8 character at the end, control characters as '?'.
std::string Fit(std::string text, size_t width) {
  if (text.size() > width) {
    while (width > 0 && (static_cast<unsigned char>(text[width]) & 0xc0) == 0x80) --width;
    text.resize(width);
  }
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
      '?');
  return text;
}

}  // namespace

std::string FormatDuration(nanoseconds duration) {
  const int64_t seconds =
      std::max<int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(duration).count());
  if (seconds < 60) return fmt::format("{}s", seconds);
  if (seconds < 3600) return fmt::format("{}m{:02}s", seconds / 60, seconds % 60);
  if (seconds < 86'400) return fmt::format("{}h{:02}m", seconds / 3600, seconds / 60 % 60);
  return fmt::format("{}d{:02}h", seconds / 86'400, seconds / 3600 % 24);
}

nanoseconds ProgressLine::SteadyClock() { return std::chrono::steady_clock::now().time_since_epoch(); }

ProgressLine::ProgressLine(std::string name, int64_t total, std::FILE* out, ProgressStyle style, Clock clock)
    : name_(std::move(name)),
      total_(total),
      out_(out),
      style_(StyleFor(style, out)),
      clock_(std::move(clock)),
      start_(clock_()),
      next_show_(start_) {
  const std::lock_guard lock(mutex_);
  Show(start_);
}

ProgressLine::~ProgressLine() {
  const std::lock_guard lock(mutex_);
  if (!shown_all_) Show(clock_());
  if (style_ == ProgressStyle::kTerminal) {
    std::fputc('\n', out_);
    std::fflush(out_);
  }
}

void ProgressLine::Advance(int64_t by, std::string_view note) {
  const std::lock_guard lock(mutex_);
  done_ += by;
  if (!note.empty()) note_ = note;
  shown_all_ = false;
  if (const nanoseconds now = clock_(); now >= next_show_) Show(now);
}

void ProgressLine::Message(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (style_ == ProgressStyle::kTerminal) std::fputs("\r\x1b[K", out_);
  std::fprintf(out_, "%.*s\n", static_cast<int>(text.size()), text.data());
  if (style_ == ProgressStyle::kTerminal) Show(clock_());
  std::fflush(out_);
}

std::string ProgressLine::Line(nanoseconds now) const {
  std::string line = fmt::format("{}: {}", name_, done_);
  const nanoseconds passed = now - start_;
  if (total_ > 0) {
    // Rounded down, so that 100% means that all is done.
    const double share = static_cast<double>(done_) / static_cast<double>(total_);
    line += fmt::format("/{}, {}%", total_, static_cast<int64_t>(100.0 * share));
  }
  if (total_ > 0 && done_ > 0 && done_ < total_) {
    const double ratio = static_cast<double>(total_ - done_) / static_cast<double>(done_);
    // Longer times are shown as a hundred years, which fits into the type.
    const double left = std::min(ratio * static_cast<double>(passed.count()), 3e18);
    line += fmt::format(", {} left", FormatDuration(nanoseconds(static_cast<int64_t>(left))));
  } else if (done_ > 0) {
    line += fmt::format(", {}", FormatDuration(passed));
  }
  if (!note_.empty()) line += fmt::format(", {}", note_);
  return line;
}

void ProgressLine::Show(nanoseconds now) {
  shown_all_ = true;
  if (style_ == ProgressStyle::kQuiet) return;
  const bool terminal = style_ == ProgressStyle::kTerminal;
  next_show_ = now + (terminal ? kTerminalStep : kPlainStep);
  if (terminal) {
    // Return to the beginning of the line, overwrite it, and clear the rest of a longer old line.
    std::fprintf(out_, "\r%s\x1b[K", Fit(Line(now), WidthOf(out_) - 1).c_str());
  } else {
    const std::string line = Line(now);
    std::fprintf(out_, "%s\n", Fit(line, line.size()).c_str());
  }
  std::fflush(out_);
}

}  // namespace structlab::common
