#include "experiments/harness/report/figure.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <utility>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/table.h"
#include "experiments/harness/process_pool.h"
#include "experiments/harness/report/figure_script.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/series_look.h"

namespace structlab::harness {
namespace {

common::Table PointsTable(const Figure& figure) {
  common::Table table;
  table.comments = {" " + figure.title, " x: " + figure.x_label, " y: " + figure.y_label};
  if (figure.horizontal_line) {
    table.comments.push_back(" line: " + figure.horizontal_line_name + " at " +
                             common::FormatDouble(*figure.horizontal_line));
  }
  // A comment is one line of the file.
  for (std::string& comment : table.comments) {
    comment = CleanText(comment);
    std::replace(comment.begin(), comment.end(), '\n', ' ');
  }
  table.columns = {"series", "x", "y"};
  for (const Series& series : figure.series) {
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      table.rows.push_back(
          {series.name, common::FormatDouble(series.x[i]), common::FormatDouble(series.y[i])});
    }
  }
  return table;
}

// A file that goes away with the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  TemporaryFile(TemporaryFile&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What gnuplot said last, for the error.
std::string LastLine(const std::string& path) {
  std::string text;
  try {
    text = common::ReadFile(path);
  } catch (const common::Error&) {
    return "";
  }
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  const size_t start = text.rfind('\n');
  return start == std::string::npos ? text : text.substr(start + 1);
}

// In the child: becomes gnuplot in the folder of its script, or tells `failures` the errno of why not.
[[noreturn]] void BecomeGnuplot(const std::filesystem::path& script_path, const std::string& messages_path,
                                int failures, pid_t parent) {
  DieWithParent(parent);
  RestoreSignals();
  const int nothing = ::open("/dev/null", O_RDWR);
  const int messages = ::open(messages_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (nothing >= 0 && messages >= 0 && ::chdir(script_path.parent_path().c_str()) == 0) {
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(messages, STDERR_FILENO);
    // The user's own start-up files could change what the figures look like.
    const std::string script = script_path.filename().string();
    const char* const arguments[] = {"gnuplot", "--default-settings", script.c_str(), nullptr};
    ::execvp("gnuplot", const_cast<char* const*>(arguments));
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failures, &error, sizeof error);
  ::_exit(127);
}

// Starts gnuplot, which does not outlive this process.
pid_t StartGnuplot(const std::string& script_path, const std::string& messages_path) {
  int failures[2];
  if (::pipe2(failures, O_CLOEXEC) != 0) {
    common::ThrowEnvironmentError("gnuplot", std::string("cannot be started: ") + std::strerror(errno));
  }
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) BecomeGnuplot(script_path, messages_path, failures[1], parent);
  int failure = child < 0 ? errno : 0;
  ::close(failures[1]);
  ssize_t got = 0;
  while (child > 0 && (got = ::read(failures[0], &failure, sizeof failure)) < 0 && errno == EINTR) {
  }
  ::close(failures[0]);
  if (failure == 0) return child;
  if (child > 0) ::waitpid(child, nullptr, 0);
  common::ThrowEnvironmentError("gnuplot", std::string("figures cannot be drawn: ") + std::strerror(failure),
                                "install it: apt-get install gnuplot-nox");
}

void RunGnuplot(const std::string& script_path, const std::string& messages_path) {
  const pid_t child = StartGnuplot(script_path, messages_path);
  const int status = WaitForChild(child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const std::string how = WIFSIGNALED(status) ? "was killed by signal " + std::to_string(WTERMSIG(status))
                                              : "ended with status " + std::to_string(WEXITSTATUS(status));
  const std::string said = LastLine(messages_path);
  common::ThrowEnvironmentError("gnuplot", how + (said.empty() ? "" : ", saying: " + said));
}

// What stands before and after the numbers of the process and, for what gnuplot draws, of the figure.
struct TemporaryName {
  std::string_view before, after;
};
constexpr TemporaryName kScriptName = {".script_", ".gnuplot"};
constexpr TemporaryName kMessagesName = {".messages_", ".txt"};
constexpr TemporaryName kSvgName = {".drawing_", ".svg"};
constexpr TemporaryName kPngName = {".drawing_", ".png"};

std::string NameOf(const TemporaryFile& file) {
  return std::filesystem::path(file.path()).filename().string();
}

bool EndsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

[[noreturn]] void ThrowTorn(const std::string& path) {
  common::ThrowEnvironmentError(path, "gnuplot left an incomplete file", "is the disk full?");
}

// What gnuplot drew of one figure, until it takes the figure's names.
struct Drawing {
  const Figure* figure;
  TemporaryFile svg, png;
};

// Puts what was drawn in the place of what was there.
void TakeDrawing(const Drawing& drawing, const std::string& base) {
  using namespace std::string_view_literals;
  const std::string svg = common::ReadFile(drawing.svg.path());
  if (!EndsWith(svg, "</svg>\n\n") && !EndsWith(svg, "</svg>\n")) ThrowTorn(base + ".svg");
  const std::string png = common::ReadFile(drawing.png.path());
  if (!png.starts_with("\x89PNG\r\n\x1a\n") || !EndsWith(png, "IEND\xAE\x42\x60\x82"sv))
    ThrowTorn(base + ".png");
  common::WriteFileAtomically(base + ".svg", FinishSvg(svg, *drawing.figure));
  common::WriteFileAtomically(base + ".png", png);
}

}  // namespace

bool IsTemporaryOfDrawing(std::string_view file_name) {
  for (const auto& [before, after] : {kScriptName, kMessagesName, kSvgName, kPngName}) {
    if (!file_name.starts_with(before) || !file_name.ends_with(after)) continue;
    if (file_name.size() <= before.size() + after.size()) continue;
    const std::string_view numbers =
        file_name.substr(before.size(), file_name.size() - before.size() - after.size());
    if (numbers.find_first_not_of("0123456789_") == numbers.npos) return true;
  }
  return false;
}

bool HasDrawing(const Figure& figure) { return !figure.series.empty() || figure.panels.empty(); }

bool HasPoints(const Figure& figure) {
  for (const Series& series : figure.series) {
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      const bool x_fits = std::isfinite(series.x[i]) && (!figure.log_x || series.x[i] > 0);
      const bool y_fits = std::isfinite(series.y[i]) && (!figure.log_y || series.y[i] > 0);
      if (x_fits && y_fits) return true;
    }
  }
  return false;
}

void DrawFigures(const std::vector<Figure>& figures, const std::string& folder,
                 const std::vector<std::string>& methods) {
  if (figures.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) common::ThrowEnvironmentError(folder, "cannot be made: " + error.message());
  const std::string process = std::to_string(::getpid());
  const auto path = [&](const TemporaryName& around, const std::string& numbers) {
    return folder + "/" + std::string(around.before) + numbers + std::string(around.after);
  };
  const auto base_of = [&](const Figure& figure) { return folder + "/" + FileNameFor(figure.id); };
  const SeriesLooks looks(methods, figures);
  std::vector<Drawing> drawings;
  std::string script;
  for (const Figure& figure : figures) {
    if (!HasDrawing(figure)) continue;
    common::WriteTsv(PointsTable(figure), base_of(figure) + ".tsv");
    if (!HasPoints(figure)) continue;
    const std::string numbers = process + "_" + std::to_string(drawings.size());
    drawings.push_back(
        {&figure, TemporaryFile(path(kSvgName, numbers)), TemporaryFile(path(kPngName, numbers))});
    // By their names alone: a script is UTF-8, and the folders need not be.
    script += FigureScript(figure, looks, NameOf(drawings.back().svg), NameOf(drawings.back().png));
  }
  if (script.empty()) return;
  const TemporaryFile script_file(path(kScriptName, process));
  const TemporaryFile messages(path(kMessagesName, process));
  common::WriteFileAtomically(script_file.path(), script);
  RunGnuplot(script_file.path(), messages.path());
  for (const Drawing& drawing : drawings) TakeDrawing(drawing, base_of(*drawing.figure));
}

}  // namespace structlab::harness
