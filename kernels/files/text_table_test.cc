// What the first line of a text table is, and marks of missing numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "kernels/files/matrix_file.h"

namespace structlab::kernels {
namespace {

class TextTable : public testing::Test {
 protected:
  NamedMatrix Read(const std::string& text, const MatrixOptions& options = {},
                   const std::string& columns = "") {
    common::WriteFileAtomically(path_, text);
    return ReadMatrix(path_ + columns, options);
  }
  std::string ErrorOf(const std::string& text, const MatrixOptions& options = {},
                      const std::string& columns = "") {
    const std::string message = common::MessageOf([&] { Read(text, options, columns); });
    return message.starts_with(path_) ? message.substr(path_.size() + 1) : message;
  }
  static bool Begins(const std::string& text, const std::string& begin) { return text.starts_with(begin); }

  common::ScratchFolder scratch_{"text_table"};
  const std::string path_ = scratch_.path() + "/t.csv";
};

const std::vector<std::string> kMarks = {"-",    ".",       "?",  "None", "missing", "<NA>",
                                         "#N/A", "#DIV/0!", "NA", "nan",  "null"};

TEST_F(TextTable, ALineWithANumberIsData) {
  for (const std::string& mark : kMarks) {
    SCOPED_TRACE(mark);
    // In the first line and in another one.
    EXPECT_TRUE(Begins(ErrorOf(mark + ",1\n2,3\n4,5\n6,8\n"),
                       "1:1: expected a finite number, found '" + mark + "'; "));
    EXPECT_TRUE(
        Begins(ErrorOf("a,b\n2,3\n" + mark + ",5\n6,8\n"), "3:1: expected a finite number, found '" + mark));
    const NamedMatrix kept = Read(mark + ",1\n2,3\n4,5\n6,8\n", {.keeps_missing = true});
    EXPECT_EQ(kept.rows.rows(), 4);
    EXPECT_TRUE(std::isnan(kept.rows(0, 0)));
    EXPECT_EQ(kept.rows(0, 1), 1);
    EXPECT_TRUE(Read("1,2\n" + mark + ",5\n", {.keeps_missing = true}).rows.row(1).hasNaN());
    EXPECT_EQ(Read(mark + "\n2\n", {.keeps_missing = true}).rows.rows(), 2);
  }
  // These are no missing numbers.
  for (const std::string text : {"TRUE", "5%", "inf", "1e999"}) {
    EXPECT_TRUE(Begins(ErrorOf(text + "\n2\n", {.keeps_missing = true}),
                       "1:1: expected a finite number, found '" + text + "'; "));
  }
  // A word beside a number is refused with both ways out.
  EXPECT_EQ(ErrorOf("country,2019\n1,2\n"),
            "1:1: expected a finite number, found 'country'; leave out the row or the column, or put a "
            "number there; "
            "if the line names the columns: --names=yes");
  EXPECT_EQ(Read("country,2019\n1,2\n", {.names = TableNames::kYes}).columns[1], "2019");
  // With one column, an empty line between numbers is a missing number. Empty lines at the end do not count.
  EXPECT_TRUE(Begins(ErrorOf("x\n1\n\n3\n"), "3:1: expected a finite number, found an empty cell; "));
  EXPECT_EQ(Read("x\n1\n\n3\n\n\n", {.keeps_missing = true}).rows.rows(), 3);
  EXPECT_TRUE(std::isnan(Read("x\n1\n \n3\n", {.keeps_missing = true}).rows(1, 0)));
  EXPECT_EQ(Read("\nx,y\n\n1,2\n\n3,4\n").rows.rows(), 2);
  EXPECT_EQ(Read("# a comment\n% another\n#\n1,2\n").rows.rows(), 1);
}

TEST_F(TextTable, NamesThatCount) {
  // pandas' files: without names of columns, with and without names of rows.
  const DenseRows<double> one{{0.5}, {1.0}, {2.5}}, two{{0.5, 2.0}, {1.25, 3.5}};
  NamedMatrix found = Read("0\n0.5\n1.0\n2.5\n");
  EXPECT_EQ(found.rows, one);
  EXPECT_EQ(found.columns, std::vector<std::string>{"0"});
  EXPECT_TRUE(Begins(found.notes.at(0), "the first line, 0, names the columns"));
  found = Read("0,1\n0.5,2.0\n1.25,3.5\n");
  EXPECT_EQ(found.rows, two);
  EXPECT_EQ(found.columns, (std::vector<std::string>{"0", "1"}));
  found = Read(",0,1\n0,0.5,2.0\n1,1.25,3.5\n");
  EXPECT_EQ(found.rows, two);
  EXPECT_EQ(found.columns, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(found.notes.size(), 2);  // of the names, and of the column that is left out
  EXPECT_EQ(Read(",0\n0,0.5\n1,1.0\n2,2.5\n").rows, one);
  // A row whose first number is missing.
  EXPECT_TRUE(Begins(ErrorOf(",1\n2.5,3\n4,5\n"), "1:1: expected a finite number, found an empty cell"));
  EXPECT_EQ(ErrorOf(",0\n2.5,3\n4,5\n"),
            "1: expected names of columns behind an empty cell, or a row of data, found either, as the first "
            "column has fractions below it; say which it is: --names=yes or --names=no");
  // Data, with a note.
  found = Read("0\n7\n14\n1e20\n");
  EXPECT_EQ(found.rows.rows(), 4);
  EXPECT_TRUE(Begins(found.notes.at(0), "the first line, 0, is read as a row of data"));
  EXPECT_EQ(Read("0,1\n5,6\n").rows.rows(), 2);
  EXPECT_TRUE(Read("0.0,1.0\n0.5,6.5\n").notes.empty());
  EXPECT_TRUE(Read("3\n0.5\n").notes.empty());
  // Either is possible.
  EXPECT_EQ(
      ErrorOf("0,1\n0.5,2\n1.25,3\n"),
      "1: expected names of columns, or a row of data like the rows below, found 0,1, over some columns that "
      "only have fractions; say which it is: --names=yes or --names=no");
  EXPECT_EQ(Read("0,1\n0.5,2\n1.25,3\n", {.names = TableNames::kYes}).rows.rows(), 2);
  EXPECT_EQ(Read("0\n0.5\n1.0\n", {.names = TableNames::kNo}).rows.rows(), 3);
  EXPECT_EQ(Read("0,1,2,3\n4,5,6,7\n", {.names = TableNames::kNo}).rows.rows(), 2);
}

TEST_F(TextTable, WrittenNumbersAreReadBack) {
  for (const DenseRows<double>& rows : {DenseRows<double>{{0}, {0.5}}, DenseRows<double>{{0, 1}, {0.5, 2}}}) {
    WriteCsv({rows, {}}, path_);
    EXPECT_EQ(ReadMatrix(path_).rows, rows);
  }
}

TEST_F(TextTable, ColumnsByName) {
  const std::string table = "name,height,\"a:b\",2\nAda,1.5,7,8\nEve,1.7,9,10\n";
  const MatrixOptions named = {.names = TableNames::kYes};
  EXPECT_EQ(Read(table, named, ":height").rows, (DenseRows<double>{{1.5}, {1.7}}));
  const NamedMatrix two = Read(table, named, ":2,height");
  EXPECT_EQ(two.rows, (DenseRows<double>{{8, 1.5}, {10, 1.7}}));
  EXPECT_EQ(two.columns, (std::vector<std::string>{"2", "height"}));
  EXPECT_EQ(Read(table, named, ":a:b").rows(1, 0), 9);
  EXPECT_EQ(ErrorOf(table, named, ":heigth"),
            " expected one column with the name 'heigth', found others, nearest first: height, name, a:b, 2");
  EXPECT_TRUE(Begins(ErrorOf(table, named, ":1"), " expected one column with the name '1', found others"));
  EXPECT_EQ(ErrorOf("a,a\n1,2\n", {}, ":a"), " expected one column with the name 'a', found 2");
  EXPECT_TRUE(
      Begins(ErrorOf("1,2\n3,4\n", {}, ":1"), " expected names of columns in the first line, found a row"));
  EXPECT_EQ(Read("0,1\n5,6\n", {}, ":1").rows, (DenseRows<double>{{6}}));
}

TEST_F(TextTable, HabitsOfOtherPrograms) {
  const DenseRows<double> expected{{1.5, 2.25}, {-3, 4}};
  for (const std::string text :
       {"1,5;2,25\n-3;4\n", "x;y\r\n1,5;2,25\r\n-3,0;4\r\n", "1,5\t2,25\n-3\t4\n", "1,5 2,25\n-3 4\n"}) {
    const NamedMatrix found = Read(text);
    EXPECT_EQ(found.rows, expected) << text;
    EXPECT_EQ(found.notes, std::vector<std::string>{"decimal commas are read as decimal points"});
  }
  // Numbers in quotes, CR alone at line ends.
  for (const std::string text : {"\"1.5\",\"2.25\"\n\"-3\",\"4\"\n", "x,y\n\"1.5\",2.25\n-3,\"4\"\n",
                                 "1.5,2.25\r-3,4\r", "x,y\r1.5,2.25\r-3,4"}) {
    EXPECT_EQ(Read(text).rows, expected) << text;
  }
  EXPECT_TRUE(Begins(ErrorOf("x,y\r1,2\r3,z\r"), "3:3: expected a finite number, found 'z'"));
  // A column with decimal commas looks like two columns.
  EXPECT_TRUE(Begins(Read("1,50\n2,75\n").notes.at(0), "each line has two integers, read as two columns"));
  EXPECT_TRUE(Read("1,5\n2,75\n").notes.empty());
  // Endings in capitals.
  common::WriteFileAtomically(scratch_.path() + "/T.CSV", "1.5,2.25\n-3,4\n");
  EXPECT_EQ(ReadMatrix(scratch_.path() + "/T.CSV").rows, expected);
  common::WriteFileAtomically(scratch_.path() + "/T.SVM", "1 1:1.5 2:2.25\n1 1:-3 2:4\n");
  EXPECT_EQ(ReadMatrix(scratch_.path() + "/T.SVM").rows, expected);
}

}  // namespace
}  // namespace structlab::kernels
