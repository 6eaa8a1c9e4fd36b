#include "experiments/harness/store.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "common/digest.h"
#include "common/disk_calls.h"
#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "experiments/harness/hdf5_picture.h"

namespace structlab::harness {
namespace {

std::string FolderOfTest(const std::string& name) {
  const std::string folder = std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
  std::filesystem::remove_all(folder);
  return folder;
}

// Some of noise, some that compress, some too small to be compressed.
Picture RandomPicture(common::RandomStream& random) {
  Picture picture;
  picture.width = 1 + static_cast<int>(random.UniformIndex(90));
  picture.height = 1 + static_cast<int>(random.UniformIndex(90));
  picture.channels = random.UniformIndex(2) == 0 ? 1 : 3;
  picture.values.resize(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height) *
                        static_cast<size_t>(picture.channels));
  const uint64_t levels = random.UniformIndex(2) == 0 ? 2 : 256;
  for (uint8_t& value : picture.values) value = static_cast<uint8_t>(random.UniformIndex(levels));
  return picture;
}

StoredCase RandomCase(uint64_t seed) {
  common::RandomStream random(seed, "stored case");
  Case c{.name = "n", .dataset = "data set \xc3\xa4", .method = "method"};
  Recorder recorder(c);
  const double odd[] = {std::nan(""), std::numeric_limits<double>::infinity(), -0.0, 5e-324};
  for (uint64_t i = random.UniformIndex(6); i > 0; --i) {
    const double value = random.UniformIndex(4) == 0 ? odd[random.UniformIndex(4)] : random.Normal();
    recorder.Value("table " + std::to_string(i), "metric", value, {.unit = i % 2 == 0 ? "s" : ""});
  }
  for (uint64_t i = random.UniformIndex(4); i > 0; --i) {
    std::vector<double> x, y;
    for (uint64_t k = random.UniformIndex(500); k > 0; --k) {
      x.push_back(random.Normal());
      y.push_back(random.Normal());
    }
    recorder.Curve("figure", "curve " + std::to_string(i), x, y,
                   {.setting = Setting{{"i", std::to_string(i)}}});
  }
  for (uint64_t i = seed % 4; i > 1; --i)
    recorder.Picture("figure", std::to_string(i), RandomPicture(random));
  if (seed % 3 == 0) recorder.Note("a note\twith \"signs\"");
  StoredCase stored{.record = recorder.record(),
                    .seconds = random.Uniform(),
                    .cpu_seconds = random.Uniform(),
                    .peak_rss_mb = 100 * random.Uniform(),
                    .finished = "2026-01-31T12:00:00Z",
                    .provenance = {{"commit", "abc"}, {"empty", ""}, {"departure", std::string(3000, 'x')}}};
  if (seed % 5 == 0) stored.record.refusal = "no";
  if (seed % 4 == 0) stored.record.files = {{"model.txt", std::string(5000, 'm') + "\n"}, {"empty", ""}};
  return stored;
}

bool SameBits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

void ExpectEqual(const StoredCase& a, const StoredCase& b) {
  ASSERT_EQ(a.record.values.size(), b.record.values.size());
  for (size_t i = 0; i < a.record.values.size(); ++i) {
    EXPECT_EQ(a.record.values[i].key, b.record.values[i].key);
    EXPECT_EQ(a.record.values[i].unit, b.record.values[i].unit);
    EXPECT_TRUE(SameBits(a.record.values[i].value, b.record.values[i].value));
  }
  ASSERT_EQ(a.record.curves.size(), b.record.curves.size());
  for (size_t i = 0; i < a.record.curves.size(); ++i) {
    EXPECT_EQ(a.record.curves[i].key, b.record.curves[i].key);
    EXPECT_EQ(a.record.curves[i].x, b.record.curves[i].x);
    EXPECT_EQ(a.record.curves[i].y, b.record.curves[i].y);
  }
  ASSERT_EQ(a.record.pictures.size(), b.record.pictures.size());
  for (size_t i = 0; i < a.record.pictures.size(); ++i) {
    EXPECT_EQ(a.record.pictures[i].key, b.record.pictures[i].key);
    EXPECT_EQ(a.record.pictures[i].picture, b.record.pictures[i].picture);
  }
  EXPECT_EQ(a.record.notes, b.record.notes);
  EXPECT_EQ(a.record.refusal, b.record.refusal);
  EXPECT_EQ(a.record.files, b.record.files);
  EXPECT_EQ(a.seconds, b.seconds);
  EXPECT_EQ(a.cpu_seconds, b.cpu_seconds);
  EXPECT_EQ(a.peak_rss_mb, b.peak_rss_mb);
  EXPECT_EQ(a.finished, b.finished);
  ASSERT_EQ(a.provenance.size(), b.provenance.size());
  for (size_t i = 0; i < a.provenance.size(); ++i) {
    EXPECT_EQ(a.provenance[i].name, b.provenance[i].name);
    EXPECT_EQ(a.provenance[i].value, b.provenance[i].value);
  }
}

TEST(StoredCase, ReadsBackWhatWasWritten) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const StoredCase stored = RandomCase(seed);
    const std::string bytes = EncodeCase(stored);
    EXPECT_EQ(bytes, EncodeCase(stored));
    ExpectEqual(DecodeCase(bytes, "case.h5"), stored);
  }
}

// Under the names that readers of other programs are told.
TEST(StoredCase, KeepsEachPictureAsAnImage) {
  const StoredCase stored = RandomCase(7);
  const Hdf5Id file = OpenHdf5Image(EncodeCase(stored), "case.h5");
  ASSERT_EQ(stored.record.pictures.size(), 2u);
  EXPECT_EQ(ReadHdf5Picture(file, "/picture_0", "case.h5"), stored.record.pictures[0].picture);
  EXPECT_EQ(ReadHdf5Picture(file, "/picture_1", "case.h5"), stored.record.pictures[1].picture);
}

TEST(StoredCase, RefusesWhatIsNoCase) {
  for (const std::string& bytes :
       {std::string(), std::string("text"), EncodeCase(RandomCase(1)).substr(0, 90)}) {
    const std::string message =
        common::MessageOf(common::ErrorKind::kData, [&] { DecodeCase(bytes, "runs/x.h5"); });
    EXPECT_TRUE(message.starts_with("runs/x.h5: ")) << message;
  }
}

TEST(Store, KnowsDoneFromStaleAndDamaged) {
  const Store store(FolderOfTest("store"));
  EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kAbsent);
  store.Save("a/seed=1", "f", RandomCase(1));
  EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kDone);
  EXPECT_EQ(store.Check("a/seed=1", "g").state, Store::State::kStale);
  ExpectEqual(store.Load("a/seed=1"), RandomCase(1));
  store.Save("a/seed=1", "g", RandomCase(2));
  EXPECT_EQ(store.Check("a/seed=1", "g").state, Store::State::kDone);
}

// The moment between the two renames of Save: the new digests beside the old result.
TEST(Store, AKillBetweenTheRenamesLosesNothing) {
  for (const char* fingerprint : {"f", "g"}) {
    const Store store(FolderOfTest("between"));
    store.Save("a/seed=1", "f", RandomCase(1));
    const std::string path = store.PathOf("a/seed=1"), old = common::ReadFile(path);
    store.Save("a/seed=1", fingerprint, RandomCase(2));
    const std::string now = common::ReadFile(path);
    common::WriteFileAtomically(path, old);
    EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kDone);
    EXPECT_EQ(store.Check("a/seed=1", "g").state, Store::State::kStale);
    ExpectEqual(store.Load("a/seed=1"), RandomCase(1));
    // Once more, and this time to the end.
    store.Save("a/seed=1", "g", RandomCase(3));
    EXPECT_EQ(store.Check("a/seed=1", "g").state, Store::State::kDone);
    EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kStale);
    ExpectEqual(store.Load("a/seed=1"), RandomCase(3));
    common::WriteFileAtomically(path, now);  // neither of the two that the digests name
    EXPECT_EQ(store.Check("a/seed=1", "g").state, Store::State::kDamaged);
  }
}

// The digests come first: a result that no digest names would be taken for damaged.
TEST(Store, AResultIsNotReplacedBeforeItsDigests) {
  const Store store(FolderOfTest("digest_first"));
  store.Save("a/seed=1", "f", RandomCase(1));
  const std::string path = store.PathOf("a/seed=1"), old = common::ReadFile(path);
  std::filesystem::remove(path + ".sha256");
  std::filesystem::create_directories(path + ".sha256");  // so that it cannot be written
  EXPECT_THROW(store.Save("a/seed=1", "f", RandomCase(2)), common::Error);
  EXPECT_EQ(common::ReadFile(path), old);
}

// Once a case, for what cannot be made again without running it.
TEST(Store, WaitsForTheDiskOnceBeforeAResultTakesItsName) {
  const Store store(FolderOfTest("disk"));
  const common::DiskCalls calls;
  store.Save("a/seed=1", "f", RandomCase(1));
  EXPECT_EQ(calls.noted(),
            (std::vector<std::string>{"rename to seed=1.h5.sha256", "sync the temporary file of seed=1.h5",
                                      "rename to seed=1.h5"}));
}

TEST(Store, WithoutItsDigestACaseIsStale) {
  const Store store(FolderOfTest("no_digest"));
  store.Save("a/seed=1", "f", RandomCase(1));
  const std::string path = store.PathOf("a/seed=1");
  common::WriteFileAtomically(path + ".sha256", "");
  EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kStale);
  std::filesystem::remove(path + ".sha256");
  EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kStale);
  const std::string message = common::MessageOf(common::ErrorKind::kData, [&] { store.Load("a/seed=1"); });
  EXPECT_TRUE(message.starts_with(path + ": expected its digest in " + path + ".sha256, found ")) << message;
}

// What stands in place of the digests may have any length and line breaks; the message is one line, which
// names the file and what should stand there.
TEST(Store, NamesWhatIsNoDigestFile) {
  const Store store(FolderOfTest("no_digests"));
  store.Save("a/seed=1", "f", RandomCase(1));
  const std::string path = store.PathOf("a/seed=1"), file = path + ".sha256";
  const std::string first = common::Sha256OfFile(path) + "  seed=1.h5\n", both = first + "# case f\n";
  const std::string check = "a last line '# check " + common::Sha256OfText(both) + "'";
  const std::string entry = "a sha256 and the name of a file", named = "a line '# case FINGERPRINT'";
  struct Damage {
    std::string text, expected, found;
  };
  for (const auto& [text, expected, found] : std::vector<Damage>{
           {"garbage\n", entry, "'garbage\\x0a'"},
           {"ab\ncd\n", entry, "'ab\\x0acd\\x0a'"},
           {std::string(5000, 'a'), entry, common::Quote(std::string(5000, 'a'))},
           {first.substr(1) + "# case f\n", entry, common::Quote(first.substr(1) + "# case f\n")},
           {first, named, "''"},
           {first + "# case \n", named, "''"},
           {both, check, "''"},
           {both + "x", check, "'x'"},
           {both + "# check 1\n", check, "'1'"},
           {both + "# before 1\n", "'# before SHA256 FINGERPRINT'", "'1'"}}) {
    common::WriteFileAtomically(file, text);
    EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kDamaged) << text;
    const std::string message = file + ": expected " + expected + ", found " + found;
    EXPECT_EQ(store.Check("a/seed=1", "f").message, message);
    EXPECT_EQ(common::MessageOf(common::ErrorKind::kData, [&] { store.Load("a/seed=1"); }),
              message + "; run the case again");
  }
}

// A changed fingerprint would make the case another program's, and its rows would go without a word.
TEST(Store, NoticesEveryChangedByteOfItsDigests) {
  const Store store(FolderOfTest("digest_flips"));
  store.Save("c/seed=1", "f", RandomCase(7));
  store.Save("c/seed=1", "g", RandomCase(8));  // with a line of what was before
  const std::string path = store.PathOf("c/seed=1") + ".sha256", good = common::ReadFile(path);
  EXPECT_EQ(store.Check("c/seed=1", "g").state, Store::State::kDone);
  for (size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 1);
    std::ofstream(path, std::ios::binary) << bad;
    EXPECT_EQ(store.Check("c/seed=1", "g").state, Store::State::kDamaged) << i;
    EXPECT_THROW(store.Load("c/seed=1"), common::Error);
    if (i == 0) continue;  // an empty file is a lost one
    std::ofstream(path, std::ios::binary) << good.substr(0, i);
    EXPECT_EQ(store.Check("c/seed=1", "g").state, Store::State::kDamaged) << i;
  }
}

TEST(Store, NoticesEveryChangedByte) {
  const Store store(FolderOfTest("flips"));
  store.Save("c/seed=1", "f", RandomCase(7));  // with two pictures
  const std::string path = store.PathOf("c/seed=1"), good = common::ReadFile(path);
  common::RandomStream random(1, "flips");
  for (int i = 0; i < 200; ++i) {
    std::string bad = good;
    char& byte = bad[random.UniformIndex(bad.size())];
    byte = static_cast<char>(byte ^ (1 << random.UniformIndex(8)));
    std::ofstream(path, std::ios::binary) << bad;
    EXPECT_EQ(store.Check("c/seed=1", "f").state, Store::State::kDamaged);
    EXPECT_THROW(store.Load("c/seed=1"), common::Error);
  }
}

TEST(Store, ItsDigestIsWhatSha256sumReads) {
  const Store store(FolderOfTest("digest"));
  store.Save("d/seed=1", "f", RandomCase(1));
  const std::string path = store.PathOf("d/seed=1");
  const std::string lines = common::Sha256OfFile(path) + "  seed=1.h5\n# case f\n";
  EXPECT_EQ(common::ReadFile(path + ".sha256"), lines + "# check " + common::Sha256OfText(lines) + "\n");
}

TEST(Store, RemovesOnlyItsOwnLeftovers) {
  const std::string folder = FolderOfTest("leftovers");
  const Store store(folder);
  store.Save("a/seed=1", "f", RandomCase(1));
  for (const char* name : {"/a/seed=2.h5.tmp-Ab12Cd", "/a/seed=2.h5.sha256.tmp-Ab12Cd", "/a/notes.txt",
                           "/a/notes.txt.tmp-Ab12Cd"}) {
    std::ofstream(folder + name) << "x";
  }
  store.RemoveLeftovers();
  EXPECT_FALSE(std::filesystem::exists(folder + "/a/seed=2.h5.tmp-Ab12Cd"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/a/seed=2.h5.sha256.tmp-Ab12Cd"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/a/notes.txt"));
  EXPECT_TRUE(std::filesystem::exists(folder + "/a/notes.txt.tmp-Ab12Cd"));
  EXPECT_EQ(store.Check("a/seed=1", "f").state, Store::State::kDone);
}

TEST(Fingerprint, ChangesWithWhatAResultDependsOn) {
  Case c{.name = "n", .dataset = "D", .method = "M", .parameters = Setting{{"k", "1"}}};
  c.resolved = {{.name = "d", .checksums = {{"f", "1"}}}};
  const std::string fingerprint = FingerprintOf(c, "program");
  EXPECT_NE(FingerprintOf(c, "other program"), fingerprint);
  const auto changed = [&](auto change) {
    Case other = c;
    change(other);
    return FingerprintOf(other, "program") != fingerprint;
  };
  EXPECT_TRUE(changed([](Case& o) { o.seed = 1; }));
  EXPECT_TRUE(changed([](Case& o) { o.name = "m"; }));
  EXPECT_TRUE(changed([](Case& o) { o.parameters.Set("k", "2"); }));
  EXPECT_TRUE(changed([](Case& o) { o.parameters = Setting{{"other", "1"}}; }));
  EXPECT_TRUE(changed([](Case& o) { o.parameters = {}; }));
  EXPECT_TRUE(changed([](Case& o) { o.resolved[0].checksums[0].value = "2"; }));
  EXPECT_TRUE(changed([](Case& o) { o.resolved[0].origin = DataOrigin::kStandIn; }));
  EXPECT_TRUE(changed([](Case& o) { o.resolved.clear(); }));
  EXPECT_FALSE(changed([](Case& o) { o.threads = 8; }));
  EXPECT_FALSE(changed([](Case& o) { o.resolved[0].path = "/elsewhere"; }));
}

}  // namespace
}  // namespace structlab::harness
