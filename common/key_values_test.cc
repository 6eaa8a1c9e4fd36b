#include "common/key_values.h"

#include <gtest/gtest.h>

#include "common/testing/message_of.h"

namespace structlab::common {
namespace {

// Checks all pairs and triples of up to two keys: a total order, equal means the same value,
// and Contains and Agrees by their definitions.
TEST(KeyValues, HasOneOrderAndOneMeaningOfEqual) {
  std::vector<KeyValues> all = {{}};
  for (const char* a : {"", "9", "10", "1e1", "-nan", "all"}) {
    for (const char* b : {"", "1", "1.0", "x"}) {
      KeyValues& setting = all.emplace_back();
      if (*a != '\0') setting.Set("a", std::string(a));
      if (*b != '\0') setting.Set("b", std::string(b));
    }
  }
  for (const KeyValues& s : all) {
    for (const KeyValues& t : all) {
      SCOPED_TRACE(s.Format() + " and " + t.Format());
      EXPECT_EQ((s < t) + (t < s) + (s == t), 1);
      bool contains = true, agrees = true;
      for (const auto& [key, value] : t.values()) {
        const std::string* mine = s.Find(key);
        contains = contains && mine != nullptr && SameValue(*mine, value);
        agrees = agrees && (mine == nullptr || SameValue(*mine, value));
      }
      EXPECT_EQ(s.Contains(t), contains);
      EXPECT_EQ(s.Agrees(t), agrees);
      EXPECT_EQ(s == t, s.Contains(t) && t.Contains(s));
      for (const KeyValues& u : all) EXPECT_TRUE(!(s < t && t < u) || s < u) << u.Format();
    }
  }
  EXPECT_TRUE(KeyValues::Parse("a=9", "t") < KeyValues::Parse("a=10", "t"));
  EXPECT_TRUE(KeyValues::Parse("a=10", "t") < KeyValues::Parse("a=all", "t"));
}

TEST(KeyValues, AreReadAsWhatTheyAreCalled) {
  const KeyValues values = KeyValues::Parse(" b = 1.5 ;a=1,2;c=x", "t");
  EXPECT_EQ(values.Format(), "a=1,2;b=1.5;c=x");
  EXPECT_EQ(values.Text("c"), "x");
  EXPECT_EQ(values.Number("b"), 1.5);
  EXPECT_EQ(values.Numbers("a"), (std::vector<double>{1, 2}));
  EXPECT_EQ(values.Integers("a"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(MessageOf([&] { values.Number("c"); }), "setting c: expected a number, found 'x'");
  EXPECT_EQ(MessageOf([&] { values.Integer("b"); }), "setting b: expected an integer, found '1.5'");
  EXPECT_EQ(MessageOf([&] { values.Text("d"); }), "setting d: expected a value, found none");
  for (const char* bad : {"a", "=1", "a=1;", "a=1;a=2"}) {
    EXPECT_TRUE(MessageOf(ErrorKind::kData, [&] { KeyValues::Parse(bad, "t:1"); }).starts_with("t:1: "))
        << bad;
  }
}

// Just what would not be read back to the same.
TEST(KeyValues, CheckFormatRefusesWhatIsReadBackOtherwise) {
  for (const char* key : {"k", "", "a=b", "a;b", " a", "a b"}) {
    for (const char* value : {"", "1", "x=y", "x;y", "x ", "x, y"}) {
      const KeyValues values = {{key, value}};
      bool is_same = false;
      MessageOf([&] { is_same = KeyValues::Parse(values.Format(), "").values() == values.values(); });
      EXPECT_EQ(MessageOf(ErrorKind::kUsage, [&] { values.CheckFormat("t"); }) == "no error", is_same)
          << values.Format();
    }
  }
}

}  // namespace
}  // namespace structlab::common
