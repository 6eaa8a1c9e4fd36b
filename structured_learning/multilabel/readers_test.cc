// Readers of multi-label data as text (svmlight_file.h) and in INRIA's vector files (vector_file.h).
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "structured_learning/multilabel/svmlight_file.h"
#include "structured_learning/multilabel/vector_file.h"

namespace structlab::structured_learning {
namespace {

using common::ErrorKind;
using common::MessageOf;

class MultiLabelReaders : public testing::Test {
 protected:
  std::string Put(const std::string& name, const std::string& content) {
    const std::string path = folder_ + "/" + name;
    common::WriteFileAtomically(path, content);
    return path;
  }
  std::string PutGzip(const std::string& name, const std::string& content) {
    const std::string path = folder_ + "/" + name;
    const gzFile file = gzopen(path.c_str(), "wb");
    EXPECT_EQ(gzwrite(file, content.data(), static_cast<unsigned>(content.size())),
              static_cast<int>(content.size()));
    gzclose(file);
    return path;
  }
  template <class Read>
  std::string ErrorOf(const Read& read) {
    const std::string message = MessageOf(ErrorKind::kData, read);
    return message.starts_with(folder_) ? message.substr(folder_.size() + 1) : message;
  }
  std::string SvmlightError(const std::string& text, const MultiLabelSvmlightOptions& options = {}) {
    const std::string path = Put("a.svm", text);
    return ErrorOf([&] { ReadMultiLabelSvmlight(path, options); });
  }
  std::string RepositoryError(const std::string& text) {
    const std::string path = Put("a.txt", text);
    return ErrorOf([&] { ReadXmlRepository(path); });
  }

  common::ScratchFolder scratch_{"multilabel"};
  const std::string folder_ = scratch_.path();
};

TEST_F(MultiLabelReaders, Svmlight) {
  const std::string text = "7,-1,5 1:0.5 3:-2 # first\r\n\n 2:1e3\n3:4\n# none\n+5,7\n7 qid:3 1:0 2:1\n";
  for (const std::string& path : {Put("a.svm", text), PutGzip("b.svm.gz", text)}) {
    const MultiLabelData found = ReadMultiLabelSvmlight(path);
    Eigen::MatrixXd expected(5, 3);
    expected << 0.5, 0, -2, 0, 1000, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0;
    EXPECT_EQ(Eigen::MatrixXd(found.features), expected);
    EXPECT_EQ(found.features.nonZeros(), 5);
    EXPECT_TRUE(found.features.isCompressed());
    EXPECT_EQ(found.tag_names, (std::vector<std::string>{"-1", "5", "7"}));
    EXPECT_EQ(found.tags, (std::vector<TagList>{{0, 1, 2}, {}, {}, {1, 2}, {2}}));
    EXPECT_EQ(found.num_tags, 3);
    EXPECT_EQ(found.first_index, 1);
    CheckMultiLabelData(found, "test");
  }
}

TEST_F(MultiLabelReaders, SvmlightIndicesFromZeroIfOneIsZero) {
  const MultiLabelData train = ReadMultiLabelSvmlight(Put("a.svm", "4 1:1 4:2\n9 0:3\n"));
  EXPECT_EQ(train.first_index, 0);
  EXPECT_EQ(Eigen::MatrixXd(train.features),
            (Eigen::MatrixXd(2, 5) << 0, 1, 0, 0, 2, 3, 0, 0, 0, 0).finished());
  // A test file has no 0, a lower highest index, fewer tags and a new one.
  const std::string test = Put("b.svm", "9,2 1:1\n");
  const MultiLabelData alike = ReadMultiLabelSvmlight(test, {.first_index = train.first_index,
                                                             .min_features = train.features.cols(),
                                                             .tag_names = train.tag_names});
  EXPECT_EQ(Eigen::MatrixXd(alike.features), (Eigen::MatrixXd(1, 5) << 0, 1, 0, 0, 0).finished());
  EXPECT_EQ(alike.tag_names, (std::vector<std::string>{"4", "9", "2"}));
  EXPECT_EQ(alike.tags, (std::vector<TagList>{{1, 2}}));
  EXPECT_EQ(ReadMultiLabelSvmlight(test).first_index, 1);
  EXPECT_EQ(ReadMultiLabelSvmlight(test).features.cols(), 1);
  // The highest index takes no memory.
  EXPECT_EQ(ReadMultiLabelSvmlight(Put("c.svm", "1 2147483646:1\n")).features.cols(), 2147483646);
}

TEST_F(MultiLabelReaders, SvmlightMistakesAreTold) {
  EXPECT_EQ(SvmlightError("1 1:2\n1,x 2:3\n"), "a.svm:2:3: expected a label that is an integer, found 'x'");
  EXPECT_EQ(SvmlightError("1.5 2:3\n"), "a.svm:1:1: expected a label that is an integer, found '1.5'");
  EXPECT_EQ(SvmlightError("1, 5 2:3\n"),
            "a.svm:1:3: expected a label, found nothing after the comma; write labels without blanks between "
            "them, as 3,7");
  EXPECT_EQ(SvmlightError(",1 2:3\n").substr(0, 42), "a.svm:1:1: expected a label, found a comma");
  EXPECT_EQ(SvmlightError("3,1,3 2:3\n"), "a.svm:1:1: expected each label once, found the label 3 twice");
  EXPECT_EQ(SvmlightError("1 2:3 2:4\n"),
            "a.svm:1:7: expected an index above 2, the one before, found '2:4'; write each index once, in "
            "rising order");
  EXPECT_EQ(SvmlightError(" 1 2:3\n"), "a.svm:1:2: expected a feature such as 3:0.5, found '1'");
  EXPECT_EQ(SvmlightError("1 2:nan\n"), "a.svm:1:3: expected a feature such as 3:0.5, found '2:nan'");
  EXPECT_EQ(SvmlightError("1 -2:1\n"), "a.svm:1:3: expected an index from 0 to 2147483646, found '-2:1'");
  EXPECT_EQ(SvmlightError("1 0:1\n", {.first_index = 1}),
            "a.svm:1:3: expected an index from 1 to 2147483646, found '0:1'");
  EXPECT_EQ(SvmlightError("# nothing\n"), "a.svm: expected at least one row, found none");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { ReadMultiLabelSvmlight("a", {.first_index = 2}); }),
            "first_index: expected 0 or 1, found 2");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { ReadMultiLabelSvmlight("a", {.min_features = -1}); }),
            "min_features: expected a number from 0 to 2147483646, found -1");
}

TEST_F(MultiLabelReaders, XmlRepository) {
  const std::string text = "4 5 3\n2,0 0:1 4:0.25\n 1:2\n\n1\n\n";
  for (const std::string& path : {Put("a.txt", text), PutGzip("a.txt.gz", text)}) {
    const MultiLabelData found = ReadXmlRepository(path);
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(4, 5);
    expected(0, 0) = 1, expected(0, 4) = 0.25, expected(1, 1) = 2;
    EXPECT_EQ(Eigen::MatrixXd(found.features), expected);
    EXPECT_EQ(found.tags, (std::vector<TagList>{{0, 2}, {}, {}, {1}}));
    EXPECT_EQ(found.num_tags, 3);
    EXPECT_EQ(found.first_index, std::nullopt);
    EXPECT_TRUE(found.tag_names.empty());
  }
  EXPECT_EQ(
      RepositoryError("2 5\n1 0:1\n"),
      "a.txt:1: expected a first line of three integers: rows, features and labels, found '2 5'; read a "
      "file without such a line as svmlight");
  for (const char* header :
       {"1 0 3\n", "1 5 3 4\n", "-1 5 3\n", "1 5 3x\n", "1 5 9999999999\n", "1,5,3\n", "\n"}) {
    EXPECT_EQ(RepositoryError(header).substr(0, 23), "a.txt:1: expected a fir") << header;
  }
  EXPECT_EQ(RepositoryError(""), "a.txt: expected a first line 'rows features labels', found an empty file");
  EXPECT_EQ(RepositoryError("2 5 3\n1 0:1\n"), "a.txt: expected 2 rows as the first line says, found 1");
  EXPECT_EQ(RepositoryError("1 5 3\n1 0:1\n2 0:1\n"),
            "a.txt:3: expected 1 rows as the first line says, found one more");
  EXPECT_EQ(RepositoryError("1 5 3\n3 0:1\n"), "a.txt:2:1: expected a label from 0 to 2, found '3'");
  EXPECT_EQ(RepositoryError("1 5 3\n2 5:1\n"), "a.txt:2:3: expected an index from 0 to 4, found '5:1'");
}

// Vectors are read as they were written.
TEST_F(MultiLabelReaders, RoundTrip) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    common::RandomStream random(seed, "readers");
    const int rows = 1 + static_cast<int>(random.UniformIndex(6)),
              features = 1 + static_cast<int>(random.UniformIndex(6));
    const int tags = 1 + static_cast<int>(random.UniformIndex(5));
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(rows, features);
    std::vector<TagList> lists(rows);
    std::string text =
        std::to_string(rows) + " " + std::to_string(features) + " " + std::to_string(tags) + "\n";
    for (int i = 0; i < rows; ++i) {
      TagList& list = lists[i];
      for (int t = 0; t < tags; ++t) {
        if (random.Uniform() < 0.4) list.push_back(t);
      }
      for (size_t k = list.size(); k-- > 0;) text += std::to_string(list[k]) + (k > 0 ? "," : "");
      for (int f = 0; f < features; ++f) {
        if (random.Uniform() < 0.5) continue;
        x(i, f) = static_cast<double>(random.UniformIndex(1000)) / 8 - 50;
        char entry[64];
        std::snprintf(entry, sizeof entry, " %d:%.17g", f, x(i, f));
        text += entry;
      }
      text += '\n';
    }
    const MultiLabelData found = ReadXmlRepository(Put("r.txt", text));
    EXPECT_EQ(Eigen::MatrixXd(found.features), x);
    EXPECT_EQ(found.tags, lists);
  }
}

template <class T>
std::string Bytes(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string Floats(const std::vector<std::vector<float>>& rows) {
  std::string bytes;
  for (const std::vector<float>& row : rows) {
    bytes += Bytes<int32_t>({static_cast<int32_t>(row.size())}) + Bytes(row);
  }
  return bytes;
}

TEST_F(MultiLabelReaders, VectorFilesSideBySide) {
  const std::string tags = Bytes<int16_t>({3, 1, 0, 1, 3, 0, 0, 0}),
                    counts = Bytes<int16_t>({2, 5, -7, 2, 0, 32767});
  const std::string floats = Floats({{0.5F, 0, 0}, {0, 0, -1e30F}});
  const MultiLabelData found =
      ReadVectorFiles({Put("a.hvecs", counts), PutGzip("b.fvec.gz", floats)}, PutGzip("t.hvecs.gz", tags));
  Eigen::MatrixXd expected(2, 5);
  expected << 5, -7, 0.5, 0, 0, 0, 32767, 0, 0, -1e30F;
  EXPECT_EQ(Eigen::MatrixXd(found.features), expected);
  EXPECT_EQ(found.tags, (std::vector<TagList>{{0, 2}, {}}));
  EXPECT_EQ(found.num_tags, 3);
  // More values than fit a block.
  std::vector<int16_t> long_row(30'001);
  std::iota(long_row.begin(), long_row.end(), int16_t{0});
  long_row[0] = 30'000;
  const auto vectors = ReadVectors(VectorFileByName(Put("c.hvec", Bytes(long_row))));
  ASSERT_EQ(vectors.cols(), 30'000);
  for (int f = 0; f < 30'000; ++f) ASSERT_EQ(vectors.coeff(0, f), f + 1);
}

TEST_F(MultiLabelReaders, VectorMistakesAreTold) {
  const auto error = [&](const std::string& bytes, const std::string& name = "a.hvecs") {
    const std::string path = Put(name, bytes);
    return ErrorOf([&] { ReadVectors(VectorFileByName(path)); });
  };
  const std::string good = Bytes<int16_t>({2, 5, 6, 2, 7, 8});
  EXPECT_EQ(error(good.substr(0, 11)),
            "a.hvecs: byte 11, row 2: expected 2 values, found the end of the file after 1");
  EXPECT_EQ(error(good.substr(0, 7)),
            "a.hvecs: byte 7, row 2: expected the dimension of a vector, found the end of the file");
  EXPECT_EQ(error(Bytes<int16_t>({2, 5, 6, 3, 7, 8, 9})),
            "a.hvecs: byte 7, row 2: expected the dimension 2 as in row 1, found 3");
  EXPECT_EQ(error(Bytes<int16_t>({0, 1})),
            "a.hvecs: byte 1, row 1: expected a dimension of 1 or more, found 0");
  EXPECT_EQ(error(""), "a.hvecs: expected at least one row, found an empty file");
  EXPECT_EQ(error(Floats({{1, std::numeric_limits<float>::infinity()}}), "a.fvec"),
            "a.fvec: byte 9, row 1: expected a finite number, found inf");
  // A dimension alone allocates no memory.
  EXPECT_EQ(error(Bytes<int32_t>({2147483647}), "a.fvecs"),
            "a.fvecs: byte 4, row 1: expected 2147483647 values, found the end of the file after 0");
  EXPECT_EQ(
      MessageOf(ErrorKind::kUsage, [] { VectorFileByName("a.vec"); }),
      "a.vec: expected a name that ends in .hvec, .hvecs, .fvec or .fvecs, found another ending; rename "
      "the file by its format");

  const std::string features = Put("x.hvecs", good);
  const auto both = [&](const std::string& tags) {
    const std::string path = Put("t.hvecs", tags);
    return ErrorOf([&] { ReadVectorFiles({features}, path); });
  };
  EXPECT_EQ(both(Bytes<int16_t>({2, 0, 1, 2, 0, 2})),
            "t.hvecs: byte 11, row 2: expected 0 or 1 for a tag, found 2");
  EXPECT_EQ(both(Bytes<int16_t>({1, 1, 1, 0, 1, 1})),
            "x.hvecs: expected 3 rows as in " + folder_ + "/t.hvecs, found 2");
  EXPECT_EQ(both(Bytes<int16_t>({1, 1})),
            "x.hvecs: expected 1 rows as in " + folder_ + "/t.hvecs, found more");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [] { ReadVectorFiles(std::vector<std::string>(), "t.hvecs"); }),
            "t.hvecs: expected a file of features beside it, found none");
}

// The counts from the README of the data; skipped if the files are missing.
TEST_F(MultiLabelReaders, RealVectorFiles) {
  const char* const data = std::getenv("STRUCTLAB_DATA");
  if (data == nullptr) GTEST_SKIP() << "STRUCTLAB_DATA is not set";
  const std::string folder = std::string(data) + "/corel5k-inria/corel5k_";
  if (!std::ifstream(folder + "train_annot.hvecs.gz"))
    GTEST_SKIP() << "no " << folder << "train_annot.hvecs.gz";
  const auto count = [](const MultiLabelData& set) {
    size_t tags = 0;
    for (const TagList& row : set.tags) tags += row.size();
    return tags;
  };
  const MultiLabelData train =
      ReadVectorFiles({folder + "train_DenseHue.hvecs.gz"}, folder + "train_annot.hvecs.gz");
  CheckMultiLabelData(train, "train");
  EXPECT_EQ(train.features.rows(), 4500);
  EXPECT_EQ(train.features.cols(), 100);
  EXPECT_EQ(train.num_tags, 260);
  const MultiLabelData test = ReadVectorFiles(
      {folder + "test_DenseHue.hvecs.gz", folder + "test_DenseSift.hvecs.gz", folder + "test_Gist.fvec.gz"},
      folder + "test_annot.hvecs.gz");
  EXPECT_EQ(test.features.rows(), 499);
  EXPECT_EQ(test.features.cols(), 100 + 1000 + 512);
  EXPECT_EQ(count(train) + count(test), 16979);
  // Histograms of 1204 regions, one row of 268.
  for (int i = 0; i < 4500; ++i) EXPECT_EQ(train.features.row(i).sum(), i == 575 ? 268 : 1204) << i;
  const Eigen::VectorXd counts = (Eigen::ArrayXd::LinSpaced(1612, 0, 1611) < 1100).cast<double>();
  const Eigen::VectorXd sums = test.features * counts;
  for (int i = 0; i < 499; ++i) EXPECT_EQ(sums[i], 2408) << i;
  for (const int row : {454, 456, 463, 487, 900, 2582, 3987}) {
    EXPECT_TRUE(train.tags[row].empty()) << row;
  }
}

}  // namespace
}  // namespace structlab::structured_learning
