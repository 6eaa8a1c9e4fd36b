// Tests of the flags that all programs have in common.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "common/testing/scratch_folder.h"
#include "graphical_models/images/image_file.h"
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

using nlohmann::json;

int Spoil(const std::vector<std::string>& words, std::FILE* out, std::FILE* messages,
          const std::atomic<bool>&) {
  return RunAddNoise(words, out, messages);
}

// A program, or one of its commands.
struct Command {
  ProgramFunction* program;
  std::vector<std::string> words;  // empty, or the command

  std::vector<std::string> With(const std::vector<std::string>& more) const {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  json Help() const {
    const Outcome outcome = RunProgram(program, With({"--help=json"}));
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    return json::parse(outcome.out);
  }
};

const std::vector<Command> kCommands = {
    {RunMap, {}},
    {RunStereo, {}},
    {RunDenoise, {}},
    {Spoil, {}},
    {RunHashLearn, {"train"}},
    {RunHashLearn, {"predict"}},
    {RunHashLearn, {"evaluate"}},
    {RunHashLearn, {"weights"}},
    {RunGraphKernel, {"evaluate"}},
    {RunGraphKernel, {"features"}},
    {RunGraphKernel, {"gram"}},
    {RunKernelTest, {}},
    {RunKernelPca, {}},
    {RunJointSvm, {"train"}},
    {RunJointSvm, {"predict"}},
    {RunJointSvm, {"evaluate"}},
    {RunRank, {"train"}},
    {RunRank, {"score"}},
    {RunRank, {"evaluate"}},
    {RunWarp, {"image"}},
    {RunWarp, {"labels"}},
    {RunWarp, {"points"}},
    {RunWarp, {"convert"}},
    {RunEvaluateRegistration, {}},
    {RunRegister, {}},
    {RunLearnMetrics, {}},
    {RunLocalize, {"train"}},
    {RunLocalize, {"find"}},
    {RunLocalize, {"evaluate"}},
    {RunSegmentImages, {"train"}},
    {RunSegmentImages, {"apply"}},
    {RunSegmentImages, {"evaluate"}},
};

// A value that the flag takes as far as its form goes.
std::string ValueFor(const json& flag) {
  if (flag.contains("allowed")) return flag["allowed"][0].get<std::string>();
  return flag["type"] == "text" ? "x" : "1";
}

TEST(Flags, AreRefusedIfGivenTwice) {
  int refused = 0;
  for (const Command& command : kCommands) {
    const json help = command.Help();
    for (const json& flag : help["flags"]) {
      const std::string name = flag["name"];
      if (flag["repeatable"] || name == "--help") continue;
      std::vector<std::string> names = flag["aliases"];
      names.insert(names.begin(), name);
      for (const std::string& second : names) {
        if (!second.starts_with("--")) continue;
        const std::string value = flag["type"] == "flag" ? "" : "=" + ValueFor(flag);
        const Outcome outcome = RunProgram(command.program, command.With({name + value, second + value}));
        EXPECT_EQ(outcome.status, 2) << outcome.messages;
        EXPECT_NE(outcome.messages.find(": " + second +
                                        ": expected the flag once, found it twice; leave one of them out\n"),
                  std::string::npos)
            << second << value << outcome.messages;
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(Flags, NeedAValueThatIsNotTheNextFlag) {
  for (const Command& command : kCommands) {
    const json help = command.Help();
    for (const json& flag : help["flags"]) {
      if (flag["type"] == "flag") continue;
      const std::string name = flag["name"];
      const std::vector<std::vector<std::string>> missing = {{name}, {name + "="}, {name, "--help-me"}};
      for (const std::vector<std::string>& words : missing) {
        const Outcome outcome = RunProgram(command.program, command.With(words));
        EXPECT_EQ(outcome.status, 2) << outcome.messages;
        EXPECT_NE(outcome.messages.find(": " + name + ": expected a value, found none\n"), std::string::npos)
            << name << outcome.messages;
      }
    }
  }
}

// The names that stand in front of lines of --help, and within them after a comma.
std::set<std::string> NamesIn(const std::string& help) {
  std::set<std::string> names;
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  -")) continue;
    line = line.substr(2, line.find(' ', 2) - 2);
    for (size_t begin = 0; begin < line.size();) {
      const size_t end = std::min(line.find(',', begin), line.size());
      const std::string name = line.substr(begin, end - begin);
      names.insert(name.substr(0, name.find('{')));  // "--affine{affine}": a value that may be left out
      begin = end + 1;
    }
  }
  return names;
}

TEST(JsonHelp, HasEveryFlagOfTheHelp) {
  for (const Command& command : kCommands) {
    std::set<std::string> names;
    const json help = command.Help();
    for (const json& flag : help["flags"]) {
      names.insert(flag["name"].get<std::string>());
      for (const json& alias : flag["aliases"]) names.insert(alias.get<std::string>());
      for (const char* part : {"type", "group", "help", "required", "repeatable"}) {
        EXPECT_TRUE(flag.contains(part)) << flag;
      }
      EXPECT_FALSE(flag["help"].get<std::string>().empty()) << flag;
    }
    EXPECT_EQ(names, NamesIn(RunProgram(command.program, command.With({"--help"})).out));
    EXPECT_GT(names.size(), 4u);
    const bool has_flags_alone = command.program == RunKernelTest || command.program == RunRegister ||
                                 command.program == RunLearnMetrics || command.program == RunRank ||
                                 (command.program == RunSegmentImages && command.words[0] != "apply") ||
                                 (command.program == RunLocalize && command.words[0] != "find");
    EXPECT_EQ(help["arguments"].empty(), has_flags_alone) << help["program"];
  }
}

// These names have one meaning in all programs. Declarations that contradict themselves (a name declared
// twice, a default outside its range) stop a program, so that asking each for its help checks them all.
TEST(Flags, WithReservedNamesMeanTheSameInAllPrograms) {
  const std::map<std::string, std::string> reserved = {
      {"--format", "text"},     {"--help", "flag"},  {"--option", "text"},    {"--out", "text"},
      {"--quiet", "flag"},      {"--save", "text"},  {"--seconds", "number"}, {"--seed", "natural"},
      {"--threads", "integer"}, {"--trace", "text"}, {"--transform", "text"}};
  std::map<std::string, int> uses;
  for (const Command& command : kCommands) {
    const json help = command.Help();
    for (const json& flag : help["flags"]) {
      std::vector<std::string> names = flag["aliases"];
      names.push_back(flag["name"]);
      for (const std::string& name : names) {
        const auto known = reserved.find(name);
        if (known == reserved.end()) continue;
        EXPECT_EQ(known->second, flag["type"]) << name << " of " << help["program"];
        ++uses[name];
      }
    }
  }
  for (const auto& [name, type] : reserved) EXPECT_GE(uses[name], 2) << name;
  EXPECT_EQ(uses["--help"], static_cast<int>(kCommands.size()));
}

TEST(JsonHelp, HasMethodsCommandsAndValues) {
  const auto find = [](const json& list, const std::string& name) {
    for (const json& one : list) {
      if (one["name"] == name) return one;
    }
    ADD_FAILURE() << name;
    return json();
  };
  const json map = kCommands[0].Help();
  EXPECT_EQ(map["program"], "map");
  EXPECT_EQ(find(map["flags"], "--method")["default"], "auto");
  EXPECT_EQ(find(map["flags"], "--format")["allowed"], json({"uai", "wcsp", "cfn"}));
  EXPECT_TRUE(find(map["flags"], "--option")["repeatable"]);
  EXPECT_EQ(find(map["arguments"], "MODEL")["required"], true);
  const json trees = find(find(map["methods"], "parsimonious")["options"], "trees");
  EXPECT_EQ(trees["type"], "integer");
  EXPECT_TRUE(trees["default"].is_number());
  const json learn = Command{RunHashLearn, {}}.Help();
  EXPECT_EQ(learn["program"], "hash_learn");
  const json train = find(learn["commands"], "train");
  EXPECT_EQ(find(train["flags"], "--threads")["maximum"], 2);
  EXPECT_EQ(find(train["flags"], "--resumable")["default"], false);
  EXPECT_EQ(find(train["flags"], "--task")["allowed"],
            json({"binary", "one-vs-rest", "multi-label", "multiclass", "regression"}));
  const json graphs = Command{RunGraphKernel, {}}.Help();
  EXPECT_EQ(graphs["commands"].size(), 3u);
  EXPECT_EQ(find(find(graphs["commands"], "evaluate")["flags"], "--cost")["separator"], ",");
  EXPECT_EQ(find(graphs["commands"], "gram")["methods"].empty(), false);
}

TEST(Flags, EndAtTwoDashes) {
  const common::ScratchFolder folder("dashes");
  const auto put = [&](const std::string& name, const std::string& content) {
    std::ofstream(folder.path() + "/" + name) << content;
    return folder.path() + "/" + name;
  };
  const std::string image = folder.path() + "/a.png";
  graphical_models::WritePng(image, graphical_models::UniformImage(4, 4, 1));
  const std::string model = put("model.uai", "MARKOV\n1\n2\n1\n1 0\n2\n 1 2\n");
  const std::string out = "--out=" + folder.path() + "/out.png", data = put("a.vw", "x | a\ny | b\n");
  EXPECT_EQ(RunProgram(RunMap, {"--", model}).status, 0);
  EXPECT_EQ(RunProgram(RunDenoise, {out, "--", image}).status, 0);
  EXPECT_EQ(RunProgram(RunStereo, {out, "--labels=2", "--", image, image}).status, 0);
  EXPECT_EQ(RunProgram(RunHashLearn, {"train", "--bits=4", "--", data}).status, 0);
  const Outcome absent = RunProgram(RunMap, {"--", "--seed=3.uai"});
  EXPECT_EQ(absent.status, 3);
  EXPECT_NE(absent.messages.find("--seed=3.uai"), std::string::npos) << absent.messages;
  const Outcome second = RunProgram(RunMap, {"--", model, "--seed=3"});
  EXPECT_EQ(second.status, 2);
  EXPECT_NE(second.messages.find("expected no further one, found '--seed=3'"), std::string::npos)
      << second.messages;
}

TEST(Flags, SayTheLimitsOfSeeds) {
  const auto expect = [](ProgramFunction* program, std::vector<std::string> words, const std::string& most) {
    for (const std::string wrong : {"-1", "18446744073709551616", "1.5"}) {
      words.push_back("--seed=" + wrong);
      const Outcome outcome = RunProgram(program, words);
      words.pop_back();
      EXPECT_EQ(outcome.status, 2);
      EXPECT_NE(outcome.messages.find("--seed: expected a whole number from 0 to " + most + ", found '" +
                                      wrong + "'\n"),
                std::string::npos)
          << outcome.messages;
    }
  };
  expect(RunMap, {"m.uai"}, "18446744073709551615");
  expect(RunHashLearn, {"train", "a.vw"}, "4294967295");
  const Outcome outcome = RunProgram(RunHashLearn, {"train", "a.vw", "--seed=4294967296"});
  EXPECT_NE(outcome.messages.find("--seed: expected a whole number from 0 to 4294967295, found"),
            std::string::npos)
      << outcome.messages;
}

}  // namespace
}  // namespace structlab::tools
