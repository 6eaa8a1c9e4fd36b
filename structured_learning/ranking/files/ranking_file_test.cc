#include "structured_learning/ranking/files/ranking_file.h"

#include <string>
#include <vector>

#include "common/file.h"
#include "common/hdf5/hdf5_file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

class RankingFileTest : public testing::Test {
 protected:
  std::string Write(const std::string& name, const std::string& text) const {
    common::WriteFileAtomically(folder_.path() + "/" + name, text);
    return folder_.path() + "/" + name;
  }
  RankingFile Read(const std::string& name, const std::string& text,
                   const RankingFileOptions& options = {}) const {
    return ReadRankingFile(Write(name, text), options);
  }
  // The message without the folder.
  std::string ErrorOf(const std::string& name, const std::string& text,
                      const RankingFileOptions& options = {}) const {
    return MessageOf(ErrorKind::kData, [&] { Read(name, text, options); }).substr(folder_.path().size() + 1);
  }
  static double At(const RankingFile& file, int row, int column) {
    return std::get<kernels::DenseRows<double>>(file.rows)(row, column);
  }

  common::ScratchFolder folder_{"ranking_file"};
};

TEST_F(RankingFileTest, ReadsTables) {
  const RankingFile file = Read("a.csv", "id;query;a;label;\"b c\"\n\nx;q1;0,5;1;2\ny;q2;1e3;no;4\n",
                                {.weight = "b c", .needs_labels = true});
  EXPECT_THAT(file.feature_names, ElementsAre("a"));
  EXPECT_EQ(At(file, 0, 0), 0.5);
  EXPECT_THAT(file.ids, ElementsAre("x", "y"));
  EXPECT_THAT(file.queries, ElementsAre("q1", "q2"));
  EXPECT_THAT(file.labels, ElementsAre("1", "no"));
  EXPECT_THAT(file.lines, ElementsAre(3, 4));
}

TEST_F(RankingFileTest, ReadsGroups) {
  const RankingFile file = Read("a.csv", "label,image,a\n1,x,2\n0,y,3\n", {.group = "image"});
  EXPECT_THAT(file.groups, ElementsAre("x", "y"));
  EXPECT_THAT(file.feature_names, ElementsAre("a"));
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { Read("a.svm", "1 1:2\n", {.group = "image"}); }),
              HasSubstr("a table or an HDF5 file with 'image', found svmlight, which has no names"));
}

TEST_F(RankingFileTest, ReadsTheFeaturesOfAModelByName) {
  const std::string text = "b\textra\ta\tlabel\n1\tword\t2\t0\n3\tword\t4\t1\n";
  const RankingFile file = Read("a.tsv", text, {.features = {"a", "b"}, .needs_labels = false});
  EXPECT_EQ(At(file, 1, 0), 4);
  EXPECT_EQ(At(file, 1, 1), 3);
  EXPECT_EQ(
      ErrorOf("a.tsv", text, {.features = {"a", "bb"}, .needs_labels = false}),
      "a.tsv:1: expected a column named 'bb', found the columns b, a, label, extra; the model needs it");
}

// A text that begins with # or % is no comment if its line has all cells.
TEST_F(RankingFileTest, KeepsSamplesThatLookLikeComments) {
  const RankingFile file = Read("a.csv", "# made by hand\nid,label,a\n%x,1,2\n# half,time\n#y,0,1\n");
  EXPECT_THAT(file.ids, ElementsAre("%x", "#y"));
  EXPECT_EQ(ErrorOf("a.csv", "score,label\ninf,1\n", {.features = {"score"}}),
            "a.csv:2:1: expected a finite number in column 'score', found 'inf'");
}

TEST_F(RankingFileTest, RefusesDamagedTables) {
  EXPECT_EQ(ErrorOf("a.csv", "label,a\n1,x\n"),
            "a.csv:2:3: expected a finite number in column 'a', found 'x'; if the column is no feature: "
            "--ignore=a");
  EXPECT_EQ(ErrorOf("a.csv", "label,a\n1,NA\n"),
            "a.csv:2:3: expected a finite number in column 'a', found 'NA'; fill in a number, or leave the "
            "row out");
  EXPECT_EQ(ErrorOf("a.csv", "label,a\n1\n"), "a.csv:2: expected 2 cells, as in the first line, found 1");
  EXPECT_EQ(ErrorOf("a.csv", "label,a\n"), "a.csv: expected at least one sample, found none");
  EXPECT_EQ(ErrorOf("a.csv", "1,2\n3,4\n"),
            "a.csv:1: expected names of columns in the first line, found numbers; write a line of names "
            "above them");
  EXPECT_EQ(
      ErrorOf("a.csv", "lable,a\n1,2\n"),
      "a.csv:1: expected a column named 'label', found the columns lable, a; name the column of labels by "
      "--label");
  EXPECT_EQ(ErrorOf("a.csv", "label,a,a\n1,2,3\n"),
            "a.csv:1: expected different names of columns, found 'a' twice");
  EXPECT_EQ(ErrorOf("a.csv", "label,a\n,2\n"), "a.csv:2:1: expected a text in column 'label', found nothing");
  EXPECT_EQ(ErrorOf("a.csv", "label,id\n1,2\n"), "a.csv:1: expected a column of features, found none");
  EXPECT_EQ(ErrorOf("a.csv", "label,a,w\n1,2,0\n", {.weight = "w"}),
            "a.csv:2:5: expected a finite weight above 0, found 0");
}

TEST_F(RankingFileTest, ReadsSvmlightWithQueriesInAnyOrder) {
  const RankingFile file =
      Read("a.letor", "2 qid:7 1:0.5 3:2 #docid = GX-1 inc = 1\n# comment\n0 qid:x 2:1\n1 qid:7 1:0 3:-1\n");
  EXPECT_THAT(file.queries, ElementsAre("7", "x", "7"));
  EXPECT_THAT(file.labels, ElementsAre("2", "0", "1"));
  EXPECT_THAT(file.ids, ElementsAre("GX-1", "", ""));
  EXPECT_THAT(file.lines, ElementsAre(1, 3, 4));
  EXPECT_EQ(At(file, 0, 2), 2);
  EXPECT_EQ(file.first_index, 1);
  const GroupedSamples grouped = GroupSamples(file, RelevanceOf(file, {.relevant_from = 1.0}));
  EXPECT_THAT(grouped.sample_of, ElementsAre(0, 2, 1));
  EXPECT_THAT(grouped.data.query_begin, ElementsAre(0, 2, 3));
  EXPECT_THAT(grouped.data.labels, ElementsAre(1, 1, 0));
  EXPECT_EQ(grouped.data.NameOf(1), "query x");
}

TEST_F(RankingFileTest, ReadsSvmlightForAModel) {
  const RankingFile file =
      Read("a.svm", "1:0.5 5:2\n2:1 3:1\n", {.first_index = 1, .num_features = 3, .needs_labels = false});
  EXPECT_EQ(NumColumns(file.rows), 3);
  EXPECT_THAT(file.notes, ElementsAre("1 entries of features that the model does not have are left out"));
  EXPECT_TRUE(file.labels.empty());
  EXPECT_THAT(ErrorOf("a.svm", "1 0:1\n", {.first_index = 1, .num_features = 3}),
              HasSubstr("found the index 0"));
}

TEST_F(RankingFileTest, RefusesDamagedSvmlight) {
  EXPECT_EQ(ErrorOf("a.svm", "1 1:2\n3:4\n"),
            "a.svm:2:1: expected a label at the beginning of the line, found none");
  EXPECT_EQ(ErrorOf("a.svm", "1 qid:1 1:2\n1 1:2\n"),
            "a.svm:2:3: expected a query such as qid:3, as in the lines before, found none");
  EXPECT_EQ(ErrorOf("a.svm", "1 1:2\n1 qid:2 1:2\n"),
            "a.svm:2:3: expected no query, as in the lines before, found one");
  EXPECT_EQ(ErrorOf("a.svm", "1 qid: 1:2\n"), "a.svm:1:3: expected qid: and a query, found no query");
  EXPECT_EQ(ErrorOf("a.svm", "1\n0 # none\n"), "a.svm: expected at least one feature, found none");
  EXPECT_EQ(ErrorOf("a.svm", "1 1:nan\n"), "a.svm:1:3: expected a feature such as 3:0.5, found '1:nan'");
  EXPECT_THAT(ErrorOf("a.svm", "1 2000000000:1\n"),
              HasSubstr("features for so few entries, found 2000000000"));
}

TEST_F(RankingFileTest, ReadsHdf5) {
  common::Hdf5File hdf5;
  const std::vector<double> features = {1, 2, 3, 4, 5, 6}, labels = {0, 1, 1}, queries = {4, 4, 9},
                            weights = {1, 1, 2};
  hdf5.WriteArray("features", features.data(), {3, 2});
  hdf5.WriteArray("label", labels.data(), {3});
  hdf5.WriteArray("query", queries.data(), {3});
  hdf5.WriteArray("weight", weights.data(), {3});
  const std::string path = Write("a.h5", hdf5.Bytes());
  const RankingFile file = ReadRankingFile(path, {.query = "query", .weight = "weight"});
  EXPECT_EQ(At(file, 2, 1), 6);
  EXPECT_THAT(file.labels, ElementsAre("0", "1", "1"));
  EXPECT_THAT(file.queries, ElementsAre("4", "4", "9"));
  EXPECT_THAT(file.Where(1), EndsWith("a.h5, row 2"));
  EXPECT_THAT(GroupSamples(file, RelevanceOf(file, {})).data.query_weights, ElementsAre(1, 2));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadRankingFile(path, {.label = "features"}); }),
              HasSubstr("expected 3 numbers, one for each row of features, found 6"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadRankingFile(path, {.query = "group"}); }),
              HasSubstr("expected a dataset"));
}

TEST_F(RankingFileTest, KnowsThePlainLabels) {
  const auto relevance = [&](const std::string& labels) {
    return RelevanceOf(Read("a.svm", labels), {.label_flag = "--positive or --relevant-from"});
  };
  EXPECT_THAT(relevance("1 1:1\n0 1:1\n"), ElementsAre(1, 0));
  EXPECT_THAT(relevance("+1 1:1\n-1 1:1\n1.0 1:2\n"), ElementsAre(1, 0, 1));
  EXPECT_THAT(relevance("True 1:1\nFALSE 1:1\n"), ElementsAre(1, 0));
  EXPECT_THAT(
      MessageOf(ErrorKind::kData, [&] { relevance("2 1:1\n0 1:1\n2 1:1\n"); }),
      EndsWith("a.svm: expected the labels 0 and 1, -1 and 1, or false and true, found the labels '0' (1), "
               "'2' (2); name the relevant ones by --positive or --relevant-from"));
}

TEST_F(RankingFileTest, ChoosesRelevantLabels) {
  const RankingFile file = Read("a.csv", "label,a\nbad,1\ngood,2\n3,4\n");
  EXPECT_THAT(RelevanceOf(file, {.positive = "good"}), ElementsAre(0, 1, 0));
  EXPECT_THAT(
      MessageOf(ErrorKind::kData, [&] { RelevanceOf(file, {.positive = "Good"}); }),
      EndsWith("expected samples with the label 'Good', found the labels '3' (1), 'bad' (1), 'good' (1)"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { RelevanceOf(file, {.relevant_from = 2.0}); }),
              EndsWith("a.csv:2: expected a number as label, found 'bad'"));
  EXPECT_THAT(
      MessageOf(ErrorKind::kUsage, [&] { RelevanceOf(file, {.positive = "good", .relevant_from = 2.0}); }),
      HasSubstr("found both"));
}

TEST_F(RankingFileTest, RefusesDifferentWeightsInAQuery) {
  const RankingFile file = Read("a.csv", "label,query,w,a\n1,q,1,1\n0,q,2,1\n", {.weight = "w"});
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { GroupSamples(file, {}); }),
              EndsWith("a.csv:3: expected the weight 1 as in the other samples of query q, found 2"));
}

TEST_F(RankingFileTest, RefusesOtherEndings) {
  EXPECT_THAT(MessageOf(ErrorKind::kUsage, [&] { ReadRankingFile("a.doc", {}); }),
              HasSubstr("a name that ends in"));
  EXPECT_EQ(PathOfRankingFile("x/a.h5:group/data"), "x/a.h5");
}

}  // namespace
}  // namespace structlab::structured_learning
