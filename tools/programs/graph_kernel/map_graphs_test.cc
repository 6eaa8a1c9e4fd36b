// The commands features and gram.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/parallel.h"
#include "kernels/graphs/graph_features.h"
#include "tools/programs/graph_kernel/graph_kernel_testing.h"

namespace structlab::tools {
namespace {

using kernels::Graph;
using kernels::GraphDataset;

// The numbers of a line of svmlight, by column from 1; the class as column 0.
std::vector<double> DenseRow(const std::string& line, size_t columns) {
  std::vector<double> row(columns + 1);
  std::istringstream words(line);
  words >> row[0];
  for (std::string word; words >> word;) {
    const size_t colon = word.find(':');
    row[std::stoul(word.substr(0, colon))] = std::stod(word.substr(colon + 1));
  }
  return row;
}

std::vector<double> ReadDoubles(const std::string& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_GE(file, 0);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  EXPECT_GE(dataset, 0) << name;
  const hid_t space = H5Dget_space(dataset);
  std::vector<double> values(H5Sget_simple_extent_npoints(space));
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(file);
  return values;
}

// Some 150 KB of files ask for a matrix of 2 GiB.
TEST_F(GraphKernelProgram, MatricesThatMemoryCannotHoldAreRefused) {
  constexpr int kGraphs = (1 << 14) + 1;
  GraphDataset dataset;
  for (int g = 0; g < kGraphs; ++g) {
    dataset.graphs.push_back(Graph(1, {}));
    dataset.labels.push_back(g % 2);
  }
  const std::string data = Put("DS", dataset), gram = "--out=" + At("gram.h5");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"gram", data, "--kernel=weisfeiler-lehman", gram},
        {"gram", data, "--kernel=random-walk", "--labels", gram},
        {"evaluate", data, "--kernel=weisfeiler-lehman"}}) {
    const Outcome outcome = GraphKernel(words);
    EXPECT_EQ(outcome.status, 2) << words[0];
    EXPECT_NE(outcome.messages.find("DATA: expected at most 16384 graphs (a kernel of 2 GiB), found "
                                    "16385; take fewer, or learn from their features"),
              std::string::npos)
        << outcome.messages;
  }
  EXPECT_FALSE(std::filesystem::exists(At("gram.h5")));
}

TEST_F(GraphKernelProgram, WritesTheSameGramMatrixInBothFormats) {
  const std::string data = Put("DS", CyclesAndStars());
  for (const std::string flag : {"--kernel=shortest-path", "--raw"}) {
    std::vector<std::string> words = {"gram", data, "--kernel=shortest-path"};
    if (flag == "--raw") words.push_back(flag);
    words.push_back("--out=" + At("gram.h5"));
    const Outcome outcome = GraphKernel(words);
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find("graphs           20 of 2 classes\n"), std::string::npos) << outcome.out;
    words.back() = "--out=" + At("gram.svm");
    EXPECT_EQ(GraphKernel(words).status, 0);

    common::ThreadPool pool(1);
    kernels::GraphFeatureOptions options;
    options.kernel = "shortest-path";
    const GraphDataset dataset = CyclesAndStars();
    Eigen::MatrixXd expected =
        kernels::LinearGram(ComputeGraphFeatures(dataset.graphs, options, pool).features.values);
    if (flag != "--raw") expected = kernels::NormalizeGram(expected);
    const std::vector<double> gram = ReadDoubles(At("gram.h5"), "gram");
    const std::vector<double> classes = ReadDoubles(At("gram.h5"), "classes");
    ASSERT_EQ(gram.size(), 400u);
    std::istringstream lines(common::ReadFile(At("gram.svm")));
    for (int row = 0; row < 20; ++row) {
      std::string line;
      ASSERT_TRUE(std::getline(lines, line));
      const std::string start = std::to_string(dataset.labels[row]) + " 0:" + std::to_string(row + 1) + " 1:";
      EXPECT_EQ(line.substr(0, start.size()), start);
      EXPECT_EQ(classes[row], dataset.labels[row]);
      const std::vector<double> numbers = DenseRow(line, 20);  // 0:row takes the place of the class
      for (int column = 0; column < 20; ++column) {
        const double found = gram[20 * row + column];
        EXPECT_NEAR(found, expected(row, column), 1e-12 * expected(row, column));
        EXPECT_EQ(numbers[static_cast<size_t>(column) + 1], found);
      }
    }
  }
}

// A map that was saved gives the graphs the rows that they had when it was made, and new ones rows as wide.
TEST_F(GraphKernelProgram, MapsNewGraphsAsOldOnes) {
  const std::string data = Put("DS", CyclesAndStars());
  GraphDataset more = CyclesAndStars();
  more.graphs.push_back(Cycle(30));  // with distances that the others do not have
  more.labels.push_back(1);
  more.graphs.push_back(Star(40));  // and with more walks
  more.labels.push_back(2);
  const std::string new_data = Put("NEW", more);
  for (const std::string kernel : {"graphlet-hash", "graphlet", "sampled-graphlet", "shortest-path",
                                   "weisfeiler-lehman", "random-walk"}) {
    SCOPED_TRACE(kernel);
    for (const std::string columns : {"all", "scaled", "selected"}) {
      std::vector<std::string> words = {
          "features",           data, "--kernel=" + kernel, "--columns=" + columns, "--out=" + At("old.svm"),
          "--save=" + At("map")};
      if (kernel == "graphlet-hash") words.push_back("--samples=50");
      const Outcome saved = GraphKernel(words);
      ASSERT_EQ(saved.status, 0) << saved.messages;
      const Outcome outcome =
          GraphKernel({"features", new_data, "--load=" + At("map"), "--out=" + At("new.svm"), "--threads=1"});
      ASSERT_EQ(outcome.status, 0) << outcome.messages;
      const std::string old_rows = common::ReadFile(At("old.svm")), rows = common::ReadFile(At("new.svm"));
      EXPECT_EQ(rows.substr(0, old_rows.size()), old_rows);
      EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 22);
      EXPECT_EQ(saved.out.substr(saved.out.find("features")),
                outcome.out.substr(outcome.out.find("features")));
    }
  }
}

// What new graphs have in common counts, though no old one has it: paths of three nodes have pairs at
// distance 2, and edges have none.
TEST_F(GraphKernelProgram, TheKernelOfNewGraphsIsOfAllTheirFeatures) {
  const Graph edge = kernels::GraphOf(2, {{0, 1}}), path = kernels::GraphOf(3, {{0, 1}, {1, 2}});
  const std::string data = Put("DS", {.graphs = {edge, edge}, .labels = {1, 2}});
  const std::string new_data = Put("NEW", {.graphs = {path, path, edge}, .labels = {1, 2, 1}});
  ASSERT_EQ(
      GraphKernel({"gram", data, "--kernel=shortest-path", "--out=" + At("old.h5"), "--save=" + At("map")})
          .status,
      0);
  ASSERT_EQ(GraphKernel({"gram", new_data, "--load=" + At("map"), "--out=" + At("new.h5")}).status, 0);
  const double beside = 2 / std::sqrt(5.0);  // of (2, 1) and (1, 0)
  const std::vector<double> expected = {1, 1, beside, 1, 1, beside, beside, beside, 1};
  const std::vector<double> gram = ReadDoubles(At("new.h5"), "gram");
  ASSERT_EQ(gram.size(), expected.size());
  for (size_t i = 0; i < gram.size(); ++i) EXPECT_NEAR(gram[i], expected[i], 1e-14) << i;
}

// Of one column that varies none correlates more than the median.
TEST_F(GraphKernelProgram, ASelectionOfNoColumnStaysOne) {
  const std::string data = Put("DS", {.graphs = {Cycle(3), Star(2)}, .labels = {1, 2}});
  const std::string save = "--save=" + At("map"), out = "--out=" + At("gram.h5");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"gram", data, "--kernel=shortest-path", "--columns=selected", out, save},
        {"gram", data, "--load=" + At("map"), out}}) {
    const Outcome outcome = GraphKernel(words);
    ASSERT_EQ(outcome.status, 0) << outcome.messages;
    EXPECT_NE(outcome.out.find("features         0\n"), std::string::npos) << outcome.out;
    EXPECT_EQ(ReadDoubles(At("gram.h5"), "gram"), std::vector<double>(4, 0));
  }
}

// New graphs have no classes yet; graphs that a map is made of must have them.
TEST_F(GraphKernelProgram, MapsGraphsWithoutClasses) {
  const std::string data = Put("DS", CyclesAndStars());
  const std::string load = "--load=" + At("map"), out = "--out=" + At("rows.svm");
  ASSERT_EQ(GraphKernel({"features", data, "--kernel=shortest-path", out, "--save=" + At("map")}).status, 0);
  const std::string with_classes = common::ReadFile(At("rows.svm"));
  std::filesystem::remove(data + "/DS_graph_labels.txt");
  ExpectMistake(GraphKernel({"features", data, "--kernel=shortest-path", out}), 3,
                "graph_kernel: " + data + "/DS_graph_labels.txt: does not exist");
  const Outcome outcome = GraphKernel({"features", data, load, out});
  ASSERT_EQ(outcome.status, 0) << outcome.messages;
  EXPECT_NE(outcome.out.find("graphs           20 without classes\n"), std::string::npos) << outcome.out;
  std::istringstream rows(common::ReadFile(At("rows.svm"))), expected(with_classes);
  for (std::string row, other; std::getline(expected, other);) {
    ASSERT_TRUE(std::getline(rows, row));
    EXPECT_EQ(row.substr(0, 2), "0 ");
    EXPECT_EQ(row.substr(1), other.substr(1));
  }
  for (const std::string command : {"features", "gram"}) {
    ASSERT_EQ(GraphKernel({command, data, load, "--out=" + At("rows.h5")}).status, 0);
    const hid_t file = H5Fopen(At("rows.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    EXPECT_EQ(H5Lexists(file, "classes", H5P_DEFAULT), 0);
    H5Fclose(file);
  }
  ASSERT_EQ(GraphKernel({"gram", data, load, out}).status, 0);
  EXPECT_TRUE(common::ReadFile(At("rows.svm")).starts_with("0 0:1 1:"));
}

TEST_F(GraphKernelProgram, WritesFeaturesAsHdf5) {
  const std::string data = Put("DS", CyclesAndStars());
  const std::vector<std::string> words = {"features", data, "--kernel=shortest-path", "--raw"};
  std::vector<std::string> as_hdf5 = words, as_text = words;
  as_hdf5.push_back("--out=" + At("rows.h5"));
  as_text.insert(as_text.end(), {"--out=" + At("rows"), "--format=svmlight"});
  ASSERT_EQ(GraphKernel(as_hdf5).status, 0);
  ASSERT_EQ(GraphKernel(as_text).status, 0);
  const std::vector<double> shape = ReadDoubles(At("rows.h5"), "shape");
  EXPECT_EQ(shape, (std::vector<double>{20, 7}));  // distances of 1 to 7
  EXPECT_EQ(ReadDoubles(At("rows.h5"), "names"), (std::vector<double>{1, 2, 3, 4, 5, 6, 7}));
  const std::vector<double> begin = ReadDoubles(At("rows.h5"), "row_begin");
  const std::vector<double> columns = ReadDoubles(At("rows.h5"), "columns");
  const std::vector<double> values = ReadDoubles(At("rows.h5"), "values");
  std::istringstream lines(common::ReadFile(At("rows")));
  for (size_t row = 0; row < 20; ++row) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    std::vector<double> dense(8);
    dense[0] = row % 2 == 0 ? 1 : 2;
    for (size_t i = static_cast<size_t>(begin[row]); i < static_cast<size_t>(begin[row + 1]); ++i) {
      dense[static_cast<size_t>(columns[i]) + 1] = values[i];
    }
    EXPECT_EQ(DenseRow(line, 7), dense);
  }
}

}  // namespace
}  // namespace structlab::tools
