#include "structured_learning/ranking/files/link_file.h"

#include <string>
#include <vector>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;
using testing::IsEmpty;

class LinkFileTest : public testing::Test {
 protected:
  LinkFile Read(const std::string& text) const {
    common::WriteFileAtomically(folder_.path() + "/l", text);
    return ReadLinkFile(folder_.path() + "/l", samples_);
  }
  std::string ErrorOf(const std::string& text) const {
    return MessageOf(ErrorKind::kData, [&] { Read(text); }).substr(folder_.path().size() + 1);
  }

  common::ScratchFolder folder_{"link_file"};
  RankingFile samples_ = {.path = "s.csv", .rows = kernels::DenseRows<double>(4, 1)};
};

TEST_F(LinkFileTest, ReadsNumbersOfSamples) {
  const LinkFile file = Read("1,2\n\n# comment\n4,2\n2,1\n");
  EXPECT_THAT(file.links.pairs, ElementsAre(NodePair{0, 1}, NodePair{3, 1}));
  EXPECT_THAT(file.links.weights, IsEmpty());
  EXPECT_THAT(file.notes, ElementsAre("links that occur again are read once: 1"));
  EXPECT_THAT(Read("").links.pairs, IsEmpty());
}

TEST_F(LinkFileTest, ReadsIdsAndWeights) {
  samples_.ids = {"7", "b c", "x", ""};
  const LinkFile file = Read("from\tto\tstrength\nb c\t7\t0.5\nx\t7\t1\n");
  EXPECT_THAT(file.links.pairs, ElementsAre(NodePair{1, 0}, NodePair{2, 0}));
  EXPECT_THAT(file.links.weights, ElementsAre(0.5, 1));
  EXPECT_THAT(file.notes, ElementsAre("the first line is taken for names of columns: 'from\tto\tstrength'"));
  EXPECT_EQ(ErrorOf("x\t7\nx\t1\n"), "l:2:3: expected the id of a sample, found '1'");
  samples_.ids = {"x", "y", "x", "z"};
  EXPECT_EQ(ErrorOf("y x\n"), "l:1:3: expected an id that one sample has, found 'x', which several have");
}

TEST_F(LinkFileTest, RefusesDamagedLines) {
  EXPECT_EQ(ErrorOf("1,2\n3\n"), "l:2: expected two samples, and maybe a weight, found 1 cells");
  EXPECT_EQ(ErrorOf("1,5\n"), "l:1:3: expected the number of a sample, 1 to 4, found '5'");
  EXPECT_EQ(ErrorOf("0,1\n"), "l:1:1: expected the number of a sample, 1 to 4, found '0'");
  EXPECT_EQ(ErrorOf("1,2\n3,3\n"), "l:2: expected two different samples, found '3' twice");
  EXPECT_EQ(ErrorOf("1,2,-1\n"), "l:1:5: expected a finite weight of at least 0, found '-1'");
  EXPECT_EQ(ErrorOf("1,2,nan\n"), "l:1:5: expected a finite weight of at least 0, found 'nan'");
  EXPECT_EQ(ErrorOf("1,2\n2,1,0.5\n"),
            "l:2: expected each link once, found one that has the weight 1 in a line before");
}

TEST_F(LinkFileTest, LinksGroups) {
  samples_.groups = {"a", "b", "a", "a"};
  EXPECT_THAT(LinksOfGroups(samples_).pairs, ElementsAre(NodePair{0, 2}, NodePair{0, 3}, NodePair{2, 3}));
  samples_.groups.assign(5000, "threads");
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { LinksOfGroups(samples_); }),
            "s.csv: group 'threads': expected at most 10000000 links in all groups, found more, with its "
            "5000 samples; "
            "split large groups, or give links between some of their samples");
}

}  // namespace
}  // namespace structlab::structured_learning
