#include "experiments/harness/name_match.h"

#include <gtest/gtest.h>

#include <string>

#include "common/random_stream.h"

namespace structlab::harness {
namespace {

// The definition, letter by letter.
bool MatchesByDefinition(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    for (size_t i = 0; i <= name.size(); ++i) {
      if (MatchesByDefinition(pattern.substr(1), name.substr(i))) return true;
    }
    return false;
  }
  return !name.empty() && (pattern[0] == '?' || pattern[0] == name[0]) &&
         MatchesByDefinition(pattern.substr(1), name.substr(1));
}

std::string RandomText(common::RandomStream& random, std::string_view letters) {
  std::string text;
  for (uint64_t i = random.UniformIndex(8); i > 0; --i) text += letters[random.UniformIndex(letters.size())];
  return text;
}

TEST(MatchesGlob, IsItsDefinition) {
  common::RandomStream random(1, "globs");
  int matches = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string pattern = RandomText(random, "ab*?*"), name = RandomText(random, "ab");
    EXPECT_EQ(MatchesGlob(pattern, name), MatchesByDefinition(pattern, name)) << pattern << " " << name;
    matches += MatchesGlob(pattern, name);
  }
  EXPECT_GT(matches, 1000);
}

TEST(MatchesPrefix, EndsBeforeASlash) {
  EXPECT_TRUE(MatchesPrefix("ocr", "ocr/rp/seed=1"));
  EXPECT_TRUE(MatchesPrefix("ocr/r*", "ocr/rp/seed=1"));
  EXPECT_TRUE(MatchesPrefix("ocr/rp/seed=1", "ocr/rp/seed=1"));
  EXPECT_FALSE(MatchesPrefix("oc", "ocr/rp/seed=1"));
  EXPECT_FALSE(MatchesPrefix("rp", "ocr/rp/seed=1"));
}

}  // namespace
}  // namespace structlab::harness
