#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/multilabel/arff_file.h"
#include "structured_learning/multilabel/measures.h"
#include "structured_learning/multilabel/tag_correlations.h"

namespace structlab::structured_learning {
namespace {

using common::MessageOf;

TEST(Measures, WorkedExample) {
  // Tags 0 to 3; tag 2 is never predicted, tag 3 never present.
  const std::vector<TagList> truth = {{0, 1}, {1, 2}, {0}, {}}, predicted = {{0}, {1, 3}, {1}, {}};
  const TagMeasures found = MeasureTags(truth, predicted, 4);
  EXPECT_DOUBLE_EQ(found.micro.precision, 2.0 / 4);  // 2 hits
  EXPECT_DOUBLE_EQ(found.micro.recall, 2.0 / 5);
  EXPECT_DOUBLE_EQ(found.micro.f1, 4.0 / 9);
  // Tag 0: P 1, R 1/2; tag 1: P 1/2, R 1/2; tag 2: P 0, R 0.
  EXPECT_DOUBLE_EQ(found.macro.precision, 1.5 / 3);
  EXPECT_DOUBLE_EQ(found.macro.recall, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.macro.f1, (2.0 / 3 + 0.5) / 3);
  EXPECT_DOUBLE_EQ(found.f1_of_means, 2 * 0.5 / 3 / (0.5 + 1.0 / 3));
  EXPECT_EQ(found.num_recalled, 2);
  EXPECT_DOUBLE_EQ(found.hamming, 5.0 / 16);
  EXPECT_DOUBLE_EQ(found.exact, 1.0 / 4);
  const TagMeasures none = MeasureTags({}, {}, 3);
  EXPECT_EQ(none.micro.f1, 0);
  EXPECT_EQ(none.hamming, 0);
}

// Pairs one by one.
TEST(Measures, RankingIsItsDefinition) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    common::RandomStream random(seed, "ranking");
    const int rows = 5, tags = 6;
    Eigen::MatrixXd scores(rows, tags);
    std::vector<TagList> truth(rows);
    for (int i = 0; i < rows; ++i) {
      for (int t = 0; t < tags; ++t) {
        scores(i, t) = static_cast<double>(random.UniformIndex(4));  // with ties
        if (random.Uniform() < 0.4) truth[i].push_back(t);
      }
    }
    const RankingMeasures found = MeasureRanking(truth, scores, 3);
    double loss = 0, pairs_rows = 0, at_three = 0, gain_rows = 0, ndcg = 0;
    for (int i = 0; i < rows; ++i) {
      const TagList& here = truth[i];
      double wrong = 0, pairs = 0;
      for (const int a : here) {
        for (int b = 0; b < tags; ++b) {
          if (std::ranges::binary_search(here, b)) continue;
          wrong += scores(i, a) < scores(i, b) ? 1 : scores(i, a) == scores(i, b) ? 0.5 : 0;
          ++pairs;
        }
      }
      if (pairs > 0) loss += wrong / pairs, ++pairs_rows;
      if (here.empty()) continue;
      ++gain_rows;
      const TagList top = TopTags(scores.row(i), 3)[0];
      TagList hits;
      std::ranges::set_intersection(top, here, std::back_inserter(hits));
      at_three += static_cast<double>(hits.size()) / 3;
      // Computes nDCG by places: the place of a tag is one more than the number of tags before it.
      double gain = 0, max_gain = 0;
      for (const int tag : hits) {
        int place = 1;
        for (int b = 0; b < tags; ++b) {
          place += scores(i, b) > scores(i, tag) || (scores(i, b) == scores(i, tag) && b < tag) ? 1 : 0;
        }
        gain += 1 / std::log2(place + 1.0);
      }
      for (size_t k = 0; k < std::min<size_t>(3, here.size()); ++k)
        max_gain += 1 / std::log2(static_cast<double>(k) + 2);
      ndcg += gain / max_gain;
    }
    EXPECT_NEAR(found.ranking_loss, pairs_rows > 0 ? loss / pairs_rows : 0, 1e-12);
    EXPECT_NEAR(found.precision[2], gain_rows > 0 ? at_three / gain_rows : 0, 1e-12);
    EXPECT_NEAR(found.ndcg[2], gain_rows > 0 ? ndcg / gain_rows : 0, 1e-12);
  }
}

TEST(Measures, MistakesAreTold) {
  const std::vector<TagList> one = {{0, 3}}, two = {{0}, {1}}, unsorted = {{1, 0}};
  EXPECT_EQ(MessageOf([&] { MeasureTags(one, two, 4); }),
            "measures: expected predictions for 1 rows, found 2");
  EXPECT_EQ(MessageOf([&] { MeasureTags(one, one, 3); }),
            "true tags: expected increasing tags below 3, found 3 after 0 in row 0");
  EXPECT_NE(MessageOf([&] { MeasureTags(unsorted, unsorted, 3); }), "no error");
}

// Compares with all sets of tags.
TEST(Measures, BestConstantTags) {
  common::RandomStream random(1, "constant tags");
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<TagList> truth(6);
    for (TagList& tags : truth) {
      for (int t = 0; t < 5; ++t) {
        if (random.Uniform() < 0.15 * (t + 1)) tags.push_back(t);
      }
    }
    const auto f1_of = [&truth](const TagList& tags) {
      return MeasureTags(truth, std::vector<TagList>(truth.size(), tags), 5).micro.f1;
    };
    double best = 0;
    for (int set = 0; set < 32; ++set) {
      TagList tags;
      for (int t = 0; t < 5; ++t) {
        if ((set >> t & 1) != 0) tags.push_back(t);
      }
      best = std::max(best, f1_of(tags));
    }
    TagList found = BestConstantTags(truth, 5);
    const auto count = [&truth](int tag) {
      return std::ranges::count_if(truth,
                                   [tag](const TagList& tags) { return std::ranges::count(tags, tag) > 0; });
    };
    EXPECT_TRUE(std::ranges::is_sorted(found, std::greater<>(), count));
    std::ranges::sort(found);
    EXPECT_DOUBLE_EQ(f1_of(found), best);
  }
  EXPECT_TRUE(BestConstantTags(std::vector<TagList>(3), 5).empty());
}

TEST(TagCorrelations, AreThoseOfTheIndicators) {
  common::RandomStream random(1, "correlations");
  std::vector<TagList> rows(150);
  Eigen::MatrixXd indicators = Eigen::MatrixXd::Zero(150, 12);
  for (int i = 0; i < 150; ++i) {
    for (int tag = 0; tag < 12; ++tag) {
      indicators(i, tag) = tag != 4 && random.Uniform() < 0.2;  // 4 is in no row
      if (indicators(i, tag) == 1) rows[i].push_back(tag);
    }
  }
  const Eigen::MatrixXd centred = indicators.rowwise() - indicators.colwise().mean();
  std::vector<double> expected;
  for (int r = 0; r < 12; ++r) {
    for (int s = r + 1; s < 12; ++s) {
      if (r == 4 || s == 4) continue;
      expected.push_back(centred.col(r).normalized().dot(centred.col(s).normalized()));
    }
  }
  const std::vector<double> found = TagCorrelations(rows, 12);
  ASSERT_EQ(found.size(), expected.size());
  for (size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
}

TEST(StratifiedTagFolds, SpreadEachTag) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    common::RandomStream random(seed, "folds");
    std::vector<TagList> tags(100);
    std::vector<int> total(8, 0);
    for (TagList& row : tags) {
      for (int t = 0; t < 8; ++t) {
        if (random.Uniform() < 0.4 / (t + 1)) row.push_back(t), ++total[t];
      }
    }
    const std::vector<int> folds = StratifiedTagFolds(tags, 8, 5, seed);
    std::vector<int> sizes(5, 0);
    std::vector<std::vector<int>> counts(8, std::vector<int>(5, 0));
    for (size_t row = 0; row < tags.size(); ++row) {
      ++sizes[folds[row]];
      for (const int t : tags[row]) ++counts[t][folds[row]];
    }
    for (const int size : sizes) EXPECT_NEAR(size, 20, 3);
    for (size_t t = 0; t < 8; ++t) {
      for (const int count : counts[t]) EXPECT_NEAR(count, total[t] / 5.0, 2.5);
    }
    EXPECT_EQ(StratifiedTagFolds(tags, 8, 5, seed), folds);
  }
}

class Arff : public testing::Test {
 protected:
  std::string Put(const std::string& name, const std::string& text) {
    const std::string path = folder_.path() + "/" + name;
    common::WriteFileAtomically(path, text);
    return path;
  }
  std::string ErrorOf(const std::string& text, const std::vector<std::string>& labels = {"sky"}) {
    const std::string path = Put("bad.arff", text);
    const std::string message = MessageOf([&] { ReadArff(path, labels); });
    return message.starts_with(path) ? message.substr(path.size()) : message;
  }
  common::ScratchFolder folder_{"arff"};
};

constexpr char kHeader[] =
    "% made by hand\n@RELATION 'two words'\n\n@attribute size NUMERIC\n@attribute 'a color' {red, green, "
    "'dark blue'}\n"
    "@attribute old {yes,no}\n@attribute m\\'us {0,1}\n@attribute sky {0,1}\n@attribute \"deep sea\" "
    "numeric\n@data\n";

TEST_F(Arff, DenseAndSparse) {
  const std::vector<std::string> labels = {"deep sea", "sky"};
  const MultiLabelData dense = ReadArff(
      Put("a.arff", std::string(kHeader) + "1.5,red,no,1,1,0\r\n% none\n-2, 'dark blue', yes, 0, 0, 1\n"),
      labels);
  EXPECT_EQ(dense.feature_names, (std::vector<std::string>{"size", "a color=red", "a color=green",
                                                           "a color=dark blue", "old=no", "m'us"}));
  EXPECT_EQ(dense.tag_names, (std::vector<std::string>{"sky", "deep sea"}));
  EXPECT_EQ(dense.tags, (std::vector<TagList>{{0}, {1}}));
  Eigen::MatrixXd expected(2, 6);
  expected << 1.5, 1, 0, 0, 1, 1, -2, 0, 0, 1, 0, 0;
  EXPECT_EQ(Eigen::MatrixXd(dense.features), expected);
  const MultiLabelData sparse = ReadArff(
      Put("b.arff", std::string(kHeader) + "{0 1.5,2 no,3 1,4 1}\n{0 -2, 1 'dark blue', 5 1}\n"), labels);
  EXPECT_EQ(Eigen::MatrixXd(sparse.features), expected);
  EXPECT_EQ(sparse.tags, dense.tags);
  // The sparse row omits: red, old = 0 as "yes", m'us 0, no tag; a label whose first value is 1 is present.
  const MultiLabelData defaults = ReadArff(
      Put("d.arff",
          "@attribute c {x,y,z}\n@attribute b {1,0}\n@attribute n {0,1}\n@attribute s {1,0}\n@attribute "
          "t {0,1}\n@data\n{}\n{0 z,1 0,3 0,4 1}\n{1 1,2 1}\n"),
      {"s", "t"});
  EXPECT_EQ(Eigen::MatrixXd(defaults.features),
            (Eigen::MatrixXd(3, 5) << 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1).finished());
  EXPECT_EQ(defaults.tags, (std::vector<TagList>{{0}, {1}, {0}}));
  const MultiLabelData fewer = ReadArff(Put("c.arff", std::string(kHeader) + "?,red,no,1,1,0\n"), labels,
                                        {.left_out = {"a color"}, .missing = MissingValues::kZero});
  EXPECT_EQ(Eigen::MatrixXd(fewer.features), (Eigen::MatrixXd(1, 3) << 0, 1, 1).finished());
}

// Features with two values follow the order in the header, and their names tell which; 0 and 1 are used as
// they are.
TEST_F(Arff, NamesTellTheOrderOfTwoValues) {
  const auto read = [&](const std::string& values, const std::string& binary) {
    return ReadArff(Put("two.arff", "@attribute c {" + values + "}\n@attribute b {" + binary +
                                        "}\n@attribute sky {0,1}\n@data\nyes,1,1\nno,0,0\n"),
                    {"sky"});
  };
  const MultiLabelData rising = read("no,yes", "0,1"), falling = read("yes,no", "1,0");
  EXPECT_EQ(rising.feature_names, (std::vector<std::string>{"c=yes", "b"}));
  EXPECT_EQ(falling.feature_names, (std::vector<std::string>{"c=no", "b"}));
  EXPECT_EQ(Eigen::MatrixXd(rising.features), (Eigen::MatrixXd(2, 2) << 1, 1, 0, 0).finished());
  EXPECT_EQ(Eigen::MatrixXd(falling.features), (Eigen::MatrixXd(2, 2) << 0, 1, 1, 0).finished());
}

TEST_F(Arff, MistakesAreTold) {
  const std::string head = "@attribute size numeric\n@attribute kind {a,b}\n@attribute sky {0,1}\n@data\n";
  EXPECT_EQ(ErrorOf(head + "1,a\n"), ":5:4: expected 3 values, one for each attribute, found 2");
  EXPECT_EQ(ErrorOf(head + "1,c,0\n"), ":5:4: expected one of the values of kind, found 'c'");
  EXPECT_EQ(ErrorOf(head + "1,a,2\n"), ":5:6: expected 0 or 1 for the label sky, found '2'");
  EXPECT_EQ(ErrorOf(head + "x,a,1\n"), ":5:2: expected a finite number for size, found 'x'");
  EXPECT_EQ(ErrorOf(head + "?,a,1\n"),
            ":5:2: expected a value of size, found a missing one, ?; read missing values as 0, or leave the "
            "attribute "
            "out; in programs by --missing=zero or --ignore='size'");
  EXPECT_EQ(
      ErrorOf(head + "1,a,?\n"),
      ":5:6: expected 0 or 1 for the label sky, found '?'; leave out rows whose labels are missing; only "
      "predict takes them");
  EXPECT_EQ(ErrorOf(head + "{1 a,0 3}\n"), ":5:8: expected increasing indices, found '0'");
  EXPECT_EQ(ErrorOf(head + "{3 1}\n"), ":5:4: expected an index from 0 to 2, found '3'");
  EXPECT_EQ(ErrorOf(head + "{0 1\n"), ":5:5: expected a comma or a closing brace, found the end of the line");
  EXPECT_EQ(ErrorOf(head + "1,a,0,\n"),
            ":5:7: expected no more than 3 values, found a comma after the last value; remove the comma");
  EXPECT_EQ(ErrorOf(head + "1,a,0,5\n"), ":5:7: expected no more than 3 values, found more");
  for (const char* row : {"1,a,0,{2}\n", "{0 1},{2}\n", "{0 1}, {2}\n"}) {
    EXPECT_EQ(
        ErrorOf(head + row).substr(4),
        ": expected rows without weights, which are not supported, found the weight of a row in braces; "
        "remove the weights")
        << row;
  }
  for (const char* row : {"{0 1} 5\n", "{0 1},5\n", "{0 1}}\n", "{0 1}{2}\n"}) {
    EXPECT_NE(ErrorOf(head + row).find("expected nothing after the closing brace of a row, found more"),
              std::string::npos)
        << row;
  }
  EXPECT_EQ(ErrorOf(head + "{0 1},\n"),
            ":5:7: expected nothing after the closing brace of a row, found a comma; remove the comma");
  EXPECT_EQ(ErrorOf("@attribute 'a b' numeric\n@attribute 'a b' {0,1}\n"),
            ":2:18: expected attributes of different names, found 'a b' twice; rename one");
  std::string implied = "@attribute sky {0,1}\n";
  for (int i = 0; i < 3000; ++i)
    implied.append("@attribute a").append(std::to_string(i)).append(" {a,b,c}\n");
  implied += "@data\n";
  for (int i = 0; i < 6000; ++i) implied += "{}\n";
  EXPECT_NE(ErrorOf(implied).find("expected sparse rows that contain more of their entries"),
            std::string::npos);
  EXPECT_EQ(ErrorOf(head, {"sea"}),
            ": expected an attribute for each label, found none named 'sea'; is this the XML of this file?");
  EXPECT_EQ(
      ErrorOf("@attribute a string\n@data\n"),
      ":1:14: expected an attribute that is numeric or has values in braces, found 'string'; leave it out, "
      "in programs by --ignore='a'");
  const std::string types =
      " expected a type after the name of an attribute: numeric, real, integer, or values in braces, found ";
  EXPECT_EQ(ErrorOf("@attribute f 1 numeric\n"),
            ":1:14:" + types + "'1'; put a name with blanks in quotes, as 'f 1'");
  EXPECT_EQ(ErrorOf("@attribute f 1 {0,1}\n"),
            ":1:14:" + types + "'1'; put a name with blanks in quotes, as 'f 1'");
  EXPECT_EQ(ErrorOf("@attribute f\n"), ":1:13:" + types + "the end of the line");
  EXPECT_EQ(ErrorOf("@attribute f relational\n"), ":1:14:" + types + "'relational'");
  EXPECT_EQ(ErrorOf("@attribute\n"), ":1:11: expected the name of an attribute, found the end of the line");
  EXPECT_EQ(ErrorOf("@attribute {a,b}\n"), ":1:12: expected the name of an attribute, found none");
  EXPECT_EQ(ErrorOf("@attribute sky {no,yes}\n@data\n1\n"),
            ":3:2: expected no or yes for the label sky, found '1'");
  EXPECT_EQ(ErrorOf("@attribute sky {red,blue}\n@data\nred\n"),
            ":3:4: expected 0 or 1 for the label sky, found 'red'");
  EXPECT_EQ(ErrorOf("@attribute 'a numeric\n"), ":1:22: expected a closing ', found the end of the line");
  EXPECT_EQ(ErrorOf("@attribute a numeric\n"), ":1: expected @data before the end of the file, found none");
  EXPECT_EQ(ErrorOf("1,2\n"), ":1: expected @relation, @attribute or @data, found '1,2'");
}

// Forms that other programs write: lines that end in CR alone, comments after values, quoted numbers.
TEST_F(Arff, OtherFormsOfTheSameRows) {
  const std::string head =
      "@attribute size numeric % in mm\n@attribute kind {a,b}\n@attribute sky {0,1}\n@data\n";
  const MultiLabelData plain = ReadArff(Put("plain.arff", head + "1.5,a,1\n-2,b,0\n"), {"sky"});
  std::string mac = "% old\r\r" + head + "1.5,a,1\n-2,b,0\n";
  std::ranges::replace(mac, '\n', '\r');
  for (const std::string& text :
       {mac, head + "1.5,a,1 % one\n-2,b,0\t%two\n", head + "{0 1.5,2 1} % one\n{0 -2,1 b}%\n",
        head + "'1.5','a',\"1\"\n\"-2\", 'b', '0'\n"}) {
    SCOPED_TRACE(text);
    const MultiLabelData found = ReadArff(Put("other.arff", text), {"sky"});
    EXPECT_EQ(Eigen::MatrixXd(found.features), Eigen::MatrixXd(plain.features));
    EXPECT_EQ(found.tags, plain.tags);
    EXPECT_EQ(found.feature_names, plain.feature_names);
  }
  EXPECT_EQ(ErrorOf("@attribute size numeric\r@attribute sky {0,1}\r\r@data\r1,1\rx,1\r"),
            ":6:2: expected a finite number for size, found 'x'");
}

TEST_F(Arff, LabelsMaySayNoAndYes) {
  for (const auto& [no, yes] : std::vector<std::pair<std::string, std::string>>{{"0", "1"},
                                                                                {"no", "yes"},
                                                                                {"N", "Y"},
                                                                                {"False", "True"},
                                                                                {"f", "t"},
                                                                                {"OFF", "on"},
                                                                                {"-1", "1"},
                                                                                {"-1", "+1"},
                                                                                {"absent", "present"},
                                                                                {"negative", "positive"},
                                                                                {"neg", "pos"}}) {
    SCOPED_TRACE(no);
    const auto tags = [&](const std::string& values, const std::string& rows) {
      const std::string path =
          Put("words.arff", "@attribute a {" + values + "}\n@attribute f numeric\n@data\n" + rows);
      return ReadArff(path, {"a"}).tags;
    };
    const std::vector<TagList> expected = {{0}, {}};
    const std::string rows = yes + ",1\n" + no + ",1\n";
    EXPECT_EQ(tags(no + "," + yes, rows), expected);
    EXPECT_EQ(tags(yes + "," + no, rows), expected);
    // A sparse row that omits the label has the first value.
    EXPECT_EQ(tags(no + "," + yes, "{0 " + yes + ",1 1}\n{1 1}\n"), expected);
    EXPECT_EQ(tags(yes + "," + no, "{1 1}\n{0 " + no + ",1 1}\n"), expected);
    EXPECT_EQ(tags(no, no + ",1\n"), std::vector<TagList>{{}});
    EXPECT_EQ(tags(yes, yes + ",1\n"), std::vector<TagList>{{0}});
  }
}

TEST_F(Arff, LeavesOutAttributesOfAnyTypeAndValue) {
  const std::string path =
      Put("left.arff",
          "@attribute id string\n@attribute size numeric\n@attribute sky {0,1}\n@attribute "
          "day date \"yyyy-MM-dd\"\n@data\n'a, b',2,?,'2001-01-01'\n?,3,1,?\n");
  const MultiLabelData found = ReadArff(path, {}, {.left_out = {"id", "sky", "day", "none"}});
  EXPECT_EQ(found.feature_names, std::vector<std::string>{"size"});
  EXPECT_EQ(Eigen::MatrixXd(found.features), Eigen::Vector2d(2, 3));
  EXPECT_EQ(found.tags, std::vector<TagList>(2));
  EXPECT_EQ(found.num_tags, 0);
}

TEST_F(Arff, LabelsOfMeka) {
  const auto labels = [&](const std::string& relation) {
    return MekaLabels(ReadArffHeader(Put("meka.arff", "@relation " + relation +
                                                          "\n@attribute a {0,1}\n@attribute b string\n"
                                                          "@attribute c numeric\n@data\n")));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(labels("'Music: -C 2'"), (Names{"a", "b"}));
  EXPECT_EQ(labels("\"Music: -split-number 3 -C -1\""), Names{"c"});
  EXPECT_EQ(labels("Music:-C 3"), (Names{"a", "b", "c"}));
  for (const char* none : {"music", "'x -C 2'", "'x: -Cut 2'", "'x: y-C 2'", "'x: -C two'", "'x: -C'",
                           "'M: -C 2 -I 0-weka.filters.unsupervised.attribute.Remove-R1-45'"}) {
    EXPECT_TRUE(labels(none).empty()) << none;
  }
  EXPECT_EQ(ReadArffHeader(folder_.path() + "/meka.arff").attributes, (Names{"a", "b", "c"}));
  for (const char* wrong : {"4", "-4", "0"}) {
    const std::string message = MessageOf([&] { labels(std::string("'x: -C ") + wrong + "'"); });
    EXPECT_TRUE(
        message.ends_with(std::string("/meka.arff:1: expected -C and a number of labels from 1 to 3, or from "
                                      "-3 to -1, found ") +
                          wrong + "; name the labels by an XML"))
        << message;
  }
}

TEST_F(Arff, LabelsOfMulan) {
  const std::string path =
      Put("labels.xml",
          "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<labels xmlns=\"x\">\n<label name=\"sky\">"
          "<label name=\"m\\'us &amp; co\"/></label>\n</labels>\n");
  EXPECT_EQ(ReadMulanLabels(path), (std::vector<std::string>{"sky", "m'us & co"}));
  const auto error = [&](const std::string& text) {
    const std::string bad = Put("bad.xml", text);
    return MessageOf([&] { ReadMulanLabels(bad); }).substr(bad.size());
  };
  EXPECT_EQ(error("<labels></labels>"), ": expected <labels> with at least one <label name=...>, found none");
  EXPECT_EQ(error("<labels><label name='a'/><label name='a'/></labels>"),
            ": expected different labels, found 'a' twice");
  std::string deep = "<labels>";
  for (int i = 0; i < 100'000; ++i) deep += "<!--</a>--><label name=\"a>'/>\">";
  EXPECT_EQ(error(deep), ": expected elements at most 100 levels deep, found more");
  EXPECT_EQ(error("<labels>\n<label").substr(0, 18), ":2: expected XML, ");
}

struct RealSet {
  const char *files, *labels;
  int rows, features, tags;
  double cardinality;
};

// The counts from the data's README; skipped if the files are missing.
TEST_F(Arff, RealFiles) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  if (data == nullptr) GTEST_SKIP() << "STRUCTLAB_DATA is not set";
  for (const RealSet& set :
       {RealSet{"scene/scene-train.arff.gz", "scene/scene.xml", 1211, 294, 6, 1.062},
        {"yeast/yeast-test.arff.gz", "yeast/yeast.xml", 917, 103, 14, 4.228},
        {"corel5k/Corel5k-train-sparse.arff.gz", "corel5k/Corel5k.xml", 4500, 499, 374, 3.522},
        {"medical/medical-train.arff.gz", "medical/medical.xml", 333, 1449, 45, 1.255},
        {"delicious/delicious-test.arff.gz", "delicious/delicious.xml", 3185, 500, 983, 19.0},
        {"flags/flags-train.arff.gz", "flags/flags.xml", 129, -1, 7, 3.419}}) {
    const std::string folder = std::string(data) + "/mulan/";
    if (!std::ifstream(folder + set.files)) GTEST_SKIP() << "no " << folder << set.files;
    const MultiLabelData found = ReadArff(folder + set.files, ReadMulanLabels(folder + set.labels));
    CheckMultiLabelData(found, set.files);
    EXPECT_EQ(found.features.rows(), set.rows) << set.files;
    if (set.features >= 0) {
      EXPECT_EQ(found.features.cols(), set.features) << set.files;
    }
    EXPECT_EQ(found.num_tags, set.tags) << set.files;
    double sum = 0;
    for (const TagList& tags : found.tags) sum += static_cast<double>(tags.size());
    EXPECT_NEAR(sum / set.rows, set.cardinality, set.tags == 983 ? 0.3 : 0.08) << set.files;
  }
}

}  // namespace
}  // namespace structlab::structured_learning
