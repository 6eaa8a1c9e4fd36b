#include "kernels/graphs/tu_dataset.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <climits>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "kernels/graphs/testing/random_graphs.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;

// Contents of files by the ends of their names.
using Contents = std::map<std::string, std::string>;

std::string Folder() {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "TuDataset" /
                                       testing::UnitTest::GetInstance()->current_test_info()->name() / "DS";
  std::filesystem::create_directories(folder);
  return folder.string();
}

// A triangle with an isolated node, of class 1, and an edge of class -1.
Contents TwoGraphs() {
  return {{"A", "1, 2\n2, 1\n2,3\n3, 2\r\n3 , 1\n1, 3\n4, 5\n5, 4\n"},
          {"graph_indicator", "1\n1\n1\n2\n2\n1\n"},
          {"graph_labels", "1\n-1\n"}};
}

void Write(const std::string& folder, const Contents& contents) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const auto& [name, content] : contents) {
    std::ofstream(folder + "/DS_" + name + ".txt", std::ios::binary) << content;
  }
}

GraphDataset Read(const Contents& contents) {
  Write(Folder(), contents);
  return ReadTuDataset(Folder());
}

// The error of reading, without the folder: "DS_A.txt:2: expected ...".
std::string MessageFor(Contents contents, const std::string& name, const std::string& content) {
  contents[name] = content;
  std::string message = MessageOf([&] { Read(contents); });
  for (size_t at; (at = message.find(Folder() + "/")) != message.npos;) {
    message.erase(at, Folder().size() + 1);
  }
  return message;
}

TEST(TuDataset, ReadsGraphsAndTheirClasses) {
  const GraphDataset dataset = Read(TwoGraphs());
  EXPECT_EQ(dataset.labels, (std::vector<int>{1, -1}));
  ASSERT_EQ(dataset.graphs.size(), 2u);
  EXPECT_EQ(dataset.graphs[0], GraphOf(4, {{0, 1}, {1, 2}, {0, 2}}));
  EXPECT_EQ(dataset.graphs[1], GraphOf(2, {{0, 1}}));
}

TEST(TuDataset, ReadsLabelsOfNodesAndEdges) {
  Contents contents = TwoGraphs();
  contents["node_labels"] = "10\n11\n12\n-20\n21\n13\n";
  contents["edge_labels"] = "5\n5\n6\n6\n7\n7\n8\n8\n";
  const GraphDataset dataset = Read(contents);
  EXPECT_EQ(dataset.graphs[0],
            Graph(4, std::vector<Edge>{{0, 1, 5}, {1, 2, 6}, {0, 2, 7}}, {10, 11, 12, 13}, true));
  EXPECT_EQ(dataset.graphs[1], Graph(2, std::vector<Edge>{{0, 1, 8}}, {-20, 21}, true));
}

GraphDataset ReadWithoutClasses(const std::string& indicator) {
  Contents contents = {{"A", ""}, {"graph_indicator", indicator}};
  Write(Folder(), contents);
  return ReadTuDataset(FindTuDataset(Folder(), "", GraphClasses::kOptional));
}

TEST(TuDataset, NeedsNoClassesWhereTheyAreOptional) {
  Contents contents = TwoGraphs();
  const GraphDataset with_classes = Read(contents);
  EXPECT_EQ(ReadTuDataset(FindTuDataset(Folder(), "", GraphClasses::kOptional)), with_classes);
  contents.erase("graph_labels");
  Write(Folder(), contents);
  const GraphDataset dataset = ReadTuDataset(FindTuDataset(Folder(), "", GraphClasses::kOptional));
  EXPECT_EQ(dataset.graphs, with_classes.graphs);
  EXPECT_TRUE(dataset.labels.empty());
  EXPECT_EQ(ReadWithoutClasses("3\n1\n2\n3\n").graphs.size(), 3u);
  const auto message = [](const std::string& indicator) {
    return MessageOf(common::ErrorKind::kData, [&] { ReadWithoutClasses(indicator); });
  };
  const std::string file = Folder() + "/DS_graph_indicator.txt";
  EXPECT_EQ(message("1\n3\n"), file +
                                   ": expected nodes of each graph from 1 to 3, found none of graph 2; leave "
                                   "such graphs out by skip_empty (--skip-empty)");
  // Memory is in proportion to the file nevertheless.
  EXPECT_EQ(message("1\n2\n2147483647\n"),
            file +
                ": expected nodes of each graph from 1 to 2147483647, found none of graph 3; leave such "
                "graphs out by skip_empty (--skip-empty)");
  EXPECT_EQ(message(""), file + ": expected at least one node, found an empty file");
  EXPECT_EQ(message("0\n"), file + ":1:1: expected a graph from 1 to 2147483647, found 0");
}

TEST(TuDataset, NeedsNoEdges) {
  const GraphDataset dataset = Read({{"A", ""}, {"graph_indicator", "1\n1\n"}, {"graph_labels", "3"}});
  EXPECT_EQ(dataset.graphs[0], Graph(2, {}));
}

TEST(TuDataset, ReadsGzip) {
  Write(Folder(), TwoGraphs());
  const std::string plain = Folder() + "/DS_A.txt", packed = plain + ".gz";
  const gzFile file = gzopen(packed.c_str(), "wb");
  const std::string content = TwoGraphs()["A"];
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  ASSERT_EQ(gzclose(file), Z_OK);
  EXPECT_EQ(MessageOf([] { ReadTuDataset(Folder()); }),
            packed + ": exists without .gz, too; remove one of the two");
  std::filesystem::remove(plain);
  const GraphDataset dataset = ReadTuDataset(Folder() + "/");  // the name of the folder is found all the same
  EXPECT_EQ(dataset.graphs[0].num_edges(), 3);

  std::filesystem::resize_file(packed, std::filesystem::file_size(packed) - 9);  // cut short
  const std::string message = MessageOf([] { ReadTuDataset(Folder()); });
  EXPECT_TRUE(message.starts_with(packed + ":")) << message;
}

TEST(TuDataset, RefusesEdgesThatAreNone) {
  const auto message = [](const std::string& edges) { return MessageFor(TwoGraphs(), "A", edges); };
  EXPECT_EQ(message("1, 2\n2, 7\n"), "DS_A.txt:2:4: expected a node from 1 to 6, found 7");
  EXPECT_EQ(message("0, 2\n"), "DS_A.txt:1:1: expected a node from 1 to 6, found 0");
  EXPECT_EQ(message("1, 2\n2, 1\n3, 3\n"), "DS_A.txt:3:4: expected two different nodes, found node 3 twice");
  EXPECT_EQ(message("3, 4\n"),
            "DS_A.txt:1:4: expected a node of graph 1, as node 3 is, found node 4 of graph 2");
  EXPECT_EQ(message("1, 2\n2, 1\n1, 3\n"),
            "DS_A.txt:3: expected each edge in both directions, found '1, 3' without its reverse");
  EXPECT_EQ(message("1, 2\n2, 1\n1, 2\n"),
            "DS_A.txt:3: expected each edge once in each direction, found '1, 2' a second time");
  EXPECT_EQ(message("1, 2\n2, 1\n2, 1\n"),
            "DS_A.txt:3: expected each edge once in each direction, found '2, 1' a second time");
}

TEST(TuDataset, RefusesWhatIsNoInteger) {
  const auto message = [](const std::string& edges) { return MessageFor(TwoGraphs(), "A", edges); };
  EXPECT_EQ(message("1, 2\n2, x\n"), "DS_A.txt:2:4: expected an integer, found 'x'");
  EXPECT_EQ(message("1 2\n"), "DS_A.txt:1: expected a node, a comma and another one, found '1 2'");
  EXPECT_EQ(message("1, 2, 3\n"), "DS_A.txt:1: expected a node and nothing else, found '1, 2, 3'");
  EXPECT_EQ(message("1, 2\n\n2, 1\n"), "DS_A.txt:2: expected a number, found a blank line; remove it");
  EXPECT_EQ(message("1, 2\n2, 1\n\n \n"), "no error");  // at the end they are none
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_labels", "1\n1.5\n"),
            "DS_graph_labels.txt:2:1: expected an integer, found '1.5'");
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_labels", "1\n99999999999\n"),
            "DS_graph_labels.txt:2:1: expected a class from -2147483648 to 2147483647, found 99999999999");
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_labels", std::string("1\n\0\n", 4)).substr(0, 23),
            "DS_graph_labels.txt:2:1");
}

TEST(TuDataset, RefusesGraphsWithoutNodesAndCountsThatDiffer) {
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_indicator", "1\n1\n1\n1\n1\n1\n"),
            "DS_graph_labels.txt:2: expected a graph with nodes, found none in DS_graph_indicator.txt for "
            "graph 2; leave such graphs out by skip_empty (--skip-empty)");
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_indicator", "1\n3\n"),
            "DS_graph_indicator.txt:2:1: expected a graph from 1 to 2, found 3");
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_indicator", ""),
            "DS_graph_indicator.txt: expected at least one node, found an empty file");
  EXPECT_EQ(MessageFor(TwoGraphs(), "graph_labels", ""),
            "DS_graph_labels.txt: expected at least one graph, found an empty file");
  EXPECT_EQ(MessageFor(TwoGraphs(), "node_labels", "1\n1\n"),
            "DS_node_labels.txt:2: expected 6 lines, one for each node, found the end of the file after 2 "
            "lines");
  EXPECT_EQ(MessageFor(TwoGraphs(), "node_labels", "1\n1\n1\n1\n1\n1\n1\n"),
            "DS_node_labels.txt:7: expected 6 lines, one for each node, found one more");
  EXPECT_EQ(
      MessageFor(TwoGraphs(), "edge_labels", "1\n"),
      "DS_edge_labels.txt:1: expected 8 lines, one for each line of DS_A.txt, found the end of the file "
      "after 1 line");
  EXPECT_EQ(MessageFor(TwoGraphs(), "edge_labels", "1\n1\n2\n2\n3\n4\n5\n5\n"),
            "DS_edge_labels.txt:5: expected 4, as line 6 says of this edge in the other direction, found 3");
}

TEST(TuDataset, NamesTheFileThatIsMissing) {
  for (const std::string name : {"A", "graph_indicator", "graph_labels"}) {
    Contents contents = TwoGraphs();
    contents.erase(name);
    EXPECT_EQ(MessageOf([&] { Read(contents); }),
              Folder() + "/DS_" + name + ".txt: does not exist, also not with .gz after its name");
  }
  Write(Folder(), TwoGraphs());
  TuDatasetFiles files = FindTuDataset(Folder());
  files.node_labels = Folder() + "/nowhere";
  const std::string message = MessageOf([&] { ReadTuDataset(files); });
  EXPECT_TRUE(message.starts_with(Folder() + "/nowhere: ")) << message;
}

TEST(FindTuDataset, TakesAnotherNameThanThatOfTheFolder) {
  Write(Folder(), TwoGraphs());
  const std::string other = (std::filesystem::path(Folder()).parent_path() / "other").string();
  std::filesystem::remove_all(other);
  std::filesystem::rename(Folder(), other);
  const TuDatasetFiles files = FindTuDataset(other, "DS");
  EXPECT_EQ(std::filesystem::path(files.edges).filename(), "DS_A.txt");
  EXPECT_EQ(files.node_labels, "");
  EXPECT_EQ(ReadTuDataset(files).labels, (std::vector<int>{1, -1}));
}

// Includes graphs without edges and graphs with several components. Only few data sets, because the writer
// waits for the disk.
TEST(TuDataset, IsReadAsItWasWritten) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "datasets");
    const uint64_t kind = seed % 3;  // without labels, with those of nodes, with those of edges too
    GraphDataset dataset;
    for (uint64_t g = 0, n = 1 + stream.UniformIndex(40); g < n; ++g) {
      const int nodes = 1 + static_cast<int>(stream.UniformIndex(8));
      const double density = stream.Uniform();
      dataset.graphs.push_back(kind == 0 ? RandomGraph(nodes, density, stream)
                                         : RandomLabelledGraph(nodes, density, 3, kind == 2, stream));
      dataset.labels.push_back(g == 0 ? INT_MIN : static_cast<int>(stream.UniformIndex(5)) - 2);
    }
    Write(Folder(), {});
    WriteTuDataset(dataset, Folder(), "DS");
    EXPECT_EQ(ReadTuDataset(Folder()), dataset);
  }
}

// Labels of another data set would be read with the new files.
TEST(TuDataset, RefusesToWriteBesideFilesOfAnother) {
  const GraphDataset plain = {{GraphOf(2, {{0, 1}})}, {1}};
  const GraphDataset labelled = {{Graph(2, std::vector<Edge>{{0, 1, 5}}, {1, 2}, true)}, {1}};
  const auto message = [&] { return MessageOf([&] { WriteTuDataset(plain, Folder(), "DS"); }); };
  const std::string mistake = " exists and would be read with the new files; remove it";
  Write(Folder(), {});
  WriteTuDataset(labelled, Folder(), "DS");
  EXPECT_EQ(message(), Folder() + "/DS_node_labels.txt:" + mistake);
  EXPECT_EQ(ReadTuDataset(Folder()), labelled);  // nothing has been written
  std::filesystem::remove(Folder() + "/DS_node_labels.txt");
  EXPECT_EQ(message(), Folder() + "/DS_edge_labels.txt:" + mistake);
  std::filesystem::remove(Folder() + "/DS_edge_labels.txt");
  EXPECT_EQ(message(), "no error");
  WriteTuDataset(plain, Folder(), "DS");  // in place of itself
  EXPECT_EQ(ReadTuDataset(Folder()), plain);
  std::ofstream(Folder() + "/DS_A.txt.gz") << "";
  EXPECT_EQ(message(), Folder() + "/DS_A.txt.gz:" + mistake);
}

// A dangling link is an error, not a missing file of labels.
TEST(TuDataset, TakesALinkToNowhereForAnError) {
  for (const std::string name : {"node_labels", "edge_labels", "A"}) {
    for (const std::string ending : {".txt", ".txt.gz"}) {
      Write(Folder(), TwoGraphs());
      std::filesystem::remove(Folder() + "/DS_" + name + ending);
      if (name == "A") std::filesystem::remove(Folder() + "/DS_A.txt");
      const std::string path = Folder() + "/DS_" + name + ending;
      std::filesystem::create_symlink("nowhere", path);
      const std::string message = MessageOf(common::ErrorKind::kEnvironment, [] { ReadTuDataset(Folder()); });
      EXPECT_TRUE(message.starts_with(path + ": ")) << message;
    }
  }
}

TEST(TuDataset, RefusesToWriteWhatCouldNotBeRead) {
  const Graph plain = GraphOf(2, {{0, 1}});
  const Graph labelled(2, std::vector<Edge>{{0, 1}}, {1, 2}, false);
  const Graph edge_labelled(2, std::vector<Edge>{{0, 1, 5}}, {}, true);
  const auto message = [](const GraphDataset& dataset) {
    return MessageOf([&] { WriteTuDataset(dataset, Folder(), "DS"); });
  };
  EXPECT_EQ(message({}), "dataset: expected at least one graph, found none");
  EXPECT_EQ(message({{plain}, {1, 2}}), "dataset.labels: expected 1, one per graph, found 2");
  EXPECT_EQ(message({{plain, Graph()}, {1, 2}}), "graph 1: expected at least one node, found none");
  EXPECT_EQ(message({{plain, labelled}, {1, 2}}),
            "graph 1: expected node labels in all graphs or in none, found them only in some graphs");
  EXPECT_EQ(message({{plain, edge_labelled}, {1, 2}}),
            "graph 0: expected edge labels in all graphs or in none, found them only in some graphs");
  const std::string nowhere = Folder() + "/nowhere";
  const std::string refused = MessageOf([&] { WriteTuDataset({{plain}, {1}}, nowhere, "DS"); });
  EXPECT_TRUE(refused.starts_with(nowhere + "/DS_A.txt: ")) << refused;
}

// Deviations of real data sets: the graphs are the same, and each change is counted.
TEST(TuDataset, SimplifiesWhatRealSetsHave) {
  const GraphDataset plain = Read(TwoGraphs());
  Contents contents = TwoGraphs();
  contents["A"] = "1, 2\n2, 1\n1, 2\n2,3\n3 , 1\n1, 3\n3, 3\n3, 1\n4, 5\n5, 5\n";
  contents["edge_labels"] = "7\n7\n7\n8\n9\n9\n1\n9\n6\n2\n";
  Write(Folder(), contents);
  TuChanges changes;
  const GraphDataset simplified = ReadTuDataset(FindTuDataset(Folder()), {.simplify = true}, &changes);
  EXPECT_EQ(changes.loops, 2);
  EXPECT_EQ(changes.repeated, 2);  // 1, 2 and 3, 1
  EXPECT_EQ(changes.one_way, 2);   // 2, 3 and 4, 5
  ASSERT_EQ(simplified.graphs.size(), 2u);
  EXPECT_EQ(simplified.labels, plain.labels);
  for (size_t g = 0; g < 2; ++g) {
    ASSERT_EQ(simplified.graphs[g].num_nodes(), plain.graphs[g].num_nodes());
    for (int node = 0; node < plain.graphs[g].num_nodes(); ++node) {
      EXPECT_TRUE(std::ranges::equal(simplified.graphs[g].neighbors(node), plain.graphs[g].neighbors(node)));
    }
  }
  // Labels stay with their edges even if lines are left out.
  EXPECT_EQ(simplified.graphs[1].edge_labels(0)[0], 6);
  // Two labels of the same edge are an error.
  contents["edge_labels"] = "7\n7\n5\n8\n9\n9\n1\n9\n6\n2\n";
  Write(Folder(), contents);
  EXPECT_EQ(MessageOf([] { ReadTuDataset(FindTuDataset(Folder()), {.simplify = true}); }),
            Folder() + "/DS_edge_labels.txt:3: expected 7, as line 1 says of this edge, found 5");
}

TEST(TuDataset, LeavesOutGraphsWithoutNodes) {
  const GraphDataset plain = Read(TwoGraphs());
  Contents contents = TwoGraphs();
  contents["graph_indicator"] = "2\n2\n2\n4\n4\n2\n";
  contents["graph_labels"] = "5\n1\n6\n-1\n7\n";
  Write(Folder(), contents);
  TuChanges changes;
  EXPECT_EQ(ReadTuDataset(FindTuDataset(Folder()), {.skip_empty = true}, &changes), plain);
  EXPECT_EQ(changes.empty_graphs, (std::vector<int>{1, 3, 5}));
  EXPECT_NE(MessageOf([] { ReadTuDataset(Folder()); }).find("; leave such graphs out by skip_empty"),
            std::string::npos);
  // Also without a file of classes; a huge graph number is refused before memory is allocated.
  contents.erase("graph_labels");
  contents["graph_indicator"] = "2\n2\n2\n4\n4\n2\n";
  Write(Folder(), contents);
  const auto files = [] { return FindTuDataset(Folder(), "", GraphClasses::kOptional); };
  EXPECT_EQ(ReadTuDataset(files(), {.skip_empty = true}).graphs, plain.graphs);
  contents["graph_indicator"] = "2\n2\n2\n2000000000\n2000000000\n2\n";
  Write(Folder(), contents);
  EXPECT_THROW(ReadTuDataset(files(), {.skip_empty = true}), common::Error);
}

}  // namespace
}  // namespace structlab::kernels
