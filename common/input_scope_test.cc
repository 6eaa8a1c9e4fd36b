#include "common/input_scope.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <thread>

#include "common/error.h"
#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "common/text_input.h"

namespace structlab::common {
namespace {

class InputScopeTest : public testing::Test {
 protected:
  InputScopeTest() {
    for (const std::string name : {"a", "b", "c"}) WriteFileAtomically(At(name), name);
    std::filesystem::create_symlink("a", At("symbolic"));
    std::filesystem::create_hard_link(At("a"), At("hard"));
  }
  std::string At(const std::string& name) const { return folder_.path() + "/" + name; }

  ScratchFolder folder_{"input_scope"};
};

TEST_F(InputScopeTest, ProtectsFilesThatWereReadByAnyName) {
  const InputScope scope;
  ReadFile(At("a"));
  const TextInput lines(At("b"));
  for (const std::string name : {"a", "symbolic", "hard", "b"}) {
    const std::string content = ReadFile(At(name)), first = name == "b" ? "b" : "a";
    EXPECT_EQ(MessageOf([&] { WriteFileAtomically(At(name), "new"); }),
              At(name) + ": expected another file than " + At(first) + ", which was read, found " + At(name) +
                  "; give another name");
    EXPECT_EQ(ReadFile(At(name)), content);
  }
  EXPECT_EQ(MessageOf([&] { InputScope::CheckNotRead(At("b"), "--out"); }),
            "--out: expected another file than " + At("b") + ", which was read, found " + At("b") +
                "; give another name");
  WriteFileAtomically(At("c"), "new");  // was not read
  WriteFileAtomically(At("d"), "new");  // does not exist
  EXPECT_EQ(ReadFile(At("c")), "new");
}

TEST_F(InputScopeTest, EndsAndNests) {
  {
    const InputScope outer;
    ReadFile(At("a"));
    {
      const InputScope inner;
      WriteFileAtomically(At("b"), "inner");
      ReadFile(At("c"));
    }
    WriteFileAtomically(At("c"), "outer");
    EXPECT_THROW(WriteFileAtomically(At("a"), "outer"), Error);
    std::thread([&] { WriteFileAtomically(At("b"), "another thread"); }).join();
  }
  WriteFileAtomically(At("a"), "without a scope");
  EXPECT_EQ(ReadFile(At("a")), "without a scope");
}

TEST_F(InputScopeTest, TakesPipesAndDevices) {
  const InputScope scope;
  InputScope::NoteRead("/dev/null");
  InputScope::NoteRead(At("missing"));
  EXPECT_NO_THROW(WriteFileAtomically("/dev/null", "gone"));
  EXPECT_NO_THROW(WriteFileAtomically(At("missing"), "new"));
}

}  // namespace
}  // namespace structlab::common
