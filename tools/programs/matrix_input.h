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
  bool is_gram = false;  // the files hold Gram matrices: --kernel=precomputed
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

// Throws common::Error(kData) at the file unless the matrix is square and symmetric (CheckGram).
void CheckUsersGram(const UsersMatrix& file);

// Throws common::Error(kEnvironment) at `path` if `count` matrices of doubles of rows x rows need more than
// `memory` bytes; the message says how much.
void CheckMemory(const std::string& path, Eigen::Index rows, int count, const std::string& memory,
                 const std::string& remedy);
// Whether they need more.
bool ExceedsMemory(Eigen::Index rows, int count, const std::string& memory);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_MATRIX_INPUT_H_
