#include "kernels/graphs/tu_dataset.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "common/control_characters.h"
#include "common/error.h"
#include "common/number.h"
#include "common/stop_point.h"
#include "common/text_input.h"

namespace structlab::kernels {
namespace {

using common::TextInput;
using common::ThrowDataError;

constexpr int kLeast = std::numeric_limits<int>::min(), kLargest = std::numeric_limits<int>::max();
constexpr int kMaxLines = 1 << 30;  // of the file of edges, which are stored in 32 bits

constexpr char kLeaveEmptyOut[] = "leave such graphs out by skip_empty (--skip-empty)";

std::string Lines(size_t count) { return std::to_string(count) + (count == 1 ? " line" : " lines"); }

// Reads integers from lines, and reports the position of errors.
class IntegerLines {
 public:
  explicit IntegerLines(const std::string& path) : path_(path), input_(path) {}

  const std::string& path() const { return path_; }
  int64_t line_number() const { return input_.line_number(); }
  std::string Where() const { return input_.Where(); }

  bool Next() {
    begin_ = 0;
    common::StopPoint();
    if (!input_.Next(&line_)) return false;
    if (input_.line_number() > kMaxLines) ThrowDataError(Where(), "at most 2^30 lines", "one more");
    return !common::IsBlankLine(line_) || !OnlyBlankLinesFollow();
  }

  // Blank lines at the end are ignored; a blank line before other lines is an error.
  bool OnlyBlankLinesFollow() {
    const int64_t blank = input_.line_number();
    while (input_.Next(&line_)) {
      if (!common::IsBlankLine(line_)) {
        ThrowDataError(path_ + ":" + std::to_string(blank), "a number", "a blank line", "remove it");
      }
    }
    return true;
  }

  // The text up to the next comma or, if `last`, up to the end of the line.
  int Field(const std::string& what, int lowest, int highest, bool last) {
    const size_t comma = line_.find(',', begin_);
    if (last != (comma == line_.npos)) {
      ThrowDataError(Where(), last ? what + " and nothing else" : what + ", a comma and another one",
                     common::Quote(line_));
    }
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    size_t first = begin_, end = last ? line_.size() : comma;
    while (first < end && is_blank(line_[first])) ++first;
    while (end > first && is_blank(line_[end - 1])) --end;
    begin_ = comma + 1;
    place_ = first + 1;
    const int64_t value = common::ParseInteger(line_.substr(first, end - first), Place());
    if (value < lowest || value > highest) {
      ThrowDataError(Place(), what + " from " + std::to_string(lowest) + " to " + std::to_string(highest),
                     std::to_string(value));
    }
    return static_cast<int>(value);
  }

  // The position of the field that was read last.
  std::string Place() const { return input_.Where(place_); }

 private:
  std::string path_;
  TextInput input_;
  std::string_view line_;
  size_t begin_ = 0;  // start of the next field
  size_t place_ = 1;  // column of the last field
};

// Reads a file with one integer per line.
std::vector<int> ReadColumn(const std::string& path, const std::string& what, int lowest, int highest) {
  IntegerLines lines(path);
  std::vector<int> values;
  while (lines.Next()) values.push_back(lines.Field(what, lowest, highest, true));
  return values;
}

// Reads a file of `count` labels, one for each `what_for`.
std::vector<int> ReadLabels(const std::string& path, size_t count, const std::string& what_for) {
  IntegerLines lines(path);
  std::vector<int> values;
  while (lines.Next()) {
    if (values.size() == count) {
      ThrowDataError(lines.Where(), Lines(count) + ", one for each " + what_for, "one more");
    }
    values.push_back(lines.Field("a label", kLeast, kLargest, true));
  }
  if (values.size() < count) {
    ThrowDataError(lines.Where(), Lines(count) + ", one for each " + what_for,
                   "the end of the file after " + Lines(values.size()));
  }
  return values;
}

// A line of the file of edges. Nodes are numbered from 0 over all graphs.
struct Arc {
  int u, v;
  int line;
  int label = 0;

  std::pair<int, int> ends() const { return std::minmax({u, v}); }
};

// Sets `is_loop` for each line that was left out as a loop.
std::vector<Arc> ReadArcs(const std::string& path, std::span<const int> graph_of_node,
                          const TuReadOptions& reading, std::vector<bool>& is_loop) {
  IntegerLines lines(path);
  std::vector<Arc> arcs;
  const int num_nodes = static_cast<int>(graph_of_node.size());
  while (lines.Next()) {
    const int u = lines.Field("a node", 1, num_nodes, false);
    const int v = lines.Field("a node", 1, num_nodes, true);
    is_loop.push_back(u == v);
    if (u == v && reading.simplify) continue;
    if (u == v) ThrowDataError(lines.Place(), "two different nodes", "node " + std::to_string(u) + " twice");
    const int graph_of_u = graph_of_node[static_cast<size_t>(u) - 1];
    const int graph_of_v = graph_of_node[static_cast<size_t>(v) - 1];
    if (graph_of_u != graph_of_v) {
      ThrowDataError(
          lines.Place(),
          "a node of graph " + std::to_string(graph_of_u) + ", as node " + std::to_string(u) + " is",
          "node " + std::to_string(v) + " of graph " + std::to_string(graph_of_v));
    }
    arcs.push_back({u - 1, v - 1, static_cast<int>(lines.line_number())});
  }
  return arcs;
}

std::string NameOf(const Arc& arc) {
  return common::Quote(std::to_string(arc.u + 1) + ", " + std::to_string(arc.v + 1));
}

// Joins all arcs between two nodes to one edge.
std::vector<Edge> JoinArcs(std::vector<Arc> arcs, const TuDatasetFiles& files, const TuReadOptions& reading,
                           TuChanges& changes) {
  std::sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) {
    return std::tuple(a.ends(), a.u, a.line) < std::tuple(b.ends(), b.u, b.line);
  });
  const auto where = [](const std::string& path, const Arc& arc) {
    return path + ":" + std::to_string(arc.line);
  };
  std::vector<Edge> edges;
  edges.reserve(arcs.size() / 2);
  for (size_t first = 0, last; first < arcs.size(); first = last) {
    const Arc& arc = arcs[first];
    for (last = first + 1; last < arcs.size() && arcs[last].ends() == arc.ends(); ++last) {
      if (arcs[last].label == arc.label) continue;
      ThrowDataError(
          where(files.edge_labels, arcs[last]),
          std::to_string(arc.label) + ", as line " + std::to_string(arc.line) +
              (arcs[last].u == arc.u ? " says of this edge" : " says of this edge in the other direction"),
          std::to_string(arcs[last].label));
    }
    // Arcs of one direction are sorted before those of the other.
    size_t turn = first;
    while (turn < last && arcs[turn].u == arc.u) ++turn;
    const size_t forward = turn - first, backward = last - turn;
    if (!reading.simplify && (forward > 1 || backward > 1)) {
      const Arc& second = arcs[forward > 1 ? first + 1 : turn + 1];
      ThrowDataError(where(files.edges, second), "each edge once in each direction",
                     NameOf(second) + " a second time");
    }
    if (!reading.simplify && backward == 0) {
      ThrowDataError(where(files.edges, arc), "each edge in both directions",
                     NameOf(arc) + " without its reverse");
    }
    changes.repeated += static_cast<int64_t>(forward - 1 + (backward > 0 ? backward - 1 : 0));
    changes.one_way += backward == 0;
    edges.push_back({arc.u, arc.v, arc.label});
  }
  return edges;
}

// The parts of the data set that belong to one graph.
struct Parts {
  int num_nodes = 0;
  std::vector<Edge> edges;
  std::vector<int> node_labels;
};

std::vector<Parts> Divide(std::span<const int> graph_of_node, size_t num_graphs, std::span<const Edge> edges,
                          std::span<const int> node_labels) {
  std::vector<Parts> parts(num_graphs);
  std::vector<int> number(graph_of_node.size());  // of the node within its graph
  const auto part_of = [&](size_t node) -> Parts& {
    return parts[static_cast<size_t>(graph_of_node[node]) - 1];
  };
  for (size_t node = 0; node < graph_of_node.size(); ++node) {
    number[node] = part_of(node).num_nodes++;
    if (!node_labels.empty()) part_of(node).node_labels.push_back(node_labels[node]);
  }
  for (const auto& [u, v, label] : edges) {
    part_of(static_cast<size_t>(u)).edges.push_back({number[u], number[v], label});
  }
  return parts;
}

// The number of graphs, for a data set without a file of classes.
size_t CountGraphs(const std::vector<int>& graph_of_node, bool skip_empty, const std::string& path) {
  constexpr size_t kMaxEmpty = size_t{1} << 20;
  const auto largest = static_cast<size_t>(*std::ranges::max_element(graph_of_node));
  if (skip_empty && largest <= graph_of_node.size() + kMaxEmpty) return largest;
  std::vector<bool> has_nodes(graph_of_node.size());  // there are at most as many graphs as nodes
  for (const int graph : graph_of_node) {
    if (static_cast<size_t>(graph) <= has_nodes.size()) has_nodes[static_cast<size_t>(graph) - 1] = true;
  }
  const auto first = static_cast<size_t>(std::ranges::find(has_nodes, false) - has_nodes.begin());
  if (first < largest) {
    ThrowDataError(path, "nodes of each graph from 1 to " + std::to_string(largest),
                   "none of graph " + std::to_string(first + 1), kLeaveEmptyOut);
  }
  return largest;
}

// True also for files that cannot be read, such as dangling links: they are damaged, not missing.
bool IsThere(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_type type = std::filesystem::symlink_status(path, error).type();
  if (type == std::filesystem::file_type::not_found) return false;
  if (error) common::ThrowEnvironmentError(path, error.message());
  return true;
}

std::string PathOf(const std::string& stem, const std::string& ending, bool needed) {
  const std::string plain = stem + ending, packed = plain + ".gz";
  const bool has_plain = IsThere(plain), has_packed = IsThere(packed);
  if (has_plain && has_packed) {
    common::ThrowEnvironmentError(packed, "exists without .gz, too", "remove one of the two");
  }
  if (needed && !has_plain && !has_packed) {
    common::ThrowEnvironmentError(plain, "does not exist, also not with .gz after its name");
  }
  return has_plain ? plain : has_packed ? packed : std::string();
}

}  // namespace

TuDatasetFiles FindTuDataset(const std::string& folder, const std::string& name, GraphClasses classes) {
  std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();  // "MUTAG/"
  std::string ds = name;
  if (ds.empty()) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
    ds = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  }
  const std::string stem = (path / ds).string();
  return {.edges = PathOf(stem, "_A.txt", true),
          .graph_indicator = PathOf(stem, "_graph_indicator.txt", true),
          .graph_labels = PathOf(stem, "_graph_labels.txt", classes == GraphClasses::kNeeded),
          .node_labels = PathOf(stem, "_node_labels.txt", false),
          .edge_labels = PathOf(stem, "_edge_labels.txt", false)};
}

GraphDataset ReadTuDataset(const TuDatasetFiles& files, const TuReadOptions& reading, TuChanges* changes) {
  TuChanges made;
  GraphDataset dataset;
  const bool has_classes = !files.graph_labels.empty();
  if (has_classes) {
    dataset.labels = ReadColumn(files.graph_labels, "a class", kLeast, kLargest);
    if (dataset.labels.empty()) ThrowDataError(files.graph_labels, "at least one graph", "an empty file");
  }
  const std::vector<int> graph_of_node = ReadColumn(
      files.graph_indicator, "a graph", 1, has_classes ? static_cast<int>(dataset.labels.size()) : kLargest);
  if (graph_of_node.empty()) ThrowDataError(files.graph_indicator, "at least one node", "an empty file");
  const size_t num_graphs = has_classes
                                ? dataset.labels.size()
                                : CountGraphs(graph_of_node, reading.skip_empty, files.graph_indicator);
  std::vector<int> node_labels;
  if (!files.node_labels.empty()) node_labels = ReadLabels(files.node_labels, graph_of_node.size(), "node");
  std::vector<bool> is_loop;  // for each line
  std::vector<Arc> arcs = ReadArcs(files.edges, graph_of_node, reading, is_loop);
  made.loops = static_cast<int64_t>(is_loop.size() - arcs.size());
  if (!files.edge_labels.empty()) {
    const std::vector<int> labels = ReadLabels(files.edge_labels, is_loop.size(), "line of " + files.edges);
    size_t next = 0;
    for (size_t line = 0; line < labels.size(); ++line) {
      if (!is_loop[line]) arcs[next++].label = labels[line];
    }
  }
  const bool has_edge_labels = !files.edge_labels.empty();
  const std::vector<Edge> edges = JoinArcs(std::move(arcs), files, reading, made);
  std::vector<Parts> parts = Divide(graph_of_node, num_graphs, edges, node_labels);
  std::vector<int> classes;  // of the graphs with nodes
  for (size_t g = 0; g < num_graphs; ++g) {
    if (parts[g].num_nodes == 0 && reading.skip_empty) {
      made.empty_graphs.push_back(static_cast<int>(g) + 1);
      continue;
    }
    if (has_classes) classes.push_back(dataset.labels[g]);
    if (parts[g].num_nodes == 0) {
      const std::string graph = std::to_string(g + 1);
      ThrowDataError(files.graph_labels + ":" + graph, "a graph with nodes",
                     "none in " + files.graph_indicator + " for graph " + graph, kLeaveEmptyOut);
    }
    dataset.graphs.emplace_back(parts[g].num_nodes, parts[g].edges, std::move(parts[g].node_labels),
                                has_edge_labels);
  }
  dataset.labels = std::move(classes);
  if (changes != nullptr) *changes = std::move(made);
  return dataset;
}

GraphDataset ReadTuDataset(const std::string& folder) { return ReadTuDataset(FindTuDataset(folder)); }

}  // namespace structlab::kernels
