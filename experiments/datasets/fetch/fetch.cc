#include "experiments/datasets/fetch/fetch.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <vector>

#include "common/digest.h"
#include "common/error.h"
#include "common/progress.h"
#include "experiments/datasets/fetch/repack.h"

namespace structlab::datasets {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void ThrowSystemError(const std::string& path, const std::string& what, int number) {
  common::ThrowEnvironmentError(path, what + ": " + std::generic_category().message(number));
}

void CreateFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) ThrowSystemError(path, "the folder cannot be created", error.value());
}

void Move(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) ThrowSystemError(to, "cannot be written", errno);
}

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

// Where a data set is put together. One process at a time works there.
class Workshop {
 public:
  Workshop(const std::string& data_dir, const std::string& name)
      : parts_(data_dir + "/.partial/" + name + ".parts"), ready_(data_dir + "/.partial/" + name) {
    CreateFolder(parts_);
    CreateFolder(ready_);
    lock_ = ::open((parts_ + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock_ < 0) ThrowSystemError(parts_, "cannot be written", errno);
    if (::flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
    ::close(lock_);
    common::ThrowEnvironmentError(parts_, "another process is fetching " + name, "wait until it has ended");
  }
  ~Workshop() { ::close(lock_); }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  // What has arrived of a file, as it came.
  std::string Part(const DatasetFile& file) const { return parts_ + "/" + file.name; }
  // The file as it is to be placed.
  std::string Ready(const DatasetFile& file) const { return ready_ + "/" + file.name; }
  // For a file in a folder below the data set's.
  void CreateFoldersOf(const DatasetFile& file) const {
    CreateFolder(fs::path(Part(file)).parent_path().string());
    CreateFolder(fs::path(Ready(file)).parent_path().string());
  }
  const std::string& ready() const { return ready_; }

  // After everything is placed.
  void Remove() const {
    std::error_code ignored;  // an empty folder that stays does no harm
    fs::remove_all(ready_, ignored);
    fs::remove_all(parts_, ignored);
    fs::remove(fs::path(parts_).parent_path(), ignored);
  }

 private:
  std::string parts_, ready_;
  int lock_ = -1;
};

// Whether the file is there with the right content; an empty answer is yes, another one says why not.
std::string Fault(const std::string& path, const DatasetFile& file) {
  if (!Exists(path)) return "missing";
  try {
    return common::Sha256OfUncompressed(path) == file.sha256 ? "" : "another content";
  } catch (const common::Error&) {
    return "damaged";
  }
}

std::string AddressOf(const Dataset& dataset, const DatasetFile& file, const FetchOptions& options) {
  if (!options.base_url.empty()) return options.base_url + "/" + dataset.subfolder() + "/" + file.name;
  if (!file.address.empty()) return file.address;
  common::ThrowEnvironmentError(dataset.name + "/" + file.name, "no address of this file is known",
                                "by hand: " + dataset.by_hand + "; put it at " + options.data_dir + "/" +
                                    dataset.subfolder() + "/" + file.name +
                                    " (sha256 of the uncompressed content: " + file.sha256 +
                                    "), or give a mirror with --base-url");
}

void DownloadWithProgress(const std::string& address, const std::string& name, const std::string& part,
                          const DatasetFile& file, const FetchOptions& options) {
  constexpr int64_t kUnit = 1024;
  common::ProgressLine progress(name + " (KiB)", 0, options.messages);
  int64_t shown = 0;
  DownloadOptions download = options.download;
  // Compression makes a file longer by a few bytes at most.
  download.largest = file.bytes + file.bytes / 100 + (1 << 16);
  download.progress = [&](int64_t received, int64_t total) {
    if (received / kUnit <= shown) return;  // an attempt that started anew has not caught up yet
    progress.Advance(received / kUnit - shown, total > 0 ? fmt::format("of {}", total / kUnit) : "");
    shown = received / kUnit;
  };
  Download(address, part, download);
}

// Makes Ready(file) the file of the catalogue.
void Prepare(const Dataset& dataset, const DatasetFile& file, const std::string& address,
             const Workshop& workshop, const FetchOptions& options) {
  workshop.CreateFoldersOf(file);
  if (Fault(workshop.Ready(file), file).empty()) return;
  const std::string part = workshop.Part(file);
  std::string fault = Fault(part, file);
  // What an earlier call left may be the beginning of something else: then it is fetched again from the
  // start.
  for (bool resumed = Exists(part), first = true; !fault.empty() && (first || resumed); first = false) {
    if (!first) {
      resumed = false;
      ::unlink(part.c_str());
    }
    DownloadWithProgress(address, dataset.name + "/" + file.name, part, file, options);
    fault = Fault(part, file);
  }
  if (!fault.empty()) {
    const std::string found =
        fault == "damaged" ? "damaged gzip" : "sha256 " + common::Sha256OfUncompressed(part);
    ::unlink(part.c_str());
    common::ThrowDataError(
        address, "uncompressed content with sha256 " + file.sha256, found,
        "nothing was placed; give a mirror with --base-url, or by hand: " + dataset.by_hand);
  }
  MoveRepacked(part, workshop.Ready(file));
}

}  // namespace

void FetchDataset(const Dataset& dataset, const FetchOptions& options) {
  const std::string folder = options.data_dir + "/" + dataset.subfolder();
  std::vector<const DatasetFile*> wanted;
  std::vector<std::string> addresses;
  for (const DatasetFile& file : dataset.files) {
    const std::string path = folder + "/" + file.name;
    const std::string fault = Fault(path, file);
    if (fault.empty()) {
      std::fprintf(options.out, "%s: is there and good\n", path.c_str());
      continue;
    }
    if (fault != "missing")
      std::fprintf(options.out, "%s: %s, to be replaced\n", path.c_str(), fault.c_str());
    wanted.push_back(&file);
    addresses.push_back(AddressOf(dataset, file, options));
  }
  if (wanted.empty()) return;

  const Workshop workshop(options.data_dir, dataset.name);
  for (size_t i = 0; i < wanted.size(); ++i) Prepare(dataset, *wanted[i], addresses[i], workshop, options);
  if (Exists(folder)) {
    for (const DatasetFile* const file : wanted) {
      const std::string place = folder + "/" + file->name;
      CreateFolder(fs::path(place).parent_path().string());
      Move(workshop.Ready(*file), place);
    }
  } else {
    CreateFolder(fs::path(folder).parent_path().string());
    Move(workshop.ready(), folder);
  }
  workshop.Remove();
  for (const DatasetFile* const file : wanted) {
    std::fprintf(options.out, "%s/%s: placed\n", folder.c_str(), file->name.c_str());
  }
  std::fprintf(options.out, "%s: licence: %s\n%s: cite: %s\n", dataset.name.c_str(), dataset.licence.c_str(),
               dataset.name.c_str(), dataset.citation.c_str());
}

}  // namespace structlab::datasets
