// Files of fitted models: texts and matrices by name.
#ifndef STRUCTLAB_KERNELS_FILES_MODEL_FILE_H_
#define STRUCTLAB_KERNELS_FILES_MODEL_FILE_H_

#include <Eigen/Core>
#include <map>
#include <string>

namespace structlab::kernels {

struct ModelFile {
  std::map<std::string, std::string> texts;  // names without blanks; values without line feeds
  std::map<std::string, Eigen::MatrixXd> matrices;

  // Both throw common::Error(kData) that names the file if the name is missing.
  const std::string& Text(const std::string& name) const;
  const Eigen::MatrixXd& Matrix(const std::string& name) const;

  std::string path = {};  // for messages
};

// Writes a model: a line with its kind, lines with texts and sizes, the numbers bit by bit, and a SHA-256 of
// all preceding bytes. Equal models give equal files.
//
//     ModelFile model;
//     model.texts["kernel"] = "linear";
//     model.matrices["rows"] = rows;
//     WriteModelFile(model, "my_model", path);
//     const ModelFile loaded = ReadModelFile("my_model", path);
//
// Throws common::Error(kEnvironment) if the file cannot be written.
void WriteModelFile(const ModelFile& model, const std::string& kind, const std::string& path);

// Throws common::Error: kEnvironment if the file cannot be read; kData for a file of another kind, for a file
// in which any byte was changed, and for numbers that are not finite. Memory in proportion to the file.
ModelFile ReadModelFile(const std::string& kind, const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_MODEL_FILE_H_
