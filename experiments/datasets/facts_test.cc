#include "experiments/datasets/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/testing/message_of.h"

namespace structlab::datasets {
namespace {

using common::MessageOf;
using testing::HasSubstr;

const std::string kDigest(64, 'a');
const std::string kWhole =
    "# a comment\n"
    "name\tdigits\n"
    "title\tdigits of zip codes\n"
    "licence\tnone stated\n"
    "citation\tNobody 1999\n"
    "stand_in\trandom digits\n"
    "by_hand\task the author\n"
    "use\tkernel_statistics\tsubstitute\n"
    "count\timages\t12\n"
    "\n"
    "file\timages/a.gz\t34\t" +
    kDigest + "\thttps://example.org/a.gz\nfile\tb.csv\t5\t" + kDigest + "\n";

std::string MessageFor(const std::string& text) {
  return MessageOf([&] { ParseFacts(text, "digits/facts.tsv"); });
}
// The message where one text stands for another.
std::string Changed(const std::string& from, const std::string& to) {
  std::string text = kWhole;
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return MessageFor(text.replace(at, from.size(), to));
}

TEST(ParseFacts, ReadsAllFacts) {
  const Dataset digits = ParseFacts(kWhole, "digits/facts.tsv");
  EXPECT_EQ(digits.name, "digits");
  EXPECT_EQ(digits.subfolder(), "digits");
  EXPECT_EQ(digits.by_hand, "ask the author");
  ASSERT_EQ(digits.uses.size(), 1U);
  EXPECT_EQ(digits.uses[0].package, "kernel_statistics");
  EXPECT_EQ(digits.uses[0].origin, harness::DataOrigin::kSubstitute);
  ASSERT_EQ(digits.counts.size(), 1U);
  EXPECT_EQ(digits.counts[0].count, 12);
  ASSERT_EQ(digits.files.size(), 2U);
  EXPECT_EQ(digits.files[0].name, "images/a.gz");
  EXPECT_EQ(digits.files[0].bytes, 34);
  EXPECT_EQ(digits.files[0].sha256, kDigest);
  EXPECT_EQ(digits.files[0].address, "https://example.org/a.gz");
  EXPECT_EQ(digits.files[1].address, "");
  EXPECT_EQ(digits.examine, nullptr);
}

TEST(ParseFacts, NamesTheLineOfWhatIsWrong) {
  const std::string short_digest = kDigest.substr(1), capital = "A" + short_digest;
  const struct {
    std::string from, to, message;
  } cases[] = {
      {"title\t", "titel\t", "facts.tsv:3: expected one of the keys name, folder, title"},
      {"title\tdigits of zip codes", "title", "facts.tsv:3: expected 1 value after title, a tab before each"},
      {"title\tdigits of zip codes", "title\t", "facts.tsv:3: expected 1 value"},
      {"licence\tnone", "title\tnone", "facts.tsv:4: expected the key title once, found it a second time"},
      {"\tsubstitute", "\tstand-in", "facts.tsv:8: expected real or substitute, found 'stand-in'"},
      {"\tsubstitute", "", "facts.tsv:8: expected 2 values after use"},
      {"images\t12", "images\ttwelve", "facts.tsv:9: expected"},
      {"images\t12", "images\t-1", "facts.tsv:9: expected"},
      {"images/a.gz\t34", "images/a.gz\t0", "facts.tsv:11: expected a positive number, found '0'"},
      {"images/a.gz", "../a.gz", "facts.tsv:11: expected a path below the folder of the set"},
      {"images/a.gz", "/a.gz", "facts.tsv:11: expected a path below the folder of the set"},
      {"images/a.gz", "images/../../a.gz", "facts.tsv:11: expected a path below the folder of the set"},
      {"34\t" + kDigest, "34\t" + short_digest, "facts.tsv:11: expected a sha256 of 64 digits 0-9a-f"},
      {"34\t" + kDigest, "34\t" + capital, "facts.tsv:11: expected a sha256 of 64 digits 0-9a-f"},
      {"https://", "ftp://", "facts.tsv:11: expected an address that begins with http"},
      {"b.csv", "images/a.gz", "facts.tsv:12: expected each file once, found 'images/a.gz' a second time"},
  };
  for (const auto& [from, to, message] : cases) EXPECT_THAT(Changed(from, to), HasSubstr(message)) << to;
}

TEST(ParseFacts, NamesTheFactThatIsMissing) {
  for (const std::string line : {"name\tdigits\n", "licence\tnone stated\n", "by_hand\task the author\n",
                                 "use\tkernel_statistics\tsubstitute\n", "count\timages\t12\n"}) {
    const std::string key = line.substr(0, line.find('\t'));
    EXPECT_EQ(Changed(line, ""), "digits/facts.tsv: expected a line with the key " + key + ", found none");
  }
  EXPECT_THAT(MessageFor(kWhole.substr(0, kWhole.find("file\t"))), HasSubstr("the key file, found none"));
}

TEST(ParseAllFacts, SplitsFilesAndWantsTheNameOfTheFolder) {
  std::string other = kWhole;
  other.replace(other.find("digits"), 6, "apples");
  const auto all = ParseAllFacts("@sets/digits/facts.tsv\n" + kWhole + "@sets/apples/facts.tsv\n" + other);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].name, "apples");
  EXPECT_EQ(all[1].name, "digits");
  EXPECT_EQ(all[1].files.size(), 2U);
  EXPECT_THAT(
      MessageOf([] { ParseAllFacts("@sets/numbers/facts.tsv\n" + kWhole); }),
      HasSubstr("sets/numbers/facts.tsv: expected the name of its folder, 'numbers', found 'digits'"));
  EXPECT_THAT(MessageOf([&] {
                ParseAllFacts("@sets/digits/facts.tsv\n" + kWhole + "@sets/apples/facts.tsv\nnane\tapples\n");
              }),
              HasSubstr("sets/apples/facts.tsv:1: "));
}

}  // namespace
}  // namespace structlab::datasets
