#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

TEST(NlohmannJson, ReadsBackWhatItWrote) {
  const json value = {{"name", "caf\u00e9 \"x\"\n"}, {"list", {1, 2.5, nullptr, true}}};
  EXPECT_EQ(json::parse(value.dump()), value);
  EXPECT_EQ(value["list"][1], 2.5);
}

TEST(NlohmannJson, SaysWhereATextIsDamaged) {
  try {
    FAIL() << json::parse("[1, 2");
  } catch (const json::parse_error& error) {
    EXPECT_EQ(error.byte, 6u);
  }
}

}  // namespace
