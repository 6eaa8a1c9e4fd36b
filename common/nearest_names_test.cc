#include "common/nearest_names.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/random_stream.h"

namespace structlab::common {
namespace {

std::string RandomName(RandomStream& random, std::string_view letters) {
  std::string name;
  for (uint64_t i = random.UniformIndex(6); i > 0; --i) name += letters[random.UniformIndex(letters.size())];
  return name;
}

// The definition, without a table.
size_t DistanceByDefinition(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return a.size() + b.size();
  const size_t replaced = DistanceByDefinition(a.substr(1), b.substr(1)) + (a[0] == b[0] ? 0 : 1);
  return std::min(
      {replaced, DistanceByDefinition(a.substr(1), b) + 1, DistanceByDefinition(a, b.substr(1)) + 1});
}

TEST(EditDistance, CountsLettersThatChange) {
  EXPECT_EQ(EditDistance("kitten", "sitting"), 3u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("ABC-Z", "abc-z"), 0u);
  EXPECT_EQ(EditDistance("@[`{", "`{@["), 4u);  // beside the letters, which have no small ones
}

TEST(EditDistance, IsItsDefinition) {
  RandomStream random(1, "distances");
  for (int i = 0; i < 2000; ++i) {
    const std::string a = RandomName(random, "abc"), b = RandomName(random, "abc");
    EXPECT_EQ(EditDistance(a, b), DistanceByDefinition(a, b)) << a << " " << b;
  }
}

using Names = std::vector<std::string>;

TEST(NearestFirst, SortsByDistanceAndKeepsTheOrderOfEquals) {
  EXPECT_EQ(NearestFirst("--jbos", {"--only", "--jobs", "--out"}), (Names{"--jobs", "--only", "--out"}));
  EXPECT_EQ(NearestFirst("c", {"b", "a", "c", "d"}), (Names{"c", "b", "a", "d"}));
  EXPECT_EQ(NearestFirst("c", {}), Names{});
}

TEST(NearestFirst, ABeginningIsNearerThanAnyMistake) {
  EXPECT_EQ(NearestFirst("ocr", {"usps", "oct", "ocr-letters"}), (Names{"ocr-letters", "oct", "usps"}));
  EXPECT_EQ(NearestFirst("OCR-letters", {"usps-letters", "ocr"}), (Names{"ocr", "usps-letters"}));
  // Among the beginnings by distance again.
  EXPECT_EQ(NearestFirst("a/b/c", {"a", "a/b/d", "a/b"}), (Names{"a/b", "a", "a/b/d"}));
}

TEST(NearestFirst, AWholePartOfAPathIsNearest) {
  EXPECT_EQ(NearestFirst("short", {"D17", "sort", "path/shorter", "path/short/a", "path/short", "shorter"}),
            (Names{"path/short", "path/short/a", "shorter", "path/shorter", "sort", "D17"}));
  EXPECT_EQ(NearestFirst("A/B", {"x/a", "x/ab", "x/a/b/y"}), (Names{"x/a/b/y", "x/a", "x/ab"}));
}

// The edit distance of the whole would prefer "gird/a": the right names have many more letters.
TEST(NearestFirst, WordsBetweenSlashesAreComparedOneByOne) {
  EXPECT_EQ(NearestFirst("ocr/stdy", {"gird/a", "usps/steady", "usps/a/kappa1=0.5/seed=1",
                                      "ocr/noisy/kappa1=0.5/seed=1", "ocr/steady/kappa1=0.5/seed=1"}),
            (Names{"ocr/steady/kappa1=0.5/seed=1", "ocr/noisy/kappa1=0.5/seed=1", "usps/steady", "gird/a",
                   "usps/a/kappa1=0.5/seed=1"}));
  EXPECT_EQ(NearestFirst("a/b/x", {"b/a/c", "a/c/b"}), (Names{"a/c/b", "b/a/c"}));  // in their order
}

TEST(NearestFirst, ANameInsideIsNearerThanAnyMistake) {
  EXPECT_EQ(NearestFirst("DIR", {"dar", "dim", "the-dir-of-all-data"}),
            (Names{"the-dir-of-all-data", "dar", "dim"}));
}

TEST(NearestFirst, LosesAndInventsNoName) {
  RandomStream random(1, "lists");
  for (int i = 0; i < 200; ++i) {
    Names known;
    for (int j = 0; j < 10; ++j) known.push_back(RandomName(random, "aAbB-"));
    Names nearest = NearestFirst(RandomName(random, "aAbB-"), known);
    std::sort(known.begin(), known.end());
    std::sort(nearest.begin(), nearest.end());
    EXPECT_EQ(nearest, known);
  }
}

TEST(ListNames, QuotesANameWithAComma) {
  EXPECT_EQ(ListNames({"a", "b(c,d), e", "f"}), "a, 'b(c,d), e', f");
  EXPECT_EQ(ListNames({}), "");
  EXPECT_EQ(ListNearest("b(c", {"a", "b(c,d)"}), "'b(c,d)', a");
}

TEST(ListNearest, CutsALongList) {
  EXPECT_EQ(ListNearest("c", {"a", "b", "c", "d"}, 2, "--help"), "c, a and 2 more (see --help)");
  EXPECT_EQ(ListNearest("c", {"a", "b", "c", "d"}, 4, "--help"), "c, a, b, d");
  EXPECT_EQ(ListNearest("c", {}), "");
  EXPECT_EQ(ListNearest("x", Names(7, "y")), "y, y, y, y, y and 2 more");
}

}  // namespace
}  // namespace structlab::common
