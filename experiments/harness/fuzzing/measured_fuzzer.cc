// Any text in one of a package's measured files gives a record that is written and read back to the same, or
// an Error with the file and the line.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "common/check.h"
#include "common/error.h"
#include "common/file.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/report/measured.h"

namespace {

using namespace structlab::harness;

const std::string& Folder() {
  static const structlab::common::ScratchFolder folder("measured_fuzzer");
  return folder.path();
}

constexpr const char* kFiles[] = {"/measured.tsv", "/measured_claims.tsv", "/measured_texts.tsv"};

struct Files {
  std::string texts[3];  // of kFiles
};

// A reported row with a number, another row, a claim in two parts and a text.
Files SampleFiles() {
  Measured sample = {.package = "sample", .origin = {"a", "b", "c", "d"}, .rows = {}, .claims = {}};
  for (const char* metric : {"m", "n"}) {
    ResultRow& row = sample.rows.emplace_back();
    row.package = "sample";
    row.table = "T";
    row.metric = metric;
  }
  sample.rows[0].reported = 1;
  for (const char* part : {"", "x"}) {
    ClaimRow& claim = sample.claims.emplace_back();
    claim.id = "D1";
    claim.part = part;
  }
  sample.introduction = "text";
  sample.conclusions = {"text"};
  WriteMeasured(sample, Folder());
  Files files;
  for (int i = 0; i < 3; ++i) files.texts[i] = structlab::common::ReadFile(Folder() + kFiles[i]);
  return files;
}

void Write(const Files& files) {
  for (int i = 0; i < 3; ++i) std::ofstream(Folder() + kFiles[i], std::ios::binary) << files.texts[i];
}

// What is in the folder now; no text where there is no such file.
Files Written() {
  Files files;
  for (int i = 0; i < 3; ++i) {
    const std::string path = Folder() + kFiles[i];
    if (std::filesystem::exists(path)) files.texts[i] = structlab::common::ReadFile(path);
  }
  return files;
}

void ReadWriteRead(const Files& files) {
  Write(files);
  Measured measured;
  try {
    measured = ReadMeasured(Folder());
  } catch (const structlab::common::Error& error) {
    STRUCTLAB_CHECK(error.kind() == structlab::common::ErrorKind::kData);
    STRUCTLAB_CHECK(error.parts().where.starts_with(Folder()));
    STRUCTLAB_CHECK(error.parts().where.find(".tsv:") != std::string::npos);
    return;
  }
  WriteMeasured(measured, Folder());
  const Files written = Written();
  WriteMeasured(ReadMeasured(Folder()), Folder());
  const Files again = Written();
  for (int i = 0; i < 3; ++i) STRUCTLAB_CHECK(again.texts[i] == written.texts[i]);
}

// The text up to the line of column names and with it.
std::string HeadOf(const std::string& text) {
  size_t begin = 0;
  while (text[begin] == '#') begin = text.find('\n', begin) + 1;
  return text.substr(0, text.find('\n', begin) + 1);
}

}  // namespace

// As each of the files, and below the columns of each, which the fuzzer would hardly find.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Files sample = SampleFiles();
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (int i = 0; i < 3; ++i) {
    Files files = sample;
    files.texts[i] = text;
    ReadWriteRead(files);
    files.texts[i] = HeadOf(sample.texts[i]) + text;
    ReadWriteRead(files);
    files.texts[i] = sample.texts[i] + text;
    ReadWriteRead(files);
  }
  return 0;
}
