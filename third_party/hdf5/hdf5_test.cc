#include <gtest/gtest.h>
#include <hdf5.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

TEST(Hdf5, WritesACompressedChunkedDataSetAndReadsItBack) {
  const std::string path = std::string(std::getenv("TEST_TMPDIR")) + "/data.h5";
  const hsize_t shape[] = {300, 40};
  const hsize_t chunk[] = {64, 40};
  std::vector<double> values(300 * 40);
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 7) / 3.0;

  hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t space = H5Screate_simple(2, shape, nullptr);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  ASSERT_GE(H5Pset_chunk(creation, 2, chunk), 0);
  ASSERT_GE(H5Pset_deflate(creation, 6), 0);
  ASSERT_GE(H5Pset_fletcher32(creation), 0);
  hid_t set = H5Dcreate2(file, "values", H5T_IEEE_F64LE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  ASSERT_GE(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Dclose(set);
  H5Pclose(creation);
  H5Sclose(space);
  ASSERT_GE(H5Fclose(file), 0);

  file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  set = H5Dopen2(file, "values", H5P_DEFAULT);
  std::vector<double> found(values.size());
  ASSERT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()), 0);
  EXPECT_EQ(found, values);
  EXPECT_LT(H5Dget_storage_size(set), values.size() * sizeof(double) / 10);
  H5Dclose(set);
  H5Fclose(file);
}

}  // namespace
