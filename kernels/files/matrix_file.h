// Matrices of numbers as users have them: CSV, svmlight, HDF5.
#ifndef STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_
#define STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_

#include <string>
#include <vector>

#include "kernels/functions/rows.h"

namespace structlab::kernels {

struct NamedMatrix {
  DenseRows<double> rows;
  std::vector<std::string> columns;  // names, or empty
};

// Reads a matrix; the format is that of the name's ending, .gz after it or not (for text):
//
//   .csv .tsv .txt       a row a line, numbers between commas, semicolons, tabs or blanks: the first of these
//                        that the first line has. A first line with a cell that is no number names the
//                        columns (nan, NA, inf and the like are none: they are refused there as in any line),
//                        and so does one of 0, 1, 2, ... or 1, 2, 3, ... of four cells or more, which
//                        programs write over columns without names (after four it may once begin anew, as
//                        where two tables were put side by side). If the first name alone is empty, its
//                        column holds names of rows, and is left out. Names may stand in double quotes, with
//                        "" for a quote in them. Lines that are blank or begin with # are passed over
//   .svm .svmlight .libsvm   the features of each line, the label is left out; columns without names
//   .h5 .hdf5            a dataset of one or two dimensions: the only one of the file, or the one that is
//   named
//                        behind a colon, file.h5:group/data
//
// Throws common::Error: kEnvironment if the file cannot be read; kUsage for another ending; kData at
// file:line:column for a cell that is no finite number or is missing and for rows of other lengths, for a
// file without rows, what sparse_line.h refuses in svmlight, and HDF5 files without such a dataset.
NamedMatrix ReadMatrix(const std::string& path);

// Whether the name is that of a svmlight file, which need not name its last columns.
bool IsSparseText(const std::string& path);

// The path without a dataset behind a colon.
std::string FileOfMatrix(const std::string& path);

// Writes a CSV with the names, if there are any, and all digits, which ReadMatrix reads back to the same; of
// several names the first must not be the only empty one. Throws common::Error(kEnvironment).
void WriteCsv(const NamedMatrix& matrix, const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_MATRIX_FILE_H_
