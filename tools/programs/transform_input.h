// Reads transforms and volumes that are named on the command lines of registration programs.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_TRANSFORM_INPUT_H_
#define STRUCTLAB_TOOLS_PROGRAMS_TRANSFORM_INPUT_H_

#include <cstdio>
#include <string>
#include <vector>

#include "common/command_line.h"
#include "registration/volumes/nifti_header.h"
#include "registration/volumes/spatial_transform.h"
#include "registration/volumes/transform_formats.h"
#include "tools/programs/output_checks.h"

namespace structlab::tools {

struct TransformArguments {
  std::vector<std::string> transforms;
  std::string fixed, moving;  // images, for their grids
  std::string format = "auto", nifti_form = "auto";
  int threads = 1;
};

// Adds --transform (if `with_transform`), --transform-format, --fixed, --moving,
// --nifti-form and --threads.
void AddTransformFlags(common::CommandLine& line, TransformArguments& arguments, bool with_transform = true);

// Adds --nifti-form, and gives its meaning to a reg::NiftiFormScope.
void AddNiftiFormFlag(common::CommandLine& line, std::string& form);
registration::NiftiForm NiftiFormOf(const std::string& form);

// Adds --transform-format.
void AddTransformFormatFlag(common::CommandLine& line, std::string& format);

extern const char kTransformHelp[];

// Reads all files as one transform; the first file is applied to points first. Prints warnings, with the
// program's name, to `messages`. `own_grid` is the grid of the warped image. It is used for FSL's formats if
// --moving (with `inverse`: --fixed) is missing.
struct LoadedTransform {
  registration::SpatialTransform transform;
  registration::TransformImages images;
};
LoadedTransform LoadTransforms(const TransformArguments& arguments, const std::string& program,
                               std::FILE* messages, const registration::Geometry* own_grid = nullptr,
                               bool inverse = false);

// "[PATH,1]" means the inverse of a transform, as in ANTs, and "[PATH,0]" the transform. Replaces these by
// words that the command line does not take for lists.
std::vector<std::string> WithInversesNamed(std::vector<std::string> words);
// The file of a transform named like this.
std::string PathOfTransform(const std::string& text);

// The input files of these flags, for CheckDifferentFiles. `transform_flag` is the flag of the transforms.
std::vector<NamedFile> FilesOf(const TransformArguments& arguments,
                               const std::string& transform_flag = "--transform");
// The input file of a volume, which may be a folder of DICOM files.
NamedFile VolumeFile(const std::string& flag, const std::string& path);

// Prints each warning as a line "PROGRAM: warning: ...".
void PrintWarnings(const registration::FileFacts& facts, const std::string& program, std::FILE* messages);

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_TRANSFORM_INPUT_H_
