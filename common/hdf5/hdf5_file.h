// Reads and writes tables, points and pictures in HDF5 files in memory.
#ifndef STRUCTLAB_COMMON_HDF5_HDF5_FILE_H_
#define STRUCTLAB_COMMON_HDF5_HDF5_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/picture.h"

namespace structlab::common {

// A table with columns of texts and columns of numbers: numbers[row * number_names.size() + column].
struct Hdf5Table {
  std::vector<std::string> text_names, number_names;
  std::vector<std::vector<std::string>> texts = {};  // texts[row][column]
  std::vector<double> numbers = {};
};

// An HDF5 file in memory. HDF5 never accesses the disk; the caller writes the bytes and handles a full disk.
// Equal content gives equal bytes. Not thread-safe, because the HDF5 library is not.
//
//   Hdf5File file;
//   file.WritePoints("points", {1, 2, 3, 4});
//   common::WriteFileAtomically("points.h5", file.Bytes());
//
// Datasets may be named with their groups ("a/b/c"), which are made. Functions that read throw Error(kData)
// that names the file if a dataset is missing or of another kind, and if it announces more rows than the
// bytes of the file can hold (so that a small file cannot ask for much memory). HDF5 itself can crash on
// damaged bytes: open only bytes whose digest was checked (sealed_file.h).
class Hdf5File {
 public:
  Hdf5File();                                               // an empty file
  Hdf5File(std::string_view bytes, std::string file_name);  // a file to read
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  std::string Bytes() const;

  // Writes a dataset of a compound type. Texts have a fixed length, that of the longest text of the column. A
  // table without rows writes no dataset.
  void WriteTable(const std::string& dataset, const Hdf5Table& table);
  // Reads the columns named in `table`. If the dataset is missing, the table has no rows.
  void ReadTable(const std::string& dataset, Hdf5Table& table) const;

  // Doubles in two columns, compressed if there are many. Without points no dataset is written, and a missing
  // dataset is read as no points.
  void WritePoints(const std::string& dataset, const std::vector<double>& points);
  std::vector<double> ReadPoints(const std::string& dataset) const;

  // Numbers of type int, int64_t, uint64_t or double, row by row.
  template <typename Number>
  void WriteArray(const std::string& dataset, const Number* values, const std::vector<uint64_t>& sizes);

  // A dataset of one text of any length, as C++ programs write it.
  void WriteText(const std::string& dataset, const std::string& text);

  // A dataset of uint8 with height x width values (grey) or height x width x 3 (RGB). It has the attributes
  // of the HDF5 Image Specification 1.2, so that viewers show it as an image.
  void WritePicture(const std::string& dataset, const Picture& picture);
  Picture ReadPicture(const std::string& dataset) const;

 private:
  std::string name_;
  int64_t file_;  // hid_t
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_HDF5_HDF5_FILE_H_
