#include "common/testing/message_of.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace structlab::common {
namespace {

void Refuse() { ThrowDataError("a.tsv:7", "a number", "'x'"); }

TEST(MessageOf, IsWhatTheErrorSays) {
  EXPECT_EQ(MessageOf(Refuse), "a.tsv:7: expected a number, found 'x'");
  EXPECT_EQ(MessageOf(ErrorKind::kData, Refuse), "a.tsv:7: expected a number, found 'x'");
}

TEST(MessageOf, SaysWhereThereIsNoError) {
  int calls = 0;
  EXPECT_EQ(MessageOf([&] { ++calls; }), "no error");
  EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { ++calls; }), "no error");
  EXPECT_EQ(calls, 2);
}

TEST(MessageOf, AnotherKindFailsTheTest) {
  EXPECT_NONFATAL_FAILURE(MessageOf(ErrorKind::kUsage, Refuse), "expected a number, found 'x'");
}

// What is no Error is none of its business.
TEST(MessageOf, LetsOtherExceptionsPass) {
  EXPECT_THROW(MessageOf([] { throw std::logic_error("x"); }), std::logic_error);
}

}  // namespace
}  // namespace structlab::common
