#include "kernels/graphs/named_features.h"

#include <gtest/gtest.h>

#include <map>

#include "common/random_stream.h"
#include "common/testing/message_of.h"

namespace structlab::kernels {
namespace {

using common::MessageOf;
using Names = std::vector<uint64_t>;

TEST(JoinRows, GivesEachNameAColumn) {
  const NamedFeatures features = JoinRows({{{7, 1}, {9, 2}}, {}, {{1, 3}, {9, 4}}});
  EXPECT_EQ(features.names, (Names{1, 7, 9}));
  Eigen::MatrixXd expected(3, 3);
  expected << 0, 1, 2, 0, 0, 0, 3, 0, 4;
  EXPECT_EQ(Eigen::MatrixXd(features.values), expected);
  EXPECT_EQ(JoinRows({}).values.rows(), 0);
  EXPECT_EQ(JoinRows({{}, {}}).values.rows(), 2);
}

TEST(TakeColumns, FindsValuesByTheirNames) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream stream(seed, "names");
    std::vector<std::map<uint64_t, double>> rows(4);
    std::vector<std::vector<NamedValue>> listed;
    for (auto& row : rows) {
      for (int i = 0; i < 6; ++i) row[stream.UniformIndex(12)] = 1 + stream.Uniform();
      listed.emplace_back();
      for (const auto& [name, value] : row) listed.back().push_back({name, value});
    }
    Names wanted;
    for (uint64_t name = 0; name < 15; ++name) {
      if (stream.Uniform() < 0.5) wanted.push_back(name);
    }
    const SparseFeatures taken = TakeColumns(JoinRows(listed), wanted);
    ASSERT_EQ(taken.rows(), 4);
    ASSERT_EQ(taken.cols(), static_cast<Eigen::Index>(wanted.size()));
    for (size_t row = 0; row < 4; ++row) {
      for (size_t i = 0; i < wanted.size(); ++i) {
        const auto found = rows[row].find(wanted[i]);
        EXPECT_EQ(taken.coeff(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(i)),
                  found == rows[row].end() ? 0 : found->second);
      }
    }
  }
}

TEST(TakeColumns, RefusesNamesInNoOrder) {
  const NamedFeatures features = JoinRows({{{7, 1}, {9, 2}}});
  EXPECT_EQ(MessageOf([&] {
              TakeColumns(features, Names{9, 7});
            }),
            "names: expected names in ascending order, found 7 after 9");
  EXPECT_EQ(MessageOf([&] {
              TakeColumns(features, Names{7, 7});
            }),
            "names: expected names in ascending order, found 7 after 7");
}

}  // namespace
}  // namespace structlab::kernels
