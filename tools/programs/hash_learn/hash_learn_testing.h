// Shared by the tests of hash_learn.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_TESTING_H_
#define STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "tools/programs/hash_learn/hash_learn_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {

inline Outcome HashLearn(const std::vector<std::string>& arguments, bool interrupted = false) {
  return RunProgram(RunHashLearn, arguments, interrupted);
}

// Lines of text, each about one of three topics; every third word is about the topic.
inline std::string News(int lines, uint64_t seed, const char* between) {
  constexpr const char* kLabels[] = {"sea", "sky", "land"};
  common::RandomStream random(seed, "news");
  std::string text;
  for (int i = 0; i < lines; ++i) {
    const auto label = static_cast<size_t>(random.UniformIndex(3));
    text.append(kLabels[label]).append(between);
    for (int word = 0; word < 12; ++word) {
      const bool is_about = word % 3 == 0;
      text.append(" ").append(is_about ? kLabels[label] : "word");
      text.append("x").append(std::to_string(random.UniformIndex(is_about ? 20 : 200)));
    }
    text += "\n";
  }
  return text;
}

class HashLearnProgram : public ProgramTest {
 protected:
  std::string Put(const std::string& name, const std::string& content) const {
    const std::string path = std::string(folder_).append("/").append(name);
    common::WriteFileAtomically(path, content);
    return path;
  }
  std::string At(const std::string& name) const { return std::string(folder_).append("/").append(name); }
};

inline double NumberAfter(const std::string& text, const std::string& name) {
  const size_t at = text.find(name);
  EXPECT_NE(at, std::string::npos) << name << " in " << text;
  return at == std::string::npos ? -1 : std::stod(text.substr(at + name.size()));
}

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_HASH_LEARN_HASH_LEARN_TESTING_H_
