// Figures as files: curves drawn by gnuplot, pictures as PNG.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DRAWING_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DRAWING_H_

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/report/figure.h"

namespace structlab::harness {

// Where the numbers of a drawing come from; empty parts are left out. Stands in its files, so that a figure
// that was copied into a paper still tells: as <metadata> of an SVG, as tEXt chunks of a PNG (keys Command,
// Commit, Data) and as comments of a TSV.
struct DrawingOrigin {
  std::string command = {}, commit = {}, data_digest = {};

  std::vector<Fact> Facts() const;
};

// Can the point be drawn? It is finite, and positive along a logarithmic axis.
bool CanBeDrawn(const Figure& figure, double x, double y);
// Can any point of the figure?
bool HasPoints(const Figure& figure);

// Has the figure a drawing of curves beside its pictures, if it has any? Only one of pictures has none.
bool HasDrawing(const Figure& figure);

// Writes <name>.svg, <name>.png and <name>.tsv (columns series, x, y: every number, exactly) of each figure
// that HasDrawing into the folder, where name = FileNameFor(figure.id). Series differ by colour, dashes and
// markers. The SVG has no title and no background and follows the reader's light or dark scheme; the PNG is
// white, 1520 by 1040 pixels. A curve of one of the package's `methods` (SeriesLooks) looks the same in all
// figures. Points that cannot be drawn interrupt the line and stand only in the table; a figure without any
// others gets only its table. The same figures, methods and origin give the same bytes with the same gnuplot.
//
// One gnuplot process draws them all; texts are literals, of which nothing is ever run. Each file is replaced
// whole or not at all; if this process is killed, gnuplot is too, and the next call removes what it had
// drawn. If a signal comes while they are blocked (SignalsBlocked), throws Interrupted. Throws common::Error
// (kEnvironment) if gnuplot is missing (naming the package), fails, or leaves an incomplete file.
void DrawFigures(const std::vector<Figure>& figures, const std::string& folder,
                 const std::vector<std::string>& methods = {}, const DrawingOrigin& origin = {});

// FileNameFor(figure.id), '+', the number of the panel from 1, ".png". No other file of a figure has this
// name: FileNameFor gives none with a '+'.
std::string PanelFileName(const Figure& figure, size_t panel);

// Writes each figure's pictures into the folder, which exists. Throws common::Error naming the panel if a
// picture is invalid (kUsage, CheckPicture) or a file cannot be written (kEnvironment).
void WritePanels(const std::vector<Figure>& figures, const std::string& folder,
                 const DrawingOrigin& origin = {});

// The bytes of a PNG file: 8 bits a value, grey or RGB as the picture is, without loss. The same picture
// gives the same bytes with the same libpng and zlib. Throws common::Error(kUsage) naming `where` if the
// picture is invalid (CheckPicture).
std::string EncodePng(const Picture& picture, const std::string& where);
// A PNG file with a tEXt chunk for each fact behind its header.
std::string WithPngTexts(const std::string& png, const std::vector<Fact>& facts);

// What follows is for drawing.cc and the tests.

// Gives each curve the number of its look (colour, dashes, marker). A method has the number of its place
// among the package's methods, whichever of them a figure shows; other names are numbered in order of first
// appearance in the figures, after the methods where they stand beside one, from 0 where they do not.
//
//   SeriesLooks looks({"A", "B"}, figures);
//   looks.Of("B");               // 1, also in a figure without A
//   looks.Of("B, true gap");     // 1
//
// A value type; deterministic.
class SeriesLooks {
 public:
  SeriesLooks(const std::vector<std::string>& methods, const std::vector<Figure>& figures);

  // The number of a name that occurs in the figures; 0 for any other.
  size_t Of(const std::string& name) const;

 private:
  // The place of the method with which the name begins, or the number of methods.
  size_t MethodOf(std::string_view name) const;

  std::vector<std::string> methods_;
  std::map<std::string, size_t> others_;
};

// The text as a gnuplot literal in single quotes, inside of which gnuplot replaces and runs nothing: no
// control characters, no line breaks, quotes doubled.
std::string GnuplotLiteral(std::string_view text);

// The commands that draw the figure into the two files. The figure has points. Only the PNG has the title:
// the page shows it beside the SVG.
std::string FigureScript(const Figure& figure, const SeriesLooks& looks, const std::string& svg_path,
                         const std::string& png_path);

// gnuplot's SVG with the figure's title for those who do not see it, fonts to fall back to, the colours of a
// dark page where the reader asks for one, and its origin.
std::string FinishSvg(std::string svg, const Figure& figure, const DrawingOrigin& origin);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_DRAWING_H_
