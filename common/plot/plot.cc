#include "common/plot/plot.h"

#include <fmt/format.h>
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
#include "common/plot/gnuplot_script.h"
#include "common/png/png_file.h"
#include "common/png/png_texts.h"
#include "common/processes/child_process.h"
#include "common/safe_text.h"
#include "common/table.h"

namespace structlab::common {
namespace {

namespace fs = std::filesystem;

Table PointsTable(const Plot& plot, const PlotFacts& facts) {
  Table table;
  const auto comment = [&](std::string_view name, const std::string& text) {
    std::string line = CleanText(fmt::format(" {}{}{}", name, name.empty() ? "" : ": ", text));
    std::ranges::replace(line, '\n', ' ');
    table.comments.push_back(line);
  };
  comment("", plot.title);
  comment("x", plot.x_label);
  comment("y", plot.y_label);
  if (plot.horizontal_line) {
    comment("line", fmt::format("{} at {}", plot.horizontal_line_name, FormatDouble(*plot.horizontal_line)));
  }
  for (const auto& [name, value] : facts) comment(name, value);
  table.columns = {"series", "x", "y"};
  for (const Series& series : plot.series) {
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      table.rows.push_back({series.name, FormatDouble(series.x[i]), FormatDouble(series.y[i])});
    }
  }
  return table;
}

// A folder in the folder of the plots for the files that gnuplot reads and writes. The destructor removes it.
class DrawingFolder {
 public:
  explicit DrawingFolder(const std::string& folder)
      : path_(fmt::format("{}/.drawing_{}", folder, ::getpid())) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      const bool was_killed = entry.path().filename().string().starts_with(".drawing_");
      if (was_killed) fs::remove_all(entry.path(), error);
    }
    MakeFolder(path_);
  }
  ~DrawingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  DrawingFolder(const DrawingFolder&) = delete;
  DrawingFolder& operator=(const DrawingFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// The last line that gnuplot printed, for the error message.
std::string LastLine(const std::string& path) {
  std::string text = fs::exists(path) ? ReadFile(path) : "";
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

// --default-settings ignores the user's start-up files, which could change the look of plots.
constexpr const char* kCommand =
    "cd \"$0\" && exec gnuplot --default-settings script </dev/null >/dev/null 2>messages";
constexpr int kNoSuchProgram = 127;  // the shell's status for a missing program

// Runs gnuplot with the file `script` of the folder. gnuplot dies with this process.
void RunGnuplot(const DrawingFolder& folder) {
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    DieWithParent(parent);
    RestoreSignals();
    ::execl("/bin/sh", "sh", "-c", kCommand, folder.path().c_str(), nullptr);
    ::_exit(kNoSuchProgram);
  }
  if (child < 0) ThrowEnvironmentError("gnuplot", fmt::format("cannot be started: {}", std::strerror(errno)));
  const int status = WaitForChild(child);
  const int code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (WIFEXITED(status) && code == 0) return;
  if (WIFEXITED(status) && code == kNoSuchProgram) {
    ThrowEnvironmentError("gnuplot", "plots cannot be drawn: it is not installed",
                          "install it: apt-get install gnuplot-nox");
  }
  const std::string printed = LastLine(folder / "messages");
  ThrowEnvironmentError(
      "gnuplot", fmt::format("{} {}{}{}", WIFSIGNALED(status) ? "was killed by signal" : "ended with status",
                             code, printed.empty() ? "" : ", saying: ", printed));
}

[[noreturn]] void ThrowTorn(const std::string& path) {
  ThrowEnvironmentError(path, "gnuplot left an incomplete file", "is the disk full?");
}

// Replaces the old files of the plot by the new drawing.
void TakeDrawing(const Plot& plot, const std::string& drawn, const std::string& base,
                 const PlotFacts& facts) {
  using namespace std::string_view_literals;
  const std::string svg = ReadFile(drawn + ".svg"), png = ReadFile(drawn + ".png");
  if (!svg.ends_with("</svg>\n\n") && !svg.ends_with("</svg>\n")) ThrowTorn(base + ".svg");
  const bool is_whole = png.starts_with("\x89PNG\r\n\x1a\n") && png.ends_with("IEND\xAE\x42\x60\x82"sv);
  if (!is_whole) ThrowTorn(base + ".png");
  WriteFileAtomically(base + ".svg", FinishSvg(svg, plot, facts));
  WriteFileAtomically(base + ".png", WithPngTexts(png, facts));
}

void WritePanels(const Plot& plot, const std::string& folder, const PlotFacts& facts) {
  for (size_t i = 0; i < plot.panels.size(); ++i) {
    const Panel& panel = plot.panels[i];
    const std::string where = fmt::format("panel {} of {} ({})", i + 1, plot.id, panel.caption);
    // Durability is not needed: a picture damaged by a power cut is detected and written again by the next
    // call.
    WriteFileAtomically(folder + "/" + PanelFileName(plot, i),
                        WithPngTexts(EncodePng(panel.picture, where), facts), Durability::kNothing);
  }
}

}  // namespace

bool CanBeDrawn(const Plot& plot, double x, double y) {
  return std::isfinite(x) && std::isfinite(y) && (!plot.log_x || x > 0) && (!plot.log_y || y > 0);
}

bool HasPoints(const Plot& plot) {
  return std::ranges::any_of(plot.series, [&](const Series& series) {
    for (size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      if (CanBeDrawn(plot, series.x[i], series.y[i])) return true;
    }
    return false;
  });
}

bool HasDrawing(const Plot& plot) { return !plot.series.empty() || plot.panels.empty(); }

std::string PanelFileName(const Plot& plot, size_t panel) {
  return fmt::format("{}+{}.png", FileNameFor(plot.id), panel + 1);
}

void WritePlots(const std::vector<const Plot*>& plots, const std::string& folder, const PlotFacts& facts,
                const std::vector<std::string>& first_names) {
  const SeriesLooks looks(first_names, plots);
  const auto base_of = [&](const Plot& plot) { return folder + "/" + FileNameFor(plot.id); };
  std::vector<const Plot*> drawn;  // plot i is drawn to the files i.svg and i.png
  std::string script;
  for (const Plot* plot : plots) {
    WritePanels(*plot, folder, facts);
    if (!HasDrawing(*plot)) continue;
    WriteTsv(PointsTable(*plot, facts), base_of(*plot) + ".tsv");
    if (!HasPoints(*plot)) continue;
    const std::string number = std::to_string(drawn.size());
    script += GnuplotScript(*plot, looks, number + ".svg", number + ".png");
    drawn.push_back(plot);
  }
  if (drawn.empty()) return;
  const DrawingFolder drawing(folder);
  WriteFileAtomically(drawing / "script", script, Durability::kNothing);
  RunGnuplot(drawing);
  for (size_t i = 0; i < drawn.size(); ++i) {
    TakeDrawing(*drawn[i], drawing / std::to_string(i), base_of(*drawn[i]), facts);
  }
}

}  // namespace structlab::common
