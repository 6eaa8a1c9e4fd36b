#include "experiments/datasets/fetch/program.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "common/command_line.h"
#include "common/error.h"
#include "common/program.h"
#include "experiments/datasets/fetch/fetch.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/run/program.h"

namespace structlab::datasets {
namespace {

struct Arguments {
  std::vector<std::string> names;
  std::string data_dir, base_url;
  int timeout = 60;
  bool list = false;
};

// Not $STRUCTLAB_DATA, which may be shared: who wants to write there says so.
std::string DataDir(const std::string& flag) {
  return flag.empty() ? (std::filesystem::path(harness::CheckoutFolder()) / "data").string()
                      : common::CallersPath(flag);
}

// False if all is said already (--help).
bool Parse(std::vector<std::string> words, Arguments& arguments, std::FILE* out) {
  common::CommandLine line(
      "Downloads data sets, verifies them and puts them where the experiments look for them.\n"
      "What is there and good is left alone; what was interrupted is resumed.",
      "tools/fetch_data");
  line.Option("NAME", arguments.names, "data sets (--list shows them); all of them if none is given");
  line.Switch("--list", arguments.list,
              "show what is known and what is there, and fetch nothing; a set whose files do not all have "
              "addresses must come from a mirror or by hand");
  line.Option("--data-dir", arguments.data_dir,
              "the folder of all data sets (default: data/ in the checkout)");
  line.Option("--base-url", arguments.base_url,
              "a mirror: files are at URL/<data set>/<file> (default: their original addresses)");
  line.Option("--timeout", arguments.timeout, "seconds without a byte after which a connection is given up")
      .Range(1, 86400)
      .ShowDefault();
  line.Footer(
      "Exit status: 130 interrupted; 2 wrong usage; 3 a data set could not be had or placed; 0 otherwise.");
  return line.Parse(std::move(words), out);
}

// "there", "absent" or "damaged".
const char* StateOf(const Dataset& dataset, const std::string& data_dir) {
  const std::string folder = data_dir + "/" + dataset.subfolder();
  std::error_code failure;
  if (!std::filesystem::exists(folder, failure)) {
    if (failure) common::ThrowEnvironmentError(folder, "cannot be looked at: " + failure.message());
    return "absent";
  }
  try {
    for (const DatasetFile& file : dataset.files) VerifyFile(dataset, file, folder);
  } catch (const common::Error&) {
    return "damaged";
  }
  return "there";
}

// Of files without an address it is not known where they were first published: --list says how many have one.
void List(const std::vector<const Dataset*>& datasets, const std::string& data_dir, std::FILE* out) {
  std::fprintf(out, "name\tstate\taddresses\tbytes\ttitle\tlicence\n");
  for (const Dataset* const dataset : datasets) {
    int64_t bytes = 0;
    size_t addresses = 0;
    for (const DatasetFile& file : dataset->files) {
      bytes += file.bytes;
      addresses += !file.address.empty();
    }
    std::fprintf(out, "%s\t%s\t%zu of %zu\t%lld\t%s\t%s\n", dataset->name.c_str(),
                 StateOf(*dataset, data_dir), addresses, dataset->files.size(), static_cast<long long>(bytes),
                 dataset->title.c_str(), dataset->licence.c_str());
  }
}

// The data sets that were asked for; throws for the first name that is not known.
std::vector<const Dataset*> Selected(std::span<const Dataset> catalogue,
                                     const std::vector<std::string>& names) {
  std::vector<const Dataset*> selected;
  for (const std::string& name : names) selected.push_back(&FindDataset(catalogue, name));
  if (!names.empty()) return selected;
  for (const Dataset& dataset : catalogue) selected.push_back(&dataset);
  return selected;
}

int Run(const std::vector<std::string>& words, std::span<const Dataset> catalogue, std::FILE* out,
        std::FILE* messages, const std::atomic<bool>* interrupted) {
  Arguments arguments;
  if (!Parse(words, arguments, out)) return 0;
  FetchOptions options;
  options.data_dir = DataDir(arguments.data_dir);
  while (arguments.base_url.ends_with('/')) arguments.base_url.pop_back();
  options.base_url = arguments.base_url;
  options.download.stall_seconds = arguments.timeout;
  options.download.interrupted = interrupted;
  options.out = out;
  options.messages = messages;
  const std::vector<const Dataset*> selected = Selected(catalogue, arguments.names);
  if (arguments.list) {
    List(selected, options.data_dir, out);
    return 0;
  }
  int status = 0;
  for (const Dataset* const dataset : selected) {
    try {
      FetchDataset(*dataset, options);
    } catch (const common::Error& error) {
      std::fprintf(messages, "fetch_data: %s\n", error.what());
      status = error.exit_status();
    }
  }
  return status;
}

}  // namespace

int RunFetchData(const std::vector<std::string>& arguments, std::span<const Dataset> catalogue,
                 std::FILE* out, std::FILE* messages, const std::atomic<bool>* interrupted) {
  return common::RunAndReportErrors("fetch_data", messages, [&] {
    try {
      return Run(arguments, catalogue, out, messages, interrupted);
    } catch (const Interrupted&) {
      std::fprintf(messages, "fetch_data: interrupted; run it again to go on\n");
      return common::kInterruptedStatus;
    }
  });
}

}  // namespace structlab::datasets
