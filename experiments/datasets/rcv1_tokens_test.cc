#include "experiments/datasets/rcv1_tokens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "common/error.h"
#include "experiments/datasets/test_files.h"
#include "experiments/datasets/text_collection.h"

namespace structlab::datasets {
namespace {

// Six articles, two of CCAT.
std::string WriteCollection(
    const std::string& first_file = ".I 7\n.W\nrecov recov\nexcit\n\n.I 9\n.W\nbank\n\n",
    const std::string& topics = "CCAT 7 1\nE11 7 1\nCCAT 2 1\nGCAT 9 1\n") {
  const std::string folder = EmptyFolder("rcv1-v2");
  const auto write = [&](const std::string& name, const std::string& content) {
    std::ofstream(folder + "/" + name) << content;
  };
  write("lyrl2004_tokens_test_pt0.dat", first_file);
  write("lyrl2004_tokens_test_pt1.dat", "");
  write("lyrl2004_tokens_test_pt2.dat.gz", Gzip(".I 11\n.W\n\n"));  // without words
  write("lyrl2004_tokens_test_pt3.dat", ".I 12\n.W\nlast");         // without an empty line
  write("lyrl2004_tokens_train.dat", ".I 2\n.W\na b\n\n.I 3\n.W\nc\n\n");
  write("rcv1-v2.topics.qrels", topics);
  return folder;
}

std::vector<TextDocument> All(const std::string& folder, TextPart part) {
  Rcv1Tokens tokens(folder, part);
  std::vector<TextDocument> documents;
  for (TextDocument document; tokens.Next(document);) documents.push_back(document);
  return documents;
}

TEST(Rcv1Tokens, TrainsOnTheTestFilesAsTheSourceDoes) {
  const std::string folder = WriteCollection();
  EXPECT_EQ(All(folder, TextPart::kTrain),
            (std::vector<TextDocument>{{0, "recov recov excit"}, {1, "bank"}, {1, ""}, {1, "last"}}));
  EXPECT_EQ(All(folder, TextPart::kTest), (std::vector<TextDocument>{{0, "a b"}, {1, "c"}}));
}

TEST(Rcv1Tokens, ReadsFilesWithoutTheirFolder) {
  const std::string folder = WriteCollection();
  Rcv1Tokens tokens({folder + "/lyrl2004_tokens_train.dat", folder + "/lyrl2004_tokens_test_pt3.dat"},
                    ReadRcv1Topic(folder + "/rcv1-v2.topics.qrels", "GCAT"));
  std::vector<TextDocument> documents;
  for (TextDocument document; tokens.Next(document);) documents.push_back(document);
  EXPECT_EQ(documents, (std::vector<TextDocument>{{1, "a b"}, {1, "c"}, {1, "last"}}));
  EXPECT_EQ(ReadRcv1Topic(folder + "/rcv1-v2.topics.qrels", "CCAT"), (std::unordered_set<int64_t>{2, 7}));
}

TEST(Rcv1Tokens, RefusesDamageWithItsLine) {
  const struct {
    const char* text;
    int line;
  } damages[] = {{"I 7\n.W\na\n\n", 1},
                 {".I seven\n.W\na\n\n", 1},
                 {".I 7\n.X\na\n\n", 2},
                 {".I 7\n", 1},
                 {".I 7\n.W\na\n.I 8\n", 4}};
  for (const auto& damage : damages) {
    SCOPED_TRACE(damage.text);
    const std::string folder = WriteCollection(damage.text);
    const common::Error error = ErrorOf([&] { All(folder, TextPart::kTrain); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_TRUE(error.parts().where.starts_with(
        folder + "/lyrl2004_tokens_test_pt0.dat:" + std::to_string(damage.line)))
        << error.what();
  }
  const std::pair<const char*, const char*> damaged_topics[] = {{"CCAT 7\n", ":1"},
                                                                {"E11 7 1\nCCAT seven 1\n", ":2:6"},
                                                                {"CCAT  1\n", ":1:6"},
                                                                {"CCAT 7 0\n", ":1"},
                                                                {"CCAT\n", ":1"}};
  for (const auto& [topics, place] : damaged_topics) {
    SCOPED_TRACE(topics);
    const std::string folder = WriteCollection(".I 7\n.W\na\n\n", topics);
    const common::Error error = ErrorOf([&] { All(folder, TextPart::kTest); });
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(error.parts().where, folder + "/rcv1-v2.topics.qrels" + place) << error.what();
  }
}

// However little of it is on the disk.
TEST(Rcv1Tokens, RefusesAnArticleWithoutEnd) {
  const std::string folder = EmptyFolder("long"), path = folder + "/tokens.gz";
  const std::string line = std::string(size_t{1} << 19, 'a').append("\n");
  std::string lines;
  for (int i = 0; i < 7; ++i) lines += line;
  const auto read = [&](const std::string& more) {
    std::ofstream(path) << Gzip(".I 1\n.W\nb\n\n.I 2\n.W\n" + lines + more + "\n");
    Rcv1Tokens tokens(std::vector<std::string>{path}, std::unordered_set<int64_t>());
    size_t longest = 0;
    for (TextDocument document; tokens.Next(document);) longest = std::max(longest, document.text.size());
    return longest;
  };
  EXPECT_EQ(read(""), 7 * line.size() - 1);
  const common::Error error = ErrorOf([&] { read(line); });
  EXPECT_EQ(error.kind(), common::ErrorKind::kData);
  EXPECT_EQ(error.parts().where, path + ":14");
  EXPECT_EQ(error.parts().expected, "an article of at most 4194304 bytes");
}

TEST(SuppliedFile, IsPlainOrCompressedButNotBoth) {
  const std::string folder = EmptyFolder("supplied"), path = folder + "/x";
  EXPECT_EQ(ErrorOf([&] { PlainOrGzip(path); }).parts().found, "nothing of that name");
  std::ofstream(path + ".gz") << "a";
  EXPECT_EQ(PlainOrGzip(path), path + ".gz");
  std::ofstream(path) << "a";
  EXPECT_EQ(ErrorOf([&] { PlainOrGzip(path); }).parts().found, "both");
  std::remove((path + ".gz").c_str());
  EXPECT_EQ(PlainOrGzip(path), path);
}

}  // namespace
}  // namespace structlab::datasets
