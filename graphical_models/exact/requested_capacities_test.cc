#include "graphical_models/exact/requested_capacities.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace structlab::graphical_models {
namespace {

// Three nodes in a row: the first has 5 from the source, the last 4 to the sink; edges of 7 and 3 lead
// forward and 1 back.
template <class Capacity>
RequestedCapacities<Capacity, true> Row() {
  RequestedCapacities<Capacity, true> row;
  row.AddTerminal(0, 5, 0);
  row.AddTerminal(2, 0, 4);
  row.AddEdge(0, 1, 7, 1);
  row.AddEdge(2, 1, 1, 3);
  return row;
}

template <class Capacity>
bool IsCutValue(const RequestedCapacities<Capacity, true>& row, double value,
                const std::vector<bool>& on_source_side) {
  return row.IsCutValue(static_cast<FlowValue<Capacity>>(value),
                        [&](int32_t v) { return on_source_side[v]; });
}

template <class Capacity>
void ExpectCutsOfTheRow() {
  const auto row = Row<Capacity>();
  EXPECT_TRUE(IsCutValue(row, 5, {false, false, false}));
  EXPECT_TRUE(IsCutValue(row, 7, {true, false, false}));
  EXPECT_TRUE(IsCutValue(row, 3, {true, true, false}));
  EXPECT_TRUE(IsCutValue(row, 4, {true, true, true}));
  EXPECT_TRUE(IsCutValue(row, 5 + 1 + 3, {false, true, false}));  // backward and forward edges
  EXPECT_TRUE(IsCutValue(row, 5 + 1 + 4, {false, false, true}));
  for (const double other : {2.0, 4.0}) EXPECT_FALSE(IsCutValue(row, other, {true, true, false}));
}

TEST(RequestedCapacities, SumUpToTheValueOfACut) {
  ExpectCutsOfTheRow<int32_t>();
  ExpectCutsOfTheRow<int64_t>();
  ExpectCutsOfTheRow<double>();
}

TEST(RequestedCapacities, ChangeBothWays) {
  auto row = Row<int32_t>();
  row.ChangeEdge(1, 2, -3);
  row.AddTerminal(2, 1, -6);  // the minimum energy may be negative
  EXPECT_TRUE(IsCutValue(row, 0 + 1, {true, true, false}));
  EXPECT_TRUE(IsCutValue(row, -2, {true, true, true}));
  EXPECT_TRUE(IsCutValue(row, 5 + 3 - 2, {false, false, true}));
  row.Clear();
  EXPECT_TRUE(IsCutValue(row, 0, {true, true, false}));
}

// The capacities of a node in both directions may overflow the type, if the value of the cut fits.
TEST(RequestedCapacities, OfIntegersMayLeaveTheirType) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  RequestedCapacities<int64_t, true> capacities;
  for (int time = 0; time < 3; ++time) capacities.AddTerminal(0, kMax, 7);
  EXPECT_TRUE(capacities.IsCutValue(21, [](int32_t) { return true; }));
  EXPECT_FALSE(capacities.IsCutValue(20, [](int32_t) { return true; }));
}

TEST(RequestedCapacities, OfDoublesForgiveRoundingOnly) {
  RequestedCapacities<double, true> capacities;
  for (int time = 0; time < 10; ++time) capacities.AddTerminal(0, 0, 0.1);
  capacities.AddTerminal(1, 1, 0);
  const auto source_side = [](int32_t v) { return v == 0; };
  EXPECT_TRUE(capacities.IsCutValue(2, source_side));
  EXPECT_FALSE(capacities.IsCutValue(1.9, source_side));
  EXPECT_FALSE(capacities.IsCutValue(2 + 1e-8, source_side));
}

}  // namespace
}  // namespace structlab::graphical_models
