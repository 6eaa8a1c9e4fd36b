#include "kernels/files/model_file.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "common/check.h"
#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/number.h"

namespace structlab::kernels {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "structlab-model";
constexpr int64_t kMaxRows = int64_t{1} << 40;
constexpr size_t kDigest = 65;  // with its line feed

// Removes one line from the front of the text.
std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view TakeWord(std::string_view& line) {
  const size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

}  // namespace

const std::string& ModelFile::Text(const std::string& name) const {
  const auto found = texts.find(name);
  if (found == texts.end()) common::ThrowDataError(path, "a model with the text " + name, "none");
  return found->second;
}

const Eigen::MatrixXd& ModelFile::Matrix(const std::string& name) const {
  const auto found = matrices.find(name);
  if (found == matrices.end()) common::ThrowDataError(path, "a model with the matrix " + name, "none");
  return found->second;
}

void WriteModelFile(const ModelFile& model, const std::string& kind, const std::string& path) {
  std::string bytes(kMagic);
  bytes.append(" 1 ").append(kind).append("\n");
  for (const auto& [name, value] : model.texts) {
    STRUCTLAB_CHECK(name.find_first_of(" \n") == std::string::npos && value.find('\n') == std::string::npos);
    bytes.append("text ").append(name).append(" ").append(value).append("\n");
  }
  for (const auto& [name, matrix] : model.matrices) {
    bytes.append("matrix ").append(name).append(" ").append(std::to_string(matrix.rows())).append(" ");
    bytes.append(std::to_string(matrix.cols())).append("\n");
  }
  bytes.append("numbers\n");
  for (const auto& [name, matrix] : model.matrices) {
    bytes.append(reinterpret_cast<const char*>(matrix.data()), static_cast<size_t>(matrix.size()) * 8);
  }
  bytes.append(common::Sha256OfText(bytes)).append("\n");
  common::WriteFileAtomically(path, bytes);
}

ModelFile ReadModelFile(const std::string& kind, const std::string& path) {
  const std::string bytes = common::ReadFile(path);
  std::string_view rest = bytes;
  const std::string expected = std::string(kMagic) + " 1 " + kind;
  std::string_view first = rest;
  if (TakeLine(first) != expected) {
    common::ThrowDataError(path, "a model of " + kind, "another file",
                           "train it again if an older version wrote it");
  }
  const auto refuse = [&path]() {
    common::ThrowDataError(path, "an unchanged model file", "a damaged one", "copy or train it again");
  };
  const bool is_sound = bytes.size() > kDigest && bytes.back() == '\n' &&
                        rest.substr(bytes.size() - kDigest, kDigest - 1) ==
                            common::Sha256OfText(rest.substr(0, bytes.size() - kDigest));
  if (!is_sound) refuse();
  rest = first.substr(0, first.size() - kDigest);
  ModelFile model;
  model.path = path;
  std::vector<std::string> order;
  int64_t numbers = 0;
  while (true) {
    if (rest.empty()) refuse();
    std::string_view line = TakeLine(rest);
    const std::string_view what = TakeWord(line);
    if (what == "numbers") break;
    const std::string name(TakeWord(line));
    if (what == "text") {
      if (!model.texts.emplace(name, line).second) refuse();
      continue;
    }
    if (what != "matrix" || model.matrices.contains(name)) refuse();
    const int64_t rows = common::ParseInteger(TakeWord(line), path);
    const int64_t columns = common::ParseInteger(line, path);
    const auto most = static_cast<int64_t>(rest.size() / 8);
    if (rows < 0 || columns < 0 || rows > kMaxRows || (columns > 0 && rows > most / columns)) refuse();
    numbers += rows * columns;
    if (numbers > most) refuse();
    model.matrices[name].resize(rows, columns);
    order.push_back(name);
  }
  for (const std::string& name : order) {
    Eigen::MatrixXd& matrix = model.matrices[name];
    const size_t size = static_cast<size_t>(matrix.size()) * 8;
    if (size > rest.size()) refuse();
    if (size > 0) std::memcpy(matrix.data(), rest.data(), size);
    rest.remove_prefix(size);
    if (!matrix.allFinite()) common::ThrowDataError(path, "finite numbers", "one that is not, in " + name);
  }
  if (!rest.empty()) refuse();
  return model;
}

}  // namespace structlab::kernels
