// What readers of image files share: pieces of files, inflation, numbers as text. Private to the folder
// above.
#ifndef STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_VOXEL_BYTES_H_
#define STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_VOXEL_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "registration/volumes/pixel_type.h"

namespace structlab::registration {

// The bytes of a file from `offset` on, at most `count`. Throws common::Error(kEnvironment).
std::vector<char> BytesOf(const std::string& path, uint64_t offset, uint64_t count);

uint64_t SizeOfFile(const std::string& path);  // 0 if there is none

// Throws common::Error(kData): "is cut short", with bytes of voxels.
[[noreturn]] void ThrowCutShort(const std::string& path, uint64_t needed, uint64_t there);

// Throws as ThrowCutShort if `packed` bytes cannot hold `needed` ones by deflate, or without compression.
void CheckThatItCanHold(const std::string& path, uint64_t needed, uint64_t packed, bool is_packed);

// Inflates one stream of zlib or gzip of exactly `size` bytes. Throws common::Error(kData), naming `path`, if
// it is damaged (also if only the checksum at its end shows it), ends early, or holds more or fewer bytes.
std::vector<char> Inflated(std::span<const char> packed, uint64_t size, const std::string& path);

// `count` numbers between blanks, as bytes of the type. Throws common::Error(kData), naming `path` and the
// place of the number.
std::vector<char> NumbersOfText(std::string_view text, PixelType type, uint64_t count,
                                const std::string& path);

// Puts the bytes behind the others; without a copy if there are none yet.
void Append(std::vector<char> bytes, std::vector<char>& to);

// Reverses the bytes of each number.
void SwapBytes(std::span<char> numbers, size_t bytes_of_one);

// Puts the components of each voxel, which lie in volumes behind each other, side by side.
std::vector<char> Interleaved(std::span<const char> planar, size_t components, size_t bytes_of_one);

// ITK's messages without the addresses in memory of the objects that say them: "GDCMImageIO(0x5581a0): ...".
std::string WithoutAddresses(std::string text);

// The names that "slice%03d.raw", "1", "20", "1" stand for: numbers from 1 to 20 in steps of 1. Throws
// common::Error(kData), naming `path`, for other words.
std::vector<std::string> NumberedNames(const std::vector<std::string>& words, const std::string& path);

// Replaces names of voxel files by their paths beside the header. Throws common::Error(kEnvironment), naming
// both, if one is missing.
void FindBeside(const std::string& header, std::vector<std::string>& names);

// "FILE: holds N bytes more than its header says; they are left out".
std::string MoreBytesWarning(const std::string& path, uint64_t more);

}  // namespace structlab::registration

#endif  // STRUCTLAB_REGISTRATION_VOLUMES_FORMATS_VOXEL_BYTES_H_
