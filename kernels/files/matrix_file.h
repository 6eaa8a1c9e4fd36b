// Matrices of numbers in files of common formats: CSV, svmlight, HDF5.
#ifndef STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_
#define STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_

#include <string>
#include <vector>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

struct NamedMatrix {
  DenseRows<double> rows;
  std::vector<std::string> columns;  // names; may be empty
  bool are_columns_counted = false;  // the names are a first line 0, 1, 2, ... or 1, 2, 3, ... of a text file
};

// Reads a matrix. The end of the file name selects the format; text files may end in .gz, too.
//
//     const NamedMatrix matrix = ReadMatrix("rows.csv.gz");
//
// - .csv .tsv .txt: one row per line. The separator is the first of comma, semicolon, tab and blank that
//   occurs in the first line. Names may stand in double quotes, with "" for a quote inside. Lines that are
//   blank or begin with # are skipped.
// - .svm .svmlight .libsvm: the features of each line. Labels are ignored; columns have no names.
// - .h5 .hdf5: a dataset of one or two dimensions: the only one of the file, or the one that is named after a
//   colon, as in file.h5:group/data.
//
// The first line of a .csv, .tsv or .txt file names the columns if
// - it has a cell that is not a number. (nan, NA, inf and the like do not count as names; they are refused
//   here as in any line.)
// - it counts 0, 1, 2, ... or 1, 2, 3, ... in four cells or more: some programs write this over columns
//   without names. After four cells the count may start again once, as where two tables were put side by
//   side.
//
// If only the first name is empty, its column holds names of rows and is skipped.
//
// Throws common::Error: kEnvironment if the file cannot be read; kUsage for another file name ending; kData
// at file:line:column for a cell that is missing or not a finite number, for rows of different lengths, for a
// file without rows, for svmlight lines that sparse_line.h refuses, and for HDF5 files without such a
// dataset.
NamedMatrix ReadMatrix(const std::string& path);

// Whether the name is that of an svmlight file. Such a file may omit its last columns if they are empty.
bool IsSparseText(const std::string& path);

// The path without the dataset after the colon.
std::string FileOfMatrix(const std::string& path);

// Writes a CSV file with the column names, if there are any. All digits are written, so that ReadMatrix reads
// the same numbers. If there are several names, the first must not be the only empty one. Throws
// common::Error(kEnvironment).
void WriteCsv(const NamedMatrix& matrix, const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_
