#include "experiments/harness/recorder.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/harness/refusal.h"

namespace structlab::harness {
namespace {

TEST(Recorder, TakesItsKeysFromTheCaseUnlessOverridden) {
  Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  recorder.Value("T", "m", 1);
  recorder.Value("T", "m", 2, {.dataset = "E", .method = "N", .setting = Setting{{"k", "2"}}, .unit = "s"});
  const RecordedValue &first = recorder.record().values[0], &second = recorder.record().values[1];
  EXPECT_EQ(first.key, (RowKey{"T", "D", "M", Setting{{"k", "1"}}, "m"}));
  EXPECT_EQ(second.key, (RowKey{"T", "E", "N", Setting{{"k", "2"}}, "m"}));
  EXPECT_EQ(second.unit, "s");
}

TEST(Recorder, RefusesAKeyTwiceAndCurvesOfTwoLengths) {
  Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  recorder.Value("T", "m", 1);
  EXPECT_THROW(recorder.Value("T", "m", 1, {.setting = Setting{{"k", "1.0"}}}), common::Error);
  const std::vector<double> x = {1, 2}, y = {1};
  EXPECT_THROW(recorder.Curve("T", "m", x, y), common::Error);
  recorder.Refuse("not for this");
  EXPECT_TRUE(recorder.record().values.empty());
  EXPECT_EQ(recorder.record().refusal, "not for this");
}

// Stored as text, it would be read back as another setting, or not at all.
TEST(Recorder, RefusesASettingThatIsNotReadBackToTheSame) {
  const Case c{.name = "n", .dataset = "D", .method = "M"};
  Recorder recorder(c);
  const std::string where = "record of T, m in case n: expected ";
  const auto message = [&](const Setting& setting) {
    return common::MessageOf(common::ErrorKind::kUsage,
                             [&] { recorder.Value("T", "m", 1, {.setting = setting}); });
  };
  for (const char* value : {"a;b", "x;y=z", ";", " a", "a "}) {
    EXPECT_EQ(message(Setting{{"note", value}}),
              where + "a value without ';' and blanks at its ends for 'note', found '" + value + "'");
  }
  for (const char* key : {"", "a=b", "a;b", " a", "a "}) {
    EXPECT_EQ(message(Setting{{key, "1"}}),
              where + "keys without '=', ';' and blanks at their ends, none empty, found '" + key + "'");
  }
  const std::vector<double> x = {1};
  EXPECT_THROW(recorder.Curve("T", "m", x, x, {.setting = Setting{{"a", ";"}}}), common::Error);
  EXPECT_THROW(
      recorder.Picture("T", "m", {.width = 1, .height = 1, .values = {0}}, {.setting = Setting{{"a", ";"}}}),
      common::Error);
  EXPECT_TRUE(recorder.record().values.empty());
  recorder.Value("T", "m", 1, {.setting = Setting{{"a", "b=c, d"}, {"empty", ""}}});
}

// Damaged data is nothing that a method refuses.
TEST(RunUnlessRefused, TakesWrongUsageAloneForARefusal) {
  const Case c{.name = "n", .dataset = "D", .method = "M"};
  Recorder recorder(c);
  EXPECT_EQ(RunUnlessRefused(recorder, [] { return 3; }), 3);
  EXPECT_THROW(RunUnlessRefused(recorder, []() -> int { common::ThrowDataError("w", "a", "b"); }),
               common::Error);
  EXPECT_FALSE(recorder.record().refusal);
  EXPECT_FALSE(RunUnlessRefused(recorder, []() -> int { common::ThrowUsageError("w", "a", "b"); }));
  EXPECT_EQ(recorder.record().refusal, "w: expected a, found b");
}

// What Recorder::Picture says of it.
std::string Refusal(Recorder& recorder, const std::string& metric, Picture picture) {
  return common::MessageOf(common::ErrorKind::kUsage,
                           [&] { recorder.Picture("Figure 2", metric, std::move(picture)); });
}

TEST(Recorder, RefusesWhatIsNoPicture) {
  const Case c{.name = "n", .dataset = "D", .method = "M", .setting = Setting{{"k", "1"}}};
  Recorder recorder(c);
  const std::string key = "picture Figure 2, D, M, k=1, m: ";
  const auto message = [&](int width, int height, int channels, size_t values) {
    return Refusal(
        recorder, "m",
        {.width = width, .height = height, .channels = channels, .values = std::vector<uint8_t>(values)});
  };
  EXPECT_EQ(message(3, 2, 1, 5), key + "expected 6 values, found 5");
  EXPECT_EQ(message(3, 2, 3, 19), key + "expected 18 values, found 19");
  EXPECT_EQ(message(0, 2, 1, 0), key + "expected sides from 1 to 16384, found 0 x 2");
  EXPECT_EQ(message(2, 0, 1, 0), key + "expected sides from 1 to 16384, found 2 x 0");
  EXPECT_EQ(message(-2, -2, 1, 4), key + "expected sides from 1 to 16384, found -2 x -2");
  EXPECT_EQ(message(1, 16385, 1, 16385), key + "expected sides from 1 to 16384, found 1 x 16385");
  for (const int channels : {-1, 0, 2, 4}) {
    EXPECT_EQ(message(1, 1, channels, 1),
              key + "expected 1 channel (grey) or 3 (RGB), found " + std::to_string(channels));
  }
  EXPECT_EQ(message(16384, 16384, 3, 0),
            key + "expected at most 16777216 values, found 805306368; record it smaller");
  EXPECT_TRUE(recorder.record().pictures.empty());
  EXPECT_EQ(message(3, 2, 3, 18), "no error");
  EXPECT_EQ(message(3, 2, 3, 18),
            "record of Figure 2, D, M, k=1, m: expected each key once, found it a second time");
  EXPECT_EQ(recorder.record().pictures.size(), 1u);
  recorder.Refuse("not for this");
  EXPECT_TRUE(recorder.record().pictures.empty());
}

TEST(Recorder, RefusesMorePicturesOfACaseThanTheStoreShallHold) {
  const Case c;
  Recorder recorder(c);
  const Picture large{.width = 4096, .height = 4096, .values = std::vector<uint8_t>(size_t{1} << 24)};
  for (const char* metric : {"a", "b", "c", "d"}) EXPECT_EQ(Refusal(recorder, metric, large), "no error");
  EXPECT_EQ(Refusal(recorder, "e", {.width = 1, .height = 1, .values = {0}}),
            "picture Figure 2, , , , e: expected at most 67108864 bytes in the pictures of a case, found "
            "67108865; record fewer or smaller ones");
}

TEST(Recorder, KeepsFilesUnderNamesThatAreSafe) {
  Case c;
  Recorder recorder(c);
  recorder.File("model.txt", "weights\n");
  EXPECT_EQ(recorder.record().files, (std::vector<RecordedFile>{{"model.txt", "weights\n"}}));
  for (const char* name : {"model.txt", "", "a/b", "../up", "a b"}) {
    EXPECT_THROW(recorder.File(name, "x"), common::Error) << name;
  }
  EXPECT_THROW(recorder.File("zero", std::string_view("a\0b", 3)), common::Error);
}

}  // namespace
}  // namespace structlab::harness
