#include <gtest/gtest.h>
#include <linear.h>

#include <array>
#include <memory>

namespace {

struct FreeModel {
  void operator()(model* trained) const { free_and_destroy_model(&trained); }
};

// The points -1 and 1 of a line: the minimum of w^2 / 2 + 2 C (1 - w)^2 is at 4 C / (1 + 4 C).
TEST(Liblinear, FindsTheLeastSquaredHingeLoss) {
  set_print_string_function([](const char*) {});
  std::array<double, 2> labels = {1, -1};
  // Features from 1, ended by index -1.
  std::array<feature_node, 2> right = {{{1, 1.0}, {-1, 0}}}, left = {{{1, -1.0}, {-1, 0}}};
  std::array<feature_node*, 2> rows = {right.data(), left.data()};
  const problem two_points = {.l = 2, .n = 1, .y = labels.data(), .x = rows.data(), .bias = -1};
  for (const double c : {0.1, 1.0, 30.0}) {
    parameter parameters{};
    parameters.solver_type = L2R_L2LOSS_SVC_DUAL;
    parameters.eps = 1e-10;
    parameters.C = c;
    ASSERT_EQ(check_parameter(&two_points, &parameters), nullptr);
    const std::unique_ptr<model, FreeModel> trained(train(&two_points, &parameters));
    EXPECT_NEAR(trained->w[0], 4 * c / (1 + 4 * c), 1e-8);
    EXPECT_EQ(predict(trained.get(), left.data()), -1);
  }
}

}  // namespace
