#include "experiments/rivals/elastix.h"

#include <gtest/gtest.h>

#include <string>

#include "common/parallel.h"
#include "experiments/datasets/medical/load.h"
#include "registration/volumes/displacement_field.h"

namespace structlab::rivals {
namespace {

// The field that is read back moves the image by the shift between the two.
TEST(Elastix, FindsAKnownShift) {
  const std::string program = FindElastix();
  if (program.empty()) GTEST_SKIP() << "needs elastix: apt-get install elastix";
  common::ThreadPool pool(2);
  const datasets::Subject subject = datasets::DrawBrains().load(0, pool);
  registration::Image moving = subject.image;
  moving.geometry.origin += registration::Point(5, -3, 4);
  const ElastixResult result =
      RunElastix(program, subject.image, moving, {.spacing = 40, .iterations = 150}, pool);
  EXPECT_GT(result.seconds, 0.1);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double count = 0;
  for (size_t i = 0; i < subject.labels.values.size(); ++i) {
    if (subject.labels.values[i] == 0) continue;
    sum += result.field.values[i].cast<double>();
    ++count;
  }
  EXPECT_LT((sum / count - Eigen::Vector3d(5, -3, 4)).norm(), 0.5);
}

TEST(Elastix, AFailureNamesTheProgram) {
  const datasets::Subject subject = {.image = registration::Image(registration::Geometry{.size = {4, 4, 4}}),
                                     .labels = {}};
  common::ThreadPool pool(1);
  EXPECT_ANY_THROW(RunElastix("/bin/false", subject.image, subject.image, {}, pool));
}

}  // namespace
}  // namespace structlab::rivals
