// What is stored of cases.
#include "experiments/harness/run/store.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "common/file.h"
#include "common/hdf5/hdf5_file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/testing/random_case.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using enum common::ErrorKind;

FinishedCase RandomStored(uint64_t seed) {
  FinishedCase stored = RandomFinished(seed, /*with_notes_and_files=*/true);
  stored.provenance.push_back({"empty", ""});
  stored.provenance.push_back({"command", std::string(3000, 'x')});
  return stored;
}

TEST(StoredCase, ReadsBackWhatWasWritten) {
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const FinishedCase stored = RandomStored(seed);
    const std::string bytes = EncodeCase(stored);
    EXPECT_EQ(bytes, EncodeCase(stored));
    const FinishedCase read = DecodeCase(bytes, "case.h5");
    EXPECT_EQ(TextOf(read.record), TextOf(stored.record));
    EXPECT_EQ(read.record.refusal, stored.record.refusal);
    EXPECT_EQ(CostOf(read), CostOf(stored));
    EXPECT_TRUE(read.provenance == stored.provenance);
  }
}

// Of a file with these tables and the facts of a case.
std::string FaultOf(common::Hdf5File& file) {
  common::Hdf5Table facts{{"name", "value"}, {}, {{"format", "structlab case 2"}}};
  for (const char* name : {"seconds", "cpu_seconds", "peak_rss_mb", "finished"}) {
    facts.texts.push_back({name, "1"});
  }
  file.WriteTable("provenance", facts);
  const std::string bytes = file.Bytes();
  return MessageOf(kData, [&] { DecodeCase(bytes, "x.h5"); });
}

// Three points, and curves that begin and end as the numbers say.
TEST(StoredCase, RefusesCurvesThatAreNotOneAfterTheOther) {
  const auto fault_of = [](const std::vector<double>& curves) {
    common::Hdf5File file;
    common::Hdf5Table table{{"table", "dataset", "method", "setting", "metric"}, {"begin", "length"}};
    table.texts.assign(curves.size() / 2, std::vector<std::string>(5));
    table.numbers = curves;
    file.WriteTable("curves", table);
    file.WritePoints("points", std::vector<double>(6));
    return FaultOf(file);
  };
  EXPECT_EQ(fault_of({0, 2, 2, 0, 2, 1}), "no error");
  for (const std::vector<double>& curves : std::vector<std::vector<double>>{
           {0, 4}, {1, 1}, {0, 2, 1, 1}, {0, -1}, {0, 0.5}, {0, 1, 3, 0}, {0, NAN}}) {
    EXPECT_EQ(fault_of(curves),
              "x.h5: cannot be read as a stored case (curves are not one after the other in /points)");
  }
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
  const common::ScratchFolder folder("stamps");
  const Store store(folder.path());
  const std::string key = "a/b/seed=1";
  EXPECT_EQ(store.Check(key, StampWith(0)).state, Store::State::kAbsent);
  EXPECT_FALSE(store.Contains(key));
  EXPECT_THROW(store.Load(key), common::Error);
  store.Save(key, StampWith(0), RandomStored(0));
  EXPECT_TRUE(store.Contains(key));
  const char* const names[] = {"its settings", "its data", "the code of its section",
                               "the library of its method"};
  for (int parts = 0; parts < 16; ++parts) {
    SCOPED_TRACE(parts);
    const Store::Found found = store.Check(key, StampWith(parts));
    EXPECT_EQ(found.state, parts == 0 ? Store::State::kDone : Store::State::kStale);
    EXPECT_EQ(found.is_only_older_code, parts != 0 && (parts & 3) == 0);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(found.message.find(names[i]) != found.message.npos, (parts >> i & 1) == 1);
    }
  }
  EXPECT_EQ(DifferenceOf(StampWith(0), StampWith(13)),
            "its settings, the code of its section and the library of its method");
  EXPECT_EQ(TextOf(store.Load(key).record), TextOf(RandomStored(0).record));
  store.Save(key, StampWith(15), RandomStored(1));
  EXPECT_EQ(store.Check(key, StampWith(15)).state, Store::State::kDone);
  EXPECT_EQ(TextOf(store.Load(key).record), TextOf(RandomStored(1).record));
  std::string bytes = common::ReadFile(store.PathOf(key));
  EXPECT_TRUE(bytes.starts_with("structlab case 2\nparameters p other\ndata d other\nsection s other\n"));
  bytes.back() ^= 1;
  common::WriteFileAtomically(store.PathOf(key), bytes);
  const Store::Found damaged = store.Check(key, StampWith(15));
  EXPECT_EQ(damaged.state, Store::State::kDamaged);
  EXPECT_TRUE(damaged.message.starts_with(store.PathOf(key) + ": expected sha256 ")) << damaged.message;
  EXPECT_EQ(MessageOf(kData, [&] { store.Load(key); }), damaged.message + "; run the case again");
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
  const std::string of_unknown = code.OfMethod("unknown"), of_m = code.OfMethod("M1");
  code.methods[1].second = "9";
  EXPECT_NE(code.OfMethod("unknown"), of_unknown);
  EXPECT_EQ(code.OfMethod("M1"), of_m);
  code.methods.emplace_back("*1", "5");  // two libraries may have methods of the name
  EXPECT_NE(code.OfMethod("M1"), of_m);
}

// Two items of one part, and what does not go with them.
TEST(StoredCase, RefusesItemsThatDoNotGoTogether) {
  const auto fault_of = [](const std::string& items, const std::vector<double>& numbers,
                           const std::vector<double>& points) {
    common::Hdf5File file;
    common::Hdf5Table table{{"table", "dataset", "method", "setting", "metric", "items"}, {"size", "parts"}};
    table.texts = {{"", "", "", "", "", items}};
    table.numbers = numbers;
    file.WriteTable("items", table);
    file.WritePoints("item_points", points);
    return FaultOf(file);
  };
  EXPECT_EQ(fault_of("2", {2, 1}, {0, 7, 1, 8}), "no error");
  EXPECT_EQ(fault_of("2", {2, 1}, {1, 7, 0, 8}),
            "x.h5: cannot be read as a stored case (items in another order)");
  for (const std::vector<double>& numbers : std::vector<std::vector<double>>{
           {2, 2}, {3, 1}, {-1, 1}, {0.5, 1}, {2, 0.5}, {2, 0}, {0, 1e9}, {NAN, 1}}) {
    EXPECT_EQ(fault_of("2", numbers, {0, 7, 1, 8}),
              "x.h5: cannot be read as a stored case (items are not one after the other in /item_points)");
  }
  EXPECT_EQ(fault_of("3", {2, 1}, {0, 7, 1, 8}), "x.h5: expected a list of 2 texts, one an item, found 3");
  EXPECT_EQ(fault_of("2:a,a", {2, 1}, {0, 7, 1, 8}),
            "x.h5: expected each item once, found 'a' a second time");
}

TEST(ItemsText, IsShortAndNamesWhatIsDamaged) {
  EXPECT_EQ(FormatItems({.ids = NumberedItems(12)}), "12");
  EXPECT_EQ(FormatItems({.ids = {"a", "b,c", ""}, .groups = {{"p", "p", "q"}, {"0", "1", "2"}}}),
            "3:a,b%2Cc,;3:p*2,q;3");
  EXPECT_EQ(FormatItems({}), "0");
  EXPECT_EQ(FormatItems({.ids = {""}}), "1:");
  const auto fault_of = [](const std::string& text) {
    return MessageOf(kData, [&] { ParseItems(text, 2, "x"); });
  };
  EXPECT_EQ(fault_of("2:b,a;2:c*2"), "no error");
  EXPECT_EQ(fault_of(""), "x: expected an integer, found ''");
  EXPECT_EQ(fault_of("1"), "x: expected a list of 2 texts, one an item, found 1");
  EXPECT_EQ(fault_of("-2"), "x: expected a list of 2 texts, one an item, found -2");
  EXPECT_EQ(fault_of("2;1"), "x: expected a list of 2 texts, one an item, found 1");
  EXPECT_EQ(fault_of("2:a"), "x: expected a list of 2 texts, one an item, found 1");
  EXPECT_EQ(fault_of("2:a,b,c"), "x: expected 2 texts, as the list begins, found '2:a,b,c'");
  EXPECT_EQ(fault_of("2:a*9"), "x: expected 2 texts, as the list begins, found '2:a*9'");
  EXPECT_EQ(fault_of("2:a*2"), "x: expected each item once, found 'a' a second time");
  EXPECT_EQ(fault_of("2:a*0,b,c"), "x: expected 2 texts, as the list begins, found '2:a*0,b,c'");
  for (const std::string bad : {"%", "%2", "%x1", "%-1", "%+1"}) {
    EXPECT_EQ(fault_of("2:a," + bad),
              fmt::format("x: expected two hexadecimal digits after '%', found '{}'", bad));
  }
}

}  // namespace
}  // namespace structlab::harness
