#include "experiments/harness/hdf5_picture.h"

#include <algorithm>

#include "common/check.h"
#include "experiments/harness/picture_check.h"

namespace structlab::harness {
namespace {

void WriteAttribute(const Hdf5Id& dataset, const char* name, const std::string& text) {
  const Hdf5Id type(H5Tcopy(H5T_C_S1), H5Tclose, "type");
  STRUCTLAB_CHECK(H5Tset_size(type.get(), text.size() + 1) >= 0);  // the specification wants the zero
  const Hdf5Id space(H5Screate(H5S_SCALAR), H5Sclose, "space");
  const Hdf5Id id(H5Acreate2(dataset.get(), name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                  H5Aclose, name);
  STRUCTLAB_CHECK(H5Awrite(id.get(), type.get(), text.c_str()) >= 0);
}

// In blocks of whole rows, so that a part of a large picture can be read without the rest.
void CompressRows(const Hdf5Id& properties, const std::vector<hsize_t>& sizes, size_t row_bytes) {
  constexpr size_t kLeast = 2048, kChunk = size_t{1} << 18;
  if (sizes[0] * row_bytes < kLeast) return;
  std::vector<hsize_t> chunk = sizes;
  chunk[0] = std::clamp<hsize_t>(kChunk / row_bytes, 1, sizes[0]);
  STRUCTLAB_CHECK(H5Pset_chunk(properties.get(), static_cast<int>(chunk.size()), chunk.data()) >= 0);
  STRUCTLAB_CHECK(H5Pset_deflate(properties.get(), 4) >= 0);
}

// The sides, which are no larger than CheckPicture allows: a few bytes cannot ask for much memory.
Picture PictureOfSizes(const Hdf5Id& dataset, const std::string& name) {
  const Hdf5Id space(H5Dget_space(dataset.get()), H5Sclose, name);
  hsize_t sizes[3] = {0, 0, 1};
  const int dimensions = H5Sget_simple_extent_ndims(space.get());
  if (dimensions != 2 && dimensions != 3) ThrowDamagedHdf5(name, "a picture's dimensions");
  H5Sget_simple_extent_dims(space.get(), sizes, nullptr);
  const auto is_side = [](hsize_t size) { return size >= 1 && size <= kLargestSide; };
  const bool fits = is_side(sizes[0]) && is_side(sizes[1]) && sizes[2] == (dimensions == 2 ? 1 : 3) &&
                    sizes[0] * sizes[1] * sizes[2] <= kLargestPicture;
  if (!fits) ThrowDamagedHdf5(name, "a picture's size");
  Picture picture = {.width = static_cast<int>(sizes[1]),
                     .height = static_cast<int>(sizes[0]),
                     .channels = static_cast<int>(sizes[2])};
  picture.values.resize(sizes[0] * sizes[1] * sizes[2]);
  return picture;
}

}  // namespace

void WriteHdf5Picture(const Hdf5Id& file, const std::string& dataset, const Picture& picture) {
  const auto channels = static_cast<hsize_t>(picture.channels);
  std::vector<hsize_t> sizes = {static_cast<hsize_t>(picture.height), static_cast<hsize_t>(picture.width)};
  if (channels > 1) sizes.push_back(channels);
  const Hdf5Id properties = Hdf5DatasetProperties();
  CompressRows(properties, sizes, sizes[1] * channels);
  const Hdf5Id space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose,
                     dataset);
  const Hdf5Id id(H5Dcreate2(file.get(), dataset.c_str(), H5T_STD_U8LE, space.get(), H5P_DEFAULT,
                             properties.get(), H5P_DEFAULT),
                  H5Dclose, dataset);
  STRUCTLAB_CHECK(
      H5Dwrite(id.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, picture.values.data()) >= 0);
  WriteAttribute(id, "CLASS", "IMAGE");
  WriteAttribute(id, "IMAGE_VERSION", "1.2");
  WriteAttribute(id, "IMAGE_SUBCLASS", channels > 1 ? "IMAGE_TRUECOLOR" : "IMAGE_GRAYSCALE");
  if (channels > 1) WriteAttribute(id, "INTERLACE_MODE", "INTERLACE_PIXEL");
}

Picture ReadHdf5Picture(const Hdf5Id& file, const std::string& dataset, const std::string& name) {
  const Hdf5Id id(H5Dopen2(file.get(), dataset.c_str(), H5P_DEFAULT), H5Dclose, name);
  const Hdf5Id type(H5Dget_type(id.get()), H5Tclose, name);
  if (H5Tequal(type.get(), H5T_STD_U8LE) <= 0) ThrowDamagedHdf5(name, "a picture's values");
  Picture picture = PictureOfSizes(id, name);
  if (H5Dread(id.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, picture.values.data()) < 0) {
    ThrowDamagedHdf5(name, dataset);
  }
  return picture;
}

}  // namespace structlab::harness
