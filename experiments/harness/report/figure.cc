#include "experiments/harness/report/figure.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/table.h"
#include "experiments/harness/report/figure_script.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/series_look.h"

extern char** environ;

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
  ~TemporaryFile() { ::unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
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

void RunGnuplot(const std::string& script_path, const std::string& messages_path) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages_path.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  // The user's own start-up files could change what the figures look like.
  const char* const arguments[] = {"gnuplot", "--default-settings", script_path.c_str(), nullptr};
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, "gnuplot", &actions, nullptr, const_cast<char* const*>(arguments), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    common::ThrowEnvironmentError("gnuplot",
                                  std::string("figures cannot be drawn: ") + std::strerror(failure),
                                  "install it: apt-get install gnuplot-nox");
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR)
      common::ThrowEnvironmentError("gnuplot", std::string("lost: ") + std::strerror(errno));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const std::string how = WIFSIGNALED(status) ? "was killed by signal " + std::to_string(WTERMSIG(status))
                                              : "ended with status " + std::to_string(WEXITSTATUS(status));
  const std::string said = LastLine(messages_path);
  common::ThrowEnvironmentError("gnuplot", how + (said.empty() ? "" : ", saying: " + said));
}

// What stands before and after the number of the process.
using NameOfInput = std::pair<std::string_view, std::string_view>;
constexpr NameOfInput kScriptName = {".script_", ".gnuplot"};
constexpr NameOfInput kMessagesName = {".messages_", ".txt"};

bool EndsWith(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

[[noreturn]] void ThrowTorn(const std::string& path) {
  common::ThrowEnvironmentError(path, "gnuplot left an incomplete file", "is the disk full?");
}

void CheckPng(const std::string& path) {
  using namespace std::string_view_literals;
  const std::string png = common::ReadFile(path);
  if (png.rfind("\x89PNG\r\n\x1a\n", 0) != 0 || !EndsWith(png, "IEND\xAE\x42\x60\x82"sv)) ThrowTorn(path);
}

}  // namespace

bool IsInputOfDrawing(std::string_view file_name) {
  for (const auto& [before, after] : {kScriptName, kMessagesName}) {
    if (!file_name.starts_with(before) || !file_name.ends_with(after)) continue;
    if (file_name.size() <= before.size() + after.size()) continue;
    const std::string_view process =
        file_name.substr(before.size(), file_name.size() - before.size() - after.size());
    if (process.find_first_not_of("0123456789") == process.npos) return true;
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
  const SeriesLooks looks(methods, figures);
  std::string script;
  for (const Figure& figure : figures) {
    if (!HasDrawing(figure)) continue;
    const std::string base = folder + "/" + FileNameFor(figure.id);
    common::WriteTsv(PointsTable(figure), base + ".tsv");
    if (HasPoints(figure)) script += FigureScript(figure, looks, base + ".svg", base + ".png");
  }
  if (script.empty()) return;
  const std::string process = std::to_string(::getpid());
  const auto path = [&](const NameOfInput& around) {
    return folder + "/" + std::string(around.first) + process + std::string(around.second);
  };
  const TemporaryFile script_file(path(kScriptName));
  const TemporaryFile messages(path(kMessagesName));
  common::WriteFileAtomically(script_file.path(), script);
  RunGnuplot(script_file.path(), messages.path());
  for (const Figure& figure : figures) {
    if (!HasPoints(figure)) continue;
    const std::string base = folder + "/" + FileNameFor(figure.id);
    const std::string svg = common::ReadFile(base + ".svg");
    if (!EndsWith(svg, "</svg>\n\n") && !EndsWith(svg, "</svg>\n")) ThrowTorn(base + ".svg");
    common::WriteFileAtomically(base + ".svg", FinishSvg(svg, figure));
    CheckPng(base + ".png");
  }
}

}  // namespace structlab::harness
