#include "experiments/harness/report/png_file.h"

#include <png.h>

#include "common/check.h"
#include "common/error.h"
#include "experiments/harness/picture_check.h"

namespace structlab::harness {
namespace {

// What libpng knows of one picture; it keeps its reader in it from the header to the last row.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;

  png_image* get() { return &image_; }
  png_image* operator->() { return &image_; }

 private:
  png_image image_ = {};
};

[[noreturn]] void ThrowNoPng(const std::string& name, const std::string& why) {
  throw common::Error(common::ErrorKind::kData,
                      {.where = name, .what = "cannot be read as a PNG file (" + why + ")"});
}

}  // namespace

std::string EncodePng(const Picture& picture, const std::string& where) {
  CheckPicture(picture, where);
  PngImage image;
  image->width = static_cast<png_uint_32>(picture.width);
  image->height = static_cast<png_uint_32>(picture.height);
  image->format = picture.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(*image.get()), '\0');
  png_alloc_size_t size = bytes.size();
  STRUCTLAB_CHECK(png_image_write_to_memory(image.get(), bytes.data(), &size, /*convert_to_8bit=*/0,
                                            picture.values.data(), /*row_stride=*/0, nullptr) != 0);
  bytes.resize(size);
  return bytes;
}

Picture DecodePng(std::string_view bytes, const std::string& name) {
  PngImage image;
  if (png_image_begin_read_from_memory(image.get(), bytes.data(), bytes.size()) == 0) {
    ThrowNoPng(name, image->message);
  }
  Picture picture;
  picture.channels = (image->format & PNG_FORMAT_FLAG_COLOR) != 0 ? 3 : 1;
  const size_t channels = static_cast<size_t>(picture.channels);
  if (image->width > kLargestSide || image->height > kLargestSide ||
      size_t{image->width} * image->height * channels > kLargestPicture) {
    ThrowNoPng(name, "too large");
  }
  picture.width = static_cast<int>(image->width);
  picture.height = static_cast<int>(image->height);
  picture.values.resize(size_t{image->width} * image->height * channels);
  image->format = picture.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
  if (png_image_finish_read(image.get(), /*background=*/nullptr, picture.values.data(), /*row_stride=*/0,
                            nullptr) == 0) {
    ThrowNoPng(name, image->message);
  }
  return picture;
}

}  // namespace structlab::harness
