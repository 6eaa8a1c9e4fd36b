// Matrices that users give to the programs.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_

#include <cstdio>
#include <span>
#include <string>

#include "common/command_line.h"
#include "kernels/files/matrix_file.h"
#include "kernels/statistics/fitted_models.h"

namespace structlab::tools {

// The flags --missing and --names.
struct MatrixFlags {
  std::string missing = "refuse", names = "auto";
  bool drops_rows() const { return missing == "drop-rows"; }
};
void AddMatrixFlags(common::CommandLine& line, MatrixFlags& flags);
// The paragraph of --help on files.
std::string HelpOnMatrices();

// Reads the matrix of a user's path, with nan for missing numbers if rows are to be dropped. Prints notes on
// what was decided, and on columns that count up row by row. Errors as ReadMatrix.
kernels::NamedMatrix ReadUsersMatrix(const char* program, const std::string& path, const MatrixFlags& flags,
                                     std::FILE* messages);

// A user's file and its matrix.
struct UsersMatrix {
  std::string path;
  kernels::NamedMatrix matrix;
};
// Throws common::Error(kData) unless all files have as many rows as the first. Leaves out, in all files, the
// rows with a missing number in any of them, with a note; throws if none is left.
void DropMissingRows(const char* program, std::span<UsersMatrix> files, std::FILE* messages);

// Trains the kernel on the rows. An error in a width that comes from the rows names the file.
kernels::TrainedKernel TrainUsersKernel(const std::string& kernel, const UsersMatrix& file, uint64_t seed);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
