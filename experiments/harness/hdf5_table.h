// Tables of strings and numbers in an HDF5 file that is held in memory.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_TABLE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_TABLE_H_

#include <hdf5.h>

#include <string>
#include <string_view>
#include <vector>

namespace structlab::harness {

// An identifier of the library, closed at the end of its life. Throws common::Error(kData) naming `what` if
// the call that made it failed.
class Hdf5Id {
 public:
  Hdf5Id(hid_t id, herr_t (*close)(hid_t), const std::string& what);
  ~Hdf5Id();
  Hdf5Id(Hdf5Id&& other) noexcept : id_(other.id_), close_(other.close_) { other.id_ = H5I_INVALID_HID; }
  Hdf5Id& operator=(const Hdf5Id&) = delete;

  hid_t get() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// A dataset's properties without the second in which it was made, by which equal cases would differ.
Hdf5Id Hdf5DatasetProperties();

[[noreturn]] void ThrowDamagedHdf5(const std::string& name, const std::string& what);

// Rows of texts, then of numbers: numbers[row * number_names.size() + column].
struct Hdf5Table {
  std::vector<std::string> text_names, number_names;
  std::vector<std::vector<std::string>> texts;  // one entry a row
  std::vector<double> numbers;
};

// Files in memory: nothing is read from or written to the disk, so that a full disk is met by our own code.
Hdf5Id CreateHdf5Image();
std::string Hdf5ImageBytes(const Hdf5Id& file);
Hdf5Id OpenHdf5Image(std::string_view bytes, const std::string& name);

// One dataset of a compound type, each text as long as the longest of its column. No dataset without rows.
void WriteHdf5Table(const Hdf5Id& file, const char* dataset, const Hdf5Table& table);
// The columns named in `table` of that dataset; none of its rows if there is no such dataset.
void ReadHdf5Table(const Hdf5Id& file, const char* dataset, Hdf5Table& table, const std::string& name);

// Doubles with two columns, compressed when that saves something.
void WriteHdf5Points(const Hdf5Id& file, const char* dataset, const std::vector<double>& points);
std::vector<double> ReadHdf5Points(const Hdf5Id& file, const char* dataset, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_TABLE_H_
