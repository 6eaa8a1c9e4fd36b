// What the tests of joint_svm share: files of rows, and the program.
#ifndef STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_JOINT_SVM_TESTING_H_
#define STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_JOINT_SVM_TESTING_H_

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/file.h"
#include "common/random_stream.h"
#include "common/table.h"
#include "common/testing/scratch_folder.h"
#include "tools/programs/joint_svm/joint_svm_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {

class JointSvmTest : public testing::Test {
 protected:
  // Tags follow from the signs of features; tag 3 stands in the test file alone.
  JointSvmTest() {
    common::RandomStream random(1, "joint svm program");
    std::string svm[2], arff[2];
    for (std::string& text : arff) {
      text =
          "@relation r\n@attribute f1 numeric\n@attribute f2 numeric\n@attribute f3 numeric\n"
          "@attribute 'blue sky' {0,1}\n@attribute sea {0,1}\n@data\n";
    }
    for (int i = 0; i < 300; ++i) {
      const int file = i < 200 ? 0 : 1;
      double x[3];
      for (double& value : x) value = random.Normal();
      std::string labels = x[0] > 0 ? "1" : "";
      if (x[1] > 0.3) labels += labels.empty() ? "2" : ",2";
      if (i == 299) labels += labels.empty() ? "7" : ",7";
      svm[file] += fmt::format("{} 1:{} 2:{} 3:{}{}\n", labels, x[0], x[1], x[2], i == 250 ? " 9:1" : "");
      arff[file] += fmt::format("{},{},{},{},{}\n", x[0], x[1], x[2], x[0] > 0 ? 1 : 0, x[1] > 0.3 ? 1 : 0);
    }
    train_ = Put("train.svm", svm[0]);
    test_ = Put("test.svm", svm[1]);
    arff_train_ = Put("train.arff", arff[0]);
    arff_test_ = Put("test.arff", arff[1]);
    Put("labels.xml",
        R"(<labels xmlns="x"><label name="blue sky"></label><label name="sea"></label></labels>)");
  }
  std::string Put(const std::string& name, const std::string& text) {
    const std::string path = folder_.path() + "/" + name;
    common::WriteFileAtomically(path, text);
    return path;
  }
  Outcome Run(const std::vector<std::string>& words, bool interrupted = false) {
    return RunProgram(RunJointSvm, words, interrupted);
  }
  std::string Model() const { return folder_.path() + "/model"; }
  static double Measure(const Outcome& evaluated, const std::string& name) {
    const common::Table table = common::ParseTsv(evaluated.out, "out");
    for (size_t row = 0; row < table.rows.size(); ++row) {
      if (table.Text(row, "measure") == name) return table.Number(row, "value");
    }
    return -1;
  }

  common::ScratchFolder folder_{"joint_svm"};
  std::string train_, test_, arff_train_, arff_test_;
};

}  // namespace structlab::tools

#endif  // STRUCTLAB_TOOLS_PROGRAMS_JOINT_SVM_JOINT_SVM_TESTING_H_
