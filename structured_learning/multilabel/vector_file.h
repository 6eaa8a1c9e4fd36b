// Vectors in the files of INRIA's image annotation sets: .hvecs and .fvec.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_VECTOR_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_VECTOR_FILE_H_

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "structured_learning/multilabel/multilabel_data.h"

namespace structlab::structured_learning {

enum class VectorType {
  kInt16,  // .hvecs: the dimension and the values are 16-bit integers with a sign
  kFloat,  // .fvec: the dimension is a 32-bit integer with a sign, the values are 32-bit floats
};

struct VectorFile {
  std::string path;
  VectorType type;
};

// The type by the name's ending: .hvec, .hvecs, .fvec or .fvecs, with .gz behind it or not. Throws
// common::Error(kUsage) for another ending.
VectorFile VectorFileByName(const std::string& path);

// Reads a vector a row, plain or gzip. A file is a sequence of records, each the dimension and so many
// values, little endian; all records have the same dimension, at least 1. Throws common::Error: kEnvironment
// if the file cannot be read; kData at "file: byte N, row M", both from 1, for another dimension,
// values that are not finite, and a file that is cut short; kData for a file without rows. Memory in
// proportion to the file. Deterministic, thread-safe.
Eigen::SparseMatrix<double, Eigen::RowMajor, int> ReadVectors(const VectorFile& file);

// Reads rows with their tags: the features of all files side by side in the order of the files (at least
// one), and the tags of a file of 0 and 1, a column a tag. Names are empty. Throws common::Error as
// ReadVectors; kUsage without a file of features; and kData for other values in the tags, and files with
// another number of rows than that of the tags.
MultiLabelData ReadVectorFiles(const std::vector<VectorFile>& features, const VectorFile& annotation);
// The same for files whose names say their types.
MultiLabelData ReadVectorFiles(const std::vector<std::string>& features, const std::string& annotation);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_MULTILABEL_VECTOR_FILE_H_
