// What is kept of cases: stored results and record.tsv.
#include "experiments/harness/run/store.h"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

#include "common/file.h"
#include "common/hdf5/hdf5_file.h"
#include "common/packed_numbers.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "experiments/harness/run/record.h"

namespace structlab::harness {
namespace {

using common::MessageOf;
using common::RandomStream;
using enum common::ErrorKind;

// One in four is a number that is easily lost: NaN, an infinity, -0, the smallest denormal and others.
double RandomNumber(RandomStream& random) {
  using Limits = std::numeric_limits<double>;
  const double odd[] = {Limits::quiet_NaN(),  Limits::infinity(), -Limits::infinity(), -0.0,
                        Limits::denorm_min(), -Limits::min() / 3, Limits::max(),       0.1 + 0.2};
  return random.UniformIndex(4) == 0 ? odd[random.UniformIndex(8)]
                                     : std::exp(9 * random.Normal()) * random.Normal();
}

// Noise or two levels, so that some compress well; some are too small to be compressed.
Picture RandomPicture(RandomStream& random) {
  Picture picture = {.width = 1 + static_cast<int>(random.UniformIndex(90)),
                     .height = 1 + static_cast<int>(random.UniformIndex(90)),
                     .channels = random.UniformIndex(2) == 0 ? 1 : 3};
  picture.values.resize(picture.width * picture.height * picture.channels);
  const uint64_t levels = random.UniformIndex(2) == 0 ? 2 : 256;
  for (uint8_t& value : picture.values) value = static_cast<uint8_t>(random.UniformIndex(levels));
  return picture;
}

// Values and curves under keys with signs that files treat specially; some cases record nothing, some refuse.
Record RandomRecord(RandomStream& random, bool with_pictures_and_files) {
  const Case c{.name = "n", .dataset = "data set \xc3\xa4", .method = "a\tb\\n#"};
  Recorder recorder(c);
  if (random.UniformIndex(8) == 0) {
    recorder.Refuse("no");
    return recorder.record();
  }
  for (uint64_t i = random.UniformIndex(6); i > 0; --i) {
    const Setting setting = {{"k", std::to_string(i)}, {"text", "a=b, c"}};
    recorder.Value("table " + std::to_string(i), "metric", RandomNumber(random),
                   {.setting = setting, .unit = i % 2 == 0 ? "s" : ""});
  }
  for (uint64_t i = random.UniformIndex(4); i > 0; --i) {
    std::vector<double> x(random.UniformIndex(500)), y(x.size());
    for (std::vector<double>* numbers : {&x, &y}) {
      for (double& number : *numbers) number = RandomNumber(random);
    }
    recorder.Curve("figure", "curve " + std::to_string(i), x, y);
  }
  if (!with_pictures_and_files) return recorder.record();
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    recorder.Picture("figure", std::to_string(i), RandomPicture(random));
  }
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    recorder.Note("a note\twith \"signs\"\n" + std::to_string(i));
    recorder.File("file" + std::to_string(i), std::string(random.UniformIndex(5000), 'm') + "\n");
  }
  return recorder.record();
}

// Everything in it, numbers to the last bit; the payload of a NaN is not kept.
std::string TextOf(const Record& record) {
  std::string text = fmt::format("{}{}\n", record.notes, record.refusal ? "refused" : "");
  for (const auto& [key, value, unit] : record.values) {
    text += fmt::format("{}: {} {}\n", Describe(key), value, unit);
  }
  for (const auto& [key, x, y] : record.curves) text += fmt::format("{}: {} over {}\n", Describe(key), y, x);
  for (const auto& [key, p] : record.pictures) {
    text += fmt::format("{}: {}x{}x{} {}\n", Describe(key), p.width, p.height, p.channels, p.values);
  }
  for (const auto& [name, content] : record.files) text += fmt::format("{}: {}\n", name, content);
  return text;
}

FinishedCase RandomFinished(uint64_t seed, bool with_pictures_and_files) {
  RandomStream random(seed, "finished case");
  FinishedCase finished = {.record = RandomRecord(random, with_pictures_and_files),
                           .seconds = random.Uniform(),
                           .cpu_seconds = random.Uniform(),
                           .peak_rss_mb = 1e4 * random.Uniform(),
                           .finished = "2026-01-31",
                           .provenance = {{"processor", "a \t processor"}, {"commit", "0123456789ab"}}};
  finished.c.name = fmt::format("grid/k={}", seed);
  finished.c.seed = random.UniformIndex(2) == 0 ? 1 : uint64_t{INT64_MAX};
  finished.c.origin = static_cast<DataOrigin>(random.UniformIndex(3));
  finished.c.protocol = static_cast<Protocol>(random.UniformIndex(3));
  if (random.UniformIndex(2) == 0) finished.provenance.push_back({"data digest", "0123456789abcdef"});
  return finished;
}

FinishedCase RandomStored(uint64_t seed) {
  FinishedCase stored = RandomFinished(seed, /*with_pictures_and_files=*/true);
  stored.provenance.push_back({"empty", ""});
  stored.provenance.push_back({"command", std::string(3000, 'x')});
  return stored;
}

auto CostOf(const FinishedCase& c) { return std::tuple(c.seconds, c.cpu_seconds, c.peak_rss_mb, c.finished); }

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

// Three points, and curves that begin and end as the numbers say.
TEST(StoredCase, RefusesCurvesThatAreNotOneAfterTheOther) {
  const auto fault_of = [](const std::vector<double>& curves) {
    common::Hdf5File file;
    common::Hdf5Table facts{{"name", "value"}, {}, {{"format", "structlab case 2"}}};
    for (const char* name : {"seconds", "cpu_seconds", "peak_rss_mb", "finished"}) {
      facts.texts.push_back({name, "1"});
    }
    common::Hdf5Table table{{"table", "dataset", "method", "setting", "metric"}, {"begin", "length"}};
    table.texts.assign(curves.size() / 2, std::vector<std::string>(5));
    table.numbers = curves;
    file.WriteTable("provenance", facts);
    file.WriteTable("curves", table);
    file.WritePoints("points", std::vector<double>(6));
    const std::string bytes = file.Bytes();
    return MessageOf(kData, [&] { DecodeCase(bytes, "x.h5"); });
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

// Also of cases that recorded nothing, which would else count as never recorded.
TEST(RecordTsv, ReadsBackWhatWasWritten) {
  const auto facts = [](const FinishedCase& c) {
    return std::tuple(c.Key(), OriginOf(c.c), DataDigestOf(c), ProtocolOf(c.c), c.FactOf("processor"),
                      c.FactOf("commit"), CostOf(c));
  };
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::vector<FinishedCase> cases;
    for (uint64_t i = 0; i < seed % 7; ++i) cases.push_back(RandomFinished(7 * seed + i, false));
    const std::string text = FormatRecord(cases);
    const std::vector<FinishedCase> read = ParseRecord(text, "record.tsv");
    ASSERT_EQ(read.size(), cases.size());
    for (size_t i = 0; i < cases.size(); ++i) {
      EXPECT_EQ(facts(read[i]), facts(cases[i]));
      EXPECT_EQ(TextOf(read[i].record), TextOf(cases[i].record));
    }
    EXPECT_EQ(FormatRecord(read), text);
  }
  EXPECT_TRUE(ParseRecord("", "record.tsv").empty());
  FinishedCase first = {.c = {.name = "a"}};
  first.record.curves = {{{"F", "D", "M", {}, "c"}, {1}, {2}}};
  FinishedCase second = first;
  second.c.seed = 1;
  const std::vector<FinishedCase> read = ParseRecord(FormatRecord({first, second}), "record.tsv");
  EXPECT_EQ(read[0].record.curves.size(), 1u);  // curves of the first seed only
  EXPECT_EQ(read[1].record.curves.size(), 0u);
  // Curves of the tables that are named stay for every seed.
  second.record.curves.push_back({{"claims", "D", "M", {}, "c"}, {3}, {4}});
  const std::string text = FormatRecord({first, second}, {"claims"});
  const std::vector<FinishedCase> all = ParseRecord(text, "record.tsv");
  ASSERT_EQ(all[1].record.curves.size(), 1u);
  EXPECT_EQ(all[1].record.curves[0].key.table, "claims");
  EXPECT_EQ(all[1].record.curves[0].y, std::vector<double>{4});
  EXPECT_EQ(FormatRecord(all, {"claims"}), text);
}

// Each error names the line and the column in it at which the damaged cell begins.
TEST(RecordTsv, NamesThePlaceOfDamage) {
  FinishedCase c{.c = {.name = "a", .seed = 1}, .provenance = {{"commit", "0"}}};
  c.record.values = {{{"T", "D", "M", Setting{{"k", "1"}}, "m"}, 2.5, "s"}};
  c.record.curves = {{{"F", "D", "M", {}, "c"}, {1, 2}, {3, 4}}};
  std::vector<std::vector<std::string>> lines;  // format, columns, value, curve
  const std::string good = FormatRecord({c});
  for (const std::string_view line : SplitList(std::string_view(good).substr(0, good.size() - 1), '\n')) {
    lines.emplace_back();
    for (const std::string_view cell : SplitList(line, '\t')) lines.back().emplace_back(cell);
  }
  const auto error_in = [](const std::vector<std::vector<std::string>>& bad) {
    std::string text;
    for (const auto& cells : bad) text += fmt::format("{}\n", fmt::join(cells, "\t"));
    return MessageOf(kData, [&] { ParseRecord(text, "r"); });
  };
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(error_in(lines), "no error");
  const std::tuple<size_t, const char*, std::string> damages[] = {
      {2, "case", "../a"}, {2, "seed", "-1"},    {2, "seed", "x"},       {2, "seed", "1.0"},
      {2, "setting", "k"}, {2, "value", ""},     {2, "value", "2,5"},    {2, "data", "fake"},
      {2, "protocol", ""}, {2, "seconds", "1s"}, {2, "cpu_seconds", ""}, {2, "peak_rss_mb", "-"},
      {3, "x", "2:x"},     {3, "y", "2"},        {3, "y", ""},           {3, "y", common::PackNumbers({1})},
      {3, "seconds", "2"}, {3, "commit", "f"}};  // the last two: another than in the case's first line
  for (const auto& [line, name, value] : damages) {
    SCOPED_TRACE(fmt::format("{} = '{}'", name, value));
    auto bad = lines;
    const auto column = static_cast<size_t>(std::ranges::find(lines[1], name) - lines[1].begin());
    ASSERT_LT(column, lines[1].size());
    bad[line][column] = value;
    size_t place = 1;
    for (size_t i = 0; i < column; ++i) place += bad[line][i].size() + 1;
    EXPECT_TRUE(error_in(bad).starts_with(fmt::format("r:{}:{}: ", line + 1, place))) << error_in(bad);
  }
  auto short_line = lines, other_column = lines;
  short_line[3].pop_back();
  EXPECT_TRUE(error_in(short_line).starts_with("r:4:"));
  other_column[1].front() = "kase";
  EXPECT_TRUE(error_in(other_column).starts_with("r:2"));
  std::vector bad = {lines[0], lines[1], lines[2], lines[2], lines[3]};
  EXPECT_NE(error_in(bad).find("expected each value of a case once"), std::string::npos) << error_in(bad);
  bad[3].front() = "b";
  EXPECT_EQ(error_in(bad), "r:5:1: expected the lines of a case together, found 'a/seed=1' again");
}

// Against the definition, over all subsets of before, now and the plan of four cases.
TEST(MergeRecord, IsNowThenBeforeInTheOrderOfThePlan) {
  const auto chosen = [](int subset, double seconds) {
    std::vector<FinishedCase> cases;
    for (int i = 3; i >= 0; --i) {  // not in the order of the plan
      if (subset >> i & 1) cases.push_back({.c = {.name = fmt::format("c{}", i)}, .seconds = seconds});
    }
    return cases;
  };
  for (int subsets = 0; subsets < 16 * 16 * 16; ++subsets) {
    const int before = subsets & 15, now = subsets >> 4 & 15, plan = subsets >> 8;
    SCOPED_TRACE(fmt::format("{} {} {}", before, now, plan));
    std::vector<Case> planned;
    std::vector<std::pair<std::string, double>> expected, found;
    std::vector<std::string> not_planned, not_recorded;
    for (int i = 0; i < 4; ++i) {
      const std::string name = fmt::format("c{}", i), key = name + "/seed=0";
      const bool is_planned = plan >> i & 1, is_recorded = (before | now) >> i & 1;
      if (is_planned) planned.emplace_back().name = name;
      if (is_planned && is_recorded) expected.emplace_back(name, now >> i & 1 ? 2 : 1);
      if (!is_planned && before >> i & 1) not_planned.push_back(key);
      if (is_planned && !(before >> i & 1)) not_recorded.push_back(key);
    }
    for (const FinishedCase& c : MergeRecord(chosen(before, 1), chosen(now, 2), planned)) {
      found.emplace_back(c.c.name, c.seconds);
    }
    EXPECT_EQ(found, expected);
    const RecordGaps gaps = GapsOf(chosen(before, 1), planned);
    EXPECT_EQ(gaps.not_planned, not_planned);
    EXPECT_EQ(gaps.not_recorded, not_recorded);
  }
}

}  // namespace
}  // namespace structlab::harness
