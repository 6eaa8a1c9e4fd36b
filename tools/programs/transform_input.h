// Transforms and volumes on the command lines of registration programs.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_TRANSFORM_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_TRANSFORM_INPUT_H_

#include <cstdio>
#include <string>
#include <vector>

#include "registration/volumes/spatial_transform.h"
#include "registration/volumes/transform_formats.h"
#include "tools/programs/output_checks.h"

namespace CLI {
class App;
}

namespace structlab::tools {

struct TransformArguments {
  std::vector<std::string> transforms;
  std::string fixed, moving;  // images, for their grids
  int threads = 1;
};

// --transform (unless its files are given elsewhere), --fixed, --moving, --threads.
void AddTransformFlags(CLI::App& app, TransformArguments& arguments, bool with_transform = true);

extern const char kTransformHelp[];

// All files as one transform, the first one applied first. Warnings go to `messages`, each behind the
// program's name. `own_grid`: of the image that is warped, for the formats of FSL, where --moving (with
// `inverse`, --fixed) is missing.
struct LoadedTransform {
  registration::SpatialTransform transform;
  registration::TransformImages images;
};
LoadedTransform LoadTransforms(const TransformArguments& arguments, const std::string& program,
                               std::FILE* messages, const registration::Geometry* own_grid = nullptr,
                               bool inverse = false);

// What these flags read, for CheckDifferentFiles; `transform_flag` names the transforms.
std::vector<NamedFile> FilesOf(const TransformArguments& arguments,
                               const std::string& transform_flag = "--transform");
// A volume, which may be a folder of DICOM files.
NamedFile VolumeFile(const std::string& flag, const std::string& path);

// "PROGRAM: warning: ..." in a line each.
void PrintWarnings(const registration::FileFacts& facts, const std::string& program, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_TRANSFORM_INPUT_H_
