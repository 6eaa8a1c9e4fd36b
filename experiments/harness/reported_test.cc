#include "experiments/harness/reported.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

using common::MessageOf;

const std::string kBenchmarkColumns =
    "benchmark\tvalue\tunit\tyardstick\tyardstick_value\tratio\ttarget\tthreads\tnote\tmet\tcommit\tdate\t"
    "processor\n";

TEST(ParseBenchmarks, ReadsRowsWithAndWithoutAYardstick) {
  const std::vector<RecordedBenchmark> rows =
      ParseBenchmarks(kBenchmarkColumns +
                          "cut/grid\t0.5\ts\tBoost\t12\t24\tratio>=20\t1\tall\tyes\tabc\t2026-01-31\tsome\n"
                          "cut/memory\t40.5\tMiB\t\t\t\tvalue<=40\t2\t\tno\tabc\t2026-01-31\tsome\n"
                          "cut/other\t1\ts\t\t\t\t\t1\t\t\tabc\t2026-01-31\tsome\n",
                      "b.tsv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].benchmark, "cut/grid");
  EXPECT_EQ(rows[0].value, 0.5);
  EXPECT_EQ(rows[0].unit, "s");
  EXPECT_EQ(rows[0].yardstick, "Boost");
  EXPECT_EQ(rows[0].yardstick_value, 12);
  EXPECT_EQ(rows[0].ratio, 24);
  EXPECT_EQ(rows[0].target, "ratio>=20");
  EXPECT_EQ(rows[0].is_met, true);
  EXPECT_EQ(rows[0].note, "all");
  EXPECT_EQ(rows[0].commit, "abc");
  EXPECT_EQ(rows[0].date, "2026-01-31");
  EXPECT_EQ(rows[0].processor, "some");
  EXPECT_EQ(rows[1].ratio, std::nullopt);
  EXPECT_EQ(rows[1].is_met, false);
  EXPECT_EQ(rows[1].threads, 2);
  EXPECT_EQ(rows[2].is_met, std::nullopt);
  EXPECT_TRUE(ParseBenchmarks("", "b.tsv").empty());
}

TEST(ParseBenchmarks, NamesTheLineThatIsDamaged) {
  const auto message = [](const std::string& row) {
    return MessageOf([&] { ParseBenchmarks(kBenchmarkColumns + row, "b.tsv"); });
  };
  EXPECT_EQ(message("a\t1\ts\t\t\t\t\t1\t\tmaybe\tc\td\tp\n"),
            "b.tsv:2:14: expected met: yes, no or nothing, found 'maybe'");
  EXPECT_EQ(message("a\t1\ts\t\t\t\t\t0\t\t\tc\td\tp\n"),
            "b.tsv:2:11: expected threads: 1 to 1000000, found 0");
  EXPECT_NE(message("a\tfast\ts\t\t\t\t\t1\t\t\tc\td\tp\n").find("b.tsv:2"), std::string::npos);
}

TEST(ParseReported, ReadsNumbersThatMayBeMissing) {
  const std::string columns =
      "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote\n";
  const std::vector<ReportedRow> rows = ParseReported(
      columns + "T\tD\tM\ta=1\terror\t0.1\t\t%\tfalse\tread off\nT\tD\tM\t\tcurve\t\t\t\t\t\n", "r.tsv");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].key.setting, (Setting{{"a", "1"}}));
  EXPECT_EQ(rows[0].value, 0.1);
  EXPECT_EQ(rows[0].std, std::nullopt);
  EXPECT_EQ(rows[0].higher_is_better, false);
  EXPECT_EQ(rows[0].note, "read off");
  EXPECT_EQ(rows[1].value, std::nullopt);
  EXPECT_EQ(rows[1].higher_is_better, std::nullopt);
  EXPECT_EQ(MessageOf([&] { ParseReported(columns + "T\tD\tM\t\tm\t\t\t\tno\t\n", "r.tsv"); }),
            "r.tsv:2:13: expected true, false or nothing, found 'no'");
}

// source_file and whatever else a table has: notes of who typed it, of which nothing is kept.
TEST(ParseReported, IgnoresOtherColumns) {
  const std::string columns =
      "table\tdataset\tmethod\tsetting\tmetric\tvalue\tstd\tunit\thigher_is_better\tnote";
  const std::string row = "T\tD\tM\ta=1\terror\t0.1\t\t%\tfalse\tread off";
  const std::vector<ReportedRow> plain = ParseReported(columns + "\n" + row + "\n", "r.tsv");
  const std::vector<ReportedRow> noted =
      ParseReported("source_file\t" + columns + "\tpage\n" + "a_text.txt\t" + row + "\t12\n", "r.tsv");
  ASSERT_EQ(plain.size(), 1u);
  ASSERT_EQ(noted.size(), 1u);
  EXPECT_EQ(noted[0].key, plain[0].key);
  EXPECT_EQ(noted[0].value, plain[0].value);
  EXPECT_EQ(noted[0].unit, plain[0].unit);
  EXPECT_EQ(noted[0].higher_is_better, plain[0].higher_is_better);
  EXPECT_EQ(noted[0].note, plain[0].note);
}

}  // namespace
}  // namespace structlab::harness
