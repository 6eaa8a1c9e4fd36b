#include "experiments/datasets/load.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "experiments/datasets/catalogue.h"
#include "experiments/datasets/test_files.h"

namespace structlab::datasets {
namespace {

TEST(LoadTexts, CutsStandIns) {
  const DocumentLimits limits = {.train = 30, .test = 20};
  EXPECT_EQ(LoadNewsGroups("", limits), GenerateCollection(NewsGroupsShape(), kStandInSeed, limits));
  EXPECT_EQ(LoadReutersR8("", limits), GenerateCollection(ReutersR8Shape(), kStandInSeed, limits));
  EXPECT_EQ(LoadNewsGroups("", limits).train.size(), 30u);
  EXPECT_EQ(LoadReutersR8("", limits).test.size(), 20u);
}

TEST(LoadTexts, DoesNotCutRealFiles) {
  const std::string folder = EmptyFolder("news");
  for (const char* part : {"train", "test"}) {
    std::ofstream(folder + "/20news-bydate-" + part + ".txt.gz") << "#DOC\ta\t1\t3\nabc\n#DOC\tb\t2\t2\nde\n";
  }
  const TextCollection news = LoadNewsGroups(folder, {.train = 1, .test = 0});
  EXPECT_EQ(news.train.size(), 2u);
  EXPECT_EQ(news.test.size(), 2u);
}

}  // namespace
}  // namespace structlab::datasets
