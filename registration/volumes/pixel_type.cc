#include "registration/volumes/pixel_type.h"

#include <limits>
#include <type_traits>

namespace structlab::registration {
namespace {

template <class Number>
PixelTypeFacts Facts(PixelType type, std::string_view name, int16_t nifti_code, std::string_view meta_name) {
  using Limits = std::numeric_limits<Number>;
  return {.type = type,
          .name = name,
          .bytes = sizeof(Number),
          .is_integer = std::is_integral_v<Number>,
          .min = static_cast<double>(Limits::lowest()),
          .max = static_cast<double>(Limits::max()),
          .nifti_code = nifti_code,
          .nrrd_name = name == "float32"   ? "float"
                       : name == "float64" ? "double"
                                           : name,
          .meta_name = meta_name};
}

}  // namespace

const std::vector<PixelTypeFacts>& PixelTypes() {
  static const std::vector<PixelTypeFacts> types = {
      Facts<uint8_t>(PixelType::kUint8, "uint8", 2, "MET_UCHAR"),
      Facts<int8_t>(PixelType::kInt8, "int8", 256, "MET_CHAR"),
      Facts<uint16_t>(PixelType::kUint16, "uint16", 512, "MET_USHORT"),
      Facts<int16_t>(PixelType::kInt16, "int16", 4, "MET_SHORT"),
      Facts<uint32_t>(PixelType::kUint32, "uint32", 768, "MET_UINT"),
      Facts<int32_t>(PixelType::kInt32, "int32", 8, "MET_INT"),
      Facts<uint64_t>(PixelType::kUint64, "uint64", 1280, "MET_ULONG_LONG"),
      Facts<int64_t>(PixelType::kInt64, "int64", 1024, "MET_LONG_LONG"),
      Facts<float>(PixelType::kFloat32, "float32", 16, "MET_FLOAT"),
      Facts<double>(PixelType::kFloat64, "float64", 64, "MET_DOUBLE"),
  };
  return types;
}

const PixelTypeFacts& FactsOf(PixelType type) { return PixelTypes()[static_cast<size_t>(type)]; }

std::optional<PixelType> PixelTypeNamed(std::string_view name) {
  for (const PixelTypeFacts& facts : PixelTypes()) {
    if (facts.name == name) return facts.type;
  }
  return std::nullopt;
}

}  // namespace structlab::registration
