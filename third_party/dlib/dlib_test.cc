#include <dlib/matrix.h>
#include <dlib/optimization.h>
#include <dlib/threads.h>
#include <gtest/gtest.h>

namespace {

using Vector = dlib::matrix<double, 2, 1>;

// The minimum of (x - 1)^2 + 4 (y + 2)^2.
TEST(Dlib, MinimisesAQuadratic) {
  Vector point = {0.0, 0.0};
  const auto value = [](const Vector& p) { return (p(0) - 1) * (p(0) - 1) + 4 * (p(1) + 2) * (p(1) + 2); };
  const auto gradient = [](const Vector& p) { return Vector{2 * (p(0) - 1), 8 * (p(1) + 2)}; };
  dlib::find_min(dlib::lbfgs_search_strategy(4), dlib::objective_delta_stop_strategy(1e-14), value, gradient,
                 point, 0.0);
  EXPECT_NEAR(point(0), 1.0, 1e-6);
  EXPECT_NEAR(point(1), -2.0, 1e-6);
}

// Uses the compiled part of the library.
TEST(Dlib, RunsATaskInAThreadPool) {
  dlib::thread_pool pool(2);
  EXPECT_EQ(pool.num_threads_in_pool(), 2u);
}

}  // namespace
