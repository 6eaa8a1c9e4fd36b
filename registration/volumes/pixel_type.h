// Types of the numbers in image files.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_PIXEL_TYPE_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_PIXEL_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace structlab::registration {

enum class PixelType { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kUint64, kInt64, kFloat32, kFloat64 };

// What formats call it, and which numbers it holds.
struct PixelTypeFacts {
  PixelType type;
  std::string_view name;  // "uint8", ..., "float32", as programs take it
  size_t bytes;
  bool is_integer;
  double min, max;
  int16_t nifti_code;
  std::string_view nrrd_name, meta_name;
};

const std::vector<PixelTypeFacts>& PixelTypes();
const PixelTypeFacts& FactsOf(PixelType type);
// Nothing if there is no such name.
std::optional<PixelType> PixelTypeNamed(std::string_view name);

// How the numbers of a file of several volumes, vectors or colours lie: frame after frame, the components of
// a voxel side by side.
struct VoxelLayout {
  int components = 1;
  int64_t num_frames = 1;
  double frame_step = 1;  // from one frame to the next, in `time_unit`
  int time_unit = 0;      // NIfTI's code: 8 for s, 16 for ms, 24 for us; 0: the file does not say it
  bool is_color = false;  // three or four components of red, green, blue and opacity
  bool as_fnirt = false;  // FSL's layout of fields, in NIfTI files only
};

// Calls use(Number()) with a number of the type.
template <class Use>
auto WithPixelType(PixelType type, const Use& use) {
  switch (type) {
    case PixelType::kUint8:  // NOLINT(bugprone-branch-clone): the branches differ by their types
      return use(uint8_t());
    case PixelType::kInt8:
      return use(int8_t());
    case PixelType::kUint16:
      return use(uint16_t());
    case PixelType::kInt16:
      return use(int16_t());
    case PixelType::kUint32:
      return use(uint32_t());
    case PixelType::kInt32:
      return use(int32_t());
    case PixelType::kUint64:
      return use(uint64_t());
    case PixelType::kInt64:
      return use(int64_t());
    case PixelType::kFloat32:
      return use(float());
    case PixelType::kFloat64:
      break;
  }
  return use(double());
}

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_PIXEL_TYPE_H_
