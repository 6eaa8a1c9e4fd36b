#include "experiments/harness/run/store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "experiments/harness/run/hdf5_file.h"
#include "experiments/harness/run/random_record.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;
using common::MessageOf;
using enum common::ErrorKind;

std::string NewFolder(const std::string& name) {
  const std::string folder = testing::TempDir() + "/store_" + name;
  fs::remove_all(folder);
  return folder;
}

StoredCase RandomCase(uint64_t seed) {
  common::RandomStream random(seed, "stored case");
  return {.record = RandomRecord(random, /*with_pictures_and_files=*/true),
          .seconds = random.Uniform(),
          .cpu_seconds = random.Uniform(),
          .peak_rss_mb = 100 * random.Uniform(),
          .finished = "2026-01-31T12:00:00Z",
          .provenance = {{"commit", "abc"}, {"empty", ""}, {"command", std::string(3000, 'x')}}};
}

// A case with a part of every kind.
StoredCase WholeCase() {
  uint64_t seed = 0;
  StoredCase stored;
  const Record& r = stored.record;
  while (r.values.empty() || r.curves.empty() || r.pictures.empty() || r.files.empty() || r.notes.empty()) {
    stored = RandomCase(++seed);
  }
  return stored;
}

TEST(StoredCase, ReadsBackWhatWasWritten) {
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const StoredCase stored = RandomCase(seed);
    const std::string bytes = EncodeCase(stored);
    EXPECT_EQ(bytes, EncodeCase(stored));
    const StoredCase read = DecodeCase(bytes, "case.h5");
    ExpectSame(read.record, stored.record);
    EXPECT_EQ(read.record.refusal, stored.record.refusal);
    EXPECT_EQ(std::tie(read.seconds, read.cpu_seconds, read.peak_rss_mb, read.finished),
              std::tie(stored.seconds, stored.cpu_seconds, stored.peak_rss_mb, stored.finished));
    ASSERT_EQ(read.provenance.size(), stored.provenance.size());
    for (size_t i = 0; i < read.provenance.size(); ++i) {
      EXPECT_EQ(read.provenance[i].name, stored.provenance[i].name);
      EXPECT_EQ(read.provenance[i].value, stored.provenance[i].value);
    }
  }
}

// What is wrong with a file that is whole and has the provenance of a case, and these points and curves.
std::string FaultOf(hsize_t num_points, const std::vector<double>& curves) {
  const Hdf5Id file = CreateHdf5Image();
  Hdf5Table facts{{"name", "value"}, {}, {{"format", "structlab case 2"}}, {}};
  for (const char* name : {"seconds", "cpu_seconds", "peak_rss_mb", "finished"})
    facts.texts.push_back({name, "1"});
  Hdf5Table table{{"table", "dataset", "method", "setting", "metric"}, {"begin", "length"}, {}, curves};
  table.texts.assign(curves.size() / 2, std::vector<std::string>(5));
  WriteHdf5Table(file, "provenance", facts);
  WriteHdf5Table(file, "curves", table);
  if (num_points < 100) WriteHdf5Points(file, "points", std::vector<double>(2 * num_points));
  if (num_points >= 100) {
    const hsize_t sizes[2] = {num_points, 2};
    const Hdf5Id space(H5Screate_simple(2, sizes, nullptr), H5Sclose, "space");
    const Hdf5Id id(H5Dcreate2(file.get(), "points", H5T_NATIVE_DOUBLE, space.get(), H5P_DEFAULT, H5P_DEFAULT,
                               H5P_DEFAULT),
                    H5Dclose, "points");
  }
  const std::string bytes = Hdf5ImageBytes(file);
  return MessageOf(kData, [&] { DecodeCase(bytes, "x.h5"); });
}

TEST(StoredCase, RefusesCurvesThatAreNotOneAfterTheOther) {
  EXPECT_EQ(FaultOf(3, {0, 2, 2, 0, 2, 1}), "no error");
  const std::string start = "x.h5: cannot be read as a stored case (";
  for (const std::vector<double>& numbers : {std::vector<double>{0, 4},
                                             {1, 1},
                                             {0, 2, 1, 1},
                                             {0, -1},
                                             {0, 0.5},
                                             {0, 1, 3, 0},
                                             {0, std::nan("")}}) {
    EXPECT_EQ(FaultOf(3, numbers), start + "curves are not one after the other in /points)");
  }
  // Points that nobody wrote would take terabytes, and a few bytes of the file.
  EXPECT_EQ(FaultOf(hsize_t{1} << 40, {}), start + "more rows than bytes for them)");
  EXPECT_TRUE(
      MessageOf(kData, [] { DecodeCase(EncodeCase({}).substr(0, 90), "x.h5"); }).starts_with("x.h5: "));
}

Stamp StampWith(int parts) {
  Stamp stamp = {"p", "d", "s", "m"};
  std::string* const members[] = {&stamp.parameters, &stamp.data, &stamp.section, &stamp.method};
  for (int i = 0; i < 4; ++i) {
    if (parts >> i & 1) *members[i] += " other";
  }
  return stamp;
}

TEST(Store, KnowsDoneFromStaleByEachPartOfTheStamp) {
  const Store store(NewFolder("stamps"));
  const std::string key = "a/b/seed=1";
  EXPECT_EQ(store.Check(key, StampWith(0)).state, Store::State::kAbsent);
  EXPECT_FALSE(store.Contains(key));
  EXPECT_THROW(store.Load(key), common::Error);
  store.Save(key, StampWith(0), WholeCase());
  EXPECT_TRUE(store.Contains(key));
  const char* const names[] = {"its settings", "its data", "the code of its section",
                               "the library of its method"};
  for (int parts = 0; parts < 16; ++parts) {
    SCOPED_TRACE(parts);
    const Store::Found found = store.Check(key, StampWith(parts));
    EXPECT_EQ(found.state, parts == 0 ? Store::State::kDone : Store::State::kStale);
    EXPECT_EQ(found.is_only_older_code, parts != 0 && (parts & 3) == 0);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(found.message.find(names[i]) != found.message.npos, (parts >> i & 1) == 1);
  }
  EXPECT_EQ(DifferenceOf(StampWith(0), StampWith(13)),
            "its settings, the code of its section and the library of its method");
  ExpectSame(store.Load(key).record, WholeCase().record);
  store.Save(key, StampWith(15), RandomCase(1));
  EXPECT_EQ(store.Check(key, StampWith(15)).state, Store::State::kDone);
  ExpectSame(store.Load(key).record, RandomCase(1).record);
}

// Every byte of the user block, a sample of the rest, and every way to cut the file short at one of them.
TEST(Store, NoticesEveryChangedByte) {
  const Store store(NewFolder("flips"));
  const Stamp stamp = StampWith(0);
  const std::string key = "c/seed=1", path = store.PathOf(key);
  store.Save(key, stamp, WholeCase());
  const std::string good = common::ReadFile(path);
  ASSERT_GT(good.size(), 4000u);
  common::RandomStream random(1, "flips");
  const auto expect_damaged = [&](const std::string& bad) {
    std::ofstream(path, std::ios::binary) << bad;
    const Store::Found found = store.Check(key, stamp);
    EXPECT_EQ(found.state, Store::State::kDamaged);
    EXPECT_EQ(MessageOf(kData, [&] { store.Load(key); }), found.message + "; run the case again");
    EXPECT_TRUE(found.message.starts_with(path + ": expected ")) << found.message;
  };
  for (size_t i = 0; i < good.size(); i += i < 1024 ? 1 : 1 + random.UniformIndex(good.size() / 200)) {
    SCOPED_TRACE(i);
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << random.UniformIndex(8)));
    expect_damaged(bad);
    if (i % 16 == 0) expect_damaged(good.substr(0, i));
  }
  expect_damaged(good + "x");
  std::ofstream(path, std::ios::binary) << good;
  EXPECT_EQ(store.Check(key, stamp).state, Store::State::kDone);
}

// h5py and h5dump find the file behind its user block.
TEST(Store, ItsFilesAreHdf5AsTheyAre) {
  const Store store(NewFolder("hdf5"));
  store.Save("c/seed=1", StampWith(0), WholeCase());
  const Hdf5Id file(H5Fopen(store.PathOf("c/seed=1").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "file");
  EXPECT_EQ(ReadHdf5Picture(file, "picture_0", "file"), WholeCase().record.pictures[0].picture);
  EXPECT_TRUE(
      common::ReadFile(store.PathOf("c/seed=1")).starts_with("structlab case 2\nparameters p\ndata d\n"));
}

TEST(Store, RefusesResultsOfTheOldFormat) {
  const std::string folder = NewFolder("old");
  const Store store(folder);
  store.RefuseOldFormat();  // there is no folder yet
  store.Save("a/seed=1", StampWith(0), RandomCase(1));
  store.RefuseOldFormat();
  std::ofstream(folder + "/a/seed=2.h5.sha256") << "x";
  const std::string message = MessageOf(kData, [&] { store.RefuseOldFormat(); });
  EXPECT_TRUE(message.starts_with(folder + "/a/seed=2.h5.sha256: expected ")) << message;
  EXPECT_TRUE(message.ends_with("remove the folder " + folder + " or choose another --out")) << message;
}

TEST(StampOf, ChangesWithWhatAResultDependsOn) {
  Case c{.name = "n", .dataset = "D", .method = "M", .parameters = Setting{{"k", "1"}}};
  c.resolved = {{.name = "d", .checksums = {{"f", "1"}}}};
  c.section = "s";
  CodeDigests code = {.sections = {{"s", "1"}, {"t", "2"}}, .methods = {{"M*", "3"}, {"N", "4"}}};
  const Stamp stamp = StampOf(c, code);
  const auto expect = [&](const std::string& part,
                          const std::vector<std::function<void(Case&, CodeDigests&)>>& changes) {
    for (const auto& change : changes) {
      Case other = c;
      CodeDigests other_code = code;
      change(other, other_code);
      EXPECT_EQ(DifferenceOf(stamp, StampOf(other, other_code)), part);
    }
  };
  // clang-format off
  expect("its settings", {[](Case& o, auto&) { o.seed = 1; }, [](Case& o, auto&) { o.name = "m"; },
                          [](Case& o, auto&) { o.parameters.Set("k", "2"); }, [](Case& o, auto&) { o.parameters = {}; }});
  expect("its data", {[](Case& o, auto&) { o.resolved[0].checksums[0].value = "2"; }, [](Case& o, auto&) { o.resolved.clear(); },
                      [](Case& o, auto&) { o.resolved[0].origin = DataOrigin::kStandIn; }});
  expect("the code of its section", {[](Case& o, auto&) { o.section = "t"; }, [](Case&, auto& d) { d.sections["s"] = "9"; }});
  expect("the library of its method", {[](Case& o, auto&) { o.method = "N"; }, [](Case&, auto& d) { d.methods[0].second = "9"; }});
  expect("", {[](Case&, auto& d) { d.methods[1].second = "9"; }, [](Case&, auto& d) { d.sections["t"] = "9"; },
              [](Case& o, auto&) { o.threads = 8; }, [](Case& o, auto&) { o.resolved[0].path = "/elsewhere"; },
              [](Case& o, auto&) { o.departures = {"words"}; }});
  // clang-format on
  // A method that no pattern names depends on all of them.
  EXPECT_EQ(code.OfMethod("M1"), "3");
  const std::string of_unknown = code.OfMethod("unknown");
  code.methods[1].second = "9";
  EXPECT_NE(code.OfMethod("unknown"), of_unknown);
}

}  // namespace
}  // namespace structlab::harness
