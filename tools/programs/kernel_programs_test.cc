#include <gtest/gtest.h>
#include <hdf5.h>

#include "common/file.h"
#include "common/number.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/matrix_file.h"
#include "tools/programs/kernel_pca_program.h"
#include "tools/programs/kernel_test_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

class KernelPrograms : public testing::Test {
 protected:
  KernelPrograms() {
    common::RandomStream random(1, "kernel programs");
    std::string x = "x1,x2\n", y = "y\n", z = "z\n", far = "";
    for (int i = 0; i < 120; ++i) {
      const double angle = 6.283185307179586 * random.Uniform();
      x += common::FormatDouble(std::cos(angle)) + "," + common::FormatDouble(0.1 * random.Normal()) + "\n";
      y += common::FormatDouble(std::sin(angle)) + "\n";
      z += common::FormatDouble(random.Normal()) + "\n";
      far += common::FormatDouble(random.Normal() + (i % 2 == 0 ? 0 : 50)) + "\n";
    }
    x_ = Put("x.csv", x);
    y_ = Put("y.csv", y);
    z_ = Put("z.csv", z);
    far_ = Put("far.csv", far);
  }

  std::string Put(const std::string& name, const std::string& text) {
    const std::string path = folder_.path() + "/" + name;
    common::WriteFileAtomically(path, text);
    return path;
  }
  Outcome Test(const std::vector<std::string>& words, bool interrupted = false) {
    return RunProgram(RunKernelTest, words, interrupted);
  }
  Outcome Pca(const std::vector<std::string>& words) { return RunProgram(RunKernelPca, words); }
  // What stands behind a name in what was printed.
  static std::string Value(const Outcome& outcome, const std::string& name) {
    const size_t begin = outcome.out.find(name + " ");
    if (begin == std::string::npos) return "";
    const size_t value = outcome.out.find_first_not_of(' ', begin + name.size());
    return outcome.out.substr(value, outcome.out.find('\n', value) - value);
  }

  common::ScratchFolder folder_{"kernel_programs"};
  std::string x_, y_, z_, far_;
};

TEST_F(KernelPrograms, NumbersThatNameColumnsAreSaid) {
  const std::string counted = Put("counted.csv", "1,2,3,4\n5,1,7,8\n9,2,3,4\n2,2,3,4\n1,2,2,4\n");
  const std::string note =
      "note: " + counted +
      ": the first line counts up and names the columns; if it is a row of data: --names=no\n";
  const std::string out = folder_.path() + "/out.csv";
  EXPECT_EQ(Pca({counted, "--out=" + out}).messages, "kernel_pca: " + note);
  EXPECT_EQ(Test({"--x=" + counted, "--y=" + counted}).messages,
            "kernel_test: " + note + "kernel_test: " + note);
  EXPECT_EQ(Test({"--x=" + x_, "--y=" + y_}).messages, "");
}

TEST_F(KernelPrograms, TheRingIsSeenAndIndependentColumnsAreNot) {
  const std::string out = folder_.path() + "/out.tsv";
  const Outcome seen = Test({"--x=" + x_, "--y=" + y_, "--out=" + out});
  EXPECT_EQ(seen.status, 0) << seen.messages;
  EXPECT_LE(common::ParseDouble(Value(seen, "p_value"), "p"), 0.05);
  EXPECT_EQ(Value(seen, "permutations"), "999");
  EXPECT_TRUE(Value(seen, "kernel_x").starts_with("gaussian:gamma="));
  EXPECT_EQ(common::ReadTsv(out).Text(2, "value"), Value(seen, "p_value"));
  for (const std::vector<std::string>& more :
       std::vector<std::vector<std::string>>{{},
                                             {"--test=gamma"},
                                             {"--statistic=hsnic"},
                                             {"--statistic=coco", "--permutations=99"},
                                             {"--statistic=aggregated"}}) {
    std::vector<std::string> words = {"--x=" + x_, "--y=" + z_};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome none = Test(words);
    EXPECT_EQ(none.status, 0) << none.messages;
    EXPECT_GT(common::ParseDouble(Value(none, "p_value"), "p"), 0.05) << none.out;
  }
  // Given y itself nothing of the dependence is left.
  const Outcome given = Test({"--x=" + x_, "--y=" + y_, "--z=" + y_, "--test=gamma"});
  EXPECT_EQ(Value(given, "statistic"), "kci");
  EXPECT_GT(common::ParseDouble(Value(given, "p_value"), "p"), 0.05) << given.out;
}

TEST_F(KernelPrograms, ThreadsAndFormatsDoNotMatter) {
  std::string svm, y = common::ReadFile(y_);
  const kernels::NamedMatrix x = kernels::ReadMatrix(x_);
  for (int i = 0; i < x.rows.rows(); ++i) {
    svm += "0 1:" + common::FormatDouble(x.rows(i, 0)) + " 2:" + common::FormatDouble(x.rows(i, 1)) + "\n";
  }
  const Outcome one = Test({"--x=" + x_, "--y=" + y_});
  EXPECT_EQ(Test({"--x=" + Put("x.svm", svm), "--y=" + y_, "--threads=2"}).out, one.out);
}

TEST_F(KernelPrograms, ComponentsAreSavedAndApplied) {
  const std::string out = folder_.path() + "/a.csv", again = folder_.path() + "/b.csv",
                    model = folder_.path() + "/m";
  const Outcome trained = Pca({x_, "--components=3", "--clusters=2", "--save=" + model, "--out=" + out});
  EXPECT_EQ(trained.status, 0) << trained.messages;
  EXPECT_NE(trained.out.find("clusters     2, normalised cut "), std::string::npos) << trained.out;
  const Outcome applied = Pca({x_, "--apply=" + model, "--out=" + again});
  EXPECT_EQ(applied.status, 0) << applied.messages;
  const kernels::NamedMatrix a = kernels::ReadMatrix(out), b = kernels::ReadMatrix(again);
  EXPECT_EQ(a.columns, (std::vector<std::string>{"pc1", "pc2", "pc3", "cluster"}));
  EXPECT_EQ(b.columns, a.columns);
  EXPECT_LE((a.rows.leftCols(3) - b.rows.leftCols(3)).norm(), 1e-9);
  // Rows between clusters may change them, since training ignores the similarity of a row to itself.
  EXPECT_GE((a.rows.col(3).array() == b.rows.col(3).array()).count(), 118);
}

// One fill value among 20 rows: the other rows keep their distances.
TEST_F(KernelPrograms, FillValuesDoNotHideTheOtherRows) {
  std::string x, y;
  for (int i = 0; i < 20; ++i) {
    const int value = i * 7 % 20;
    x += i == 7 ? "1e20\n" : std::to_string(value) + "\n";
    y += std::to_string(value * value) + "\n";
  }
  const Outcome outcome = Test({"--x=" + Put("fill.csv", x), "--y=" + Put("squares.csv", y)});
  EXPECT_NEAR(common::ParseDouble(Value(outcome, "value"), "value"), 0.1065, 5e-5);
  EXPECT_EQ(Value(outcome, "p_value"), "0.001");
}

// Rows far from 0 have the components and the dependence of the same rows near 0, or are refused.
TEST_F(KernelPrograms, RowsFarFromZero) {
  common::RandomStream random(3, "far from 0");
  std::string near, far, near_y, far_y;
  for (int i = 0; i < 60; ++i) {
    // Multiples of 2^-20, so that 1e8 does not round them.
    const auto draw = [&] { return std::round(random.Normal() * 1048576) / 1048576; };
    const double a = draw(), b = draw(), c = draw();
    near += common::FormatDouble(a) + "," + common::FormatDouble(b) + "\n";
    far += common::FormatDouble(a + 1e8) + "," + common::FormatDouble(b + 1e8) + "\n";
    near_y += common::FormatDouble(c) + "\n";
    far_y += common::FormatDouble(c + 1e8) + "\n";
  }
  const std::string of_near = Put("near.csv", near), of_far = Put("shifted.csv", far);
  const std::string y_near = Put("near_y.csv", near_y), y_far = Put("far_y.csv", far_y);
  const std::string out = folder_.path() + "/components.csv", model = folder_.path() + "/model";
  ASSERT_EQ(Pca({of_near, "--kernel=linear", "--out=" + out}).status, 0);
  const Eigen::MatrixXd expected = kernels::ReadMatrix(out).rows;
  ASSERT_EQ(expected.cols(), 2);
  ASSERT_EQ(Pca({of_far, "--kernel=linear", "--out=" + out, "--save=" + model}).status, 0);
  EXPECT_LE((kernels::ReadMatrix(out).rows - expected).norm(), 1e-6);
  ASSERT_EQ(Pca({of_far, "--apply=" + model, "--out=" + out}).status, 0);
  EXPECT_LE((kernels::ReadMatrix(out).rows - expected).norm(), 1e-6);
  const auto hsic = [&](const std::string& x, const std::string& y, const std::string& kernel) {
    return common::ParseDouble(Value(Test({"--x=" + x, "--y=" + y, kernel}), "value"), "value");
  };
  EXPECT_NEAR(hsic(of_far, y_far, "--kernel=linear") / hsic(of_near, y_near, "--kernel=linear"), 1, 1e-6);
  EXPECT_EQ(Test({"--x=" + of_near, "--y=" + y_near, "--kernel=polynomial"}).status, 0);
  for (const Outcome& refused : {Test({"--x=" + of_far, "--y=" + y_far, "--kernel=polynomial"}),
                                 Pca({of_far, "--kernel=polynomial", "--out=" + out})}) {
    EXPECT_EQ(refused.status, 3);
    EXPECT_NE(
        refused.messages.find(of_far + ": expected kernel values that differ by more than their rounding"),
        std::string::npos)
        << refused.messages;
  }
  // No component at all.
  const Outcome equal = Pca({Put("equal.csv", "1\n1\n1\n"), "--kernel=linear", "--out=" + out});
  EXPECT_EQ(equal.status, 3);
  EXPECT_NE(equal.messages.find("found no principal component"), std::string::npos) << equal.messages;
}

// Rows with a missing number are refused, or left out of all files.
TEST_F(KernelPrograms, MissingNumbers) {
  std::string x, y, z, whole_x, whole_y, whole_z;
  common::RandomStream random(5, "missing");
  for (int i = 0; i < 40; ++i) {
    const std::string a = common::FormatDouble(random.Normal()), b = common::FormatDouble(random.Normal()),
                      c = common::FormatDouble(random.Normal());
    x += (i == 0 ? "-" : a) + "\n";
    y += (i == 3 ? "#N/A" : b) + "," + (i == 0 ? "None" : c) + "\n";
    z += (i == 7 ? "." : c) + "\n";
    if (i == 0 || i == 3) continue;
    whole_x += a + "\n";
    whole_y += b + "," + c + "\n";
    if (i != 7) whole_z += c + "\n";
  }
  const std::string mx = Put("mx.csv", x), my = Put("my.csv", y), mz = Put("mz.csv", z);
  const Outcome whole = Test({"--x=" + Put("wx.csv", whole_x), "--y=" + Put("wy.csv", whole_y)});
  const Outcome dropped = Test({"--x=" + mx, "--y=" + my, "--missing=drop-rows"});
  EXPECT_EQ(whole.status, 0) << whole.messages;
  EXPECT_EQ(dropped.out, whole.out);
  EXPECT_EQ(dropped.messages, "kernel_test: note: 2 of 40 rows are left out, as a number is missing in " +
                                  mx + " (1), " + my + " (2)\n");
  EXPECT_NE(Test({"--x=" + mx, "--y=" + my, "--z=" + mz, "--missing=drop-rows", "--test=gamma"})
                .messages.find("note: 3 of 40 rows are left out"),
            std::string::npos);
  const Outcome refused = Test({"--x=" + mx, "--y=" + my});
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.messages.find(mx + ":1:1: expected a finite number, found '-'; "), std::string::npos)
      << refused.messages;
  const std::string out = folder_.path() + "/pc.csv";
  const Outcome pca = Pca({my, "--missing=drop-rows", "--out=" + out});
  EXPECT_EQ(pca.messages,
            "kernel_pca: note: 2 of 40 rows are left out, as a number is missing in " + my + " (2)\n");
  EXPECT_EQ(kernels::ReadMatrix(out).rows.rows(), 38);
  EXPECT_EQ(Pca({Put("none.csv", "-,1\n2,.\n"), "--missing=drop-rows", "--out=" + out}).status, 3);
}

// Columns of one table, of which one counts the rows.
TEST_F(KernelPrograms, ColumnsOfATable) {
  common::RandomStream random(11, "table");
  std::string table = "Unnamed: 0,height,weight,3\n", x = "height\n", y = "weight\n";
  for (int i = 0; i < 50; ++i) {
    const std::string a = common::FormatDouble(random.Normal()), b = common::FormatDouble(random.Normal());
    table += std::to_string(i) + "," + a + "," + b + ",1\n";
    x += a + "\n";
    y += b + "\n";
  }
  const std::string t = Put("table.csv", table);
  const Outcome outcome = Test({"--x=" + t + ":height", "--y=" + t + ":weight", "--names=yes"});
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.out, Test({"--x=" + Put("x1.csv", x), "--y=" + Put("y1.csv", y)}).out);
  const Outcome counted = Test({"--x=" + t + ":Unnamed: 0,height", "--y=" + t + ":weight", "--names=yes"});
  EXPECT_NE(counted.messages.find(
                ": the column 'Unnamed: 0' counts up row by row; if it numbers the rows, leave it out"),
            std::string::npos)
      << counted.messages;
  // The file behind the columns is no output.
  EXPECT_EQ(Test({"--x=" + t + ":height", "--y=" + t + ":weight", "--names=yes", "--out=" + t}).status, 2);
  EXPECT_EQ(Test({"--x=" + t + ":size", "--y=" + t + ":weight", "--names=yes"}).status, 3);
}

// More rows than memory for their Gram matrices: the test takes factors of low rank, others name the memory.
TEST_F(KernelPrograms, RowsThatDoNotFitIntoMemory) {
  common::RandomStream random(9, "many rows");
  std::string x, y;
  for (int i = 0; i < 400; ++i) {
    const double angle = 6.283185307179586 * random.Uniform();
    x += common::FormatDouble(std::cos(angle)) + "\n";
    y += common::FormatDouble(std::sin(angle)) + "\n";
  }
  const std::string fx = Put("many_x.csv", x), fy = Put("many_y.csv", y);
  const Outcome whole = Test({"--x=" + fx, "--y=" + fy}),
                low = Test({"--x=" + fx, "--y=" + fy, "--memory=2M"});
  EXPECT_EQ(low.status, 0) << low.messages;
  EXPECT_NEAR(
      common::ParseDouble(Value(low, "value"), "value") / common::ParseDouble(Value(whole, "value"), "value"),
      1, 1e-3);
  EXPECT_EQ(Value(low, "p_value"), "0.001");
  // A wide kernel is nearly constant: what centring leaves counts.
  const Outcome wide = Test({"--x=" + fx, "--y=" + fy, "--gamma=1e-5"}),
                wide_low = Test({"--x=" + fx, "--y=" + fy, "--gamma=1e-5", "--memory=2M"});
  EXPECT_NEAR(common::ParseDouble(Value(wide_low, "value"), "value") /
                  common::ParseDouble(Value(wide, "value"), "value"),
              1, 1e-3)
      << wide_low.messages;
  for (const std::string memory : {"--memory=2M", "--memory=1G"}) {
    const Outcome unresolved = Test({"--x=" + fx, "--y=" + fy, "--gamma=1e-15", memory});
    EXPECT_EQ(unresolved.status, 3);
    EXPECT_NE(unresolved.messages.find(fx + ": expected kernel values that differ by more than their"),
              std::string::npos)
        << unresolved.messages;
    EXPECT_NE(unresolved.messages.find("; take a larger gamma"), std::string::npos) << unresolved.messages;
  }
  EXPECT_LE(common::ParseDouble(Value(low, "rank_x"), "rank"), 30);
  EXPECT_EQ(Value(whole, "rank_x"), "");
  EXPECT_TRUE(low.messages.starts_with(
      "kernel_test: note: Gram matrices of 400 rows would not fit into --memory=2M; they are approximated by "
      "factors of rank "))
      << low.messages;
  const Outcome coco = Test({"--x=" + fx, "--y=" + fy, "--memory=2M", "--statistic=coco"});
  EXPECT_EQ(coco.status, 3);
  EXPECT_TRUE(
      coco.messages.starts_with("kernel_test: " + fx +
                                ": its 400 rows need about 10 MiB for matrices of 400 x 400 numbers, more "
                                "than --memory=2M; raise --memory, take fewer rows, or --statistic=hsic"))
      << coco.messages;
  const Outcome pca = Pca({fx, "--memory=2M", "--out=" + folder_.path() + "/o.csv"});
  EXPECT_EQ(pca.status, 3);
  EXPECT_TRUE(pca.messages.starts_with("kernel_pca: " + fx + ": its 400 rows need about 7 MiB for "))
      << pca.messages;
}

// Where the rank is far too small, factors still do not depend on the order of the rows: of 20 tests of
// independent columns, six or more would have p <= 0.05 once in 3000 times.
TEST_F(KernelPrograms, FactorsOfTooSmallRankAreNoDependence) {
  int found = 0;
  for (int seed = 1; seed <= 20; ++seed) {
    common::RandomStream random(static_cast<uint64_t>(seed), "independent");
    std::string x, y;
    for (int i = 0; i < 300; ++i) {
      x += common::FormatDouble(random.Normal()) + "\n";
      y += common::FormatDouble(random.Normal()) + "\n";
    }
    const Outcome outcome = Test({"--x=" + Put("ind_x.csv", x), "--y=" + Put("ind_y.csv", y), "--gamma=1e4",
                                  "--memory=1M", "--permutations=99", "--seed=" + std::to_string(seed)});
    EXPECT_NE(outcome.messages.find("warning: most of a kernel is left out"), std::string::npos)
        << outcome.messages;
    found += common::ParseDouble(Value(outcome, "p_value"), "p") <= 0.05 ? 1 : 0;
  }
  EXPECT_LE(found, 5);
}

// Gram matrices as a table, as the dataset gram of HDF5 beside classes, and as libsvm's precomputed kernel.
TEST_F(KernelPrograms, PrecomputedGramMatrices) {
  const kernels::NamedMatrix rows = kernels::ReadMatrix(x_), other = kernels::ReadMatrix(y_);
  const auto gram_of = [](const kernels::NamedMatrix& of) -> kernels::DenseRows<double> {
    return of.rows * of.rows.transpose();
  };
  const kernels::DenseRows<double> gram = gram_of(rows);
  kernels::WriteCsv({gram, {}}, folder_.path() + "/gram.csv");
  kernels::WriteCsv({gram_of(other), {}}, folder_.path() + "/other.csv");
  std::string svm;
  for (int i = 0; i < gram.rows(); ++i) {
    svm += "0 0:" + std::to_string(i + 1);
    for (int j = 0; j < gram.cols(); ++j)
      svm += " " + std::to_string(j + 1) + ":" + common::FormatDouble(gram(i, j));
    svm += "\n";
  }
  const std::string text = Put("gram.svm", svm), h5 = folder_.path() + "/gram.h5";
  const hid_t file = H5Fcreate(h5.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t sizes[] = {120, 120};
  for (const char* name : {"classes", "gram"}) {
    const hid_t space = H5Screate_simple(name[0] == 'g' ? 2 : 1, sizes, nullptr);
    const hid_t data =
        H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, gram.data());
    H5Dclose(data);
    H5Sclose(space);
  }
  H5Fclose(file);
  const Outcome linear = Test({"--x=" + x_, "--y=" + y_, "--kernel=linear"});
  const double expected = common::ParseDouble(Value(linear, "value"), "value");
  const std::string out = folder_.path() + "/pc.csv", plain = folder_.path() + "/plain.csv";
  ASSERT_EQ(Pca({x_, "--kernel=linear", "--out=" + plain}).status, 0);
  for (const std::string& path : {folder_.path() + "/gram.csv", text, h5}) {
    const Outcome found =
        Test({"--x=" + path, "--y=" + folder_.path() + "/other.csv", "--kernel=precomputed"});
    EXPECT_EQ(found.messages, "");
    EXPECT_NEAR(common::ParseDouble(Value(found, "value"), "value"), expected, 1e-9);
    EXPECT_EQ(Value(found, "p_value"), Value(linear, "p_value"));
    EXPECT_EQ(Pca({path, "--kernel=precomputed", "--out=" + out}).status, 0);
    const Eigen::MatrixXd difference =
        kernels::ReadMatrix(out).rows.cwiseAbs() - kernels::ReadMatrix(plain).rows.cwiseAbs();
    EXPECT_LE(difference.norm(), 1e-8);
  }
  for (const auto& [matrix, message] : std::vector<std::pair<std::string, std::string>>{
           {"1,2\n2,1\n3,4\n", "expected a square matrix, found 3 x 2"},
           {"1,2.5\n3,1\n", "expected a symmetric matrix"},
           {"0,1\n1,0\n",
            "expected kernel values k(x, y), none above the root of k(x, x) k(y, y), found 1 in"},
           {"-1,0\n0,1\n", "expected kernel values k(x, y)"},
           {"1,.9,0\n.9,1,.9\n0,.9,1\n", "expected a positive semidefinite matrix"}}) {
    const Outcome refused = Pca({Put("bad_gram.csv", matrix), "--kernel=precomputed", "--out=" + out});
    EXPECT_EQ(refused.status, 3);
    EXPECT_NE(refused.messages.find("bad_gram.csv: " + message), std::string::npos) << refused.messages;
  }
  const Outcome large = Test({"--x=" + x_, "--y=" + y_, "--z=" + x_, "--memory=1M"});
  EXPECT_NE(large.messages.find("; raise --memory, or take fewer rows\n"), std::string::npos)
      << large.messages;
  EXPECT_EQ(Pca({Put("bad.svm", "0 0:2 1:1\n"), "--kernel=precomputed", "--out=" + out}).status, 3);
  EXPECT_EQ(Pca({h5, "--kernel=precomputed", "--save=" + out}).status, 2);
  EXPECT_EQ(Test({"--x=" + h5, "--y=" + h5, "--kernel=precomputed", "--missing=drop-rows"}).status, 2);
}

TEST_F(KernelPrograms, OtherColumnsAreRefused) {
  const std::string model = folder_.path() + "/m", out = folder_.path() + "/o.csv";
  const std::string train = Put("ab.csv", "a,b\n1,2\n3,5\n4,1\n"), other = Put("ba.csv", "b,a\n1,2\n3,5\n");
  ASSERT_EQ(Pca({train, "--components=1", "--save=" + model}).status, 0);
  const Outcome outcome = Pca({other, "--apply=" + model, "--out=" + out});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_EQ(outcome.messages, "kernel_pca: " + other +
                                  ": expected 'a' as column 1, as in training, found 'b'; " +
                                  "put the columns in the order of training\n");
  EXPECT_EQ(Pca({train, "--apply=" + model, "--out=" + out}).status, 0);
  // The last columns of svmlight may be missing.
  const std::string sparse = Put("a.svm", "1 1:1 3:2\n1 1:3\n2 2:4 3:1\n"), fewer = Put("b.svm", "1 1:1\n");
  ASSERT_EQ(Pca({sparse, "--components=1", "--save=" + model}).status, 0);
  EXPECT_EQ(Pca({fewer, "--apply=" + model, "--out=" + out}).status, 0);
  EXPECT_EQ(Pca({fewer, "--apply=" + model, "--out=" + out, "--components=2"}).status, 2);
}

TEST_F(KernelPrograms, ClustersOfWhatLiesApart) {
  const std::string out = folder_.path() + "/far.tsv.csv";
  EXPECT_EQ(Pca({far_, "--clusters=2", "--kernel=gaussian:gamma=0.5", "--out=" + out}).status, 0);
  const kernels::NamedMatrix found = kernels::ReadMatrix(out);
  const auto clusters = found.rows.col(found.rows.cols() - 1);
  for (int i = 2; i < 120; ++i) EXPECT_EQ(clusters[i], clusters[i % 2]);
  EXPECT_NE(clusters[0], clusters[1]);
  // New rows join the clusters of a saved model.
  const std::string model = folder_.path() + "/clusters", rows = Put("rows.csv", "0.1\n50.1\n-0.2\n");
  ASSERT_EQ(Pca({far_, "--clusters=2", "--kernel=gaussian:gamma=0.5", "--save=" + model}).status, 0);
  ASSERT_EQ(Pca({rows, "--apply=" + model, "--out=" + out}).status, 0);
  const kernels::NamedMatrix joined = kernels::ReadMatrix(out);
  EXPECT_EQ(joined.columns.back(), "cluster");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(joined.rows(i, joined.rows.cols() - 1), clusters[i % 2]);
}

TEST_F(KernelPrograms, MistakesAreOneLine) {
  const auto expect = [](const Outcome& outcome, int status, const std::string& begin) {
    EXPECT_EQ(outcome.status, status);
    EXPECT_TRUE(outcome.messages.starts_with(begin)) << outcome.messages;
    EXPECT_EQ(std::count(outcome.messages.begin(), outcome.messages.end(), '\n'), 1) << outcome.messages;
  };
  const std::string short_file = Put("short.csv", "1\n2\n"), constant = Put("constant.csv", "1\n1\n");
  expect(Test({"--x=" + x_, "--y=" + short_file}), 3,
         "kernel_test: " + short_file + ": expected 120 rows as in ");
  expect(Test({"--x=" + constant, "--y=" + short_file}), 2,
         "kernel_test: " + constant + ": kernel width: expected rows that differ, found 2 equal ones");
  const std::string tiny = Put("tiny.csv", "1e-200\n3e-200\n");
  expect(Test({"--x=" + tiny, "--y=" + short_file}), 2,
         "kernel_test: " + tiny +
             ": kernel width: expected a typical distance from 1e-306 to 1e+306, found a smaller");
  expect(Pca({constant, "--out=" + folder_.path() + "/o.csv"}), 2,
         "kernel_pca: " + constant + ": kernel width: expected rows that differ");
  expect(Test({"--x=" + x_}), 2, "kernel_test: --y is required");
  expect(Test({"--x=" + x_, "--y=" + y_, "--test=gamma", "--statistic=coco"}), 2, "kernel_test: --test: ");
  expect(Test({"--x=" + x_, "--y=" + y_, "--statistic=hsnic", "--eps=0"}), 2,
         "kernel_test: --eps: expected a finite number above 0, found 0");
  expect(Test({"--x=" + x_, "--y=" + y_, "--z=" + y_, "--eps=inf"}), 2,
         "kernel_test: --eps: expected a finite number above 0, found inf");
  expect(Test({"--x=" + x_, "--y=" + y_, "--gamma=-1"}), 2,
         "kernel_test: --gamma: expected a finite number above 0, found -1");
  expect(Test({"--x=" + x_, "--y=" + y_, "--gamma=inf"}), 2,
         "kernel_test: --gamma: expected median, half-median, mean or a number above 0, found 'inf'");
  expect(Test({"--x=" + x_, "--y=" + y_, "--kernel=gaussian:gamma=x"}), 2,
         "kernel_test: --kernel: gamma: expected median, half-median, mean or a number above 0, found 'x'");
  expect(Test({"--x=" + x_, "--y=" + y_, "--out=" + x_}), 2,
         "kernel_test: --out: expected another file than --x");
  expect(Test({"--x=" + x_, "--y=" + y_}, true), 130, "kernel_test: interrupted: nothing is written");
  expect(Pca({x_}), 2, "kernel_pca: --out: expected a file for the coordinates, or --save");
  expect(Pca({x_, "--apply=" + x_, "--out=" + folder_.path() + "/o.csv"}), 3,
         "kernel_pca: " + x_ + ": expected a model of kernel-pca");
  expect(Pca({Put("bad.csv", "1,2\n3,x\n"), "--out=" + folder_.path() + "/o.csv"}), 3,
         "kernel_pca: " + folder_.path() + "/bad.csv:2:3: expected a finite number, found 'x'");
  const std::string positive = Put("positive.csv", "1\n2\n7\n8\n"), negative = Put("negative.csv", "1\n-1\n"),
                    clusters = folder_.path() + "/clusters", o = folder_.path() + "/o.csv";
  ASSERT_EQ(Pca({positive, "--kernel=linear", "--clusters=2", "--save=" + clusters}).status, 0);
  expect(Pca({negative, "--apply=" + clusters, "--out=" + o}), 3,
         "kernel_pca: " + negative +
             ", row 2 of data: expected kernel values of 0 or more, for the clusters of the ");
  expect(Pca({x_, "--kernel=linear", "--clusters=2", "--out=" + folder_.path() + "/o.csv"}), 2,
         "kernel_pca: spectral clustering: expected similarities of 0 or more");
}

}  // namespace
}  // namespace structlab::tools
