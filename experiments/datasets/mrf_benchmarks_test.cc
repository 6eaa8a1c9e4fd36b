#include "experiments/datasets/mrf_benchmarks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "common/error.h"
#include "common/file.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

TEST(MrfBenchmarks, HaveNamesThatDiffer) {
  std::set<std::string> names;
  for (const MrfInstance& instance : MrfInstances()) {
    EXPECT_TRUE(names.insert(instance.name).second) << instance.name;
    EXPECT_EQ(&FindMrfInstance(instance.name), &instance);
  }
  EXPECT_EQ(names.size(), 18U);
}

TEST(MrfBenchmarks, ListTheNearestNames) {
  const common::Error error = ErrorOf([] { FindMrfInstance("scen6"); });
  EXPECT_EQ(error.exit_status(), 2);
  EXPECT_TRUE(error.parts().expected.starts_with("one of scen06, ")) << error.what();
}

// A folder of the data set's form, with instances of our own.
class MrfFiles : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& content) const {
    const std::string path = folder_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    common::WriteFileAtomically(path, content, common::Durability::kNothing);
  }
  void Examine(const std::string& name) const { ExamineMrfFile(folder_ + "/" + name); }

  const std::string folder_ = EmptyFolder("mrf");
};

constexpr const char kUai[] = "MARKOV 2 2 2 2 1 0 2 0 1 2 1 0.5 4 1 0.25 0.125 1";

TEST_F(MrfFiles, AreReadByTheirFormatWithTheEvidence) {
  Write("model.uai.gz", Gzip(kUai));
  Write("model.uai.evid", "1 1 0 1");
  const MrfInstance instance = {.name = "x", .model = "model.uai.gz", .evidence = "model.uai.evid"};
  const auto graph = ReadMrfInstance(folder_, instance);
  ASSERT_EQ(graph.num_variables(), 1);
  // Label 1 of the first variable is known: potentials 0.5 * 0.125 and 0.5 * 1.
  EXPECT_DOUBLE_EQ(graph.Energy({{0}}), -std::log(0.5 * 0.125));
  EXPECT_DOUBLE_EQ(graph.Energy({{1}}), -std::log(0.5));
  Write("model.uai.evid", "0");
  EXPECT_EQ(ReadMrfInstance(folder_, instance).num_variables(), 2);

  Write("model.wcsp", "name 1 2 1 9\n2\n1 0 4 1\n1 3\n");
  EXPECT_EQ(ReadMrfInstance(folder_, {.model = "model.wcsp"}).Energy({{1}}), 3);
  Write("model.cfn", R"({"problem":{"name":"n","mustbe":"<9"},"variables":{"a":2},)"
                     R"("functions":{"f":{"scope":["a"],"costs":[4,3]}}})");
  EXPECT_EQ(ReadMrfInstance(folder_, {.model = "model.cfn"}).Energy({{1}}), 3);
}

TEST_F(MrfFiles, DamageIsNamedWithItsPlace) {
  Write("good.uai.gz", Gzip(kUai));
  Write("good.uai.evid", "0");
  Write("good.ub", "-33.729920\n");
  for (const char* name : {"good.uai.gz", "good.uai.evid", "good.ub"}) Examine(name);
  EXPECT_EQ(ReadMrfOptimum(folder_ + "/good.ub"), -33.72992);

  Write("bad.uai", "MARKOV 2 2");
  Write("good.uai.evid", "1 1 5 0");
  Write("bad.ub", "27 28");
  Write("bad.wcsp", "name 1\n");
  Write("bad.cfn", "{");
  for (const char* name : {"bad.uai", "good.uai.evid", "bad.ub", "bad.wcsp", "bad.cfn"}) {
    const common::Error error = ErrorOf([&] { Examine(name); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData) << error.what();
    EXPECT_TRUE(error.parts().where.starts_with(folder_ + "/" + name + ":")) << error.what();
  }
}

}  // namespace
}  // namespace structlab::datasets
