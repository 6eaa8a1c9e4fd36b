#include "common/hdf5/hdf5_file.h"

#include <gtest/gtest.h>
#include <hdf5.h>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

const Hdf5Table kTable = {
    {"name", "text"}, {"x", "y"}, {{"a", ""}, {"b\xc3\xa4", "long text"}}, {1, 2, 3, -0.5}};
const Picture kPicture = {.width = 2, .height = 1, .channels = 3, .values = {0, 1, 2, 253, 254, 255}};

std::string WholeFile() {
  Hdf5File file;
  file.WriteTable("table", kTable);
  file.WriteTable("empty", {{"name"}, {"x"}});
  file.WritePoints("points", std::vector<double>(1000, 0.5));
  file.WritePoints("none", {});
  file.WriteArray("array", std::vector<double>{1, 2, 3, 4}.data(), {2, 2});
  file.WritePicture("picture", kPicture);
  return file.Bytes();
}

TEST(Hdf5File, ReadsBackWhatWasWritten) {
  const std::string bytes = WholeFile();
  EXPECT_EQ(bytes, WholeFile());
  const Hdf5File file(bytes, "x.h5"), other(Hdf5File().Bytes(), "y.h5");  // two that are open at once
  Hdf5Table table = {{"text"}, {"y", "x"}}, empty = {{"name"}, {"x"}}, absent = empty;
  file.ReadTable("table", table);  // some of the columns, in another order
  EXPECT_EQ(table.texts, (std::vector<std::vector<std::string>>{{""}, {"long text"}}));
  EXPECT_EQ(table.numbers, (std::vector<double>{2, 1, -0.5, 3}));
  file.ReadTable("empty", empty);
  other.ReadTable("table", absent);
  EXPECT_TRUE(empty.texts.empty() && absent.texts.empty());
  EXPECT_EQ(file.ReadPoints("points"), std::vector<double>(1000, 0.5));
  EXPECT_TRUE(file.ReadPoints("none").empty());
  EXPECT_EQ(file.ReadPoints("array"), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(file.ReadPicture("picture"), kPicture);
}

TEST(Hdf5File, RefusesWhatIsAbsentOrOfAnotherKind) {
  const std::string bytes = WholeFile();
  const Hdf5File file(bytes, "x.h5");
  const auto message = [](const auto& read) { return MessageOf(ErrorKind::kData, read); };
  const std::string start = "x.h5: cannot be read as HDF5 (";
  const auto read_columns = [&](const char* dataset, Hdf5Table columns) {
    return message([&] { file.ReadTable(dataset, columns); });
  };
  EXPECT_EQ(read_columns("table", {{"z"}, {}}), start + "no column z)");
  EXPECT_EQ(read_columns("table", {{"x"}, {}}), start + "column x is not text)");
  EXPECT_EQ(read_columns("table", {{}, {"name"}}), start + "column name is not a number)");
  EXPECT_EQ(read_columns("points", {{"name"}, {}}), start + "not a table)");
  EXPECT_EQ(message([&] { file.ReadPoints("table"); }), start + "points are not numbers)");
  EXPECT_EQ(message([&] { file.ReadPicture("points"); }), start + "a picture's values)");
  EXPECT_EQ(message([&] { file.ReadPicture("absent"); }), start + "HDF5 refuses it)");
  for (const size_t size : {0u, 90u}) {
    EXPECT_TRUE(message([&] { Hdf5File(bytes.substr(0, size), "x.h5"); }).starts_with(start)) << size;
  }
}

// A file of a few bytes whose rows nobody wrote: they would take terabytes.
TEST(Hdf5File, RefusesMoreRowsThanBytesForThem) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 14, false);
  const hid_t file = H5Fcreate("sparse.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hsize_t sizes[2] = {hsize_t{1} << 40, 2};
  const hid_t space = H5Screate_simple(2, sizes, nullptr);
  H5Dclose(H5Dcreate2(file, "points", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fflush(file, H5F_SCOPE_GLOBAL);
  std::string bytes(H5Fget_file_image(file, nullptr, 0), '\0');
  H5Fget_file_image(file, bytes.data(), bytes.size());
  H5Sclose(space);
  H5Fclose(file);
  H5Pclose(access);
  EXPECT_LT(bytes.size(), 10'000u);
  EXPECT_EQ(MessageOf(ErrorKind::kData, [&] { Hdf5File(bytes, "x.h5").ReadPoints("points"); }),
            "x.h5: cannot be read as HDF5 (more rows than bytes for them)");
}

// Texts are of variable length and groups are made, as ITK's reader wants them.
TEST(Hdf5File, WritesTextsInGroups) {
  Hdf5File file;
  file.WriteText("a/0/text", "of any length");
  file.WriteText("a/1/text", "");
  const std::string bytes = file.Bytes();
  Hdf5File again;
  again.WriteText("a/0/text", "of any length");
  again.WriteText("a/1/text", "");
  EXPECT_EQ(bytes, again.Bytes());
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 14, 0);
  H5Pset_file_image(access, const_cast<char*>(bytes.data()), bytes.size());
  const hid_t opened = H5Fopen("texts.h5", H5F_ACC_RDONLY, access);
  for (const auto& [name, expected] : {std::pair("/a/0/text", "of any length"), std::pair("/a/1/text", "")}) {
    const hid_t data = H5Dopen2(opened, name, H5P_DEFAULT), type = H5Dget_type(data),
                space = H5Dget_space(data);
    ASSERT_GT(H5Tis_variable_str(type), 0) << name;
    EXPECT_EQ(H5Sget_simple_extent_npoints(space), 1);
    char* text = nullptr;
    ASSERT_GE(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<void*>(&text)), 0);
    EXPECT_STREQ(text, expected);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, static_cast<void*>(&text));
    H5Sclose(space), H5Tclose(type), H5Dclose(data);
  }
  H5Fclose(opened), H5Pclose(access);
}

}  // namespace
}  // namespace structlab::common
