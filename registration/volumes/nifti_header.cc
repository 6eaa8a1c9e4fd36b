#include "registration/volumes/nifti_header.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "common/byte_input.h"
#include "common/error.h"
#include "common/number.h"

namespace structlab::registration {
namespace {

using Matrix34 = Eigen::Matrix<double, 3, 4>;

constexpr int kBytes = 348;
// Where the fields stand (nifti1.h of the NIfTI Data Format Working Group).
enum Offset : size_t {
  kSizeOfHeader = 0,
  kDim = 40,
  kIntentParameter = 56,
  kIntent = 68,
  kDatatype = 70,
  kBitpix = 72,
  kPixdim = 76,
  kVoxOffset = 108,
  kSlope = 112,
  kIntercept = 116,
  kUnits = 123,
  kQformCode = 252,
  kSformCode = 254,
  kQuaternion = 256,
  kQuaternionOffset = 268,
  kSform = 280,
  kIntentName = 328,
  kMagic = 344,
};

template <class Number>
Number Get(std::span<const char> bytes, size_t offset, bool swapped) {
  char value[sizeof(Number)];
  std::memcpy(value, bytes.data() + offset, sizeof(Number));
  if (swapped) std::reverse(value, value + sizeof(Number));
  return std::bit_cast<Number>(value);
}

template <class Number>
void Put(std::string& bytes, size_t offset, Number value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(Number));
}

// RAS and LPS differ in the sign of the first two axes.
Matrix34 FlipXY(const Matrix34& matrix) {
  Matrix34 flipped = matrix;
  flipped.topRows<2>() *= -1;
  return flipped;
}

Eigen::Matrix3d ColumnsOfLengthOne(const Eigen::Matrix3d& matrix) { return matrix.colwise().normalized(); }

bool HasShear(const Eigen::Matrix3d& matrix) {
  const Eigen::Matrix3d unit = ColumnsOfLengthOne(matrix);
  return !unit.allFinite() ||
         (unit.transpose() * unit - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() > 1e-4;
}

int NumAxes(const NiftiHeader& header) { return static_cast<int>(std::clamp<int64_t>(header.dim[0], 2, 3)); }

// Whether the sform says where voxels lie.
bool TakesSform(const NiftiHeader& header, NiftiForm form) {
  constexpr int kScanner = 1;
  if (form == NiftiForm::kSform || form == NiftiForm::kQform) return form == NiftiForm::kSform;
  return header.sform_code > 0 && (header.qform_code <= 0 || (header.sform_code == kScanner &&
                                                              !HasShear(header.SformToLps()->leftCols<3>())));
}

// The largest distance between the places that both give to a corner of the grid.
double Disagreement(const Matrix34& form, const Geometry& geometry) {
  double largest = 0;
  for (int corner = 0; corner < 8; ++corner) {
    Point index;
    for (int axis = 0; axis < 3; ++axis) {
      index[axis] = (corner >> axis & 1) ? static_cast<double>(geometry.size[axis] - 1) : 0;
    }
    Point difference = form.leftCols<3>() * index + form.col(3) - geometry.PointOf(index);
    if (geometry.dimension == 2) difference[2] = 0;
    // Also where it is NaN.
    if (!(difference.norm() <= largest)) largest = difference.norm();
  }
  return largest;
}

}  // namespace

std::optional<Matrix34> NiftiHeader::SformToLps() const {
  if (sform_code <= 0) return std::nullopt;
  return FlipXY(sform);
}

std::optional<Matrix34> NiftiHeader::QformToLps() const {
  if (qform_code <= 0) return std::nullopt;
  const Eigen::Vector3d imaginary(quaternion[0], quaternion[1], quaternion[2]);
  Eigen::Quaterniond rotation(std::sqrt(std::max(0.0, 1 - imaginary.squaredNorm())), imaginary[0],
                              imaginary[1], imaginary[2]);
  rotation.normalize();
  Matrix34 matrix;
  matrix.leftCols<3>() = rotation.toRotationMatrix();
  for (int axis = 0; axis < 3; ++axis) matrix.col(axis) *= pixdim[static_cast<size_t>(axis) + 1];
  if (pixdim[0] < 0) matrix.col(2) *= -1;
  matrix.col(3) << quaternion_offset[0], quaternion_offset[1], quaternion_offset[2];
  return FlipXY(matrix);
}

std::optional<NiftiHeader> ReadNiftiHeader(const std::string& path) {
  common::ByteInput input(path);
  std::string bytes(kBytes, '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const size_t count = input.Read(std::span(bytes).subspan(filled));
    if (count == 0) break;
    filled += count;
  }
  if (filled < 8) return std::nullopt;
  const auto size = Get<int32_t>(bytes, kSizeOfHeader, false),
             other = Get<int32_t>(bytes, kSizeOfHeader, true);
  if ((size == 540 || other == 540) && (bytes.substr(4, 3) == "n+2" || bytes.substr(4, 3) == "ni2")) {
    common::ThrowDataError(path, "NIfTI-1", "NIfTI-2", "convert it to NIfTI-1 or NRRD");
  }
  const std::string magic = bytes.substr(kMagic, 3);
  if ((size != kBytes && other != kBytes) || filled < bytes.size() || (magic != "n+1" && magic != "ni1")) {
    if (filled < bytes.size() && (size == kBytes || other == kBytes)) {
      common::ThrowDataError(path, "a header of 348 bytes", fmt::format("{}", filled),
                             "the file is cut short");
    }
    return std::nullopt;
  }
  const bool swapped = size != kBytes;
  NiftiHeader header;
  header.is_swapped = swapped;
  header.is_pair = magic == "ni1";
  header.voxel_offset = Get<float>(bytes, kVoxOffset, swapped);
  for (size_t i = 0; i < 8; ++i) {
    header.dim[i] = Get<int16_t>(bytes, kDim + 2 * i, swapped);
    header.pixdim[i] = Get<float>(bytes, kPixdim + 4 * i, swapped);
  }
  if (header.dim[0] < 1 || header.dim[0] > 7) {
    common::ThrowDataError(path, "1 to 7 dimensions", fmt::format("{}", header.dim[0]),
                           "the header is damaged");
  }
  for (size_t i = 1; i < 8; ++i) {
    if (static_cast<int64_t>(i) > header.dim[0]) {
      header.dim[i] = 1;
    } else if (header.dim[i] < 1) {
      common::ThrowDataError(path, fmt::format("at least 1 voxel along axis {}", i),
                             fmt::format("{}", header.dim[i]), "the header is damaged");
    }
  }
  header.intent = Get<int16_t>(bytes, kIntent, swapped);
  header.intent_parameter = Get<float>(bytes, kIntentParameter, swapped);
  header.intent_name = bytes.substr(kIntentName, 16);
  header.intent_name.resize(std::min(header.intent_name.find('\0'), header.intent_name.size()));
  header.datatype = Get<int16_t>(bytes, kDatatype, swapped);
  header.slope = Get<float>(bytes, kSlope, swapped);
  header.intercept = Get<float>(bytes, kIntercept, swapped);
  header.units = bytes[kUnits] & 7;
  header.time_unit = bytes[kUnits] & 0x38;
  header.qform_code = Get<int16_t>(bytes, kQformCode, swapped);
  header.sform_code = Get<int16_t>(bytes, kSformCode, swapped);
  for (size_t i = 0; i < 3; ++i) {
    header.quaternion[i] = Get<float>(bytes, kQuaternion + 4 * i, swapped);
    header.quaternion_offset[i] = Get<float>(bytes, kQuaternionOffset + 4 * i, swapped);
    for (size_t j = 0; j < 4; ++j) {
      header.sform(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
          Get<float>(bytes, kSform + 16 * i + 4 * j, swapped);
    }
  }
  return header;
}

void CheckNiftiHeader(const NiftiHeader& header, NiftiForm form, const std::string& path) {
  for (int axis = 1; axis <= NumAxes(header); ++axis) {
    const double spacing = header.pixdim[axis];
    if (!std::isfinite(spacing) || spacing <= 0) {
      common::ThrowDataError(path, fmt::format("a spacing above 0 mm along axis {} (pixdim)", axis),
                             common::FormatShort(spacing), "write the true spacing into the file's header");
    }
  }
  if (header.units != 0 && header.units != 2) {
    common::ThrowDataError(path, "units of millimetres",
                           header.units == 1   ? "metres"
                           : header.units == 3 ? "micrometres"
                                               : fmt::format("unit {}", header.units),
                           "convert spacing, sform and qform to millimetres");
  }
  const bool known = header.datatype == kNiftiRgb || header.datatype == kNiftiRgba ||
                     std::ranges::any_of(PixelTypes(), [&](const auto& facts) {
                       return facts.nifti_code == header.datatype;
                     });
  if (!known) {
    common::ThrowDataError(path, "integers or floating-point numbers of at most 64 bits",
                           fmt::format("NIfTI's data type {}", header.datatype), "convert it to float32");
  }
  const bool wants_sform = form == NiftiForm::kSform, wants_qform = form == NiftiForm::kQform;
  if ((wants_sform && header.sform_code <= 0) || (wants_qform && header.qform_code <= 0)) {
    common::ThrowDataError(
        path, wants_sform ? "an sform, which was asked for" : "a qform, which was asked for", "none");
  }
  if (TakesSform(header, form)) {
    for (int axis = 0; axis < 3; ++axis) {
      if (header.dim[static_cast<size_t>(axis) + 1] <= 1 || !header.SformToLps()->col(axis).isZero(0))
        continue;
      common::ThrowDataError(path, "an sform with columns that are not 0", "a column of 0",
                             header.qform_code > 0 ? "take the qform: --nifti-form=qform"
                                                   : "set sform_code to 0, or write the true matrix");
    }
  }
  if (TakesSform(header, form) && form != NiftiForm::kNearest &&
      HasShear(header.SformToLps()->leftCols<3>())) {
    common::ThrowDataError(path, "an sform with orthogonal columns",
                           DirectionText(ColumnsOfLengthOne(header.SformToLps()->leftCols<3>()), 3),
                           "resample the image to a grid without shear, or take the nearest directions: "
                           "--nifti-form=nearest");
  }
}

Geometry GeometryOf(const NiftiHeader& header, NiftiForm form, int dimension) {
  const auto matrix = TakesSform(header, form) ? header.SformToLps() : header.QformToLps();
  Geometry geometry;
  geometry.dimension = dimension;
  for (int axis = 0; axis < dimension; ++axis) {
    geometry.size[axis] = header.dim[static_cast<size_t>(axis) + 1];
    geometry.spacing[axis] = header.pixdim[static_cast<size_t>(axis) + 1];
    if (!matrix) continue;
    geometry.origin[axis] = (*matrix)(axis, 3);
    for (int row = 0; row < dimension; ++row) {
      geometry.direction(row, axis) = (*matrix)(row, axis) / matrix->col(axis).norm();
    }
  }
  if (matrix && form == NiftiForm::kNearest && HasShear(matrix->leftCols<3>())) {
    const Eigen::JacobiSVD<Eigen::Matrix3d> parts(geometry.direction,
                                                  Eigen::ComputeFullU | Eigen::ComputeFullV);
    geometry.direction = parts.matrixU() * parts.matrixV().transpose();
  }
  if (dimension == 2) geometry.size[2] = 1;
  return geometry;
}

std::vector<std::string> FormWarnings(const NiftiHeader& header, NiftiForm form, const Geometry& read,
                                      const std::string& path) {
  std::vector<std::string> warnings;
  const double in_plane = std::min(read.spacing[0], read.spacing[1]);
  const double limit =
      std::max(1e-3, 0.01 * (read.dimension == 2 ? in_plane : std::min(in_plane, read.spacing[2])));
  const auto sform = header.SformToLps(), qform = header.QformToLps();
  const double by_sform = sform ? Disagreement(*sform, read) : 0,
               by_qform = qform ? Disagreement(*qform, read) : 0;
  const auto warn = [&](const std::string& other, const std::string& used, double distance) {
    warnings.push_back(
        fmt::format("{}: its {} places voxels up to {} mm elsewhere than its {}, which is used", path, other,
                    common::FormatShort(distance), used));
  };
  const bool takes_sform = TakesSform(header, form);
  const auto taken = [&](bool other_is_taken, const char* other) {
    if (other_is_taken) return std::string(other);
    return std::string(form == NiftiForm::kNearest ? "nearest matrix without shear" : "voxel sizes (pixdim)");
  };
  // A NaN is a disagreement too. The form that was not chosen may say anything.
  if (sform && form != NiftiForm::kQform && !(by_sform <= limit)) {
    warn("sform", taken(qform && !takes_sform, "qform"), by_sform);
  }
  if (qform && form != NiftiForm::kSform && !(by_qform <= limit)) {
    warn("qform", taken(sform && takes_sform, "sform"), by_qform);
  }
  return warnings;
}

std::string NiftiHeaderBytes(const Geometry& geometry, const VoxelLayout& layout, PixelType type) {
  std::string bytes(352, '\0');
  Put<int32_t>(bytes, kSizeOfHeader, kBytes);
  const bool is_fnirt = layout.as_fnirt, is_vector = layout.components > 1 && !layout.is_color && !is_fnirt;
  const int64_t frames = is_fnirt ? layout.components : layout.num_frames;
  const std::array<int64_t, 8> dim = {is_vector    ? 5
                                      : frames > 1 ? 4
                                                   : geometry.dimension,
                                      geometry.size[0],
                                      geometry.size[1],
                                      geometry.size[2],
                                      frames,
                                      is_vector ? layout.components : 1,
                                      1,
                                      1};
  for (size_t i = 0; i < 8; ++i) Put(bytes, kDim + 2 * i, static_cast<int16_t>(dim[i]));
  Put(bytes, kIntent,
      static_cast<int16_t>(is_fnirt    ? kFnirtFieldIntent
                           : is_vector ? kNiftiVectorIntent
                                       : 0));
  const PixelTypeFacts& facts = FactsOf(type);
  Put(bytes, kDatatype, layout.is_color ? layout.components == 4 ? kNiftiRgba : kNiftiRgb : facts.nifti_code);
  Put(bytes, kBitpix, static_cast<int16_t>(8 * facts.bytes * (layout.is_color ? layout.components : 1)));

  Eigen::Matrix3d direction = geometry.direction;
  direction.topRows<2>() *= -1;
  Point origin = geometry.origin;
  origin.head<2>() *= -1;
  Eigen::Matrix3d rotation = direction;
  const bool mirrored = rotation.determinant() < 0;
  if (mirrored) rotation.col(2) *= -1;
  Eigen::Quaterniond quaternion(rotation);
  if (quaternion.w() < 0) quaternion.coeffs() *= -1;
  Put(bytes, kPixdim, mirrored ? -1.0F : 1.0F);
  for (size_t axis = 0; axis < 3; ++axis) {
    const auto row = static_cast<Eigen::Index>(axis);
    Put(bytes, kPixdim + 4 * (axis + 1), static_cast<float>(geometry.spacing[row]));
    Put(bytes, kQuaternion + 4 * axis, static_cast<float>(quaternion.vec()[row]));
    Put(bytes, kQuaternionOffset + 4 * axis, static_cast<float>(origin[row]));
    for (size_t column = 0; column < 3; ++column) {
      const auto c = static_cast<Eigen::Index>(column);
      Put(bytes, kSform + 16 * axis + 4 * column,
          static_cast<float>(direction(row, c) * geometry.spacing[c]));
    }
    Put(bytes, kSform + 16 * axis + 12, static_cast<float>(origin[row]));
  }
  for (size_t i = 4; i < 8; ++i) Put(bytes, kPixdim + 4 * i, 1.0F);
  Put(bytes, kPixdim + 16, static_cast<float>(layout.frame_step));
  Put(bytes, kVoxOffset, 352.0F);
  Put(bytes, kSlope, 1.0F);
  bytes[kUnits] = static_cast<char>(2 | layout.time_unit);  // millimetres
  Put<int16_t>(bytes, kQformCode, 1);
  Put<int16_t>(bytes, kSformCode, 1);
  bytes.replace(kMagic, 3, "n+1");
  return bytes;
}

}  // namespace structlab::registration
