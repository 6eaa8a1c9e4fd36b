#include "common/table_rows.h"

#include <gtest/gtest.h>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

enum class Colour { kRed, kBlue };
constexpr std::string_view kColours[] = {"red", "blue"};
std::string FormatCell(Colour colour) { return std::string(kColours[static_cast<size_t>(colour)]); }
void ParseCell(const std::string& text, const std::string& where, Colour& colour) {
  colour = static_cast<Colour>(ParseWord(text, where, kColours));
}

struct Named {
  std::string name;
};
struct Row : Named {
  double number = 0;
  std::optional<double> maybe;
  int count = 0;
  int64_t bytes = 0;
  bool truth = false;
  KeyValues setting;
  std::vector<uint64_t> seeds;
  std::vector<std::string> items;
  std::optional<Colour> colour;
  std::string note = "as it was";
};

std::vector<TableColumn<Row>> Columns() {
  return {{"name", &Row::name},
          {"number", &Row::number},
          {"maybe", &Row::maybe},
          {"count", &Row::count},
          {"bytes", &Row::bytes},
          {"truth", &Row::truth},
          {"setting", &Row::setting},
          {"seeds", &Row::seeds},
          {"items", &Row::items},
          {"colour", &Row::colour},
          {"note", &Row::note, TableColumn<Row>::kOptional}};
}

TEST(TableRows, ReadBackToTheSame) {
  Row row = {{"a\tb"}, 0.1 + 0.2, {}, 3, int64_t{1} << 40, true, {{"k", "v"}}, {}, {}, Colour::kBlue, "n"};
  row.seeds = {0, ~uint64_t{0}};
  row.items = {"a;b", "c\\"};
  const Table table = FormatRows(Columns(), {row, Row()});
  EXPECT_EQ(table.Text(0, "items"), "a\\;b;c\\\\");
  EXPECT_EQ(table.Text(1, "colour") + table.Text(1, "maybe") + table.Text(1, "seeds"), "");
  const std::vector<Row> again = ParseRows(Columns(), FormatTsv(table), "a.tsv");
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(again[0].name, row.name);
  EXPECT_EQ(again[0].number, row.number);
  EXPECT_EQ(again[0].maybe, std::nullopt);
  EXPECT_EQ(again[0].count, 3);
  EXPECT_EQ(again[0].bytes, row.bytes);
  EXPECT_TRUE(again[0].truth);
  EXPECT_EQ(again[0].setting, row.setting);
  EXPECT_EQ(again[0].seeds, row.seeds);
  EXPECT_EQ(again[0].items, row.items);
  EXPECT_EQ(again[0].colour, Colour::kBlue);
  EXPECT_EQ(again[0].note, "n");
  EXPECT_EQ(again[1].colour, std::nullopt);
}

TEST(TableRows, ColumnsStandInAnyOrderAndSomeMayBeMissing) {
  const std::vector<TableColumn<Row>> columns = {
      {"name", &Row::name}, {"maybe", &Row::maybe}, {"note", &Row::note, TableColumn<Row>::kOptional}};
  const std::vector<Row> rows = ParseRows(columns, "other\tmaybe\tname\nx\t2\tme\n", "a.tsv");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].name, "me");
  EXPECT_EQ(rows[0].maybe, 2.0);
  EXPECT_EQ(rows[0].note, "as it was");
  EXPECT_TRUE(ParseRows(columns, "", "a.tsv").empty());
}

TEST(TableRows, ErrorsNameFileLineAndColumn) {
  const auto message = [](const std::string& tsv) {
    return MessageOf([&] { ParseRows(Columns(), tsv, "a.tsv"); });
  };
  const std::string head = "name\tnumber\tmaybe\tcount\tbytes\ttruth\tsetting\tseeds\titems\tcolour\n";
  EXPECT_EQ(message(head + "a\t1\t\t1\t1\tyes\t\t1;2\t\tred\n"), "no error");
  EXPECT_EQ(message(head + "a\tx\t\t1\t1\tyes\t\t1\t\tred\n").find("a.tsv:2:3, column number"), 0u);
  EXPECT_EQ(message(head + "a\t1\t\t-1\t1\tyes\t\t1\t\tred\n").find("a.tsv:2:6, column count"), 0u);
  EXPECT_EQ(message(head + "a\t1\t\t1\t1\tmaybe\t\t1\t\tred\n").find("a.tsv:2:10, column truth"), 0u);
  EXPECT_EQ(message(head + "a\t1\t\t1\t1\tno\t\t1;-2\t\tred\n").find("a.tsv:2:14, column seeds"), 0u);
  EXPECT_EQ(message(head + "a\t1\t\t1\t1\tno\t\t1\t\tpink\n"),
            "a.tsv:2:17, column colour: expected red or blue, found 'pink'");
  EXPECT_EQ(message("name\n").find("a.tsv:1"), 0u);
}

}  // namespace
}  // namespace structlab::common
