#include "experiments/harness/record/record_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/record/record_tables.h"
#include "experiments/harness/testing/random_case.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

std::vector<FinishedCase> SomeCases(uint64_t first) {
  std::vector<FinishedCase> cases;
  for (uint64_t i = 0; i < 12; ++i) cases.push_back(RandomFinished(first + i, false));
  return cases;
}

std::string TextOf(const std::vector<FinishedCase>& cases) {
  std::string text;
  for (const FinishedCase& c : cases) text += c.Key() + "\n" + TextOf(c.record);
  return text;
}

RecordFiles FilesIn(const std::string& folder) {
  RecordFiles files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    files.emplace(entry.path().filename().string(), common::ReadFile(entry.path().string()));
  }
  return files;
}

TEST(RecordFolder, HasTheFilesOfTheRecordThatWasWrittenLast) {
  const common::ScratchFolder scratch("record_folder");
  const std::string folder = scratch.path() + "/experiments/p/record";
  EXPECT_TRUE(ReadRecordFolder(folder).empty());
  for (const uint64_t first : {0, 100, 106}) {
    const std::vector<FinishedCase> cases = SomeCases(first);
    WriteRecordFolder(folder, cases);
    EXPECT_EQ(FilesIn(folder), FormatRecord(cases));  // no picture of the record before
    EXPECT_GT(FilesIn(folder).size(), 4u);
    EXPECT_EQ(TextOf(ReadRecordFolder(folder)), TextOf(cases));
  }
  // What was killed while it wrote is cleared away, another file is not; equal files are not written again.
  common::WriteFileAtomically(folder + "/values.tsv.tmp-Ab12Cd", "half");
  common::WriteFileAtomically(folder + "/notes.txt", "mine");
  const auto before = fs::last_write_time(folder + "/values.tsv");
  WriteRecordFolder(folder, SomeCases(106));
  EXPECT_EQ(fs::last_write_time(folder + "/values.tsv"), before);
  EXPECT_FALSE(fs::exists(folder + "/values.tsv.tmp-Ab12Cd"));
  EXPECT_TRUE(fs::exists(folder + "/notes.txt"));
}

// The files of a new record in the order in which they are written, as far as a kill lets them: until the
// first that differs it is the old record, at the end the new one, and in between it is refused.
TEST(RecordFolder, AfterAKillIsTheOldOrTheNewOrRefused) {
  const common::ScratchFolder scratch("record_kill");
  const std::vector<FinishedCase> before = SomeCases(0);
  std::vector<FinishedCase> after = before;
  after.push_back(RandomFinished(1000, false));
  int num_changed = 0;
  for (FinishedCase& c : after) {
    if (!c.record.values.empty()) c.record.values[0].value = 12345;
    for (RecordedPicture& recorded : c.record.pictures) {
      if (++num_changed % 2 == 0) recorded.picture.values[0] ^= 1;
    }
  }
  ASSERT_GT(num_changed, 3);
  const RecordFiles old_files = FormatRecord(before), new_files = FormatRecord(after);
  std::vector<std::string> order;
  for (const auto& [name, content] : new_files) {
    if (name != kCasesFile && name != kValuesFile) order.push_back(name);
  }
  order.insert(order.end(), {kValuesFile, kCasesFile});
  RecordFiles now = old_files;
  int num_old = 0, num_refused = 0;
  for (size_t written = 0; written <= order.size(); ++written) {
    if (written > 0) now[order[written - 1]] = new_files.at(order[written - 1]);
    std::string error, text;
    try {
      text = TextOf(ParseRecord(now, "r"));
    } catch (const common::Error& e) {
      error = e.what();
    }
    if (written == order.size()) {
      EXPECT_EQ(text, TextOf(after)) << error;
    } else if (error.empty()) {
      EXPECT_EQ(text, TextOf(before));
      ++num_old;
    } else {
      EXPECT_TRUE(error.starts_with("r/values.tsv:") || error.starts_with("r/cases.tsv:2: ")) << error;
      ++num_refused;
    }
  }
  EXPECT_GT(num_old, 0);
  EXPECT_GT(num_refused, 1);
  // A first record has no old one: without cases.tsv there is none.
  RecordFiles first = new_files;
  first.erase(kCasesFile);
  EXPECT_TRUE(ParseRecord(first, "r").empty());
}

// A folder in the place of a file stops the writing there: what comes later is as it was.
TEST(RecordFolder, WritesPicturesThenValuesThenCases) {
  const auto with_picture = [](uint8_t value) {
    FinishedCase c = {.c = {.name = "a"}, .seconds = 1.0 * value};
    const RowKey key = {"T", "D", "M", {}, "p"};
    c.record.values = {{key, 1.0 * value, ""}};
    c.record.pictures = {{key, {.width = 1, .height = 1, .values = {value}}}};
    return std::vector<FinishedCase>{c};
  };
  const RecordFiles before = FormatRecord(with_picture(1)), after = FormatRecord(with_picture(2));
  const std::vector<std::string> order = {"a-p.png", kValuesFile, kCasesFile};
  for (size_t stop = 0; stop < order.size(); ++stop) {
    SCOPED_TRACE(order[stop]);
    const common::ScratchFolder scratch("record_order");
    WriteRecordFolder(scratch.path(), with_picture(1));
    fs::remove(scratch.path() + "/" + order[stop]);
    fs::create_directory(scratch.path() + "/" + order[stop]);
    EXPECT_THROW(WriteRecordFolder(scratch.path(), with_picture(2)), common::Error);
    for (size_t i = 0; i < order.size(); ++i) {
      if (i == stop) continue;
      EXPECT_EQ(common::ReadFile(scratch.path() + "/" + order[i]), (i < stop ? after : before).at(order[i]));
    }
  }
}

// Only the lines of the cases that were recorded again change, and the digest.
TEST(RecordFolder, OfAPartChangesFewLines) {
  std::vector<FinishedCase> cases = SomeCases(0);
  const RecordFiles before = FormatRecord(cases);
  FinishedCase& changed = *std::find_if(cases.begin(), cases.end(),
                                        [](const FinishedCase& c) { return !c.record.values.empty(); });
  changed.record.values[0].value = 12345;
  changed.provenance[1].value = "another";
  const RecordFiles after = FormatRecord(cases);
  const auto num_changed = [&](const std::string& file) {
    const std::string &a = before.at(file), &b = after.at(file);
    const auto old_lines = SplitList(a, '\n'), new_lines = SplitList(b, '\n');
    EXPECT_EQ(old_lines.size(), new_lines.size());
    int count = 0;
    for (size_t i = 0; i < new_lines.size(); ++i) count += old_lines[i] != new_lines[i];
    return count;
  };
  EXPECT_EQ(num_changed(kValuesFile), 1);
  EXPECT_EQ(num_changed(kCasesFile), 2);
}

}  // namespace
}  // namespace structlab::harness
