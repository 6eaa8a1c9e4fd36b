// Tables, points and pictures in an HDF5 file that is held in memory.
#ifndef STRUCTLAB_COMMON_HDF5_HDF5_FILE_H_
#define STRUCTLAB_COMMON_HDF5_HDF5_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/picture.h"

namespace structlab::common {

// Rows of texts, then of numbers: numbers[row * number_names.size() + column].
struct Hdf5Table {
  std::vector<std::string> text_names, number_names;
  std::vector<std::vector<std::string>> texts = {};  // one entry a row
  std::vector<double> numbers = {};
};

// A file in memory: HDF5 never touches the disk, so that the caller's own code handles a full one. Equal
// content gives equal bytes. Not thread-safe: neither is the library.
//
//   Hdf5File file;
//   file.WritePoints("points", {1, 2, 3, 4});
//   common::WriteFileAtomically("points.h5", file.Bytes());
//
// What reads throws Error(kData) that names the file for what is absent or of another kind than asked for,
// and for rows that the bytes of the file cannot hold: a few bytes never ask for much memory. HDF5 itself can
// crash on damaged bytes, so that only bytes whose digest was right should be opened.
class Hdf5File {
 public:
  Hdf5File();                                               // an empty file
  Hdf5File(std::string_view bytes, std::string file_name);  // one to read
  ~Hdf5File();
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;

  std::string Bytes() const;

  // One dataset of a compound type; each text is as long as the longest of its column. Without rows, no
  // dataset is written.
  void WriteTable(const std::string& dataset, const Hdf5Table& table);
  // Reads the columns named in `table`; no rows if there is no such dataset.
  void ReadTable(const std::string& dataset, Hdf5Table& table) const;

  // Doubles in two columns, compressed if there are many. None are written, and read, as no dataset.
  void WritePoints(const std::string& dataset, const std::vector<double>& points);
  std::vector<double> ReadPoints(const std::string& dataset) const;

  // Numbers of type int, int64_t, uint64_t or double, row by row.
  template <typename Number>
  void WriteArray(const std::string& dataset, const Number* values, const std::vector<uint64_t>& sizes);

  // A dataset of uint8 of height x width values (grey) or height x width x 3 (RGB), with the attributes by
  // which the HDF5 Image Specification 1.2 tells viewers that it is an image.
  void WritePicture(const std::string& dataset, const Picture& picture);
  Picture ReadPicture(const std::string& dataset) const;

 private:
  std::string name_;
  int64_t file_;  // hid_t
};

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_HDF5_HDF5_FILE_H_
