// The command points.
#include <fmt/format.h>

#include <algorithm>

#include "common/command_line.h"
#include "common/error.h"
#include "common/number.h"
#include "common/program.h"
#include "common/stop_point.h"
#include "registration/volumes/landmark_file.h"
#include "tools/programs/output_checks.h"
#include "tools/programs/transform_input.h"
#include "tools/programs/warp/commands.h"

namespace structlab::tools {
namespace {

namespace reg = registration;

constexpr char kFooter[] = R"(
POINTS are points of the fixed image and are moved to the moving image; with --inverse the other way. A CSV has x,y,z in
LPS mm; a first line may name the columns, also label. .fcsv and .mrk.json are those of 3D Slicer, in the coordinate
system that the file names; point files of elastix (first line: point) are read, too. The output keeps the names and is
in LPS; the ending of --out chooses its format.

)";

// A transform of two dimensions says nothing of the third one.
void CheckDimension(const std::vector<reg::Landmark>& landmarks, int dimension, const std::string& path) {
  for (size_t i = 0; dimension == 2 && i < landmarks.size(); ++i) {
    if (landmarks[i].point[2] == 0) continue;
    common::ThrowDataError(fmt::format("{}: point {}", path, i + 1),
                           "points of two dimensions (z is 0 or missing), as the transform has",
                           "z = " + common::FormatShort(landmarks[i].point[2]));
  }
}

}  // namespace

int WarpPointFile(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages) {
  TransformArguments transform;
  std::string points, out_path;
  bool inverse = false;
  common::CommandLine line("Moves points by transforms.", "warp points");
  line.Option("POINTS", points, "the points: CSV, .fcsv, .mrk.json, or those of elastix").Required();
  AddTransformFlags(line, transform);
  line.Switch("--inverse", inverse, "move points of the moving image to the fixed image");
  line.Option("--out", out_path, "the moved points, CSV or .fcsv").Required();
  line.Footer(std::string(kFooter) + kTransformHelp);
  if (!line.Parse(words, out)) return 0;
  if (transform.transforms.empty()) common::ThrowUsageError("--transform", "a file with a transform", "none");
  CheckFolderOf(out_path, "--out");
  std::vector<NamedFile> inputs = FilesOf(transform);
  inputs.push_back({"POINTS", points});
  CheckDifferentFiles(inputs, {{"--out", out_path}});

  const reg::NiftiFormScope form(NiftiFormOf(transform.nifti_form));
  std::vector<reg::Landmark> landmarks = reg::ReadLandmarks(common::CallersPath(points));
  const LoadedTransform loaded = LoadTransforms(transform, "warp", messages);
  CheckNotRead({{"--out", out_path}});
  CheckDimension(landmarks, loaded.transform.dimension, points);
  constexpr double kTolerance = 1e-3;  // mm
  double largest = 0;
  int not_converged = 0;
  std::string which;  // the first of them
  for (reg::Landmark& landmark : landmarks) {
    common::StopPoint();
    if (!inverse) {
      landmark.point = loaded.transform(landmark.point);
      continue;
    }
    const reg::PointInverse found =
        reg::InverseAt(loaded.transform, landmark.point, {.tolerance = kTolerance});
    landmark.point = found.point;
    largest = std::max(largest, found.residual);
    if (!(found.residual > 2 * kTolerance)) continue;
    ++not_converged;
    if (not_converged <= 10)
      which += fmt::format("{} {}", which.empty() ? ":" : ",", 1 + &landmark - landmarks.data());
  }
  if (inverse) {
    std::fputs(fmt::format("warp: inverse: forward again, points are off by at most {} mm; {} of {} points "
                           "did not converge{}{}\n",
                           common::FormatShort(largest), not_converged, landmarks.size(), which,
                           not_converged > 10 ? ", ..." : "")
                   .c_str(),
               messages);
  }
  reg::WriteLandmarks(landmarks, common::CallersPath(out_path));
  return 0;
}

}  // namespace structlab::tools
