// Tests that no program overwrites a file that it reads.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/testing/scratch_folder.h"
#include "graphical_models/images/image_file.h"
#include "registration/volumes/field_file.h"
#include "registration/volumes/image_file.h"
#include "registration/volumes/testing/random_volumes.h"
#include "tools/programs/add_noise_program.h"
#include "tools/programs/denoise_program.h"
#include "tools/programs/evaluate_registration_program.h"
#include "tools/programs/graph_kernel/graph_kernel_program.h"
#include "tools/programs/hash_learn/hash_learn_program.h"
#include "tools/programs/joint_svm/joint_svm_program.h"
#include "tools/programs/kernel_pca_program.h"
#include "tools/programs/kernel_test_program.h"
#include "tools/programs/learn_metrics/learn_metrics_program.h"
#include "tools/programs/localize/localize_program.h"
#include "tools/programs/map_program.h"
#include "tools/programs/rank/rank_program.h"
#include "tools/programs/register/register_program.h"
#include "tools/programs/segment_images/segment_images_program.h"
#include "tools/programs/stereo_program.h"
#include "tools/programs/testing/program_outcome.h"
#include "tools/programs/warp/warp_program.h"

namespace structlab::tools {
namespace {

int Spoil(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
          const std::atomic<bool>&) {
  return RunAddNoise(words, out, messages);
}

// A run of a program that succeeds without the flag that must be refused.
struct ProgramRun {
  ProgramFunction* program;
  std::vector<std::string> words;
  std::vector<std::string> inputs;   // files in the scratch folder
  std::vector<std::string> outputs;  // flags
};

class Overwriting : public testing::Test {
 protected:
  Overwriting() {
    for (const std::string name : {"a.png", "b.png"}) {
      graphical_models::WritePng(At(name), graphical_models::UniformImage(4, 4, 1));
      contents_[name] = common::ReadFile(At(name));
    }
    Put("model.uai", "MARKOV\n1\n2\n1\n1 0\n2\n 1 2\n");
    Put("model.evid", "0\n");
    Put("x.csv", "1\n2\n3\n");
    Put("y.csv", "1\n4\n3\n");
    Put("tags.svm", "1 1:1\n2 2:1\n1,2 1:1 2:1\n");
    std::filesystem::create_directory(At("arff"));
    Put("arff/rows.arff", "@relation r\n@attribute f numeric\n@attribute sea {0,1}\n@data\n1,1\n-1,0\n2,1\n");
    Put("arff/labels.xml", "<labels><label name=\"sea\"></label></labels>");
    Put("train.vw", "x | a\ny | b\nx | a\ny | b\n");
    registration::Geometry grid;
    grid.size.setConstant(4);
    registration::WriteImage(registration::Image(grid), At("image.nii"));
    registration::WriteField(registration::DisplacementField(grid), At("field.nii"));
    for (const std::string name : {"image.nii", "field.nii"}) contents_[name] = common::ReadFile(At(name));
    Put("points.csv", "1,2,3\n");
    std::filesystem::create_directory(At("DS"));
    std::filesystem::create_directory(At("located"));
    Put("located/a.clst", "1 1 0\n2 2 1\n3 3 1\n");
    Put("ranked.csv", "label,a\n1,2\n0,1\n1,3\n0,-1\n");
    Put("boxes.csv", "file,left,top,right,bottom\na.clst,0,0,1,1\n");
    Put("DS/DS_A.txt", "1, 2\n2, 1\n3, 4\n4, 3\n");
    Put("DS/DS_graph_indicator.txt", "1\n1\n2\n2\n");
    Put("DS/DS_graph_labels.txt", "1\n2\n");
    for (const std::string name : {"images/a.png", "masks/a.png"}) {
      std::filesystem::create_directories(std::filesystem::path(At(name)).parent_path());
      graphical_models::WritePng(At(name), {.width = 2, .height = 1, .channels = 1, .values = {0, 255}});
      contents_[name] = common::ReadFile(At(name));
    }
  }
  // A pair of images with all that register and learn_metrics can read beside it.
  void PutPair() {
    registration::Geometry grid;
    grid.size.setConstant(12);
    registration::WriteImage(registration::RandomImage(grid, 1), At("fixed.nii"));
    registration::WriteImage(registration::RandomImage(grid, 2), At("moving.nii"));
    registration::WriteLabels(registration::RandomLabels(grid, 2, 1), At("fixed-labels.nii"));
    registration::WriteLabels(registration::RandomLabels(grid, 2, 2), At("moving-labels.nii"));
    registration::WriteMask(registration::Mask(grid, 1), At("fixed-mask.nii"));
    registration::WriteMask(registration::Mask(grid, 1), At("moving-mask.nii"));
    registration::WriteField(registration::DisplacementField(grid, Eigen::Vector3f::Zero()), At("start.nii"));
    for (const std::string name : {"fixed.nii", "moving.nii", "fixed-labels.nii", "moving-labels.nii",
                                   "fixed-mask.nii", "moving-mask.nii", "start.nii"}) {
      contents_[name] = common::ReadFile(At(name));
    }
    Put("params.json", R"({"levels": 1, "refinements": 1})");
    Put("weights.json", R"({"metrics": {"sad": 1}})");
    Put("pairs.tsv",
        "fixed\tmoving\tfixed_labels\tmoving_labels\tfixed_mask\tmoving_mask\tinitial_transform\n"
        "fixed.nii\tmoving.nii\tfixed-labels.nii\tmoving-labels.nii\tfixed-mask.nii\tmoving-mask.nii\t"
        "start.nii\n");
  }
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }
  void Put(const std::string& name, const std::string& content) {
    std::ofstream(At(name), std::ios::binary) << content;
    contents_[name] = content;
  }

  // Another name of a file: its path, the path with a detour, a symbolic or a hard link.
  std::string NameOf(const std::string& input, const std::string& how) const {
    if (how == "path") return At(input);
    if (how == "detour") return At("./DS/../" + input);
    const std::string link = At(how + std::filesystem::path(input).extension().string());
    std::filesystem::remove(link);
    if (how == "symbolic") std::filesystem::create_symlink(At(input), link);
    if (how == "hard") std::filesystem::create_hard_link(At(input), link);
    return link;
  }

  common::ScratchFolder folder_{"overwriting"};
  std::map<std::string, std::string> contents_;
};

TEST_F(Overwriting, IsRefusedByEveryProgram) {
  PutPair();
  const std::string out_png = "--out=" + At("new.png"), model = At("model");
  const std::string field = "--transform=" + At("field.nii");
  ASSERT_EQ(RunProgram(RunHashLearn, {"train", At("train.vw"), "--bits=4", "--resumable", "--save=" + model})
                .status,
            0);
  contents_["model"] = common::ReadFile(model);
  const std::string rows = At("arff/rows.arff"), tags = At("tags.model");
  ASSERT_EQ(RunProgram(RunJointSvm, {"train", rows, "--save=" + tags}).status, 0);
  contents_["tags.model"] = common::ReadFile(tags);
  const std::vector<std::string> rows_and_model = {"arff/rows.arff", "arff/labels.xml", "tags.model"};
  ASSERT_EQ(RunProgram(RunGraphKernel, {"features", At("DS"), "--columns=all", "--out=" + At("new.svm"),
                                        "--save=" + At("map")})
                .status,
            0);
  contents_["map"] = common::ReadFile(At("map"));
  ASSERT_EQ(RunProgram(RunLocalize, {"train", "--images=" + At("located"), "--boxes=" + At("boxes.csv"),
                                     "--C=1", "--quiet", "--model=" + At("boxes.model")})
                .status,
            0);
  contents_["boxes.model"] = common::ReadFile(At("boxes.model"));
  ASSERT_EQ(RunProgram(RunRank, {"train", "--data=" + At("ranked.csv"), "--C=1", "--quiet",
                                 "--model=" + At("ranked.model")})
                .status,
            0);
  contents_["ranked.model"] = common::ReadFile(At("ranked.model"));
  const std::vector<std::string> graphs = {"DS/DS_A.txt", "DS/DS_graph_indicator.txt",
                                           "DS/DS_graph_labels.txt"};
  std::vector<std::string> graphs_and_map = graphs;
  graphs_and_map.push_back("map");
  const std::vector<ProgramRun> runs = {
      {RunMap,
       {At("model.uai"), "--evidence=" + At("model.evid")},
       {"model.uai", "model.evid"},
       {"--out", "--trace"}},
      {RunStereo, {At("a.png"), At("b.png"), "--labels=2"}, {"a.png", "b.png"}, {"--out", "--color"}},
      {RunStereo, {At("a.png"), At("b.png"), "--labels=2", out_png}, {"a.png", "b.png"}, {"--trace"}},
      {RunDenoise, {At("a.png"), "--clean=" + At("b.png")}, {"a.png", "b.png"}, {"--out"}},
      {RunDenoise, {At("a.png"), "--mask=" + At("b.png"), out_png}, {"a.png", "b.png"}, {"--trace"}},
      {Spoil, {At("a.png")}, {"a.png"}, {"--out"}},
      {Spoil, {At("a.png"), out_png}, {"a.png"}, {"--mask"}},
      {RunHashLearn, {"train", At("train.vw"), "--bits=4"}, {"train.vw"}, {"--save", "--audit", "--cache"}},
      {RunHashLearn, {"train", At("train.vw"), "--resume=" + model}, {"model"}, {"--audit", "--cache"}},
      {RunHashLearn,
       {"evaluate", At("train.vw"), "--load=" + model},
       {"train.vw", "model"},
       {"--confusions"}},
      {RunHashLearn, {"weights", At("train.vw"), "--model=" + model}, {"train.vw", "model"}, {"--out"}},
      {RunGraphKernel, {"gram", At("DS"), "--format=svmlight"}, graphs, {"--out"}},
      {RunGraphKernel, {"features", At("DS"), "--format=svmlight", "--columns=all"}, graphs, {"--out"}},
      {RunGraphKernel, {"features", At("DS"), "--columns=all", "--out=" + At("new.svm")}, graphs, {"--save"}},
      {RunGraphKernel,
       {"features", At("DS"), "--format=svmlight", "--load=" + At("map")},
       graphs_and_map,
       {"--out"}},
      {RunGraphKernel, {"evaluate", At("DS"), "--folds=2"}, graphs, {"--out"}},
      {RunKernelTest, {"--x=" + At("x.csv"), "--y=" + At("y.csv")}, {"x.csv", "y.csv"}, {"--out"}},
      {RunKernelPca, {At("x.csv")}, {"x.csv"}, {"--out", "--save"}},
      {RunJointSvm, {"train", At("tags.svm")}, {"tags.svm"}, {"--save"}},
      // The program finds the XML beside the rows by itself.
      {RunJointSvm, {"train", rows}, {"arff/rows.arff", "arff/labels.xml"}, {"--save"}},
      {RunJointSvm, {"predict", rows, "--load=" + tags}, rows_and_model, {"--out"}},
      {RunJointSvm, {"evaluate", rows, "--load=" + tags}, rows_and_model, {"--out"}},
      {RunLocalize,
       {"train", "--images=" + At("located"), "--boxes=" + At("boxes.csv"), "--C=1", "--quiet"},
       {"located/a.clst", "boxes.csv"},
       {"--model"}},
      {RunLocalize,
       {"find", At("located/a.clst"), "--model=" + At("boxes.model"), "--quiet"},
       {"located/a.clst", "boxes.model"},
       {"--out"}},
      {RunRank, {"train", "--data=" + At("ranked.csv"), "--C=1", "--quiet"}, {"ranked.csv"}, {"--model"}},
      {RunRank,
       {"score", "--data=" + At("ranked.csv"), "--model=" + At("ranked.model")},
       {"ranked.csv", "ranked.model"},
       {"--out"}},
      {RunWarp, {"image", At("image.nii"), field}, {"image.nii", "field.nii"}, {"--out"}},
      {RunWarp, {"labels", At("image.nii"), field}, {"image.nii", "field.nii"}, {"--out"}},
      {RunWarp, {"points", At("points.csv"), field}, {"points.csv", "field.nii"}, {"--out"}},
      {RunWarp, {"convert", At("field.nii"), "--to=field"}, {"field.nii"}, {"--out"}},
      {RunEvaluateRegistration,
       {At("image.nii"), At("image.nii"), field, "--fixed-points=" + At("points.csv"),
        "--moving-points=" + At("points.csv")},
       {"image.nii", "field.nii", "points.csv"},
       {"--out", "--jacobian"}},
      {RunLearnMetrics,
       {"--pairs=" + At("pairs.tsv"), "--params=" + At("params.json"), "--c=1", "--alpha=1", "--quiet"},
       {"pairs.tsv", "params.json", "fixed.nii", "moving.nii", "fixed-labels.nii", "moving-labels.nii",
        "fixed-mask.nii", "moving-mask.nii", "start.nii"},
       {"--out"}},
      {RunSegmentImages,
       {"train", "--images=" + At("images"), "--masks=" + At("masks")},
       {"images/a.png", "masks/a.png"},
       {"--model"}},
  };
  int refused = 0;
  for (const ProgramRun& run : runs) {
    for (const std::string& input : run.inputs) {
      for (const std::string& flag : run.outputs) {
        for (const char* how : {"path", "detour", "symbolic", "hard"}) {
          std::vector<std::string> words = run.words;
          words.push_back(std::string(flag).append("=").append(NameOf(input, how)));
          const Outcome outcome = RunProgram(run.program, words);
          EXPECT_EQ(outcome.status, 2) << testing::PrintToString(words) << outcome.messages;
          EXPECT_NE(outcome.messages.find(flag + ": expected another file than "), std::string::npos)
              << testing::PrintToString(words) << outcome.messages;
          EXPECT_EQ(common::ReadFile(At(input)), contents_.at(input)) << testing::PrintToString(words);
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 200);
  for (const ProgramRun& run : runs) {
    if (run.program != RunLearnMetrics) continue;
    std::vector<std::string> words = run.words;
    words.push_back("--out=" + At("learned.json"));
    EXPECT_EQ(RunProgram(run.program, words).status, 0);
  }
}

// The program register writes some files of a folder, and removes others that an earlier run left there. An
// input may be any of them, or be linked to it.
TEST_F(Overwriting, IsRefusedForEveryFileOfRegister) {
  PutPair();
  const std::map<std::string, std::string> inputs = {{"--fixed", "fixed.nii"},
                                                     {"--moving", "moving.nii"},
                                                     {"--fixed-labels", "fixed-labels.nii"},
                                                     {"--moving-labels", "moving-labels.nii"},
                                                     {"--fixed-mask", "fixed-mask.nii"},
                                                     {"--moving-mask", "moving-mask.nii"},
                                                     {"--initial-transform", "start.nii"},
                                                     {"--params", "params.json"},
                                                     {"--weights", "weights.json"}};
  const std::string folder = At("registered");
  const auto words_with = [&](const std::string& changed, const std::string& path) {
    std::vector<std::string> words = {"--out=" + folder, "--quiet"};
    for (const auto& [flag, input] : inputs) {
      words.push_back(std::string(flag).append("=").append(flag == changed ? path : At(input)));
    }
    return words;
  };
  ASSERT_EQ(RunProgram(RunRegister, words_with("", "")).status, 0);
  std::vector<std::string> outputs = {"affine.mat"};  // with --affine
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    outputs.push_back(file.path().filename().string());
  }
  EXPECT_EQ(outputs.size(), 10u);
  for (const auto& [flag, input] : inputs) {
    for (const std::string& output : outputs) {
      for (const std::string how : {"path", "detour", "symbolic", "hard"}) {
        SCOPED_TRACE(testing::Message() << flag << " " << output << " " << how);
        std::filesystem::remove_all(folder);
        std::filesystem::create_directory(folder);
        const std::string file = folder + "/" + output, content = contents_.at(input);
        std::string path = At(input);
        if (how == "symbolic") {
          std::filesystem::create_symlink(path, file);
        } else if (how == "hard") {
          std::filesystem::create_hard_link(path, file);
        } else {
          std::filesystem::copy_file(path, file);
          path = how == "path" ? file : At("./registered/../DS/../registered/" + output);
        }
        const Outcome outcome = RunProgram(RunRegister, words_with(flag, path));
        EXPECT_EQ(outcome.status, 2) << outcome.messages;
        EXPECT_TRUE(outcome.messages.starts_with("register: --out: expected another file than " + flag + ","))
            << outcome.messages;
        ASSERT_EQ(common::ReadFile(file), content);
        ASSERT_EQ(common::ReadFile(At(input)), content);
      }
    }
  }
}

}  // namespace
}  // namespace structlab::tools
