#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/input_scope.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/matrix_file.h"
#include "kernels/files/model_file.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

class MatrixFile : public testing::Test {
 protected:
  std::string Put(const std::string& name, const std::string& content) {
    const std::string path = folder_ + "/" + name;
    common::WriteFileAtomically(path, content);
    return path;
  }
  std::string ErrorOf(const std::string& path) {
    const std::string message = MessageOf([&] { ReadMatrix(path); });
    return message.starts_with(folder_) ? message.substr(folder_.size() + 1) : message;
  }

  common::ScratchFolder scratch_{"matrix"};
  const std::string folder_ = scratch_.path();
};

// A compressed dataset x of 40 rows, with these sizes if any.
std::string CompressedHdf5(const std::string& path, hsize_t rows = 40, hsize_t columns = 3) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t sizes[] = {rows, columns}, chunk[] = {16, 3};
  const hid_t space = H5Screate_simple(2, sizes, nullptr), how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(how, 2, chunk);
  H5Pset_deflate(how, 4);
  const hid_t data = H5Dcreate2(file, "x", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, how, H5P_DEFAULT);
  if (rows == 40) {
    std::vector<float> values;
    for (int i = 0; i < 120; ++i) values.push_back(static_cast<float>(i % 7));
    H5Dwrite(data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }
  H5Dclose(data);
  H5Pclose(how);
  H5Sclose(space);
  H5Fclose(file);
  return common::ReadFile(path);
}

// A missing, infinite or too large value is not the name of a column: otherwise the first row would be lost.
TEST_F(MatrixFile, WordsForNumbersAreNoHeader) {
  for (const std::string word : {"nan", "NA", "-inf", "1e400", "?", "null"}) {
    EXPECT_NE(MessageOf([&] {
                ReadMatrix(Put("words.csv", "1," + word + "\n2,3\n"));
              }).find("words.csv:1:3: expected a finite number, found '" + word + "'"),
              std::string::npos)
        << word;
  }
  EXPECT_EQ(ReadMatrix(Put("names.csv", "id,NA\n2,3\n")).rows.rows(), 1);
  EXPECT_EQ(ReadMatrix(Put("years.csv", "1e4,2e-3\n2,3\n")).rows.rows(), 2);
  EXPECT_EQ(FileOfMatrix("a:b/c.h5:x/y"), "a:b/c.h5");
  EXPECT_EQ(FileOfMatrix("a:b/c.csv"), "a:b/c.csv");
  EXPECT_EQ(FileOfMatrix("a:b/c.csv.gz:Unnamed: 0,x"), "a:b/c.csv.gz");
}

TEST_F(MatrixFile, TextWithAnySeparatorAndAHeaderOrNone) {
  DenseRows<double> expected(2, 3);
  expected << 1, -2.5, 3e-2, 4, 5, 6;
  for (const std::string text :
       {"1,-2.5,3e-2\n4,5,6\n", "1;-2.5;0.03\r\n4;5;6", "\xef\xbb\xbf 1\t-2.5\t.03\n\n4\t5\t6\n",
        "# by hand\n  1 -2.5   0.03 \n+4 5 6\n"}) {
    const NamedMatrix found = ReadMatrix(Put("a.csv", text));
    EXPECT_EQ((found.rows - expected).norm(), 0) << text;
    EXPECT_TRUE(found.columns.empty());
  }
  const NamedMatrix named = ReadMatrix(Put("b.txt", "\"a, b\",c,\"3\"\n1,-2.5,0.03\n4,5,6\n"));
  EXPECT_EQ(named.columns, (std::vector<std::string>{"a, b", "c", "3"}));
  EXPECT_EQ((named.rows - expected).norm(), 0);
  WriteCsv(named, folder_ + "/c.csv");
  const NamedMatrix again = ReadMatrix(folder_ + "/c.csv");
  EXPECT_EQ(again.columns, named.columns);
  EXPECT_EQ((again.rows - named.rows).norm(), 0);
  // Names that look like numbers, contain separators or #, or are empty.
  for (const std::string name :
       {"7", "a;b", "a\tb", "#x", "", " ", "\"", "a\"b", "\"a\"\"", "nan", "\xc3\xa4"}) {
    for (const bool is_alone : {false, true}) {
      NamedMatrix odd;
      odd.rows = DenseRows<double>::Random(2, is_alone ? 1 : 2);
      odd.columns = {name};
      // If only the first name were empty, its column would hold names of rows.
      if (!is_alone) odd.columns.insert(odd.columns.begin(), "b, c");
      WriteCsv(odd, folder_ + "/d.csv");
      const NamedMatrix back = ReadMatrix(folder_ + "/d.csv");
      EXPECT_EQ(back.columns, odd.columns) << name;
      EXPECT_EQ(back.rows, odd.rows) << name;
    }
  }
}

// Tables as pandas and R write them: numbers over columns without names, and an unnamed column with names of
// rows.
TEST_F(MatrixFile, TablesOfOtherPrograms) {
  const DenseRows<double> expected = DenseRows<double>{{5, 6, 7, 8}, {1, 2, 3, 5}};
  for (const std::string text : {"0,1,2,3\n5,6,7,8\n1,2,3,5\n", "1 2 3 4\n5 6 7 8\n1 2 3 5\n"}) {
    const NamedMatrix found = ReadMatrix(Put("numbers.csv", text));
    EXPECT_EQ(found.rows, expected);
    EXPECT_EQ(found.columns[3], text[0] == '0' ? "3" : "4");
    EXPECT_TRUE(found.are_columns_counted);
  }
  EXPECT_EQ(ReadMatrix(Put("two.csv", "0,1,2,3,0,1\n5,6,7,8,9,9\n")).rows.rows(), 1);
  for (const std::string text :
       {"0,1,2,3,0,0\n1,2,3,4,5,6\n", "0,1,0,1,2,3\n1,2,3,4,5,6\n", "0,1,2,03\n1,2,3,4\n", "0,1,2\n5,6,7\n",
        "0,1,2,4\n1,2,3,4\n", "0,1,2,3.0\n1,2,3,4\n"}) {
    const NamedMatrix found = ReadMatrix(Put("data.csv", text));
    EXPECT_EQ(found.rows.rows(), 2) << text;
    EXPECT_TRUE(found.columns.empty());
  }
  const NamedMatrix pandas = ReadMatrix(Put("pandas.csv", ",a,b\n0,5,6\n1,7,8\n"));
  EXPECT_EQ(pandas.columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(pandas.are_columns_counted);
  EXPECT_FALSE(ReadMatrix(Put("years.csv", "\"1\",\"2\",\"3\",\"4\"\n5,6,7,8\n")).are_columns_counted);
  EXPECT_EQ(pandas.rows, (DenseRows<double>{{5, 6}, {7, 8}}));
  const NamedMatrix r = ReadMatrix(Put("r.csv", "\"\",\"a\",\"b\"\n\"first\",5,6\n\"2\",7,8\n"));
  EXPECT_EQ(r.columns, pandas.columns);
  EXPECT_EQ(r.rows, pandas.rows);
  // Written matrices are read back, also if the first row counts up.
  const NamedMatrix counts = {DenseRows<double>{{0, 1, 2, 3}, {4, 5, 6, 7}}, {}};
  const std::string path = folder_ + "/counts.csv";
  WriteCsv(counts, path);
  EXPECT_EQ(ReadMatrix(path).rows, counts.rows);
  EXPECT_TRUE(ReadMatrix(path).columns.empty());
}

TEST_F(MatrixFile, Svmlight) {
  const NamedMatrix found = ReadMatrix(Put("a.svm", "+1 1:0.5 3:2 # first\n-1\n2 qid:4 2:-1\n"));
  DenseRows<double> expected(3, 3);
  expected << 0.5, 0, 2, 0, 0, 0, 0, -1, 0;
  EXPECT_EQ((found.rows - expected).norm(), 0);
  EXPECT_EQ(
      ErrorOf(Put("b.svm", "1 2:1 1:1\n")),
      "b.svm:1:7: expected an index above 2, the one before, found '1:1'; write each index once, in rising "
      "order");
  EXPECT_EQ(ErrorOf(Put("c.svm", "1 900000000:1\n")).substr(0, 55),
            "c.svm: expected a matrix that is not almost empty, foun");
  EXPECT_EQ(ErrorOf(Put("e.svm", "1 0:1\n")),
            "e.svm:1:3: expected an index from 1 to 1000000000, found '0:1'");
  EXPECT_EQ(ErrorOf(Put("f.svm", "1 qid:x 1:1\n")), "f.svm:1:3: expected qid: and an integer, found 'qid:x'");
  EXPECT_EQ(ErrorOf(Put("g.svm", "1 2:3 qid:4\n")),
            "g.svm:1:7: expected a feature such as 3:0.5, found 'qid:4'");
  EXPECT_EQ(ErrorOf(Put("d.svm", "1 2:x\n")), "d.svm:1:3: expected a feature such as 3:0.5, found '2:x'");
}

// Rows without labels are those of the same lines with labels.
TEST_F(MatrixFile, SvmlightWithoutLabels) {
  const DenseRows<double> expected{{5, 1}, {7, 3}, {2, 0}};
  for (const std::string text : {"1:5 2:1\n1:7 2:3\n1:2 2:0\n", " 1:5 2:1\n\t1:7 2:3\n1:2 2:0 # last\n",
                                 "1,3 1:5 2:1\nqid:4 1:7 2:3\n-1.5 1:2 2:0\n"}) {
    EXPECT_EQ(ReadMatrix(Put("none.svm", text)).rows, expected) << text;
  }
}

// A dataset that is compressed by a filter which is not here is not called damaged.
TEST_F(MatrixFile, Hdf5WithAFilterThatIsMissing) {
  const std::string path = folder_ + "/a.h5";
  const auto compress = [](unsigned, size_t, const unsigned*, size_t bytes_in, size_t*, void**) {
    return bytes_in;
  };
  const H5Z_class2_t lzf = {H5Z_CLASS_T_VERS, 32000, 1, 1, "lzf", nullptr, nullptr, compress};
  H5Zregister(&lzf);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t sizes[] = {4, 3};
  const std::vector<float> values(12, 1.0f);
  const hid_t space = H5Screate_simple(2, sizes, nullptr), how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(how, 2, sizes);
  H5Pset_filter(how, 32000, H5Z_FLAG_MANDATORY, 0, nullptr);
  const hid_t data = H5Dcreate2(file, "x", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Dwrite(data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  H5Dclose(data);
  H5Pclose(how);
  H5Sclose(space);
  H5Fclose(file);
  H5Zunregister(32000);
  EXPECT_EQ(
      ErrorOf(path),
      "a.h5:x: expected a dataset that is compressed by gzip, szip or not at all, found the filter 32000 "
      "lzf, which is missing here; write it again with compression=\"gzip\"");
}

TEST_F(MatrixFile, Hdf5) {
  const std::string path = folder_ + "/a.h5";
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t sizes[] = {2, 3};
  const float values[] = {1, 2, 3, 4, 5, 6.5};
  const auto put = [&](const char* name, int dimensions) {
    const hid_t space = H5Screate_simple(dimensions, sizes, nullptr);
    const hid_t data = H5Dcreate2(file, name, H5T_NATIVE_FLOAT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(data);
    H5Sclose(space);
  };
  put("x", 2);
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  const NamedMatrix found = ReadMatrix(path);
  EXPECT_EQ(found.rows.rows(), 2);
  EXPECT_EQ(found.rows(1, 2), 6.5);
  put("y", 1);
  H5Fclose(file);
  EXPECT_EQ(ReadMatrix(path + ":y").rows.cols(), 1);
  EXPECT_EQ(ErrorOf(path),
            "a.h5: expected one dataset at the top of the file, found 2: x, y; name it after a colon, as " +
                path + ":x");
  EXPECT_EQ(ErrorOf(path + ":z"), "a.h5:z: expected a dataset, found others: x, y");
  EXPECT_EQ(ErrorOf(Put("b.h5", "no")),
            "b.h5: expected an HDF5 file, found another format, or a damaged file");
}

// HDF5 itself crashes on some of these files, and takes any memory.
TEST_F(MatrixFile, DamagedHdf5IsAnError) {
  const std::string path = folder_ + "/a.h5", whole = CompressedHdf5(path);
  EXPECT_EQ(ReadMatrix(path).rows(39, 2), 119 % 7);
  int errors = 0;
  const auto read = [&](const std::string& bytes) {
    common::WriteFileAtomically(path, bytes);
    const std::string message = MessageOf(common::ErrorKind::kData, [&] { ReadMatrix(path); });
    EXPECT_TRUE(message == "no error" || message.starts_with(path)) << message;
    errors += message != "no error";
  };
  for (size_t at = 0; at < whole.size(); at += at < 860 || at > 900 ? 20 : 1) {
    SCOPED_TRACE(at);
    std::string damaged = whole;
    damaged[at] = '\xff';
    read(damaged);
    if (at % 5 == 0) read(whole.substr(0, at));
  }
  EXPECT_GT(errors, 60);
}

TEST_F(MatrixFile, Hdf5IsNotLargerThanItsFileCanBe) {
  const std::string path = folder_ + "/a.h5";
  CompressedHdf5(path, hsize_t{1} << 30, 3);
  EXPECT_EQ(ErrorOf(path).substr(0, 102),
            "a.h5:x: expected a dataset that is not almost empty, found 1073741824 x 3 entries in 0 bytes");
  CompressedHdf5(path, hsize_t{1} << 20, 3);  // not written, so all are 0
  EXPECT_EQ(ReadMatrix(path).rows.cwiseAbs().maxCoeff(), 0);
}

// The numbers of such a dataset stand in another file: here bytes that are all 0.
TEST_F(MatrixFile, Hdf5InTwoFiles) {
  const std::string path = folder_ + "/a.h5", numbers = folder_ + "/numbers";
  const hsize_t rows = (1 << 24) + 2;
  common::WriteFileAtomically(numbers, "");
  std::filesystem::resize_file(numbers, rows);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &rows, nullptr), how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(how, numbers.c_str(), 0, rows);
  const hid_t data = H5Dcreate2(file, "x", H5T_NATIVE_UINT8, space, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Dclose(data);
  H5Pclose(how);
  H5Sclose(space);
  H5Fclose(file);
  const common::InputScope inputs;
  EXPECT_EQ(ReadMatrix(path).rows.rows(), static_cast<Eigen::Index>(rows));
  EXPECT_THROW(common::WriteFileAtomically(numbers, "a result"), common::Error);
  // An external link leads into the file.
  const std::string link = folder_ + "/link.h5";
  const hid_t linked = H5Fcreate(link.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_external("a.h5", "/x", linked, "y", H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(linked);
  const common::InputScope again;
  EXPECT_EQ(ReadMatrix(link + ":y").rows.rows(), static_cast<Eigen::Index>(rows));
  EXPECT_THROW(common::WriteFileAtomically(path, "a result"), common::Error);
}

TEST_F(MatrixFile, MistakesAreTold) {
  EXPECT_EQ(ErrorOf(Put("a.csv", "")), "a.csv: expected at least one row of numbers, found none");
  EXPECT_EQ(ErrorOf(Put("a.csv", "1,2\n3\n")), "a.csv:2: expected 2 cells as in the first line, found 1");
  EXPECT_EQ(
      ErrorOf(Put("a.csv", "1,2\n3,\n")),
      "a.csv:2:3: expected a finite number, found an empty cell; leave out the row or the column, or put a "
      "number there; --missing=drop-rows leaves out such rows");
  EXPECT_EQ(ErrorOf(Put("a.csv", "a,b\n3,nan\n")).substr(0, 44),
            "a.csv:2:3: expected a finite number, found '");
  EXPECT_EQ(ErrorOf(Put("a.dat", "1")).substr(0, 46), "a.dat: expected a name that ends in .csv, .tsv");
  EXPECT_EQ(ErrorOf(folder_ + "/none.csv").substr(0, 23), "none.csv: cannot be rea");
}

TEST_F(MatrixFile, ModelsComeBackBitByBit) {
  ModelFile model;
  model.texts["kernel"] = "gaussian:gamma=0.5";
  model.texts["empty"] = "";
  model.matrices["alpha"] = Eigen::MatrixXd::Random(3, 2);
  model.matrices["none"] = Eigen::MatrixXd(0, 4);
  const std::string path = folder_ + "/model";
  WriteModelFile(model, "ridge", path);
  const ModelFile read = ReadModelFile("ridge", path);
  EXPECT_EQ(read.texts, model.texts);
  EXPECT_EQ(read.Matrix("alpha"), model.matrices["alpha"]);
  EXPECT_EQ(read.Matrix("none").cols(), 4);
  EXPECT_EQ(MessageOf([&] { read.Text("width"); }),
            path + ": expected a model with the text width, found none");
  EXPECT_EQ(
      MessageOf([&] { ReadModelFile("pca", path); }),
      path + ": expected a model of pca, found another file; train it again if an older version wrote it");
  // Sizes larger than the file, duplicate names, and bytes after the numbers, with a correct digest.
  const std::string number(8, '\0');
  for (const std::string& text :
       {"matrix a 1 1\nmatrix b 1 1\nnumbers\n" + number,
        "matrix a 1 1\nmatrix a 1 1\nnumbers\n" + number + number,
        "text a b\ntext a b\nnumbers\n" + number.substr(8), "matrix a 1 1\nnumbers\n" + number + number}) {
    const std::string all = "structlab-model 1 ridge\n" + text;
    const std::string crafted = folder_ + "/crafted";
    common::WriteFileAtomically(crafted, all + common::Sha256OfText(all) + "\n");
    EXPECT_EQ(MessageOf([&] { ReadModelFile("ridge", crafted); }),
              crafted + ": expected an unchanged model file, found a damaged one; copy or train it again");
  }
  const std::string bytes = common::ReadFile(path);
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    common::WriteFileAtomically(path, damaged);
    EXPECT_NE(MessageOf([&] { ReadModelFile("ridge", path); }), "no error") << i;
    if (i % 16 == 0) {
      common::WriteFileAtomically(path, bytes.substr(0, i));
      EXPECT_NE(MessageOf([&] { ReadModelFile("ridge", path); }), "no error") << i;
    }
  }
}

}  // namespace
}  // namespace structlab::kernels
