// Fitted models as files: texts and matrices by name.
#ifndef STRUCTLAB_KERNELS_FILES_MODEL_FILE_H_
#define STRUCTLAB_KERNELS_FILES_MODEL_FILE_H_

#include <Eigen/Core>
#include <map>
#include <string>

namespace structlab::kernels {

struct ModelFile {
  std::map<std::string, std::string> texts;  // names without blanks; values without line feeds
  std::map<std::string, Eigen::MatrixXd> matrices;

  // Throw common::Error(kData) that names the file if there is none of this name.
  const std::string& Text(const std::string& name) const;
  const Eigen::MatrixXd& Matrix(const std::string& name) const;

  std::string path = {};  // for messages
};

// A line that says the kind, lines of texts and sizes, the numbers bit by bit, and a SHA-256 of all before.
// Equal models give equal bytes. Throws common::Error(kEnvironment) if it cannot be written.
void WriteModelFile(const ModelFile& model, const std::string& kind, const std::string& path);

// Throws common::Error: kEnvironment if it cannot be read; kData for a file of another kind, one that is
// damaged (any byte), and numbers that are not finite. Memory in proportion to the file.
ModelFile ReadModelFile(const std::string& kind, const std::string& path);

}  // namespace structlab::kernels

#endif  // STRUCTLAB_KERNELS_FILES_MODEL_FILE_H_
