#include <glpk.h>
#include <gtest/gtest.h>

#include <memory>

namespace {

using Problem = std::unique_ptr<glp_prob, decltype(&glp_delete_prob)>;

// max 10 a + 6 b + 4 c with a + b + c <= 100, 10 a + 4 b + 5 c <= 600, 2 a + 2 b + 6 c <= 300 (the example of
// GLPK's manual): 2200 / 3 at a = 100 / 3, b = 200 / 3, c = 0, with the duals 10 / 3, 2 / 3 and 0.
TEST(Glpk, SolvesALinearProgramWithItsDual) {
  glp_term_out(GLP_OFF);
  const Problem problem(glp_create_prob(), glp_delete_prob);
  glp_set_obj_dir(problem.get(), GLP_MAX);
  glp_add_rows(problem.get(), 3);
  glp_add_cols(problem.get(), 3);
  const double limits[] = {100, 600, 300}, gains[] = {10, 6, 4};
  const double rows[3][4] = {{0, 1, 1, 1}, {0, 10, 4, 5}, {0, 2, 2, 6}};
  const int columns[] = {0, 1, 2, 3};
  for (int i = 1; i <= 3; ++i) {
    glp_set_row_bnds(problem.get(), i, GLP_UP, 0, limits[i - 1]);
    glp_set_mat_row(problem.get(), i, 3, columns, rows[i - 1]);
    glp_set_col_bnds(problem.get(), i, GLP_LO, 0, 0);
    glp_set_obj_coef(problem.get(), i, gains[i - 1]);
  }
  ASSERT_EQ(glp_simplex(problem.get(), nullptr), 0);
  EXPECT_EQ(glp_get_status(problem.get()), GLP_OPT);
  EXPECT_NEAR(glp_get_obj_val(problem.get()), 2200.0 / 3, 1e-9);
  EXPECT_NEAR(glp_get_col_prim(problem.get(), 1), 100.0 / 3, 1e-9);
  EXPECT_NEAR(glp_get_row_dual(problem.get(), 1), 10.0 / 3, 1e-9);
  EXPECT_NEAR(glp_get_row_dual(problem.get(), 3), 0, 1e-9);
}

}  // namespace
