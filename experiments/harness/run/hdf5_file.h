// Tables, points and pictures in an HDF5 file that is held in memory.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_TABLE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_TABLE_H_

#include <hdf5.h>

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/model.h"

namespace structlab::harness {

// An identifier of the HDF5 library, closed in the destructor. Throws common::Error(kData) naming `what` if
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

[[noreturn]] void ThrowDamagedHdf5(const std::string& name, const std::string& what);

// Rows of texts, then of numbers: numbers[row * number_names.size() + column].
struct Hdf5Table {
  std::vector<std::string> text_names, number_names;
  std::vector<std::vector<std::string>> texts;  // one entry a row
  std::vector<double> numbers;
};

// Files in memory: HDF5 never touches the disk, so that a full disk is handled by our own code.
Hdf5Id CreateHdf5Image();
std::string Hdf5ImageBytes(const Hdf5Id& file);
Hdf5Id OpenHdf5Image(std::string_view bytes, const std::string& name);

// One dataset of a compound type; each text is as long as the longest of its column. Without rows, no dataset
// is written.
void WriteHdf5Table(const Hdf5Id& file, const char* dataset, const Hdf5Table& table);
// Reads the columns named in `table`; no rows if there is no such dataset.
void ReadHdf5Table(const Hdf5Id& file, const char* dataset, Hdf5Table& table, const std::string& name);

// Doubles in two columns, compressed if there are many.
void WriteHdf5Points(const Hdf5Id& file, const char* dataset, const std::vector<double>& points);
std::vector<double> ReadHdf5Points(const Hdf5Id& file, const char* dataset, const std::string& name);

// A dataset of uint8 of height x width values (grey) or height x width x 3 (RGB), with the attributes by
// which the HDF5 Image Specification 1.2 tells viewers that it is an image.
void WriteHdf5Picture(const Hdf5Id& file, const std::string& dataset, const Picture& picture);
// The inverse. Throws common::Error(kData) naming `name` if the dataset is absent or no such picture.
Picture ReadHdf5Picture(const Hdf5Id& file, const std::string& dataset, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_HDF5_TABLE_H_
