#include "experiments/harness/setting.h"

#include <gtest/gtest.h>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "experiments/harness/setting_check.h"

namespace structlab::harness {
namespace {

using common::MessageOf;

TEST(Setting, IsComparedByValue) {
  EXPECT_EQ(Setting::Parse("kappa1=0.5;epsilon=1e-1", "t"), Setting::Parse("epsilon=0.1;kappa1=0.50", "t"));
  EXPECT_EQ(Setting::Parse(" a = +1 ", "t"), Setting::Parse("a=1.0", "t"));
  EXPECT_NE(Setting::Parse("a=1", "t"), Setting::Parse("a=1.0000001", "t"));
  EXPECT_NE(Setting::Parse("a=1", "t"), Setting::Parse("a=1;b=1", "t"));
  EXPECT_NE(Setting::Parse("a=1", "t"), Setting::Parse("b=1", "t"));
  EXPECT_NE(Setting::Parse("range=1e-4..1e3", "t"), Setting::Parse("range=0.0001..1000", "t"));  // words
  EXPECT_NE(Setting::Parse("init=w0", "t"), Setting::Parse("init=W0", "t"));
  EXPECT_TRUE(Setting::Parse("", "t").empty());
}

TEST(Setting, OrdersNumbersByValueAndBeforeWords) {
  const auto less = [](const char* a, const char* b) {
    return Setting::Parse(a, "t") < Setting::Parse(b, "t");
  };
  EXPECT_TRUE(less("a=9", "a=10"));
  EXPECT_TRUE(less("a=10", "a=all"));
  EXPECT_TRUE(less("a=10", "a=-nan"));  // a word: no order of numbers has a place for it
  EXPECT_FALSE(less("a=-nan", "a=10"));
  EXPECT_TRUE(less("a=1", "a=1;b=0"));
  EXPECT_FALSE(less("a=1.0", "a=1"));
  EXPECT_FALSE(less("a=1", "a=1.0"));
}

TEST(Setting, FormatReadsBackToTheSameSetting) {
  Setting setting{{"b", "x..y"}, {"a", "0.50"}};
  setting.Set("c", 0.1);
  EXPECT_EQ(setting.Format(), "a=0.50;b=x..y;c=0.1");
  EXPECT_EQ(Setting::Parse(setting.Format(), "t"), setting);
}

TEST(Setting, RefusesWhatIsNoSetting) {
  for (const char* text : {"a", "a=1;b", "=1", "a=1;a=2", "a=1;;b=2"}) {
    const std::string message =
        MessageOf(common::ErrorKind::kData, [&] { Setting::Parse(text, "file.tsv:3"); });
    EXPECT_TRUE(message.starts_with("file.tsv:3: ")) << text << ": " << message;
  }
}

TEST(Setting, ReadsValuesAsWhatTheyAreCalled) {
  const Setting setting{{"number", "1e-3"}, {"list", "0.1, 0.5,0.9"}, {"count", "12"}, {"word", "none"}};
  EXPECT_EQ(setting.Number("number"), 1e-3);
  EXPECT_EQ(setting.Numbers("list"), (std::vector<double>{0.1, 0.5, 0.9}));
  EXPECT_EQ(setting.Integer("count"), 12);
  EXPECT_EQ(setting.Integers("count"), std::vector<int64_t>{12});
  EXPECT_EQ(setting.Text("word"), "none");
  EXPECT_THROW(setting.Text("absent"), common::Error);
  EXPECT_THROW(setting.Number("word"), common::Error);
  EXPECT_THROW((Setting{{"number", "-nan"}}).Number("number"), common::Error);
  EXPECT_THROW(setting.Numbers("word"), common::Error);
  EXPECT_THROW(setting.Integer("number"), common::Error);
}

bool Accepts(const SettingCheck& check, const char* text) {
  const std::string message = MessageOf(common::ErrorKind::kUsage, [&] { check(text, "--set=p.s"); });
  if (message == "no error") return true;
  EXPECT_TRUE(message.starts_with("--set=p.s: expected ")) << message;
  return false;
}

TEST(SettingCheck, AcceptsOnlyWhatIsPossible) {
  EXPECT_TRUE(Accepts(NumberWithin(0, 1), "1"));
  EXPECT_FALSE(Accepts(NumberWithin(0, 1), "1.1"));
  EXPECT_FALSE(Accepts(NumberWithin(0, 1), "nan"));
  EXPECT_TRUE(Accepts(NumberAbove(0), "1e-9"));
  for (const char* text : {"0", "-1", "nan", "inf", "x", ""})
    EXPECT_FALSE(Accepts(NumberAbove(0), text)) << text;
  EXPECT_TRUE(Accepts(IntegerWithin(1, 3), "3"));
  for (const char* text : {"0", "4", "1.5", ""}) EXPECT_FALSE(Accepts(IntegerWithin(1, 3), text)) << text;
  EXPECT_TRUE(Accepts(ListOf(NumberAbove(0)), "1,2, 3"));
  EXPECT_FALSE(Accepts(ListOf(NumberAbove(0)), "1,,3"));
  EXPECT_TRUE(Accepts(OneOf({"a", "b"}), "b"));
  EXPECT_FALSE(Accepts(OneOf({"a", "b"}), "c"));
}

// Over all keys and values of up to two of the characters that matter.
TEST(Setting, CheckFormatTakesJustWhatIsReadBackToTheSame) {
  std::vector<std::string> texts = {""};
  for (const char a : {'x', '=', ';', ' '}) {
    texts.emplace_back(1, a);
    for (const char b : {'x', '=', ';', ' '}) texts.push_back({a, b});
  }
  int taken = 0;
  for (const std::string& key : texts) {
    for (const std::string& value : texts) {
      const Setting setting = {{key, value}, {"other", "1"}};
      bool is_taken = true, is_same = false;
      try {
        setting.CheckFormat("w");
      } catch (const common::Error& error) {
        EXPECT_EQ(error.kind(), common::ErrorKind::kUsage);
        is_taken = false;
      }
      try {
        is_same = Setting::Parse(setting.Format(), "w").values() == setting.values();
      } catch (const common::Error&) {
      }
      EXPECT_EQ(is_taken, is_same) << "'" << key << "' '" << value << "'";
      taken += is_taken;
    }
  }
  EXPECT_EQ(taken, 2 * 7);  // x and xx, by nothing, x, =, and two of these
}

TEST(ListOf, RefusesAValueThatStandsTwice) {
  const auto check = ListOf(NumberWithin(0, 1));
  EXPECT_NO_THROW(check("0.5,0.7", "--set=p.kappa1"));
  for (const char* text : {"0.5,0.5", "0.5,0.7,0.50", "1, 1.0"}) {
    const std::string message = MessageOf(common::ErrorKind::kUsage, [&] { check(text, "--set=p.kappa1"); });
    EXPECT_TRUE(message.starts_with("--set=p.kappa1: expected each value once")) << text << ": " << message;
  }
}

}  // namespace
}  // namespace structlab::harness
