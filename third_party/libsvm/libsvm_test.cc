#include <gtest/gtest.h>
#include <libsvm/svm.h>

#include <array>
#include <memory>
#include <vector>

namespace {

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

// The points -3, -1, 1 and 2 of a line with the linear kernel as a matrix: the margin lies between -1 and 1,
// so that f(x) = x.
TEST(Libsvm, SeparatesPointsByAMatrixOfTheirKernel) {
  svm_set_print_string_function([](const char*) {});
  const std::array<double, 4> points = {-3, -1, 1, 2};
  std::array<double, 4> labels = {-1, -1, 1, 1};
  // A row is "0: its number from 1, i: kernel with the i-th point", ended by index -1.
  const auto row_of = [&](double x, int number) {
    std::vector<svm_node> row = {{0, static_cast<double>(number)}};
    for (int i = 0; i < 4; ++i) row.push_back({i + 1, x * points[static_cast<size_t>(i)]});
    row.push_back({-1, 0});
    return row;
  };
  std::array<std::vector<svm_node>, 4> rows;
  std::array<svm_node*, 4> row_pointers;
  for (size_t i = 0; i < 4; ++i) {
    rows[i] = row_of(points[i], static_cast<int>(i) + 1);
    row_pointers[i] = rows[i].data();
  }
  const svm_problem problem = {4, labels.data(), row_pointers.data()};
  svm_parameter parameters{};
  parameters.svm_type = C_SVC;
  parameters.kernel_type = PRECOMPUTED;
  parameters.cache_size = 1;
  parameters.eps = 1e-9;
  parameters.C = 100;
  ASSERT_EQ(svm_check_parameter(&problem, &parameters), nullptr);
  const std::unique_ptr<svm_model, FreeModel> model(svm_train(&problem, &parameters));
  for (const double x : {-2.0, 0.25, 5.0}) {
    double value = 0;
    EXPECT_EQ(svm_predict_values(model.get(), row_of(x, 0).data(), &value), x < 0 ? -1 : 1);
    EXPECT_NEAR(value, x, 1e-6);
  }
}

}  // namespace
