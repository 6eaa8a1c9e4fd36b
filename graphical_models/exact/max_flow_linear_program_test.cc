#include <glpk.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "common/random_stream.h"
#include "graphical_models/exact/max_flow_graph.h"
#include "graphical_models/exact/max_flow_grid.h"
#include "graphical_models/exact/testing/flow_instances.h"

namespace structlab::graphical_models {
namespace {

// min sum_v from_source_v x_v + to_sink_v (1 - x_v) + sum_uv capacity_uv d_uv with d_uv >= x_v - x_u, d >= 0,
// 0 <= x <= 1, where x is 0 on the source side: the dual of the maximum flow. All of its vertices are
// integral.
class CutProgram {
 public:
  explicit CutProgram(const FlowInstance<int32_t>& instance) : problem_(glp_create_prob(), glp_delete_prob) {
    glp_set_obj_dir(problem_.get(), GLP_MIN);
    double constant = 0;
    for (int v = 0; v < instance.num_nodes(); ++v) {
      const int column = glp_add_cols(problem_.get(), 1);
      glp_set_col_bnds(problem_.get(), column, GLP_DB, 0, 1);
      glp_set_obj_coef(problem_.get(), column, instance.from_source[v] - instance.to_sink[v]);
      constant += instance.to_sink[v];
    }
    glp_set_obj_coef(problem_.get(), 0, constant);
    for (const auto& edge : instance.edges) {
      AddCapacity(edge.from, edge.to, edge.capacity);
      AddCapacity(edge.to, edge.from, edge.reverse_capacity);
    }
  }

  // The minimum value. All capacities are integers, so that the value is an integer: within 1e-6 it is exact.
  int64_t Solve() {
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    EXPECT_EQ(glp_simplex(problem_.get(), &options), 0);
    EXPECT_EQ(glp_get_status(problem_.get()), GLP_OPT);
    const double value = glp_get_obj_val(problem_.get());
    EXPECT_NEAR(value, std::round(value), 1e-6);
    return std::llround(value);
  }

 private:
  void AddCapacity(int from, int to, int32_t capacity) {
    const int column = glp_add_cols(problem_.get(), 1);
    glp_set_col_bnds(problem_.get(), column, GLP_LO, 0, 0);
    glp_set_obj_coef(problem_.get(), column, capacity);
    const int row = glp_add_rows(problem_.get(), 1);
    glp_set_row_bnds(problem_.get(), row, GLP_LO, 0, 0);
    // Both count from 1.
    const int columns[] = {0, column, to + 1, from + 1};
    const double coefficients[] = {0, 1, -1, 1};
    glp_set_mat_row(problem_.get(), row, 3, columns, coefficients);
  }

  std::unique_ptr<glp_prob, decltype(&glp_delete_prob)> problem_;
};

TEST(MaxFlow, OfRandomGraphsIsTheValueOfTheLinearProgram) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "against a linear program");
    const int nodes = 2 + static_cast<int>(random.UniformIndex(40));
    const int edges = nodes * (1 + static_cast<int>(random.UniformIndex(4)));
    const auto instance =
        RandomGraphInstance<int32_t>(nodes, edges, {.max_capacity = 100, .zero = 0.3}, random);
    EXPECT_EQ(MakeGraph(instance).Solve(), CutProgram(instance).Solve());
  }
}

TEST(MaxFlow, OfRandomGridsIsTheValueOfTheLinearProgram) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "grid against a linear program");
    const int width = 1 + static_cast<int>(random.UniformIndex(8));
    const int height = 1 + static_cast<int>(random.UniformIndex(8));
    const auto instance =
        RandomGridInstance<int32_t>(width, height, {.max_capacity = 30, .zero = 0.1}, random);
    EXPECT_EQ(MakeGrid(instance).Solve(), CutProgram(instance).Solve());
  }
}

}  // namespace
}  // namespace structlab::graphical_models
