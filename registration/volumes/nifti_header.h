// Headers of NIfTI-1 files, read without ITK, which repairs in silence what should be refused; and written.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_NIFTI_HEADER_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_NIFTI_HEADER_H_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "registration/volumes/geometry.h"
#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

inline constexpr int16_t kNiftiRgb = 128, kNiftiRgba = 2304;  // data types of colours
inline constexpr int kNiftiVectorIntent = 1007;               // NIFTI_INTENT_VECTOR
inline constexpr int kNiftiDisplacementIntent = 1006;         // NIFTI_INTENT_DISPVECT
inline constexpr int kFnirtFieldIntent = 2006;                // FSL_FNIRT_DISPLACEMENT_FIELD
inline constexpr int kFnirtLastIntent = 2009;                 // those from 2007 hold coefficients

struct NiftiHeader {
  std::array<int64_t, 8> dim = {};
  std::array<double, 8> pixdim = {};
  int datatype = 0, intent = 0, units = 0, time_unit = 0;
  std::string intent_name;
  double intent_parameter = 0;  // the first of three
  int qform_code = 0, sform_code = 0;
  bool is_swapped = false;  // bytes in the other order than this machine's
  bool is_pair = false;     // voxels in a file of their own
  double voxel_offset = 0;  // in bytes
  double slope = 0, intercept = 0;
  std::array<double, 3> quaternion = {}, quaternion_offset = {};
  Eigen::Matrix<double, 3, 4> sform = Eigen::Matrix<double, 3, 4>::Zero();  // to RAS, mm

  // From voxel indices to LPS, mm; nothing if the code is 0.
  std::optional<Eigen::Matrix<double, 3, 4>> SformToLps() const;
  std::optional<Eigen::Matrix<double, 3, 4>> QformToLps() const;
};

// Which of a file's two matrices says where its voxels lie.
enum class NiftiForm {
  kAuto,     // the rule that ReadImage (image_file.h) states
  kSform,    // the sform
  kQform,    // the qform
  kNearest,  // as kAuto; a matrix with shear is replaced by the nearest one without
};

// During its lifetime, ReadNifti of this thread takes this form. Scopes nest.
class NiftiFormScope {
 public:
  explicit NiftiFormScope(NiftiForm form) : before_(current_) { current_ = form; }
  ~NiftiFormScope() { current_ = before_; }
  NiftiFormScope(const NiftiFormScope&) = delete;
  NiftiFormScope& operator=(const NiftiFormScope&) = delete;

  static NiftiForm current() { return current_; }

 private:
  static inline thread_local NiftiForm current_ = NiftiForm::kAuto;
  NiftiForm before_;
};

// Reads the header of a plain or gzip file. Nothing if it is no NIfTI file. Throws common::Error(kData) if it
// is NIfTI-2, cut short, or has a size below 1.
std::optional<NiftiHeader> ReadNiftiHeader(const std::string& path);

// Throws common::Error(kData), naming `path`: spacing that is not above 0, units other than millimetres,
// numbers of a type that is not supported (complex ones, 128 bits), a form that is chosen and missing, a
// matrix with shear as the only one or the chosen one.
void CheckNiftiHeader(const NiftiHeader& header, NiftiForm form, const std::string& path);

// Which voxels lie where. `dimension`: 2 or 3.
Geometry GeometryOf(const NiftiHeader& header, NiftiForm form, int dimension);

// What sform or qform say otherwise than the geometry that was read: a line each, for a user to see.
std::vector<std::string> FormWarnings(const NiftiHeader& header, NiftiForm form, const Geometry& read,
                                      const std::string& path);

// The 352 bytes in front of the voxels. Vectors lie component by component behind each other, as ITK and ANTs
// write them (five dimensions, intent 1007); with `as_fnirt`, four dimensions and FSL's intent. Colours are
// voxels of three or four bytes, side by side. sform and qform are equal, both of code 1.
std::string NiftiHeaderBytes(const Geometry& geometry, const VoxelLayout& layout, PixelType type);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_NIFTI_HEADER_H_
