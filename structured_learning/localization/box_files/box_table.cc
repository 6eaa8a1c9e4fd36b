#include "structured_learning/localization/box_files/box_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "common/error.h"
#include "common/nearest_names.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "common/text_input.h"

namespace structlab::structured_learning {
namespace {

enum Column { kFile, kLeft, kTop, kRight, kBottom, kWidth, kHeight, kClass, kScore, kNumColumns };

const std::array<std::vector<std::string_view>, kNumColumns>& ColumnNames() {
  static const std::array<std::vector<std::string_view>, kNumColumns> names = {{
      {"file", "filename", "file_name", "image", "image_name", "image_path", "path"},
      {"left", "xmin", "x_min", "x1", "x"},
      {"top", "ymin", "y_min", "y1", "y"},
      {"right", "xmax", "x_max", "x2"},
      {"bottom", "ymax", "y_max", "y2"},
      {"width", "w"},
      {"height", "h"},
      {"class", "class_name", "category", "label"},
      {"score", "confidence"},
  }};
  return names;
}

std::string_view Trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string> SplitLine(std::string_view line, char separator, const std::string& where) {
  std::vector<std::string> cells;
  for (size_t at = 0;;) {
    std::string& cell = cells.emplace_back();
    size_t begin = at;
    while (begin < line.size() && line[begin] == ' ') ++begin;
    if (begin < line.size() && line[begin] == '"') {
      for (at = begin + 1;; ++at) {
        if (at >= line.size()) {
          common::ThrowDataError(where, "a quotation mark at the end of the cell", "the end of the line");
        }
        if (line[at] == '"' && !(at + 1 < line.size() && line[at + 1] == '"')) break;
        if (line[at] == '"') ++at;
        cell += line[at];
      }
      const size_t end = std::min(line.find(separator, at + 1), line.size());
      if (!Trimmed(line.substr(at + 1, end - at - 1)).empty()) {
        common::ThrowDataError(where, "the end of the cell after a quotation mark",
                               common::Quote(line.substr(at + 1, end - at - 1)));
      }
      at = end;
    } else {
      const size_t end = std::min(line.find(separator, at), line.size());
      cell = Trimmed(line.substr(at, end - at));
      at = end;
    }
    if (at >= line.size()) return cells;
    ++at;
  }
}

class Reader {
 public:
  explicit Reader(const std::string& path) : input_(path) { list_.path = path; }

  BoxList Read() {
    std::string_view line;
    while (input_.Next(&line)) {
      common::StopPoint();
      if (Trimmed(line).empty() || (!has_header_ && Trimmed(line).starts_with('#'))) continue;
      if (has_header_) {
        AddRow(SplitLine(line, separator_, input_.Where()));
      } else {
        ReadHeader(line);
      }
    }
    if (!has_header_) common::ThrowDataError(list_.path, "a line that names the columns", "an empty file");
    return std::move(list_);
  }

 private:
  void ReadHeader(std::string_view line) {
    has_header_ = true;
    separator_ = line.find('\t') != line.npos ? '\t' : line.find(';') != line.npos ? ';' : ',';
    const std::vector<std::string> names = SplitLine(line, separator_, input_.Where());
    num_cells_ = names.size();
    column_.fill(-1);
    for (size_t k = 0; k < names.size(); ++k) {
      std::string name = names[k];
      std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
      for (int column = 0; column < kNumColumns; ++column) {
        const auto& known = ColumnNames()[column];
        if (std::ranges::find(known, name) == known.end()) continue;
        if (column_[column] >= 0) {
          common::ThrowDataError(input_.Where(), fmt::format("one column for {}", known[0]),
                                 common::Quote(names[column_[column]]) + " and " + common::Quote(names[k]));
        }
        column_[column] = static_cast<int>(k);
      }
      RefuseMisspelt(name, names[k]);
    }
    has_corners_ = column_[kRight] >= 0 && column_[kBottom] >= 0;
    const bool has_size = column_[kWidth] >= 0 && column_[kHeight] >= 0;
    for (const Column column : {kFile, kLeft, kTop, kRight, kBottom}) {
      if (column_[column] >= 0 || (column >= kRight && has_size && !has_corners_)) continue;
      common::ThrowDataError(input_.Where(), fmt::format("a column {}", ColumnNames()[column][0]),
                             common::Quote(line),
                             "name the columns in the first line: file,left,top,right,bottom");
    }
    list_.has_scores = column_[kScore] >= 0;
  }

  // Other columns are ignored; but one whose name differs in one letter from one that may be missing is not
  // left out in silence.
  void RefuseMisspelt(const std::string& name, const std::string& as_written) const {
    for (const Column column : {kClass, kScore, kWidth, kHeight}) {
      for (const std::string_view known : ColumnNames()[column]) {
        if (known.size() < 5 || common::EditDistance(name, known) != 1) continue;
        common::ThrowDataError(input_.Where(),
                               fmt::format("a column {}, or a name that is less like it", known),
                               common::Quote(as_written));
      }
    }
  }

  // The cell, or an empty text if there is no such column or the line ends before it.
  std::string_view CellOf(const std::vector<std::string>& cells, Column column) const {
    const int at = column_[column];
    return at < 0 || at >= std::ssize(cells) ? std::string_view() : cells[at];
  }

  [[noreturn]] void RefuseNumber(Column column, const std::string& expected, std::string_view text) const {
    common::ThrowDataError(input_.Where(), fmt::format("{} in column {}", expected, ColumnNames()[column][0]),
                           common::Quote(text));
  }

  int PixelsOf(const std::vector<std::string>& cells, Column column) const {
    constexpr double kMax = 1e6;
    const std::string_view text = CellOf(cells, column);
    const auto number = common::ParseFiniteNumber(text);
    if (!number || std::abs(*number) > kMax) RefuseNumber(column, "pixels, up to 1000000,", text);
    return static_cast<int>(std::lround(*number));
  }

  ListedImage& ImageOf(const std::string& file) {
    if (file.empty()) common::ThrowDataError(input_.Where(), "the name of an image", "an empty cell");
    const auto [known, is_new] = index_.try_emplace(file, list_.images.size());
    if (is_new) list_.images.push_back({.file = file, .place = input_.line_number()});
    return list_.images[known->second];
  }

  void AddRow(const std::vector<std::string>& cells) {
    if (cells.size() > num_cells_) {
      common::ThrowDataError(input_.Where(), fmt::format("at most {} cells", num_cells_),
                             std::to_string(cells.size()));
    }
    ListedImage& image = ImageOf(std::string(CellOf(cells, kFile)));
    const bool is_first = image.place == input_.line_number();
    if (has_corners_) AddSize(cells, image);
    std::vector<Column> sides = {kLeft, kTop, kRight, kBottom};
    if (!has_corners_) sides = {kLeft, kTop, kWidth, kHeight};
    const bool has_no_object =
        std::ranges::all_of(sides, [&](Column column) { return CellOf(cells, column).empty(); });
    if (!is_first && has_no_object != image.objects.empty()) {
      common::ThrowDataError(
          input_.Where(),
          fmt::format("either boxes or a line without numbers for {}", common::Quote(image.file)),
          fmt::format("both, see line {}", image.place));
    }
    if (has_no_object) return;
    ListedObject object{.box = {PixelsOf(cells, sides[0]), PixelsOf(cells, sides[1]),
                                PixelsOf(cells, sides[2]), PixelsOf(cells, sides[3])}};
    object.category = CellOf(cells, kClass);
    object.place = input_.line_number();
    if (!has_corners_) {
      object.box.right += object.box.left - 1;
      object.box.bottom += object.box.top - 1;
    }
    const std::string_view score = CellOf(cells, kScore);
    if (!score.empty()) {
      const auto number = common::ParseFiniteNumber(score);
      if (!number) RefuseNumber(kScore, "a finite number", score);
      object.score = *number;
    }
    CheckListedBox(list_, image, object, image.size);
    image.objects.push_back(std::move(object));
  }

  void AddSize(const std::vector<std::string>& cells, ListedImage& image) {
    if (CellOf(cells, kWidth).empty() || CellOf(cells, kHeight).empty()) return;
    const ImageSize size = {PixelsOf(cells, kWidth), PixelsOf(cells, kHeight)};
    if (size.width < 1 || size.height < 1) {
      common::ThrowDataError(input_.Where(), "an image of at least one pixel",
                             fmt::format("{} x {}", size.width, size.height));
    }
    if (image.size && (image.size->width != size.width || image.size->height != size.height)) {
      common::ThrowDataError(
          input_.Where(),
          fmt::format("the size {} x {} of line {}", image.size->width, image.size->height, image.place),
          fmt::format("{} x {}", size.width, size.height));
    }
    image.size = size;
  }

  common::TextInput input_;
  BoxList list_;
  bool has_header_ = false, has_corners_ = false;
  char separator_ = ',';
  size_t num_cells_ = 0;
  std::array<int, kNumColumns> column_ = {};  // position of each column, or -1
  std::unordered_map<std::string, size_t> index_;
};

std::string QuotedCell(const std::string& text, char separator) {
  const bool is_plain = text.find(separator) == text.npos && text.find('"') == text.npos &&
                        Trimmed(text).size() == text.size() && !text.starts_with('#');
  if (is_plain) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

}  // namespace

BoxList ReadBoxTable(const std::string& path) { return Reader(path).Read(); }

std::string FormatBoxTable(const BoxList& list, char separator) {
  bool has_classes = false;
  for (const ListedImage& image : list.images) {
    for (const ListedObject& object : image.objects) has_classes = has_classes || !object.category.empty();
  }
  std::vector<std::string> names = {"file", "left", "top", "right", "bottom"};
  if (has_classes) names.push_back("class");
  if (list.has_scores) names.push_back("score");
  std::string text;
  const auto add = [&](const std::vector<std::string>& cells) {
    for (size_t k = 0; k < cells.size(); ++k) {
      if (k > 0) text += separator;
      text += QuotedCell(cells[k], separator);
    }
    text += '\n';
  };
  add(names);
  for (const ListedImage& image : list.images) {
    if (image.objects.empty()) {
      std::vector<std::string> cells(names.size());
      cells[0] = image.file;
      add(cells);
    }
    for (const ListedObject& object : image.objects) {
      std::vector<std::string> cells = {image.file, std::to_string(object.box.left),
                                        std::to_string(object.box.top), std::to_string(object.box.right),
                                        std::to_string(object.box.bottom)};
      if (has_classes) cells.push_back(object.category);
      if (list.has_scores) cells.push_back(common::FormatDouble(object.score));
      add(cells);
    }
  }
  return text;
}

}  // namespace structlab::structured_learning
