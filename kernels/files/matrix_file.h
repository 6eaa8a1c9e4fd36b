// Matrices of numbers in files of common formats: CSV, svmlight, HDF5.
#ifndef STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_
#define STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_

#include <string>
#include <vector>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

struct NamedMatrix {
  DenseRows<double> rows;
  std::vector<std::string> columns = {};  // names; may be empty
  bool are_columns_counted = false;  // the names are a first line 0, 1, 2, ... or 1, 2, 3, ... of a text file
  // What was changed, left out or decided while the file was read: a sentence each, without the file.
  std::vector<std::string> notes = {};
};

// Whether the first line of a text table holds the names of its columns.
enum class TableNames { kAuto, kYes, kNo };

struct MatrixOptions {
  TableNames names = TableNames::kAuto;
  bool keeps_missing = false;             // missing numbers of tables and HDF5 files become NaN; else refused
  std::vector<std::string> columns = {};  // names of the columns of a text table to read; default: all
  // The file holds a Gram matrix. Svmlight lines are those of libsvm's precomputed kernels, in which index 0
  // has the number of the row. Of several datasets of an HDF5 file, the one named gram is read.
  bool is_gram = false;
};

// Reads a matrix. The end of the file name selects the format; text files may end in .gz, too.
//
//     const NamedMatrix matrix = ReadMatrix("rows.csv.gz");
//
// - .csv .tsv .txt: one row per line. The separator is the first of comma, semicolon, tab and blank that
//   occurs in the first line. Names may stand in double quotes, with "" for a quote inside; so may numbers.
//   Decimal commas are read if another character separates the cells, with a note. Lines that are blank or
//   begin with # or % are skipped. rows.csv:height,weight reads the columns with these names, in this order.
// - .svm .svmlight .libsvm: the features of each line. Labels are ignored; columns have no names.
// - .h5 .hdf5: a dataset of one or two dimensions: the only one of the file, or the one that is named after a
//   colon, as in file.h5:group/data.
//
// The first line of a .csv, .tsv or .txt file names the columns if
// - it has a word, and no number that is not in quotes. Marks of missing, infinite or percent numbers (NA, -,
//   #N/A, inf, 5%, TRUE) are no words.
// - it counts 0, 1, 2, ... or 1, 2, 3, ... in four cells or more, or behind an empty first cell: some
// programs
//   write this over columns without names. After four cells the count may start again once, as where two
//   tables were put side by side.
// - it is 0 or 0,1 or 0,1,2, and all numbers below have a decimal point or an exponent. If only some columns
//   have, the file is refused.
// A note says which was decided where a line of numbers could be either; options.names decides otherwise.
//
// If only the first name is empty, its column holds names of rows and is left out, with a note.
//
// Throws common::Error: kEnvironment if the file cannot be read; kUsage for another file name ending; kData
// at file:line:column for a cell that is missing or not a finite number, for rows of different lengths, for a
// file without rows, for svmlight lines that sparse_line.h refuses, for names that no column or several have
// (the message lists the nearest), and for HDF5 files without such a dataset.
NamedMatrix ReadMatrix(const std::string& path, const MatrixOptions& options = {});

// Whether the name is that of an svmlight file. Such a file may omit its last columns if they are empty.
bool IsSparseText(const std::string& path);

// The path without the dataset or the names of columns after the colon.
std::string FileOfMatrix(const std::string& path);

// Writes a CSV file with the column names, if there are any. All digits are written, so that ReadMatrix reads
// the same numbers. If there are several names, the first must not be the only empty one. Throws
// common::Error(kEnvironment).
void WriteCsv(const NamedMatrix& matrix, const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_
