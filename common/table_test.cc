#include "common/table.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>

#include "common/file.h"
#include "common/number.h"
#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

std::string ParseMessage(std::string_view text) {
  return MessageOf([text] { ParseTsv(text, "a.tsv"); });
}

void ExpectSameContent(const Table& a, const Table& b) {
  EXPECT_EQ(a.comments, b.comments);
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_EQ(a.rows, b.rows);
}

TEST(Table, ParsesCommentsHeaderAndRows) {
  const Table table = ParseTsv("# made by hand\n#\na\tb\n1\t\n#2\tx\\ty\\n\\r\\\\", "a.tsv");
  EXPECT_EQ(table.comments, (std::vector<std::string>{" made by hand", ""}));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.rows, (std::vector<std::vector<std::string>>{{"1", ""}, {"#2", "x\ty\n\r\\"}}));
  EXPECT_EQ(table.Column("b"), 1);
  EXPECT_EQ(table.Number(0, 0), 1.0);
  EXPECT_EQ(table.Where(1), "a.tsv:5");
  EXPECT_EQ(table.Where(1, 0), "a.tsv:5:1");
  EXPECT_EQ(table.Where(1, 1), "a.tsv:5:4");
}

TEST(Table, TakesWindowsLineEnds) {
  const Table table = ParseTsv("#c\r\na\tb\r\n1\t2\r\n", "a.tsv");
  EXPECT_EQ(table.comments, (std::vector<std::string>{"c"}));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.rows, (std::vector<std::vector<std::string>>{{"1", "2"}}));
}

TEST(Table, WritesTheCommentsItReads) {
  const Table table = ParseTsv("#a\rb\r\r\nx\n", "a.tsv");
  EXPECT_EQ(table.comments, (std::vector<std::string>{"a\rb"}));
  ExpectSameContent(ParseTsv(FormatTsv(table), "a.tsv"), table);
}

TEST(Table, HasARowForEachEmptyLineIfItHasOneColumn) {
  EXPECT_EQ(ParseTsv("a\n", "a.tsv").rows.size(), 0U);
  EXPECT_EQ(ParseTsv("a\n\n\n", "a.tsv").rows.size(), 2U);
}

TEST(Table, NamesTheLineOfAMistake) {
  EXPECT_EQ(ParseMessage(""), "a.tsv:1: expected a line of column names, found the end of the file");
  EXPECT_EQ(ParseMessage("#c\n"), "a.tsv:1: expected a line of column names, found the end of the file");
  EXPECT_EQ(ParseMessage("#c\na\tb\n1\t2\n3\n"), "a.tsv:4:2: expected 2 cells, found 1");
  EXPECT_EQ(ParseMessage("a\tb\n1\t2\t\n"), "a.tsv:2:5: expected 2 cells, found 3");
  EXPECT_EQ(ParseMessage("a\tb\n\\n1\t2\t\t4\r\n"), "a.tsv:2:7: expected 2 cells, found 4");
  EXPECT_EQ(ParseMessage("a\tb\n1\t\\x\n"), "a.tsv:2:3: expected \\t, \\n, \\r or \\\\, found '\\x'");
  EXPECT_EQ(ParseMessage("a\tb\n\\n\tx\\\\\\x\n"), "a.tsv:2:7: expected \\t, \\n, \\r or \\\\, found '\\x'");
  EXPECT_EQ(ParseMessage("a\n\\"), "a.tsv:2:1: expected \\t, \\n, \\r or \\\\, found '\\'");
  EXPECT_EQ(ParseMessage("a\t\n"),
            "a.tsv:1: expected names of columns, none empty, no two alike, found an empty column name");
  EXPECT_EQ(ParseMessage("a\tb\ta\n"),
            "a.tsv:1: expected names of columns, none empty, no two alike, found column 'a' twice");
}

TEST(Table, NamesTheLineOfAMissingColumnAndOfAWrongNumber) {
  const Table table = ParseTsv("#c\na\tb\n1\tx\n", "a.tsv");
  EXPECT_EQ(MessageOf([&] { table.Column("c"); }), "a.tsv:2: expected a column 'c', found the columns a b");
  EXPECT_EQ(MessageOf([&] { table.Number(0, 1); }), "a.tsv:3:3: expected a number, found 'x'");
  EXPECT_EQ(MessageOf([&] { table.Number(0, "b"); }), "a.tsv:3:3: expected a number, found 'x'");
  EXPECT_EQ(MessageOf([&] { table.Text(0, "c"); }), MessageOf([&] { table.Column("c"); }));
  EXPECT_EQ(table.Text(0, "b") + table.Where(0, "b"), "xa.tsv:3:3");
}

TEST(Table, RefusesToWriteWhatCannotBeReadBack) {
  const auto message = [](const Table& table) { return MessageOf([&] { FormatTsv(table); }); };
  EXPECT_EQ(message({}), "table: expected names of columns, none empty, no two alike, found no column");
  EXPECT_EQ(message({.columns = {"a", "a"}}),
            "table: expected names of columns, none empty, no two alike, found column 'a' twice");
  EXPECT_EQ(message({.columns = {"#a"}}),
            "table: expected a first column that does not begin with '#', found '#a'");
  EXPECT_EQ(message({.comments = {"x\ny"}, .columns = {"a"}}),
            "table: expected comments of one line each, found 'x\\x0ay'");
  EXPECT_EQ(message({.comments = {"x\r"}, .columns = {"a"}}),
            "table: expected comments of one line each, found 'x\\x0d'");
  EXPECT_EQ(message({.columns = {"a", "b"}, .rows = {{"1", "2"}, {"3"}}}),
            "table: expected 2 cells in row 1, found 1");
}

// Tables of random cells over the characters that matter, by a congruential sequence.
TEST(Table, ReadsBackWhatWasWritten) {
  uint64_t state = 7;
  const auto next = [&state](uint64_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return (state >> 33) % n;
  };
  const auto cell = [&next](std::string_view alphabet) {
    std::string text;
    for (uint64_t i = next(6); i > 0; --i) text += alphabet[next(alphabet.size())];
    return text;
  };
  const std::string_view any("\t\n\r\\#tnr\0 \xff", 11);
  for (int instance = 0; instance < 2000; ++instance) {
    SCOPED_TRACE(instance);
    Table table;
    for (uint64_t i = next(3); i > 0; --i) table.comments.push_back(cell("\t\\#x "));
    for (uint64_t i = next(4) + 1; i > 0; --i) {
      table.columns.push_back(std::to_string(i));  // the number keeps the names apart
      table.columns.back() += cell(any);
    }
    for (uint64_t i = next(4); i > 0; --i) {
      table.rows.emplace_back();
      for (size_t j = 0; j < table.columns.size(); ++j) table.rows.back().push_back(cell(any));
    }
    ExpectSameContent(ParseTsv(FormatTsv(table), "a.tsv"), table);
  }
}

TEST(Table, KeepsDoublesToTheBitThroughAFile) {
  Table table = {.columns = {"value"}};
  uint64_t bits = 3;
  std::vector<uint64_t> patterns;
  for (int i = 0; i < 20'000; ++i) {
    bits = bits * 6364136223846793005U + 1442695040888963407U;
    const uint64_t pattern = i % 4 == 0 ? bits & 0x800fffffffffffffU : bits ^ (bits >> 32);
    if (std::isnan(std::bit_cast<double>(pattern))) continue;
    patterns.push_back(pattern);
    table.rows.push_back({FormatDouble(std::bit_cast<double>(pattern))});
  }
  const std::string path = testing::TempDir() + "/doubles.tsv";
  WriteTsv(table, path);
  const Table again = ReadTsv(path);
  ASSERT_EQ(again.rows.size(), patterns.size());
  for (size_t row = 0; row < patterns.size(); ++row) {
    ASSERT_EQ(std::bit_cast<uint64_t>(again.Number(row, 0)), patterns[row]) << again.rows[row][0];
  }
}

TEST(Table, NamesTheFileThatCannotBeReadOrWritten) {
  EXPECT_EQ(MessageOf([] { ReadTsv("/none.tsv"); }), "/none.tsv: cannot be read: No such file or directory");
  EXPECT_EQ(MessageOf([] { WriteTsv({.columns = {"a"}}, "/dev/full"); }),
            "/dev/full: cannot be written: No space left on device");
}

}  // namespace
}  // namespace structlab::common
