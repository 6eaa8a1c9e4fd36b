#include "registration/volumes/formats/matrix_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/number.h"
#include "registration/volumes/formats/header_text.h"
#include "registration/volumes/formats/voxel_bytes.h"
#include "registration/volumes/fsl_transform.h"

namespace structlab::registration {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// From fixed to moving point in RAS or LPS, as the file has it.
AffineTransform MatrixIn(const std::string& path) {
  std::string text = common::ReadFile(path, 1 << 16);
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  std::vector<double> numbers;
  for (const std::string& word : WordsOf(text)) {
    const std::optional<double> number = common::ParseFiniteNumber(word);
    if (!number) common::ThrowDataError(path, "finite numbers", common::Quote(word));
    numbers.push_back(*number);
  }
  const bool is_affine =
      numbers.size() == 16 && numbers[12] == 0 && numbers[13] == 0 && numbers[14] == 0 && numbers[15] == 1;
  if (!is_affine) {
    common::ThrowDataError(path, "a matrix of 4 rows of 4 numbers, the last one 0 0 0 1", "another text");
  }
  AffineTransform matrix;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) matrix.linear(row, column) = numbers[4 * row + column];
    matrix.offset[row] = numbers[4 * row + 3];
  }
  return matrix;
}

}  // namespace

bool IsMatrixText(const std::string& path) {
  if (!std::filesystem::is_regular_file(path)) return false;
  const std::vector<char> start = BytesOf(path, 0, 4096);
  std::string_view text(start.data(), start.size());
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return !TrimmedText(text).empty() &&
         text.find_first_not_of("0123456789+-.eE \t\r\n") == std::string_view::npos;
}

SpatialTransform ReadMatrixText(const std::string& path, const TransformImages& images, FileFacts* facts) {
  const AffineTransform matrix = MatrixIn(path);
  const AffineTransform flip = {Point(-1, -1, 1).asDiagonal(), Point::Zero()};
  switch (images.convention) {
    case TransformConvention::kRas:
      return {3, {Compose(Compose(flip, matrix), flip)}};
    case TransformConvention::kLps:
      return {3, {matrix}};
    case TransformConvention::kVoxels:
      common::ThrowUsageError(path, "the format fsl, ras or lps of a matrix", "voxels");
    case TransformConvention::kFsl:
    case TransformConvention::kByFile:
      break;
  }
  if (images.convention == TransformConvention::kByFile) {
    if (!images.fixed || !images.moving) {
      common::ThrowUsageError(path,
                              "the fixed and the moving image, as the matrix is taken as one of FSL's FLIRT",
                              images.fixed ? "no moving image" : "no fixed image",
                              "if it is one of Greedy, c3d or niftyreg, give --transform-format=ras");
    }
    if (facts != nullptr) {
      facts->warnings.push_back(
          path +
          ": is read as a matrix of FSL's FLIRT, which maps the moving image to the fixed one; "
          "--transform-format=ras reads those of Greedy, c3d and niftyreg, lps those of ITK");
    }
  }
  return FlirtTransform(matrix, path, images);
}

}  // namespace structlab::registration
