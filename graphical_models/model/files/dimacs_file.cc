#include "graphical_models/model/files/dimacs_file.h"

#include <fmt/format.h>

#include <limits>

#include "common/error.h"
#include "common/file.h"
#include "graphical_models/model/files/file_limits.h"
#include "graphical_models/model/files/token_reader.h"

namespace structlab::graphical_models {
namespace {

constexpr int64_t kMaxNodes = std::numeric_limits<int>::max();
constexpr int64_t kMaxArcs = std::numeric_limits<int>::max();

// Reads line by line.
class DimacsReader {
 public:
  explicit DimacsReader(const std::string& path) : reader_(path) {}

  FlowProblem Read() {
    while (!reader_.AtEnd()) {
      const std::string_view kind = reader_.Token("a line");
      if (kind == "c") {
        reader_.RestOfLine();
      } else if (kind == "p") {
        ReadProblem();
      } else if (kind == "n") {
        ReadTerminal();
      } else if (kind == "a") {
        ReadArc();
      } else {
        reader_.Refuse("a line that begins with c, p, n or a");
      }
    }
    CheckEnd();
    return problem_;
  }

 private:
  int ReadNode(const std::string& what) {
    return static_cast<int>(reader_.Integer(what, 1, problem_.num_nodes)) - 1;
  }

  void ReadProblem() {
    if (has_problem_) reader_.Refuse("one line p", "remove the second one");
    has_problem_ = true;
    if (reader_.Token("max") != "max") reader_.Refuse("max, for a maximum-flow problem");
    problem_.num_nodes = static_cast<int>(reader_.Integer("the number of nodes", 2, kMaxNodes));
    nodes_place_ = reader_.place();
    num_arcs_ = reader_.Integer("the number of arcs", 0, kMaxArcs);
    problem_.source = problem_.sink = -1;
  }

  void ReadTerminal() {
    if (!has_problem_) reader_.Refuse("the line p before the lines n");
    const int node = ReadNode("a node");
    const std::string_view which = reader_.Token("s or t");
    if (which != "s" && which != "t") reader_.Refuse("s or t");
    int& terminal = which == "s" ? problem_.source : problem_.sink;
    const int other = which == "s" ? problem_.sink : problem_.source;
    if (terminal >= 0) reader_.RefuseFound("one source and one sink", "a second one");
    if (node == other) reader_.RefuseFound("different nodes as source and sink", "the same");
    terminal = node;
  }

  void ReadArc() {
    if (problem_.source < 0 || problem_.sink < 0 || !has_problem_) {
      reader_.Refuse("the lines p, n for the source and n for the sink before the lines a");
    }
    if (static_cast<int64_t>(problem_.arcs.size()) == num_arcs_) {
      reader_.RefuseFound(fmt::format("{} arcs, as the line p says", num_arcs_), "one more");
    }
    const int from = ReadNode("the node from which the arc leads");
    const int to = ReadNode("the node to which the arc leads");
    problem_.arcs.push_back(
        {from, to, reader_.Integer("a capacity", 0, std::numeric_limits<int64_t>::max())});
  }

  void CheckEnd() {
    if (!has_problem_ || problem_.source < 0 || problem_.sink < 0) {
      common::ThrowDataError(reader_.WhereEnd(), "the lines p, n for the source and n for the sink",
                             "the end of the file");
    }
    if (static_cast<int64_t>(problem_.arcs.size()) != num_arcs_) {
      common::ThrowDataError(reader_.WhereEnd(), fmt::format("{} arcs, as the line p says", num_arcs_),
                             fmt::format("the end of the file after {}", problem_.arcs.size()),
                             "the file is cut off or the count is wrong");
    }
    // Solvers need memory for every node, even one without arcs.
    if (!MemoryBudget().Take(problem_.num_nodes, reader_.tokens())) {
      common::ThrowDataError(reader_.Where(nodes_place_), "fewer nodes in a file of this size",
                             std::to_string(problem_.num_nodes));
    }
  }

  TokenReader reader_;
  FlowProblem problem_;
  bool has_problem_ = false;
  int64_t num_arcs_ = 0;
  TokenReader::Place nodes_place_;
};

void CheckNode(int node, int num_nodes, const std::string& where) {
  if (node >= 0 && node < num_nodes) return;
  common::ThrowUsageError(where, fmt::format("a node from 0 to {}", num_nodes - 1), std::to_string(node));
}

}  // namespace

void CheckFlowProblem(const FlowProblem& problem) {
  CheckNode(problem.source, problem.num_nodes, "source");
  CheckNode(problem.sink, problem.num_nodes, "sink");
  if (problem.source == problem.sink) {
    common::ThrowUsageError("sink", "another node than the source", "the same");
  }
  for (size_t i = 0; i < problem.arcs.size(); ++i) {
    const std::string where = fmt::format("arc {}", i);
    CheckNode(problem.arcs[i].from, problem.num_nodes, where);
    CheckNode(problem.arcs[i].to, problem.num_nodes, where);
    if (problem.arcs[i].capacity < 0) {
      common::ThrowUsageError(where, "a capacity of 0 or more", std::to_string(problem.arcs[i].capacity));
    }
  }
}

FlowProblem ReadDimacs(const std::string& path) { return DimacsReader(path).Read(); }

void WriteDimacs(const FlowProblem& problem, const std::string& path) {
  CheckFlowProblem(problem);
  std::string text = fmt::format("p max {} {}\n", problem.num_nodes, problem.arcs.size());
  text += fmt::format("n {} s\n", problem.source + 1);
  text += fmt::format("n {} t\n", problem.sink + 1);
  for (const auto& [from, to, capacity] : problem.arcs) {
    text += fmt::format("a {} {} {}\n", from + 1, to + 1, capacity);
  }
  common::WriteFileAtomically(path, text);
}

}  // namespace structlab::graphical_models
