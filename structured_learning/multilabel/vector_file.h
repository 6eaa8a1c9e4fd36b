// Readers of the vector files of INRIA's image annotation sets: .hvecs and .fvec.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_VECTOR_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_VECTOR_FILE_H_

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class VectorType {
  kInt16,  // .hvecs: the dimension and the values are signed 16-bit integers
  kFloat,  // .fvec: the dimension is a signed 32-bit integer, the values are 32-bit floats
};

struct VectorFile {
  std::string path;
  VectorType type;
};

// The file with the type that follows from its name: .hvec, .hvecs, .fvec or .fvecs, optionally followed by
// .gz. Throws common::Error(kUsage) for another ending.
VectorFile VectorFileByName(const std::string& path);

// Reads a file, plain or gzip, with one vector for each row. The file is a sequence of records; a record is
// the dimension d followed by d values, little endian. All records have the same dimension, at least 1.
// Throws common::Error: kEnvironment if the file cannot be read; kData at "file: byte N, row M", both counted
// from 1, for another dimension, values that are not finite, and a truncated file; kData for a file without
// rows. Memory is proportional to the file. Deterministic, thread-safe.
//
//     const auto rows = ReadVectors(VectorFileByName("corel5k_train_DenseSift.hvecs.gz"));
Eigen::SparseMatrix<double, Eigen::RowMajor, int> ReadVectors(const VectorFile& file);

// Reads rows with their tags. The features of all files (at least one) are placed side by side in the order
// of the files. The tags come from a file with values 0 and 1 and one column for each tag. There are no
// names. Throws common::Error as ReadVectors; kUsage without a feature file; and kData for other tag values,
// and if the numbers of rows differ.
MultiLabelData ReadVectorFiles(const std::vector<VectorFile>& features, const VectorFile& annotation);
// The same, with the types from the file names.
MultiLabelData ReadVectorFiles(const std::vector<std::string>& features, const std::string& annotation);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_VECTOR_FILE_H_
