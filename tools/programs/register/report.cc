#include "tools/programs/register/report.h"

#include <fmt/format.h>

#include "common/file.h"
#include "common/html.h"
#include "common/png/png_file.h"
#include "registration/volumes/resample.h"
#include "registration/volumes/slice_picture.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

void WriteTable(common::HtmlWriter& html, const common::Table& table) {
  html.Open("table").Open("tr");
  for (const std::string& column : table.columns) html.Element("th", column);
  html.Close("tr");
  for (const auto& row : table.rows) {
    html.Open("tr");
    for (const std::string& cell : row) html.Element("td", cell);
    html.Close("tr");
  }
  html.Close("table");
}

constexpr char kStyle[] =
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:1100px;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;border-bottom:1px solid "
    "#ddd;text-align:right}"
    "td:first-child,th:first-child{text-align:left}img{max-width:100%}pre{background:#f4f4f4;padding:.8em;"
    "overflow-x:auto}";

}  // namespace

void WriteRegistrationReport(const RegistrationReport& report, const std::string& folder) {
  common::HtmlWriter html;
  html.Open("html", {{"lang", "en"}}).Open("head").Void("meta", {{"charset", "utf-8"}});
  html.Element("title", "Registration").Element("style", kStyle).Close("head").Open("body");
  html.Element("h1", "Registration");
  html.Open("table");
  for (const auto& [name, value] : report.facts) {
    html.Open("tr").Element("td", name).Element("td", value).Close("tr");
  }
  html.Close("table");
  html.Element(
      "p",
      "Middle slices. First row: the fixed image, and the moving image before and after. Second row: "
      "checkerboards of fixed and moving image before and after. Third row: their differences before and "
      "after; white means no difference.");
  const auto scaled = [](const reg::Image& image) { return reg::ScaleToPercentiles(image, 0.5, 99.5); };
  const reg::Image fixed = scaled(report.fixed), start = scaled(report.start), warped = scaled(report.warped);
  const int first_axis = fixed.geometry.dimension == 2 ? 2 : 0;
  for (int axis = first_axis; axis < 3; ++axis) {
    const reg::SliceView view = {.axis = axis};
    const common::Picture f = reg::GreySlice(fixed, view), s = reg::GreySlice(start, view),
                          w = reg::GreySlice(warped, view);
    const std::string name = fmt::format("slice-{}.png", axis + 1);
    const common::Picture picture =
        reg::Tiled({{f, s, w},
                    {reg::Chequered(f, s), reg::Chequered(f, w)},
                    {reg::AbsoluteDifference(f, s), reg::AbsoluteDifference(f, w)}});
    common::WriteFileAtomically(fmt::format("{}/{}", folder, name), common::EncodePng(picture, name),
                                common::Durability::kNothing);
    html.Element("h2", fixed.geometry.dimension == 2 ? std::string("The image")
                                                     : fmt::format("Across axis {}", axis + 1));
    html.Void("img", {{"src", name}, {"alt", "middle slices before and after"}});
  }
  for (const common::Table& table : report.tables) WriteTable(html, table);
  html.Element("h2", "To apply the field").Element("pre", report.command);
  html.Close("body").Close("html");
  common::WriteFileAtomically(folder + "/index.html", "<!DOCTYPE html>\n" + html.TakeText(),
                              common::Durability::kNothing);
}

}  // namespace structlab::tools
