#include "experiments/harness/report/drawing.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "common/processes/child_process.h"
#include "common/table.h"
#include "experiments/harness/report/html.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

common::Table PointsTable(const Figure& figure, const DrawingOrigin& origin) {
  common::Table table;
  const auto comment = [&](std::string_view name, const std::string& text) {
    std::string line = CleanText(fmt::format(" {}{}{}", name, name.empty() ? "" : ": ", text));
    std::ranges::replace(line, '\n', ' ');
    table.comments.push_back(line);
  };
  comment("", figure.title);
  comment("x", figure.x_label);
  comment("y", figure.y_label);
  if (figure.horizontal_line) {
    comment("line", fmt::format("{} at {}", figure.horizontal_line_name,
                                common::FormatDouble(*figure.horizontal_line)));
  }
  for (const Fact& fact : origin.Facts()) comment(fact.name, fact.value);
  table.columns = {"series", "x", "y"};
  for (const Series& series : figure.series) {
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      table.rows.push_back(
          {series.name, common::FormatDouble(series.x[i]), common::FormatDouble(series.y[i])});
    }
  }
  return table;
}

constexpr std::string_view kTemporaryName = ".drawing_";

// A folder beside the figures, named after this process, that goes away with the object.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& folder)
      : path_(fmt::format("{}/{}{}", folder, kTemporaryName, ::getpid())) {
    RemoveThoseOfDeadProcesses(folder);
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) common::ThrowEnvironmentError(path_.string(), "cannot be made: " + error.message());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  const fs::path& path() const { return path_; }

 private:
  // What a kill left.
  static void RemoveThoseOfDeadProcesses(const std::string& folder) {
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(kTemporaryName)) continue;
      const int process = std::atoi(name.c_str() + kTemporaryName.size());
      if (process > 0 && (::kill(process, 0) == 0 || errno != ESRCH)) continue;
      fs::remove_all(entry.path(), ignored);
    }
  }

  fs::path path_;
};

// What gnuplot said last, for the error.
std::string LastLine(const std::string& path) {
  std::string text = fs::exists(path) ? common::ReadFile(path) : "";
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

// In the child: becomes gnuplot in the folder of its script, or tells `failures` the errno of why not.
[[noreturn]] void BecomeGnuplot(const fs::path& folder, int failures, pid_t parent) {
  common::DieWithParent(parent);
  common::RestoreSignals();
  const int nothing = ::chdir(folder.c_str()) == 0 ? ::open("/dev/null", O_RDWR) : -1;
  const int messages = ::open("messages", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (nothing >= 0 && messages >= 0) {
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(messages, STDERR_FILENO);
    // The user's own start-up files could change what the figures look like.
    const char* const arguments[] = {"gnuplot", "--default-settings", "script", nullptr};
    ::execvp("gnuplot", const_cast<char* const*>(arguments));
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failures, &error, sizeof error);
  ::_exit(127);
}

// Runs gnuplot, which does not outlive this process, with the file `script` of the folder.
void RunGnuplot(const TemporaryFolder& folder) {
  int failures[2];
  if (::pipe2(failures, O_CLOEXEC) != 0) {
    common::ThrowEnvironmentError("gnuplot", fmt::format("cannot be started: {}", std::strerror(errno)));
  }
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) BecomeGnuplot(folder.path(), failures[1], parent);
  int failure = child < 0 ? errno : 0;
  ::close(failures[1]);
  while (child > 0 && ::read(failures[0], &failure, sizeof failure) < 0 && errno == EINTR) {
  }
  ::close(failures[0]);
  if (failure != 0) {
    if (child > 0) ::waitpid(child, nullptr, 0);
    common::ThrowEnvironmentError("gnuplot",
                                  fmt::format("figures cannot be drawn: {}", std::strerror(failure)),
                                  "install it: apt-get install gnuplot-nox");
  }
  const int status = common::WaitForChild(child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  const std::string said = LastLine(folder / "messages");
  common::ThrowEnvironmentError(
      "gnuplot", fmt::format("{} {}{}{}", WIFSIGNALED(status) ? "was killed by signal" : "ended with status",
                             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                             said.empty() ? "" : ", saying: ", said));
}

[[noreturn]] void ThrowTorn(const std::string& path) {
  common::ThrowEnvironmentError(path, "gnuplot left an incomplete file", "is the disk full?");
}

// Puts what was drawn in the place of what was there.
void TakeDrawing(const Figure& figure, const std::string& drawn, const std::string& base,
                 const DrawingOrigin& origin) {
  using namespace std::string_view_literals;
  const std::string svg = common::ReadFile(drawn + ".svg"), png = common::ReadFile(drawn + ".png");
  if (!svg.ends_with("</svg>\n\n") && !svg.ends_with("</svg>\n")) ThrowTorn(base + ".svg");
  const bool is_whole = png.starts_with("\x89PNG\r\n\x1a\n") && png.ends_with("IEND\xAE\x42\x60\x82"sv);
  if (!is_whole) ThrowTorn(base + ".png");
  common::WriteFileAtomically(base + ".svg", FinishSvg(svg, figure, origin));
  common::WriteFileAtomically(base + ".png", WithPngTexts(png, origin.Facts()));
}

}  // namespace

std::vector<Fact> DrawingOrigin::Facts() const {
  std::vector<Fact> facts;
  if (!command.empty()) facts.push_back({"Command", command});
  if (!commit.empty()) facts.push_back({"Commit", commit});
  if (!data_digest.empty()) facts.push_back({"Data", data_digest});
  return facts;
}

bool HasDrawing(const Figure& figure) { return !figure.series.empty() || figure.panels.empty(); }

bool CanBeDrawn(const Figure& figure, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && (!figure.log_x || x > 0) && (!figure.log_y || y > 0);
}

bool HasPoints(const Figure& figure) {
  return std::ranges::any_of(figure.series, [&](const Series& series) {
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      if (CanBeDrawn(figure, series.x[i], series.y[i])) return true;
    }
    return false;
  });
}

void DrawFigures(const std::vector<Figure>& figures, const std::string& folder,
                 const std::vector<std::string>& methods, const DrawingOrigin& origin) {
  if (!std::ranges::any_of(figures, HasDrawing)) return;
  const TemporaryFolder temporary(folder);
  const SeriesLooks looks(methods, figures);
  const auto base_of = [&](const Figure& figure) { return folder + "/" + FileNameFor(figure.id); };
  std::vector<const Figure*> drawn;  // under the names 0.svg, 0.png and so on
  std::string script;
  for (const Figure& figure : figures) {
    if (!HasDrawing(figure)) continue;
    common::WriteTsv(PointsTable(figure, origin), base_of(figure) + ".tsv");
    if (!HasPoints(figure)) continue;
    script +=
        FigureScript(figure, looks, fmt::format("{}.svg", drawn.size()), fmt::format("{}.png", drawn.size()));
    drawn.push_back(&figure);
  }
  if (drawn.empty()) return;
  common::WriteFileAtomically(temporary / "script", script, common::Durability::kNothing);
  RunGnuplot(temporary);
  for (size_t i = 0; i < drawn.size(); ++i) {
    TakeDrawing(*drawn[i], temporary / std::to_string(i), base_of(*drawn[i]), origin);
  }
}

std::string PanelFileName(const Figure& figure, size_t panel) {
  return fmt::format("{}+{}.png", FileNameFor(figure.id), panel + 1);
}

void WritePanels(const std::vector<Figure>& figures, const std::string& folder, const DrawingOrigin& origin) {
  for (const Figure& figure : figures) {
    for (size_t i = 0; i < figure.panels.size(); ++i) {
      const Panel& panel = figure.panels[i];
      const std::string where = fmt::format("panel {} of {} ({})", i + 1, figure.id, panel.caption);
      // A torn picture after a power cut is recognised, and the next run writes it again.
      common::WriteFileAtomically(folder + "/" + PanelFileName(figure, i),
                                  WithPngTexts(EncodePng(panel.picture, where), origin.Facts()),
                                  common::Durability::kNothing);
    }
  }
}

}  // namespace structlab::harness
