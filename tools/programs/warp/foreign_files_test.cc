// Files of other programs on the command line of warp: what their transforms mean, and which files are
// inputs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/file.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/landmark_file.h"
#include "registration/volumes/nifti_header.h"
#include "registration/volumes/testing/random_volumes.h"
#include "tools/programs/evaluate_registration_program.h"
#include "tools/programs/register/register_program.h"
#include "tools/programs/testing/program_outcome.h"
#include "tools/programs/warp/warp_program.h"

namespace structlab::tools {
namespace {

namespace reg = registration;
using testing::HasSubstr;

// A grid whose voxel indices are its positions in RAS.
reg::Geometry IdentityInRas() {
  reg::Geometry grid;
  grid.size = {24, 20, 16};
  grid.direction.diagonal() << -1, -1, 1;
  return grid;
}

class ForeignFilesTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    reg::WriteImage(reg::Image(IdentityInRas()), At("f.nii.gz"));
    Put("p.csv", "x,y,z\n-5,-6,7\n");
  }
  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  std::string Put(const std::string& name, const std::string& text) const {
    std::ofstream(At(name), std::ios::binary) << text;
    return At(name);
  }
  // A field of equal vectors, with the header's fields of the intent.
  std::string PutField(const std::string& name, const Eigen::Vector3f& value, int16_t intent,
                       const std::string& intent_name, float parameter, bool is_planar,
                       bool is_position = false) const {
    const reg::Geometry grid = IdentityInRas();
    std::string bytes =
        reg::NiftiHeaderBytes(grid, {.components = 3, .as_fnirt = is_planar}, reg::PixelType::kFloat32);
    std::memcpy(bytes.data() + 68, &intent, sizeof(intent));
    std::memcpy(bytes.data() + 56, &parameter, sizeof(parameter));
    std::memcpy(bytes.data() + 328, intent_name.data(), intent_name.size());
    for (int c = 0; c < 3; ++c) {
      for (int64_t i = 0; i < grid.num_voxels(); ++i) {
        const float number = value[c] + (is_position ? static_cast<float>(grid.IndexAt(i)[c]) : 0);
        bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
      }
    }
    return Put(name, bytes);
  }
  Outcome Points(const std::string& transform, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words = {"points",
                                      At("p.csv"),
                                      "--transform=" + transform,
                                      "--fixed=" + At("f.nii.gz"),
                                      "--moving=" + At("f.nii.gz"),
                                      "--out=" + At("o.csv")};
    words.insert(words.end(), more.begin(), more.end());
    return RunProgram(RunWarp, words);
  }
  // Where (-5, -6, 7) goes; the messages must have this part.
  reg::Point Moved(const std::string& transform, const std::vector<std::string>& more = {},
                   const std::string& note = "") const {
    const Outcome outcome = Points(transform, more);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_THAT(outcome.messages, HasSubstr(note));
    if (note.empty()) {
      EXPECT_EQ(outcome.messages, "");
    }
    return outcome.status == 0 ? reg::ReadLandmarks(At("o.csv"))[0].point : reg::Point(0, 0, 0);
  }
  std::string Refused(const std::string& transform, const std::vector<std::string>& more = {}) const {
    std::filesystem::remove(At("o.csv"));
    const Outcome outcome = Points(transform, more);
    EXPECT_NE(outcome.status, 0);
    EXPECT_FALSE(std::filesystem::exists(At("o.csv")));
    return outcome.messages;
  }
};

TEST_F(ForeignFilesTest, MatricesAreReadAsTheFlagSays) {
  const std::string matrix = Put("T", "1 0 0 2\n0 1 0 1\n0 0 1 .5\n0 0 0 1\n");
  EXPECT_EQ(Moved(matrix, {"--transform-format=ras"}), reg::Point(-7, -7, 7.5));
  EXPECT_EQ(Moved(matrix, {"--transform-format=lps"}), reg::Point(-3, -5, 7.5));
  // FLIRT's maps the moving image to the fixed one, in coordinates whose first axis is turned round.
  EXPECT_EQ(Moved(matrix, {"--transform-format=flirt"}), reg::Point(-7, -5, 6.5));
  EXPECT_EQ(Moved(matrix, {"--transform-format=fsl"}), reg::Point(-7, -5, 6.5));
  EXPECT_EQ(Moved(matrix, {}, "T: is read as a matrix of FSL's FLIRT"), reg::Point(-7, -5, 6.5));
  EXPECT_THAT(Refused(matrix, {"--transform-format=voxels"}),
              HasSubstr("expected the format fsl, ras or lps"));
  // A matrix with a scale and a turn: conjugation by the signs of two axes.
  const std::string turn = Put("turn.mat", "0 -2 0 1\n2 0 0 0\n0 0 3 0\n0 0 0 1\n");
  EXPECT_EQ(Moved(turn, {"--transform-format=ras"}), reg::Point(2 * 6 - 1, -2 * 5, 21));
}

TEST_F(ForeignFilesTest, FieldsSayWhatTheyAre) {
  const Eigen::Vector3f shift(2, 1, .5);
  const reg::Point in_ras(-7, -7, 7.5), in_lps(-3, -5, 7.5);
  EXPECT_EQ(Moved(PutField("d.nii", shift, 1007, "NREG_TRANS", 0, false, true)), in_ras);
  EXPECT_EQ(Moved(PutField("d.nii", shift, 1007, "NREG_TRANS", 1, false)), in_ras);
  EXPECT_THAT(Refused(PutField("d.nii", shift, 1007, "NREG_TRANS", 2, false)),
              HasSubstr("expected a deformation or displacement field of niftyreg, found a cubic spline"));
  EXPECT_EQ(Moved(PutField("d.nii", shift, 1007, "", 0, false)), in_lps);
  EXPECT_EQ(Moved(PutField("d.nii", shift, 1006, "", 0, false)), in_ras);
  const std::string plain = PutField("d.nii", shift, 0, "", 0, false);
  EXPECT_EQ(Moved(plain, {}, "d.nii: has no intent code; its numbers are taken as displacements in LPS mm"),
            in_lps);
  // Three volumes without an intent.
  const std::string volumes = PutField("v.nii", shift, 0, "", 0, true);
  EXPECT_THAT(Refused(volumes), testing::AllOf(HasSubstr("found three volumes without an intent"),
                                               HasSubstr("--transform-format")));
  for (const std::string& file : {plain, volumes}) {
    EXPECT_EQ(Moved(file, {"--transform-format=voxels"}), in_ras);
    EXPECT_EQ(Moved(file, {"--transform-format=ras"}), in_ras);
    EXPECT_EQ(Moved(file, {"--transform-format=lps"}), in_lps);
  }
  EXPECT_EQ(Moved(PutField("w.nii", shift, 2006, "", 0, true)), Moved(volumes, {"--transform-format=fsl"}));
  EXPECT_EQ(Moved(volumes, {"--transform-format=fsl"}), reg::Point(-3, -7, 7.5));
}

std::string ElastixShift(const std::string& more) {
  return "(Transform \"TranslationTransform\")\n(TransformParameters 2 1 0.5)\n(FixedImageDimension 3)\n"
         "(MovingImageDimension 3)\n" +
         more;
}

TEST_F(ForeignFilesTest, ElastixWithoutDirectionsMovesIndices) {
  EXPECT_EQ(Moved(Put("T.txt", ElastixShift(""))), reg::Point(-3, -5, 7.5));
  const std::string without = Put("T.txt", ElastixShift("(UseDirectionCosines \"false\")\n"));
  EXPECT_EQ(Moved(without), reg::Point(-7, -7, 7.5));
  const Outcome alone =
      RunProgram(RunWarp, {"points", At("p.csv"), "--transform=" + without, "--out=" + At("o.csv")});
  ExpectMistake(alone, 2, "warp: " + without + ": expected the fixed and the moving image");
  Put("first.txt", ElastixShift(""));
  const std::string mixed =
      ElastixShift("(UseDirectionCosines \"false\")\n(InitialTransformParametersFileName \"first.txt\")\n");
  EXPECT_THAT(Refused(Put("T.txt", mixed)), HasSubstr("expected the same UseDirectionCosines as in "));
}

TEST_F(ForeignFilesTest, BaseClassesOfItkAreAffine) {
  const std::string text =
      "#Insight Transform File V1.0\n#Transform 0\nTransform: MatrixOffsetTransformBase_double_3_3\n"
      "Parameters: 1 0 0 0 1 0 0 0 1 2 1 0.5\nFixedParameters: 0 0 0\n";
  EXPECT_EQ(Moved(Put("old.tfm", text)), reg::Point(-3, -5, 7.5));
  EXPECT_THAT(Refused(Put("x.xfm", "MNI Transform File\n")), HasSubstr("found a transform of MINC"));
}

// antsApplyTransforms writes [FILE,1] for the inverse of one transform of a chain.
TEST_F(ForeignFilesTest, BracketsMeanTheInverse) {
  const std::string shift = Put("T.txt", ElastixShift(""));
  EXPECT_EQ(Moved("[" + shift + ",1]"), reg::Point(-7, -7, 6.5));
  EXPECT_EQ(Moved("[" + shift + ", 1]"), reg::Point(-7, -7, 6.5));
  EXPECT_EQ(Moved("[" + shift + ",0]"), reg::Point(-3, -5, 7.5));
  EXPECT_EQ(Moved(shift, {"--transform=[" + shift + ",1]"}), reg::Point(-5, -6, 7));
  reg::WriteField(reg::SmoothField(IdentityInRas(), 1, 6, 1), At("field.nii.gz"));
  const std::string field = At("field.nii.gz");
  const reg::Point back = Moved(field, {"--transform=[" + field + ",1]"},
                                "warp: inverse of " + field + ": forward again, voxels are off by at most ");
  EXPECT_LT((back - reg::Point(-5, -6, 7)).norm(), 0.1);
  // The file in the brackets is an input.
  const Outcome over = RunProgram(RunWarp, {"convert", "[" + shift + ",1]", "--to=elastix",
                                            "--fixed=" + At("f.nii.gz"), "--out=" + shift});
  EXPECT_EQ(over.status, 2);
}

TEST_F(ForeignFilesTest, NoTransformIsTheIdentity) {
  const reg::Image image = reg::RandomImage(IdentityInRas(), 3);
  reg::WriteImage(image, At("m.nii.gz"));
  reg::Geometry part = IdentityInRas();
  part.size = {5, 4, 3};
  part.origin = part.PointOf(reg::Point(2, 3, 4));
  reg::WriteImage(reg::Image(part), At("part.nii.gz"));
  const Outcome outcome = RunProgram(
      RunWarp, {"image", At("m.nii.gz"), "--fixed=" + At("part.nii.gz"), "--out=" + At("o.nii.gz")});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  const reg::Image found = reg::ReadImage(At("o.nii.gz"));
  EXPECT_EQ(found.at(1, 2, 1), image.at(3, 5, 5));
  ExpectMistake(RunProgram(RunWarp, {"image", At("m.nii.gz"), "--out=" + At("o.nii.gz")}), 2,
                "warp: --fixed: expected");
  ExpectMistake(RunProgram(RunWarp, {"points", At("p.csv"), "--out=" + At("o.csv")}), 2,
                "warp: --transform: expected");
}

TEST_F(ForeignFilesTest, AnEmptyResultIsSaid) {
  const reg::Image image = reg::RandomImage(IdentityInRas(), 1);
  reg::WriteImage(image, At("m.nii.gz"));
  reg::LabelMap labels(image.geometry);
  labels.values[1000] = 3;
  reg::WriteLabels(labels, At("l.nii.gz"));
  const std::string out = "--out=" + At("o.nii.gz");
  reg::Geometry away = image.geometry;
  away.origin[0] += 500;
  reg::WriteImage(reg::Image(away), At("away.nii.gz"));
  for (const auto& [command, input] : {std::pair("image", "m.nii.gz"), {"labels", "l.nii.gz"}}) {
    const Outcome outcome = RunProgram(RunWarp, {command, At(input), "--fixed=" + At("away.nii.gz"), out});
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_THAT(outcome.messages, HasSubstr("warp: warning: every voxel of the result is 0"));
    EXPECT_EQ(RunProgram(RunWarp, {command, At(input), "--fixed=" + At("f.nii.gz"), out}).messages, "");
  }
}

TEST_F(ForeignFilesTest, PointsOfOtherDimensionsAreRefused) {
  const std::string flat =
      Put("flat.tfm",
          "#Insight Transform File V1.0\n#Transform 0\n"
          "Transform: TranslationTransform_double_2_2\nParameters: 1 2\nFixedParameters:\n");
  const auto run = [&](const std::string& points) {
    return RunProgram(RunWarp,
                      {"points", Put("p2.csv", points), "--transform=" + flat, "--out=" + At("o.csv")});
  };
  EXPECT_EQ(run("1,2\n").status, 0);
  EXPECT_EQ(reg::ReadLandmarks(At("o.csv"))[0].point, reg::Point(2, 4, 0));
  EXPECT_EQ(run(common::ReadFile(At("o.csv"))).status, 0);  // with z = 0
  ExpectMistake(run("1,2,7\n"), 3, "warp: " + At("p2.csv") + ": point 1: expected points of two dimensions");
}

// Rows are not taken for others: with row names, cut short, or with more cells than the first.
TEST_F(ForeignFilesTest, PointsHaveTheColumnsOfTheFirstLine) {
  const auto run = [&](const std::string& points, const std::string& name = "p2.csv") {
    return RunProgram(RunWarp, {"points", Put(name, points), "--transform=" + Put("T.txt", ElastixShift("")),
                                "--out=" + At("o.csv")});
  };
  EXPECT_THAT(run("\"x\" \"y\" \"z\"\n\"1\" -5 -6 7\n").messages,
              HasSubstr("p2.csv:2: expected 3 cells, as the first line has, found 4; name all columns"));
  EXPECT_THAT(run("-5,-6,7\n1,2,3,4\n").messages, HasSubstr("p2.csv:2: expected 3 cells"));
  EXPECT_THAT(run("x,y,z\n-5,-6,7\n-5,-6").messages,
              HasSubstr("p2.csv:3: expected a number of mm as z, found nothing"));
  EXPECT_THAT(run("# CoordinateSystem = LPS\n# columns = id,x,y,z\n1,2,3\n", "p2.fcsv").messages,
              HasSubstr("p2.fcsv:3: expected a number of mm as z, found nothing"));
  EXPECT_THAT(run("point\n2\n1 2 3\n1 2\n").messages, HasSubstr("expected three numbers, found '1 2'"));
  EXPECT_THAT(run("[[" + std::string(1000, '['), "p2.mrk.json").messages,
              HasSubstr("p2.mrk.json: expected JSON that is nested at most 100 deep, found more"));
  for (const std::string points : {"x,y,z\n-5,-6,7,\n", "x,y,z,label\n-5,-6,7\n", "x,y,z,\n-5,-6,7\n"}) {
    EXPECT_EQ(run(points).status, 0) << points;
  }
}

// Files that a header or a transform names are inputs, too.
TEST_F(ForeignFilesTest, NoFileThatWasReadIsReplaced) {
  const reg::Image image = reg::RandomImage(IdentityInRas(), 1);
  reg::WriteImage(image, At("b.mhd"));
  std::filesystem::rename(At("b.mhd"), At("a.mhd"));  // a.mhd names b.raw
  const std::string voxels = common::ReadFile(At("b.raw"));
  const std::string shift = Put("T.txt", ElastixShift(""));
  const auto expect_refused = [&](const std::vector<std::string>& words) {
    const Outcome outcome = RunProgram(RunWarp, words);
    EXPECT_EQ(outcome.status, 2) << outcome.messages;
    EXPECT_THAT(outcome.messages, HasSubstr("warp: --out: expected ")) << testing::PrintToString(words);
    EXPECT_EQ(common::ReadFile(At("b.raw")), voxels);
    EXPECT_FALSE(std::filesystem::exists(At("b.mhd")));
  };
  const std::string out = "--out=" + At("b.mhd");
  expect_refused({"image", At("a.mhd"), "--transform=" + shift, "--fixed=" + At("f.nii.gz"), out});
  expect_refused({"image", At("f.nii.gz"), "--transform=" + shift, "--fixed=" + At("a.mhd"), out});
  reg::WriteField(reg::DisplacementField(IdentityInRas(), Eigen::Vector3f(1, 2, 3)), At("g.mhd"));
  std::filesystem::rename(At("g.mhd"), At("field.mhd"));
  const std::string field = common::ReadFile(At("g.raw"));
  const Outcome of_field = RunProgram(
      RunWarp, {"image", At("f.nii.gz"), "--transform=" + At("field.mhd"), "--out=" + At("g.mhd")});
  EXPECT_EQ(of_field.status, 2) << of_field.messages;
  EXPECT_EQ(common::ReadFile(At("g.raw")), field);
  // A link under another name is the same file.
  std::filesystem::create_hard_link(At("b.raw"), At("c.nii"));
  const Outcome linked = RunProgram(RunWarp, {"image", At("a.mhd"), "--transform=" + shift,
                                              "--fixed=" + At("f.nii.gz"), "--out=" + At("c.nii")});
  EXPECT_THAT(linked.messages,
              HasSubstr("warp: --out: expected another file than " + At("b.raw") + ", which was read"));
  EXPECT_EQ(common::ReadFile(At("b.raw")), voxels);
}

TEST_F(ForeignFilesTest, NoTransformOfAChainIsReplaced) {
  const std::string first = ElastixShift("");
  Put("TransformParameters.0.txt", first);
  Put("TransformParameters.1.txt",
      ElastixShift("(InitialTransformParametersFileName \"TransformParameters.0.txt\")\n"));
  const std::vector<std::string> words = {"convert", At("TransformParameters.1.txt"), "--to=elastix",
                                          "--fixed=" + At("f.nii.gz")};
  const auto with_out = [&](const std::string& name) {
    std::vector<std::string> all = words;
    all.push_back("--out=" + At(name));
    return RunProgram(RunWarp, all);
  };
  const Outcome outcome = with_out("TransformParameters.0.txt");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.messages,
              HasSubstr("warp: --out: expected another file than " + At("TransformParameters.0.txt")));
  EXPECT_EQ(common::ReadFile(At("TransformParameters.0.txt")), first);
  EXPECT_EQ(with_out("new.txt").status, 0);

  // The field beside a written file belongs to it, or to nothing.
  reg::WriteField(reg::SmoothField(IdentityInRas(), 1, 6, 1), At("field.nii.gz"));
  Put("w.field.mha", "of another program");
  const std::vector<std::string> written = {"convert", At("field.nii.gz"), "--to=elastix",
                                            "--out=" + At("w.txt")};
  EXPECT_EQ(RunProgram(RunWarp, written).status, 2);
  EXPECT_EQ(common::ReadFile(At("w.field.mha")), "of another program");
  std::filesystem::remove(At("w.field.mha"));
  EXPECT_EQ(RunProgram(RunWarp, written).status, 0);
  EXPECT_EQ(RunProgram(RunWarp, written).status, 0);
  // w.txt names w.field.mha, which is an input then.
  const std::string field = common::ReadFile(At("w.field.mha"));
  EXPECT_EQ(RunProgram(RunWarp, {"convert", At("w.txt"), "--to=field", "--out=" + At("w.field.mha")}).status,
            2);
  EXPECT_EQ(common::ReadFile(At("w.field.mha")), field);
}

TEST_F(ForeignFilesTest, RegisterAndEvaluateProtectFilesThatNoFlagNames) {
  reg::WriteImage(reg::RandomImage(IdentityInRas(), 2), At("m.nii.gz"));
  Put("first.txt", ElastixShift(""));
  Put("T.txt", ElastixShift("(InitialTransformParametersFileName \"first.txt\")\n"));
  const std::string first = common::ReadFile(At("first.txt"));
  const Outcome evaluated =
      RunProgram(RunEvaluateRegistration,
                 {"--transform=" + At("T.txt"), "--fixed=" + At("f.nii.gz"), "--out=" + At("first.txt")});
  EXPECT_EQ(evaluated.status, 2);
  EXPECT_THAT(evaluated.messages, HasSubstr("--out: expected another file than " + At("first.txt")));
  std::filesystem::create_directory(At("r"));
  std::filesystem::create_hard_link(At("first.txt"), At("r/refinements.tsv"));
  const Outcome registered =
      RunProgram(RunRegister, {"--fixed=" + At("m.nii.gz"), "--moving=" + At("m.nii.gz"), "--quiet",
                               "--initial-transform=" + At("T.txt"), "--out=" + At("r")});
  EXPECT_EQ(registered.status, 2) << registered.messages;
  EXPECT_EQ(common::ReadFile(At("first.txt")), first);
}

// A limit on the size of files is as a full disk: a part of the file can be written.
TEST_F(ForeignFilesTest, AFullDiskIsAnError) {
  const std::string shift = Put("T.txt", ElastixShift("")), old = Put("o.h5", "old");
  const std::vector<std::string> words = {"convert", shift, "--to=itk", "--out=" + At("o.h5")};
  for (const rlim_t bytes : {0, 1000, 4096}) {
    const pid_t child = fork();
    if (child == 0) {
      const rlimit limit = {bytes, bytes};
      std::signal(SIGXFSZ, SIG_IGN);
      std::FILE* const messages = std::fopen("/dev/null", "w");
      const std::atomic<bool> flag = false;
      setrlimit(RLIMIT_FSIZE, &limit);
      _exit(RunWarp(words, messages, messages, flag));
    }
    int status = -1;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status)) << bytes;
    EXPECT_EQ(WEXITSTATUS(status), 3) << bytes;
    EXPECT_EQ(common::ReadFile(At("o.h5")), "old");
  }
  EXPECT_EQ(RunProgram(RunWarp, words).status, 0);
  EXPECT_EQ(Moved(At("o.h5")), reg::Point(-3, -5, 7.5));
}

TEST_F(ForeignFilesTest, TheBackgroundIsALabelOnRequest) {
  reg::LabelMap a(IdentityInRas()), b = a;
  for (int64_t i = 2; i < 8; ++i) a.at(i, 5, 5) = b.at(i + 1, 5, 5) = 3;
  reg::WriteLabels(a, At("a.nii.gz"));
  reg::WriteLabels(b, At("b.nii.gz"));
  const Outcome outcome =
      RunProgram(RunEvaluateRegistration, {At("a.nii.gz"), At("b.nii.gz"), "--labels=0", "--no-distances"});
  const int64_t zeros = a.geometry.num_voxels() - 6;
  EXPECT_THAT(outcome.out, HasSubstr(fmt::format("0\t{}\t{}\t0.9999\n", zeros, zeros)));
}

}  // namespace
}  // namespace structlab::tools
