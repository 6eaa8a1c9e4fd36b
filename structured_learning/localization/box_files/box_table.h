// Boxes as tables of text: CSV and TSV.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_TABLE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_TABLE_H_

#include <string>

#include "structured_learning/localization/box_files/box_list.h"

namespace structlab::structured_learning {

// Reads a table, plain or gzip. The first line names the columns; they are separated by what it has of tab,
// semicolon and comma, the first of these. Cells may be quoted: "a, b.jpg", with "" for a quotation mark.
// Upper and lower case of names are equal, further columns are ignored. Names of columns:
//
//   file      file, filename, file_name, image, image_name, image_path, path
//   left      left, xmin, x_min, x1; with a width also x        top     top, ymin, y_min, y1, y
//   right     right, xmax, x_max, x2                            bottom  bottom, ymax, y_max, y2
//   class     class, class_name, category, label (optional)
//   score     score, confidence (optional)
//   width, height   without right and bottom: the size of the box; else that of the image
//
//     file,left,top,right,bottom
//     a.jpg,10,20,110,90
//     b.jpg
//
// All sides are pixels that belong to the box and count from 0; fractions are rounded. A line without numbers
// names an image without an object. Empty lines, and lines before the header that begin with '#', are
// skipped.
//
// Throws common::Error: kEnvironment if the file cannot be read; kData at file:line for a missing or repeated
// column, a wrong number of cells, an open quotation mark, a cell that is not a number or above 10^6, a box
// as in CheckListedBox, an empty file name, an image with boxes and a line without numbers, an image of
// different sizes; kData at the file if it is empty. Memory in proportion to the file.
BoxList ReadBoxTable(const std::string& path);

// The list as CSV, or TSV if the separator is a tab: file,left,top,right,bottom,score, without score if the
// list has none, and with class if an object has one. An image without an object gets a line without numbers.
// ReadBoxTable reads back the same.
std::string FormatBoxTable(const BoxList& list, char separator = ',');

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_LOCALIZATION_BOX_FILES_BOX_TABLE_H_
