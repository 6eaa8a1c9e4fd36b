#include "tools/programs/segment_images/mask_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

#include "common/error.h"
#include "common/program.h"
#include "tools/programs/image_files.h"

namespace structlab::tools {
namespace {

constexpr std::array<std::string_view, 4> kMaskEndings = {"_mask", "-mask", "_gt", "-gt"};

// The stem without the ending of masks, if it has one.
std::string WithoutMaskEnding(const std::string& stem) {
  for (const std::string_view ending : kMaskEndings) {
    if (stem.size() > ending.size() && stem.ends_with(ending))
      return stem.substr(0, stem.size() - ending.size());
  }
  return stem;
}

}  // namespace

std::string StemOf(const std::string& path) { return std::filesystem::path(path).stem().string(); }

void CheckStemsDiffer(const std::vector<std::string>& files, const std::string& flag) {
  std::map<std::string, std::string> first;
  for (const std::string& file : files) {
    const auto [known, is_new] = first.emplace(StemOf(file), file);
    if (!is_new) {
      common::ThrowUsageError(flag, "files whose names differ in more than their ending",
                              known->second + " and " + file);
    }
  }
}

std::vector<ImagePair> PairsOfFolders(const std::string& images, const std::string& image_flag,
                                      const std::string& masks, bool skip_bad, std::FILE* messages) {
  std::vector<std::string> image_files = FilesInFolder(images, kImageEndings, image_flag);
  std::vector<std::string> mask_files = FilesInFolder(masks, kImageEndings, "--masks");
  std::error_code failure;
  if (std::filesystem::equivalent(common::CallersPath(images), common::CallersPath(masks), failure)) {
    const auto is_mask = [](const std::string& file) {
      return WithoutMaskEnding(StemOf(file)) != StemOf(file);
    };
    std::erase_if(image_files, is_mask);
    std::erase_if(mask_files, [&](const std::string& file) { return !is_mask(file); });
  }
  CheckStemsDiffer(image_files, image_flag);
  CheckStemsDiffer(mask_files, "--masks");
  std::map<std::string, std::string> mask_of;
  // Masks with the very stem of an image come last and so have the last word.
  for (const std::string& file : mask_files) {
    const auto [known, is_new] = mask_of.emplace(WithoutMaskEnding(StemOf(file)), file);
    if (!is_new && StemOf(file) != WithoutMaskEnding(StemOf(file)) && StemOf(known->second) != known->first) {
      common::ThrowUsageError("--masks", "one mask for an image", known->second + " and " + file);
    }
    known->second = file;
  }
  for (const std::string& file : mask_files) mask_of[StemOf(file)] = file;
  std::vector<ImagePair> pairs;
  std::set<std::string> used;
  for (const std::string& file : image_files) {
    const auto found = mask_of.find(StemOf(file));
    if (found != mask_of.end()) {
      pairs.push_back({file, found->second});
      used.insert(found->second);
      continue;
    }
    if (!skip_bad) {
      common::ThrowDataError(file, fmt::format("a mask {}.* in {}", StemOf(file), masks), "none",
                             "add it, or give --skip-bad to leave such images out");
    }
    std::fprintf(messages, "segment_images: %s: left out: no mask %s.* in %s\n", file.c_str(),
                 StemOf(file).c_str(), masks.c_str());
  }
  const auto unused =
      std::ranges::find_if(mask_files, [&](const auto& file) { return !used.contains(file); });
  if (unused != mask_files.end()) {
    std::fprintf(messages, "segment_images: note: masks without an image in %s: %d, such as %s\n",
                 images.c_str(), static_cast<int>(mask_files.size() - used.size()), unused->c_str());
  }
  if (pairs.empty()) common::ThrowDataError(images, "an image with a mask in " + masks, "none");
  return pairs;
}

structured_learning::MaskOptions MaskArguments::Options() const {
  structured_learning::MaskOptions options;
  if (!foreground.empty())
    options.foreground = structured_learning::ParseMaskValue(foreground, "--foreground");
  if (!ignored.empty()) options.ignored = structured_learning::ParseMaskValue(ignored, "--void");
  if (options.foreground && options.foreground == options.ignored) {
    common::ThrowUsageError("--void", "another value than that of --foreground", ignored);
  }
  return options;
}

}  // namespace structlab::tools
