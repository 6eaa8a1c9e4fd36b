#include "tools/programs/rank/rank_program.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/file.h"
#include "common/hdf5/hdf5_file.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

// Queries of samples whose first feature tells the label, and the second one nothing.
class RankProgram : public ProgramTest {
 protected:
  static constexpr int kQueries = 12, kSize = 10;

  std::string At(const std::string& name) const { return folder_ + "/" + name; }
  std::string Put(const std::string& name, const std::string& content) const {
    common::WriteFileAtomically(At(name), content, common::Durability::kNothing);
    return At(name);
  }
  // The queries of an svmlight file are shuffled: sample k of all queries, then sample k + 1.
  static std::string Rows(const std::string& format, uint64_t seed) {
    common::RandomStream random(seed, "rank program");
    std::string text = format == "csv" ? "name,group,grade,signal,noise,note\n" : "";
    for (int k = 0; k < kSize; ++k) {
      for (int query = 0; query < kQueries; ++query) {
        const int grade = k < 3 ? 2 : k < 5 ? 1 : 0;
        const double signal = 100 * (random.Normal() + 2 * (grade > 0 ? 1 : 0)), noise = random.Normal();
        text +=
            format == "csv"
                ? fmt::format("s{}-{},q{},{},{},{},text\n", query, k, query, grade, signal, noise)
                : fmt::format("{} qid:{} 1:{} 2:{} #docid = D{}{}\n", grade, query, signal, noise, query, k);
      }
    }
    return text;
  }
  Outcome Run(const std::vector<std::string>& words) const { return RunProgram(RunRank, words); }
  Outcome TrainCsv(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"train",
                                      "--data=" + At("train.csv"),
                                      "--model=" + At("model"),
                                      "--quiet",
                                      "--label=grade",
                                      "--query=group",
                                      "--id=name",
                                      "--ignore=note"};
    words.insert(words.end(), more.begin(), more.end());
    return Run(words);
  }
  static double Measure(const Outcome& evaluated, const std::string& name) {
    EXPECT_EQ(evaluated.status, 0) << evaluated.messages;
    const common::Table table = common::ParseTsv(evaluated.out, "out");
    for (size_t row = 0; row < table.rows.size(); ++row) {
      if (table.Text(row, "measure") == name) return table.Number(row, "value");
    }
    return -1;
  }
  static void ExpectError(const Outcome& outcome, int status, const std::string& part) {
    EXPECT_EQ(outcome.status, status) << outcome.messages;
    EXPECT_NE(outcome.messages.find(part), std::string::npos) << outcome.messages;
    EXPECT_EQ(outcome.out, "");
  }
};

TEST_F(RankProgram, RanksATableWithAGroupColumn) {
  Put("train.csv", Rows("csv", 1));
  const Outcome trained = TrainCsv({"--relevant-from=1", "--folds=3"});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_EQ(trained.messages, "");
  for (const char* line : {"samples      120, 60 of them relevant\n", "queries      12\n", "features     2\n",
                           "\ntried        C = 0.1: held-out average precision ", "\nchosen       C = ",
                           "\nconstant     average precision 0.6", "\nended by     gap reached after "}) {
    EXPECT_NE(trained.out.find(line), std::string::npos) << line << "\n" << trained.out;
  }
  Put("test.csv", Rows("csv", 2));
  const Outcome scored = Run({"score", "--model=" + At("model"), "--data=" + At("test.csv"),
                              "--out=" + At("scores.csv"), "--label=grade", "--query=group", "--id=name"});
  ASSERT_EQ(scored.status, 0) << scored.messages;
  const std::string scores = common::ReadFile(At("scores.csv"));
  EXPECT_EQ(scores.substr(0, scores.find('\n')), "id,query,label,score,rank");
  EXPECT_NE(scores.find("\ns3-7,q3,0,"), std::string::npos);
  const std::vector<std::string> evaluate = {"evaluate", "--scores=" + At("scores.csv"), "--relevant-from=1"};
  const Outcome plain = Run(evaluate);
  EXPECT_EQ(Measure(plain, "samples"), 120);
  EXPECT_EQ(Measure(plain, "queries"), 12);
  EXPECT_GT(Measure(plain, "mean_average_precision"), 0.85);
  EXPECT_LT(Measure(plain, "interval_low"), Measure(plain, "mean_average_precision"));
  EXPECT_NEAR(Measure(plain, "constant_score"), 0.6, 0.1);
  // Further measures change nothing, and the curve is drawn.
  std::vector<std::string> more = evaluate;
  more.insert(more.end(), {"--at=1", "--at=5", "--graded", "--picture=" + At("curve")});
  const Outcome all = Run(more);
  EXPECT_GT(Measure(all, "precision_at_1"), 0.8);
  EXPECT_GT(Measure(all, "graded_average_precision"), 0.5);
  EXPECT_EQ(all.out.substr(0, plain.out.size()), plain.out);
  EXPECT_GT(common::ReadFile(At("curve/precision-recall.svg")).size(), 1000u);
}

TEST_F(RankProgram, RanksAnUnsortedLetorFile) {
  Put("train.letor", Rows("letor", 1));
  const Outcome trained = Run({"train", "--data=" + At("train.letor"), "--model=" + At("model"),
                               "--relevant-from=1", "--C=10", "--quiet"});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.out.find("queries      12\n"), std::string::npos) << trained.out;
  Put("test.letor", Rows("letor", 2));
  const Outcome scored = Run({"score", "--model=" + At("model"), "--data=" + At("test.letor")});
  ASSERT_EQ(scored.status, 0) << scored.messages;
  const common::Table table = common::ParseTsv(scored.out, "out");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"id", "query", "label", "score", "rank"}));
  EXPECT_EQ(table.rows[1][0], "D10");
  EXPECT_EQ(table.rows[1][1], "1");
  // Both formats hold the same samples, so a model is the same up to the digits of the files.
  Put("train.csv", Rows("csv", 1));
  ASSERT_EQ(TrainCsv({"--relevant-from=1", "--C=10"}).status, 0);
  Put("test.csv", Rows("csv", 2));
  const Outcome of_csv =
      Run({"score", "--model=" + At("model"), "--data=" + At("test.csv"), "--query=group"});
  const common::Table other = common::ParseTsv(of_csv.out, "out");
  for (size_t row = 0; row < table.rows.size(); ++row) {
    EXPECT_NEAR(table.Number(row, "score"), other.Number(row, "score"), 1e-9);
    EXPECT_EQ(table.Text(row, "rank"), other.Text(row, "rank"));
  }
}

TEST_F(RankProgram, ReadsHdf5WithoutQueries) {
  common::Hdf5File hdf5;
  std::vector<double> features, labels;
  common::RandomStream random(3, "rank program");
  for (int i = 0; i < 60; ++i) {
    labels.push_back(i % 4 == 0 ? 1 : 0);
    features.push_back(random.Normal() + 3 * labels.back());
    features.push_back(random.Normal());
  }
  hdf5.WriteArray("features", features.data(), {60, 2});
  hdf5.WriteArray("label", labels.data(), {60});
  Put("a.h5", hdf5.Bytes());
  const Outcome trained =
      Run({"train", "--data=" + At("a.h5"), "--model=" + At("model"), "--kernel=gaussian", "--quiet"});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.out.find("\nkernel       gamma = "), std::string::npos) << trained.out;
  const Outcome scored = Run({"score", "--model=" + At("model"), "--data=" + At("a.h5"), "--label=label"});
  Put("scores.tsv", scored.out);
  EXPECT_GT(Measure(Run({"evaluate", "--scores=" + At("scores.tsv")}), "mean_average_precision"), 0.9);
}

TEST_F(RankProgram, SaysWhatIsWrongWithTheSamples) {
  Put("train.csv", Rows("csv", 1));
  ExpectError(TrainCsv({}), 3,
              "expected the labels 0 and 1, -1 and 1, or false and true, found the labels '0' (60), '1' "
              "(24), '2' (36); "
              "name the relevant ones by --positive or --relevant-from");
  ExpectError(TrainCsv({"--relevant-from=9"}), 3, "no relevant sample at all");
  ExpectError(TrainCsv({"--relevant-from=0"}), 3, "a query with relevant samples and others, found none");
  ExpectError(TrainCsv({"--positive=1", "--relevant-from=1"}), 2, "--positive: expected no --relevant-from");
  ExpectError(TrainCsv({"--positive=1", "--C=0"}), 2, "--C: expected a finite number above 0");
  ExpectError(TrainCsv({"--positive=1", "--gamma=1"}), 2, "--gamma: expected --kernel=gaussian");
  ExpectError(
      Run({"train", "--data=" + At("train.csv"), "--model=" + At("model"), "--label=grade", "--positive=1"}),
      3,
      "train.csv:2:1: expected a finite number in column 'name', found 's0-0'; if the column is no feature: "
      "--ignore=name");
  Put("same.csv", "label,a\n1,2\n0,2\n1,2\n0,2\n");
  const Outcome same =
      Run({"train", "--data=" + At("same.csv"), "--model=" + At("model"), "--C=1", "--quiet"});
  EXPECT_EQ(same.status, 0);
  EXPECT_NE(same.messages.find("warning: the model gives all samples the same score"), std::string::npos);
  const Outcome scored = Run({"score", "--model=" + At("model"), "--data=" + At("same.csv")});
  EXPECT_NE(scored.messages.find("warning: all scores are equal"), std::string::npos);
}

TEST_F(RankProgram, LeavesOutQueriesOfOneKind) {
  Put("train.csv", Rows("csv", 1) + "x,q99,0,1,2,text\n");
  const Outcome trained = TrainCsv({"--positive=2", "--C=1"});
  ASSERT_EQ(trained.status, 0) << trained.messages;
  EXPECT_EQ(trained.messages,
            "rank: note: queries without samples of both kinds are left out: 1, such as query q99\n");
  EXPECT_NE(trained.out.find("queries      12, and 1 left out\n"), std::string::npos) << trained.out;
}

// Texts with separators, quotes and marks of comments come back as they are.
TEST_F(RankProgram, KeepsTheTextsOfCells) {
  const std::string rows =
      "id,query,label,a\n\"#1\",\"q\t,1\",1,2\n\"x \"\"y\"\"\",\"q\t,1\",0,1\n\"% z\",other,1,0\n";
  Put("train.csv", rows);
  ASSERT_EQ(Run({"train", "--data=" + At("train.csv"), "--model=" + At("model"), "--C=1", "--quiet"}).status,
            0);
  for (const std::string ending : {".csv", ".tsv"}) {
    const std::string scores = At("scores" + ending);
    ASSERT_EQ(Run({"score", "--model=" + At("model"), "--data=" + At("train.csv"), "--out=" + scores}).status,
              0);
    const Outcome found = Run({"evaluate", "--scores=" + scores});
    EXPECT_EQ(Measure(found, "samples"), 3);
    EXPECT_EQ(Measure(found, "queries"), 2);
    const Outcome again = Run({"score", "--model=" + At("model"), "--data=" + scores});
    EXPECT_EQ(again.status, 3);  // the scores have no column a, but their first line is read
    EXPECT_NE(common::ReadFile(scores).find("\"x \"\"y\"\"\""), std::string::npos);
  }
}

TEST_F(RankProgram, RefusesDataOfAnotherModel) {
  Put("train.csv", Rows("csv", 1));
  ASSERT_EQ(TrainCsv({"--positive=2", "--C=1"}).status, 0);
  Put("other.csv", "signal,niose\n1,2\n");
  ExpectError(
      Run({"score", "--model=" + At("model"), "--data=" + At("other.csv")}), 3,
      "other.csv:1: expected a column named 'noise', found the columns niose, signal; the model needs it");
  Put("other.svm", "1 1:2 2:3\n");
  ExpectError(Run({"score", "--model=" + At("model"), "--data=" + At("other.svm")}), 2,
              "a table (.csv, .tsv) with");
  ExpectError(Run({"score", "--model=" + At("train.csv"), "--data=" + At("other.csv")}), 3, "train.csv");
}

// 0.75 for the ranking 1 4 3 2 5 of the worked example of average precision.
TEST_F(RankProgram, EvaluatesScoresOfOtherPrograms) {
  Put("scores.csv", "label,score\nyes,0.9\nyes,0.2\nno,0.4\nno,0.6\nno,-0.3\n");
  const Outcome found = Run({"evaluate", "--scores=" + At("scores.csv"), "--positive=yes", "--at=2"});
  EXPECT_EQ(Measure(found, "mean_average_precision"), 0.75);
  EXPECT_EQ(Measure(found, "precision_at_2"), 0.5);
  Put("empty.csv", "label,score,query\n0,0.9,a\n0,1,a\n1,2,b\n0,3,b\n");
  EXPECT_EQ(Measure(Run({"evaluate", "--scores=" + At("empty.csv")}), "mean_average_precision"), 0.5);
  EXPECT_EQ(Measure(Run({"evaluate", "--scores=" + At("empty.csv")}), "queries_without_relevant"), 1);
  EXPECT_EQ(
      Measure(Run({"evaluate", "--scores=" + At("empty.csv"), "--empty=one"}), "mean_average_precision"),
      0.75);
  ExpectError(Run({"evaluate", "--scores=" + At("empty.csv"), "--positive=2"}), 3,
              "samples with the label '2'");
  ExpectError(Run({"evaluate", "--scores=" + At("empty.csv"), "--confidence=1"}), 2, "--confidence");
  ExpectError(Run({"evaluate", "--scores=" + At("empty.csv"), "--at=0"}), 2, "--at");
  Put("nan.csv", "label,score\n0,nan\n1,2\n");
  ExpectError(Run({"evaluate", "--scores=" + At("nan.csv")}), 3, "nan.csv:2:3: expected a finite number");
}

}  // namespace
}  // namespace structlab::tools
