// Files of HDF5 that are whole, but no case: as no damage makes them, but another program may.
#include "experiments/harness/stored_case.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/harness/hdf5_table.h"

namespace structlab::harness {
namespace {

using Columns = std::vector<std::pair<std::string, hid_t>>;

Hdf5Table FactTable(std::vector<std::vector<std::string>> texts) {
  return {.text_names = {"name", "value"}, .number_names = {}, .texts = std::move(texts), .numbers = {}};
}

// One curve or value a row, all of the same empty key.
Hdf5Table KeyTable(std::vector<std::string> more_texts, std::vector<std::string> number_names,
                   std::vector<double> numbers) {
  Hdf5Table table{.text_names = {"table", "dataset", "method", "setting", "metric"},
                  .number_names = std::move(number_names),
                  .texts = {},
                  .numbers = std::move(numbers)};
  for (std::string& text : more_texts) table.text_names.push_back(std::move(text));
  const size_t rows = table.number_names.empty() ? 1 : table.numbers.size() / table.number_names.size();
  table.texts.assign(rows, std::vector<std::string>(table.text_names.size()));
  return table;
}

// Rows of these columns, which nobody writes.
void MakeUnwrittenTable(const Hdf5Id& file, const char* name, const Columns& columns, hsize_t rows) {
  size_t size = 0;
  for (const auto& [column, type] : columns) size += H5Tget_size(type);
  const Hdf5Id row(H5Tcreate(H5T_COMPOUND, size), H5Tclose, name);
  size_t offset = 0;
  for (const auto& [column, type] : columns) {
    ASSERT_GE(H5Tinsert(row.get(), column.c_str(), offset, type), 0);
    offset += H5Tget_size(type);
  }
  const Hdf5Id space(H5Screate_simple(1, &rows, nullptr), H5Sclose, name);
  const Hdf5Id id(H5Dcreate2(file.get(), name, row.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                  H5Dclose, name);
}

void MakeUnwritten(const Hdf5Id& file, const char* name, const std::vector<hsize_t>& sizes, hid_t type) {
  const Hdf5Id space(H5Screate_simple(static_cast<int>(sizes.size()), sizes.data(), nullptr), H5Sclose, name);
  const Hdf5Id id(H5Dcreate2(file.get(), name, type, space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                  H5Dclose, name);
}

// Texts of one character, and of any number.
class TextTypes {
 public:
  TextTypes() : fixed_(H5Tcopy(H5T_C_S1), H5Tclose, "fixed"), variable_(H5Tcopy(H5T_C_S1), H5Tclose, "any") {
    EXPECT_GE(H5Tset_size(variable_.get(), H5T_VARIABLE), 0);
  }
  hid_t fixed() const { return fixed_.get(); }
  hid_t variable() const { return variable_.get(); }

 private:
  Hdf5Id fixed_, variable_;
};

// A file with the provenance of a case, and what `write` adds to it.
std::string FileWith(const std::function<void(const Hdf5Id&)>& write) {
  const Hdf5Id file = CreateHdf5Image();
  WriteHdf5Table(file, "provenance",
                 FactTable({{"format", "structlab case 1"},
                            {"seconds", "1"},
                            {"cpu_seconds", "1"},
                            {"peak_rss_mb", "1"},
                            {"finished", "2026-01-31T12:00:00Z"}}));
  write(file);
  return Hdf5ImageBytes(file);
}

// What is wrong with such a file; empty if nothing is.
std::string FaultOf(const std::function<void(const Hdf5Id&)>& write) {
  const std::string file = FileWith(write), start = "runs/x.h5: cannot be read as a stored case (";
  const std::string text =
      common::MessageOf(common::ErrorKind::kData, [&] { DecodeCase(file, "runs/x.h5"); });
  if (text == "no error") return "";
  EXPECT_TRUE(text.starts_with(start)) << text;
  return text.substr(start.size(), text.size() - start.size() - 1);
}

TEST(WhatIsNoCase, AFileWithoutResultsIsOne) {
  EXPECT_EQ(FaultOf([](const Hdf5Id&) {}), "");
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) {
              WriteHdf5Table(file, "curves", KeyTable({}, {"begin", "length"}, {0, 2, 2, 0, 2, 1}));
              WriteHdf5Points(file, "points", {1, 2, 3, 4, 5, 6});
            }),
            "");
}

TEST(WhatIsNoCase, AColumnIsMissingOrOfAnotherType) {
  const TextTypes texts;
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) { WriteHdf5Table(file, "values", KeyTable({"unit"}, {}, {})); }),
            "no column value");
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) { WriteHdf5Table(file, "values", KeyTable({}, {"value"}, {1})); }),
            "no column unit");
  EXPECT_EQ(FaultOf([&](const Hdf5Id& file) {
              MakeUnwrittenTable(file, "notes", {{"name", texts.fixed()}, {"value", H5T_NATIVE_INT}}, 1);
            }),
            "column value is no text");
  EXPECT_EQ(FaultOf([&](const Hdf5Id& file) {
              MakeUnwrittenTable(file, "notes", {{"name", texts.fixed()}, {"value", texts.variable()}}, 1);
            }),
            "column value is no text");
  EXPECT_EQ(FaultOf([&](const Hdf5Id& file) {
              MakeUnwrittenTable(file, "curves",
                                 {{"table", texts.fixed()},
                                  {"dataset", texts.fixed()},
                                  {"method", texts.fixed()},
                                  {"setting", texts.fixed()},
                                  {"metric", texts.fixed()},
                                  {"begin", H5T_NATIVE_DOUBLE},
                                  {"length", texts.fixed()}},
                                 1);
            }),
            "column length is no number");
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) { MakeUnwritten(file, "notes", {1}, H5T_NATIVE_INT); }),
            "no table");
}

TEST(WhatIsNoCase, PointsAreOtherThanPairsOfNumbers) {
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) {
              MakeUnwritten(file, "points", {2, 2}, H5T_NATIVE_INT);
            }),
            "points are no numbers");
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) {
              MakeUnwritten(file, "points", {2, 3}, H5T_NATIVE_DOUBLE);
            }),
            "points are not pairs");
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) { MakeUnwritten(file, "points", {2}, H5T_NATIVE_DOUBLE); }),
            "dimensions");
}

// A few bytes that would take a terabyte.
TEST(WhatIsNoCase, RowsThatNobodyWroteTakeNoMemory) {
  const TextTypes texts;
  constexpr hsize_t kRows = hsize_t{1} << 40;
  EXPECT_EQ(FaultOf([&](const Hdf5Id& file) {
              MakeUnwrittenTable(file, "notes", {{"name", texts.fixed()}, {"value", texts.fixed()}}, kRows);
            }),
            "more rows than bytes for them");
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) {
              MakeUnwritten(file, "points", {kRows, 2}, H5T_NATIVE_DOUBLE);
            }),
            "more rows than bytes for them");
  // Each is as large as one may be, together they are not.
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) {
              MakeUnwritten(file, "picture_0", {4096, 4096}, H5T_STD_U8LE);
              Hdf5Table pictures = KeyTable({"name"}, {}, {});
              pictures.texts.assign(5, {"", "", "", "", "", "picture_0"});
              WriteHdf5Table(file, "pictures", pictures);
            }),
            "more pictures than a case may have");
}

TEST(WhatIsNoCase, CurvesAreNotOneAfterTheOther) {
  for (const std::vector<double>& numbers : {std::vector<double>{0, 4},
                                             {1, 1},
                                             {0, 2, 1, 1},
                                             {0, -1},
                                             {0, 0.5},
                                             {0, 1, 3, 0},
                                             {0, std::nan("")}}) {
    EXPECT_EQ(FaultOf([&](const Hdf5Id& file) {
                WriteHdf5Table(file, "curves", KeyTable({}, {"begin", "length"}, numbers));
                WriteHdf5Points(file, "points", {1, 2, 3, 4, 5, 6});
              }),
              "curves are not one after the other in /points");
  }
}

TEST(WhatIsNoCase, ANoteIsOfAnotherKind) {
  EXPECT_EQ(FaultOf([](const Hdf5Id& file) {
              WriteHdf5Table(file, "notes", FactTable({{"remark", "x"}}));
            }),
            "neither note nor refusal");
}

}  // namespace
}  // namespace structlab::harness
