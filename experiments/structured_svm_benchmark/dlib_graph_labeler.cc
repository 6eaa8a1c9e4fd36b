#include "experiments/structured_svm_benchmark/dlib_graph_labeler.h"

#include <dlib/graph.h>
#include <dlib/svm_threaded.h>

#include <variant>
#include <vector>

#include "common/benchmark_row.h"

namespace structlab::structured_svm_benchmark {
namespace {

using structured_learning::DenseRows;
using structured_learning::DenseVector;
using structured_learning::GraphSample;

using Vector = dlib::matrix<double, 0, 1>;
using Graph = dlib::graph<Vector, Vector>::kernel_1a_c;

Vector RowOf(const DenseRows& rows, Eigen::Index row) {
  Vector vector(static_cast<long>(rows.cols()));
  for (Eigen::Index column = 0; column < rows.cols(); ++column) {
    vector(static_cast<long>(column)) = rows(row, column);
  }
  return vector;
}

void Copy(const GraphSample& sample, Graph& graph) {
  graph.set_number_of_nodes(sample.num_nodes());
  for (int node = 0; node < sample.num_nodes(); ++node) {
    graph.node(node).data = RowOf(std::get<DenseRows>(sample.features), node);
  }
  for (size_t e = 0; e < sample.edges.size(); ++e) {
    const auto [p, q] = sample.edges[e];
    graph.add_edge(p, q);
    dlib::edge(graph, p, q) = RowOf(sample.edge_features, static_cast<Eigen::Index>(e));
  }
}

DenseVector ToDense(const Vector& vector) {
  DenseVector dense(vector.size());
  for (long i = 0; i < vector.size(); ++i) dense[i] = vector(i);
  return dense;
}

}  // namespace

DlibGraphModel TrainGraphsWithDlib(const structured_learning::GraphSamples& samples,
                                   const std::array<double, 2>& losses, double c, double epsilon) {
  dlib::array<Graph> graphs(samples.size());
  std::vector<std::vector<bool>> labels;
  for (size_t i = 0; i < samples.size(); ++i) {
    Copy(*samples[i], graphs[i]);
    labels.emplace_back(samples[i]->labels.begin(), samples[i]->labels.end());
  }
  dlib::structural_graph_labeling_trainer<Vector> trainer;
  trainer.set_c(c);
  trainer.set_epsilon(epsilon);
  trainer.set_num_threads(1);
  trainer.set_loss_on_negative_class(losses[0]);
  trainer.set_loss_on_positive_class(losses[1]);
  DlibGraphModel model;
  model.seconds = common::MeasureSeconds([&] {
    const auto labeler = trainer.train(graphs, labels);
    model.node_weights = ToDense(labeler.get_node_weights());
    model.edge_weights = ToDense(labeler.get_edge_weights());
  });
  return model;
}

}  // namespace structlab::structured_svm_benchmark
