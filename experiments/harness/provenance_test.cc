#include "experiments/harness/provenance.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/message_of.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

// Variables that the code asks for are unset at the beginning; git knows nobody's configuration.
class Provenance : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name :
         {"STRUCTLAB_COMMIT", "STRUCTLAB_DIRTY", "STRUCTLAB_DATA", "BUILD_WORKSPACE_DIRECTORY",
          "BUILD_WORKING_DIRECTORY", "GIT_DIR", "GIT_WORK_TREE"}) {
      ::unsetenv(name);
    }
    Set("GIT_CONFIG_NOSYSTEM", "1");
    Set("GIT_CONFIG_GLOBAL", "/dev/null");
    folder_ = testing::TempDir() + "/it's a " + testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Set("GIT_CEILING_DIRECTORIES", testing::TempDir());  // the test's own folders may lie in a checkout
  }
  void TearDown() override { fs::remove_all(folder_); }

  static void Set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }

  // Runs git in the folder; false if it fails.
  bool Git(const std::string& arguments) const {
    Set("CHECKOUT", folder_);
    const std::string command = "git -C \"$CHECKOUT\" -c user.name=test -c user.email=test@example.org " +
                                arguments + " >/dev/null 2>&1";
    return std::system(command.c_str()) == 0;
  }
  // A checkout with one commit; false where git is not installed.
  bool MakeCheckout() const {
    if (!Git("init")) return false;
    common::WriteFileAtomically(folder_ + "/a", "1");
    return Git("add a") && Git("commit -m first");
  }

  std::string folder_;
};

TEST_F(Provenance, ACheckoutThatNobodyKnowsIsDirty) {
  EXPECT_EQ(CheckoutFolder(), "");
  EXPECT_EQ(FindSourceState().commit, "unknown");
  EXPECT_TRUE(FindSourceState().is_dirty);
  // A folder without git is no better.
  Set("BUILD_WORKSPACE_DIRECTORY", folder_);
  EXPECT_EQ(CheckoutFolder(), folder_);
  EXPECT_EQ(FindSourceState().commit, "unknown");
  EXPECT_TRUE(FindSourceState().is_dirty);
}

TEST_F(Provenance, WhatIsHandedOverIsTakenAsItIs) {
  Set("BUILD_WORKSPACE_DIRECTORY", folder_);
  Set("STRUCTLAB_COMMIT", "0123abcd");
  for (const auto& [handed, is_dirty] : std::map<std::string, bool>{{"0", false}, {"1", true}, {"", true}}) {
    Set("STRUCTLAB_DIRTY", handed);
    EXPECT_EQ(FindSourceState().commit, "0123abcd");
    EXPECT_EQ(FindSourceState().is_dirty, is_dirty) << handed;
  }
  ::unsetenv("STRUCTLAB_DIRTY");
  EXPECT_TRUE(FindSourceState().is_dirty);  // who does not say that it is clean
  // Without a commit the rest is worth nothing.
  Set("STRUCTLAB_COMMIT", "");
  Set("STRUCTLAB_DIRTY", "0");
  EXPECT_TRUE(FindSourceState().is_dirty);
}

TEST_F(Provenance, GitTellsCommitAndChanges) {
  if (!MakeCheckout()) GTEST_SKIP() << "git is not installed";
  Set("BUILD_WORKSPACE_DIRECTORY", folder_);
  const SourceState clean = FindSourceState();
  EXPECT_EQ(clean.commit.size(), 40u);
  EXPECT_EQ(clean.commit.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_FALSE(clean.is_dirty);

  common::WriteFileAtomically(folder_ + "/a", "2");
  EXPECT_TRUE(FindSourceState().is_dirty);  // a file that is changed
  EXPECT_EQ(FindSourceState().commit, clean.commit);
  ASSERT_TRUE(Git("add a"));
  EXPECT_TRUE(FindSourceState().is_dirty);  // added, not committed
  ASSERT_TRUE(Git("commit -m second"));
  EXPECT_FALSE(FindSourceState().is_dirty);
  EXPECT_NE(FindSourceState().commit, clean.commit);
  common::WriteFileAtomically(folder_ + "/b", "");
  EXPECT_TRUE(FindSourceState().is_dirty);  // one that git does not know: it may take part in the build
  common::WriteFileAtomically(folder_ + "/.git/info/exclude", "b\n");
  EXPECT_FALSE(FindSourceState().is_dirty);  // ignored
}

TEST_F(Provenance, BuildAndMachineAreFactsOfOneRun) {
  const std::vector<Fact> facts = BuildAndMachine();
  std::vector<std::string> names;
  for (const Fact& fact : facts) {
    names.push_back(fact.name);
    EXPECT_FALSE(fact.value.empty()) << fact.name;
    EXPECT_EQ(fact.value.find('\n'), std::string::npos) << fact.name;
  }
  EXPECT_EQ(names, (std::vector<std::string>{"compiler", "build", "HDF5", "processor", "cores", "memory",
                                             "system"}));
  EXPECT_EQ(facts[1].value.find("C++20, "), 0u) << facts[1].value;
#ifdef STRUCTLAB_CONFIGURATION
  EXPECT_NE(facts[1].value.find(", --config="), std::string::npos) << facts[1].value;
#else
  EXPECT_EQ(facts[1].value.find("--config"), std::string::npos) << facts[1].value;
#endif
  EXPECT_EQ(facts[2].value.find_first_not_of("0123456789."), std::string::npos) << facts[2].value;
  EXPECT_NE(facts[3].value, "unknown");
  EXPECT_GE(std::atoi(facts[4].value.c_str()), 1);
  EXPECT_NE(facts[5].value.find(" kB"), std::string::npos) << facts[5].value;
  EXPECT_EQ(facts[6].value.find("Linux "), 0u) << facts[6].value;
  const std::vector<Fact> again = BuildAndMachine();
  for (size_t i = 0; i < facts.size(); ++i) EXPECT_EQ(facts[i].value, again[i].value);
}

TEST_F(Provenance, NowIsInUniversalTime) {
  const std::string now = FormatNow();
  ASSERT_EQ(now.size(), 20u);
  std::string shape = now;
  for (char& c : shape) {
    if (c >= '0' && c <= '9') c = '0';
  }
  EXPECT_EQ(shape, "0000-00-00T00:00:00Z");
}

TEST_F(Provenance, TimesAreReadAsWritten) {
  EXPECT_EQ(ParseTime("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(ParseTime("2026-03-01T00:00:00Z").value() - ParseTime("2026-02-28T23:59:59Z").value(), 1);
  const std::time_t now = std::time(nullptr);
  EXPECT_NEAR(static_cast<double>(ParseTime(FormatNow()).value()), static_cast<double>(now), 2);
  for (const char* wrong : {"", "2026-03-01", "2026-03-01T00:00:00Z and more"}) {
    EXPECT_FALSE(ParseTime(wrong)) << wrong;
  }
}

TEST_F(Provenance, DataIsLookedForByFlagThenVariableThenCheckout) {
  EXPECT_EQ(DataFolder({}), "data");
  Set("BUILD_WORKSPACE_DIRECTORY", "/checkout");
  EXPECT_EQ(DataFolder({}), "/checkout/data");
  Set("STRUCTLAB_DATA", folder_);
  EXPECT_EQ(DataFolder({}), folder_);
  Set("BUILD_WORKING_DIRECTORY", folder_);
  Set("STRUCTLAB_DATA", "near");
  const std::string message = common::MessageOf(common::ErrorKind::kEnvironment, [] { DataFolder({}); });
  EXPECT_TRUE(message.starts_with("$STRUCTLAB_DATA: " + folder_ + "/near is no folder; ")) << message;
  std::filesystem::create_directory(folder_ + "/near");
  EXPECT_EQ(DataFolder({}), folder_ + "/near");
  EXPECT_EQ(DataFolder("."), folder_ + "/.");
  EXPECT_EQ(DataFolder(folder_), folder_);
  EXPECT_EQ(common::MessageOf(common::ErrorKind::kUsage, [] { DataFolder("none"); }),
            "--data-dir: expected a folder, found " + folder_ +
                "/none, which is none; leave the flag out to work with generated data");
}

}  // namespace
}  // namespace structlab::harness
