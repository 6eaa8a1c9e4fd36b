// The cells of a line of a text table, and what they mean.
#ifndef STRUCTLAB_KERNELS_FILES_TABLE_CELLS_H_
#define STRUCTLAB_KERNELS_FILES_TABLE_CELLS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structlab::kernels {

struct TableCell {
  std::string_view text;  // without blanks around it
  size_t column;          // of its first character, from 1
};

// A separator inside double quotes belongs to the cell. The separator ' ' is any number of blanks and tabs.
std::vector<TableCell> SplitCells(std::string_view line, char separator);

// The first of comma, semicolon, tab and blank that occurs outside of quotes; but ; tab or blank if all cells
// that it gives are numbers, some with a decimal comma.
char SeparatorOf(std::string_view line);

bool IsQuoted(std::string_view cell);
// The cell without double quotes around it; two quotes inside are one.
std::string Unquoted(std::string_view cell);

// The finite number that the cell, without its quotes, stands for. A decimal comma is read, unless the comma
// separates cells.
std::optional<double> NumberIn(std::string_view cell, char separator);
bool HasDecimalComma(std::string_view cell, char separator);

// Whether the cell is one of the marks that programs write for a missing number: nothing, -, ., ?, NA, NaN,
// None, null, missing, <NA>, #N/A, #DIV/0! and the like.
bool IsMissingMark(std::string_view cell);

// Whether the cell was meant as a number but cannot be read as one: an infinite or too large number, a
// percentage, TRUE or FALSE. False for the marks of IsMissingMark.
bool IsAlmostANumber(std::string_view cell);

// Whether the line is a comment: it begins with # or %, and not with a mark such as #N/A.
bool IsComment(std::string_view line);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_TABLE_CELLS_H_
