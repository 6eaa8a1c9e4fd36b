#include "experiments/harness/output_folder.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "common/error.h"
#include "common/file.h"
#include "common/table.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/output_folder_" + name;
  fs::remove_all(folder);
  MakeFolder(folder);
  return folder;
}

std::string ErrorOf(const std::string& folder) {
  try {
    const FolderLock lock(folder);
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kEnvironment);
    return error.what();
  }
  return "";
}

TEST(FolderLock, NamesWhoHoldsTheFolder) {
  const std::string folder = NewFolder("holder");
  // Of an earlier run, whose number was longer.
  common::WriteFileAtomically(folder + "/.lock", "12345678901234567890");
  std::optional<FolderLock> lock(folder);
  EXPECT_EQ(ErrorOf(folder), folder + ": is in use by another run (process " + std::to_string(::getpid()) +
                                 "); wait for it, or choose another --out");
  lock.reset();
  EXPECT_EQ(ErrorOf(folder), "");
}

// A child that outlives its parent does not keep the folder from the next run.
TEST(FolderLock, AChildThatClosedItHoldsNothing) {
  const std::string folder = NewFolder("child");
  std::optional<FolderLock> lock(folder);
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    lock->CloseInChild();
    [[maybe_unused]] const ssize_t written = ::write(ready[1], "x", 1);
    while (true) ::pause();
  }
  char byte = 0;
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  lock.reset();
  EXPECT_EQ(ErrorOf(folder), "");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
}

// A package with one row, one claim and a picture of that grey.
PackageDump DumpOf(const std::string& package, uint8_t grey, const std::string& title = "") {
  PackageDump dump;
  dump.report.name = package;
  dump.report.title = title;
  ResultRow& row = dump.report.rows.emplace_back();
  row.package = package;
  row.value = grey;
  ClaimRow& claim = dump.report.claims.emplace_back();
  claim.package = package;
  claim.id = "C" + std::to_string(grey);
  Figure figure;
  figure.id = "figure";
  figure.panels = {{.caption = "only", .picture = {.width = 1, .height = 1, .values = {grey}}}};
  dump.report.figures = {figure};
  return dump;
}

void Write(const std::string& folder, PackageDump dump) { WritePackageDump(folder, dump); }

TEST(PackageDumps, StandInTheOrderOfTheirNames) {
  const std::string folder = NewFolder("order");
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g"};
  for (const size_t i : {4u, 1u, 6u, 0u, 3u, 5u, 2u})
    Write(folder, DumpOf(names[i], static_cast<uint8_t>(i)));
  fs::create_directories(folder + "/packages/without");
  const std::vector<PackageDump> dumps = ReadPackageDumps(folder);
  ASSERT_EQ(dumps.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(dumps[i].report.name, names[i]);
    EXPECT_EQ(dumps[i].report.figures[0].panels[0].picture.values,
              std::vector<uint8_t>{static_cast<uint8_t>(i)});
  }
  WriteRun(folder, "the command", {});
  const common::Table results = common::ReadTsv(folder + "/results.tsv");
  const common::Table claims = common::ReadTsv(folder + "/claims.tsv");
  ASSERT_EQ(results.rows.size(), names.size());
  ASSERT_EQ(claims.rows.size(), names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(results.rows[i][static_cast<size_t>(results.Column("package"))], names[i]);
    EXPECT_EQ(claims.rows[i][static_cast<size_t>(claims.Column("package"))], names[i]);
    EXPECT_TRUE(fs::exists(folder + "/report/" + names[i] + "/index.html"));
  }
}

TEST(PackageDumps, EachIsAnotherFile) {
  const std::string folder = NewFolder("identity");
  EXPECT_EQ(IdentityOfDump(folder, "a"), 0u);
  Write(folder, DumpOf("a", 1));
  const uint64_t first = IdentityOfDump(folder, "a");
  EXPECT_NE(first, 0u);
  EXPECT_EQ(IdentityOfDump(folder, "a"), first);
  Write(folder, DumpOf("a", 1));
  EXPECT_NE(IdentityOfDump(folder, "a"), first);
}

size_t NumPictures(const std::string& folder) {
  const fs::directory_iterator files(folder + "/packages/a/pictures");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

TEST(PackageDumps, KeepOnlyTheirPictures) {
  const std::string folder = NewFolder("pictures");
  Write(folder, DumpOf("a", 1));
  EXPECT_EQ(NumPictures(folder), 1u);
  Write(folder, DumpOf("a", 2));
  EXPECT_EQ(NumPictures(folder), 1u);
  EXPECT_EQ(ReadPackageDumps(folder)[0].report.figures[0].panels[0].picture.values, std::vector<uint8_t>{2});
}

// Whatever of it does not fit on the disk, what was there before can be read, with its pictures.
TEST(PackageDumps, AFullDiskLeavesTheLastOne) {
  const std::string folder = NewFolder("full"), name = "a";
  Write(folder, DumpOf(name, 1));
  const auto write_within = [&](rlim_t limit) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const rlimit limits = {limit, limit};
      ::setrlimit(RLIMIT_FSIZE, &limits);
      try {
        Write(folder, DumpOf(name, 2, std::string(10'000, 'x')));
      } catch (const common::Error&) {
        ::_exit(0);
      }
      ::_exit(1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  for (const rlim_t limit :
       {rlim_t{10}, rlim_t{5'000}}) {  // the picture does not fit, or it does and the rest does not
    EXPECT_EQ(write_within(limit), 0);
    const std::vector<PackageDump> dumps = ReadPackageDumps(folder);
    ASSERT_EQ(dumps.size(), 1u);
    EXPECT_EQ(dumps[0].report.title, "");
    EXPECT_EQ(dumps[0].report.figures[0].panels[0].picture.values, std::vector<uint8_t>{1});
  }
}

TEST(RecordedFiles, StandBelowTheirCase) {
  const std::string folder = NewFolder("files");
  FinishedCase with, without;
  with.c.name = "grid/a";
  with.c.seed = 3;
  with.record.files = {{"model.txt", "weights\n"}, {"empty", ""}};
  without.c.name = "grid/b";
  WriteRecordedFiles(folder, "pack", Results({with, without}, Profile::kQuick));
  EXPECT_EQ(common::ReadFile(folder + "/files/pack/grid/a/seed=3/model.txt"), "weights\n");
  EXPECT_EQ(common::ReadFile(folder + "/files/pack/grid/a/seed=3/empty"), "");
  EXPECT_FALSE(fs::exists(folder + "/files/pack/grid/b"));
}

// What an older run left of a case that is no more, or that records another file now, and nothing else.
TEST(RecordedFiles, OfAnOlderRunAreRemoved) {
  const std::string folder = NewFolder("older_files"), package = folder + "/files/pack";
  FinishedCase kept, gone;
  kept.c.name = "grid/a";
  gone.c.name = "old/deep/b";
  kept.record.files = {{"model.txt", "1"}, {"more.txt", "1"}};
  gone.record.files = {{"model.txt", "2"}};
  WriteRecordedFiles(folder, "other", Results({gone}, Profile::kQuick));
  WriteRecordedFiles(folder, "pack", Results({kept, gone}, Profile::kQuick));
  common::WriteFileAtomically(package + "/old/notes.txt", "a reader's own");
  common::WriteFileAtomically(package + "/grid/a/seed=0/predictions.txt", "a reader's own");
  EXPECT_TRUE(fs::exists(package + "/old/deep/b/seed=0/model.txt"));
  kept.record.files.pop_back();
  WriteRecordedFiles(folder, "pack", Results({kept}, Profile::kQuick));
  EXPECT_TRUE(fs::exists(package + "/grid/a/seed=0/model.txt"));
  EXPECT_FALSE(fs::exists(package + "/grid/a/seed=0/more.txt"));
  EXPECT_TRUE(fs::exists(package + "/grid/a/seed=0/predictions.txt"));
  EXPECT_FALSE(fs::exists(package + "/old/deep"));
  EXPECT_TRUE(fs::exists(package + "/old/notes.txt"));
  EXPECT_TRUE(fs::exists(folder + "/files/other/old/deep/b/seed=0/model.txt"));
}

// A list that names what is not below the folder is damaged.
TEST(RecordedFiles, NothingElseIsRemoved) {
  const std::string folder = NewFolder("elsewhere"), package = folder + "/files/pack";
  MakeFolder(package);
  common::WriteFileAtomically(folder + "/outside", "");
  common::WriteFileAtomically(package + "/.written",
                              std::string("../../outside\n\n.\n").append(folder).append("/outside\n"));
  WriteRecordedFiles(folder, "pack", Results({}, Profile::kQuick));
  EXPECT_TRUE(fs::exists(folder + "/outside"));
  EXPECT_TRUE(fs::exists(package));
}

// To open a pipe that nobody writes to would wait for ever.
TEST(PackageDumps, APipeInPlaceOfOneIsAnError) {
  const std::string folder = NewFolder("pipe");
  MakeFolder(folder + "/packages/a");
  const std::string path = folder + "/packages/a/package.json";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  try {
    ReadPackageDumps(folder);
    ADD_FAILURE();
  } catch (const common::Error& error) {
    EXPECT_EQ(error.kind(), common::ErrorKind::kData);
    EXPECT_EQ(
        std::string(error.what()),
        path + ": expected a file, found something else of this name; remove it and run the package again");
  }
}

TEST(MakeFolder, NamesTheFileThatStandsInTheWay) {
  const std::string folder = NewFolder("made");
  MakeFolder(folder + "/a/b");
  MakeFolder(folder + "/a/b");
  EXPECT_TRUE(fs::is_directory(folder + "/a/b"));
  common::WriteFileAtomically(folder + "/file", "");
  for (const char* below : {"/file", "/file/a", "/file/a/b"}) {
    try {
      MakeFolder(folder + below);
      ADD_FAILURE() << below;
    } catch (const common::Error& error) {
      EXPECT_EQ(error.what(), folder + "/file: is a file, not a folder; choose another --out");
    }
  }
}

}  // namespace
}  // namespace structlab::harness
