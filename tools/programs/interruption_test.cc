// An interrupt (Ctrl-C) ends the programs for kernels, tags, metrics and segmentation soon, in whatever phase
// they are, and map also while it chooses a method; nothing is written. Tests of the other programs stand
// beside theirs.
//
// Some phases cannot be interrupted yet. The data of these tests keep them short:
//   - kernel_test, kernel_pca: writing the results
//   - joint_svm: a pass over the rows of joint with a linear kernel, scaling the rows, fitting the weights of
//   tagprop,
//     scores of held-out rows, writing the model
//   - learn_metrics: reading and measuring a pair, the registration of a held-out pair, learning the weights
//   of a
//     class or, while C and alpha are chosen, of all classes
//   - map: reading the evidence, and the part of the model that the evidence leaves
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "common/random_stream.h"
#include "common/thread_clock.h"
#include "graphical_models/images/image_file.h"
#include "registration/volumes/image_file.h"
#include "tools/programs/joint_svm/joint_svm_program.h"
#include "tools/programs/kernel_pca_program.h"
#include "tools/programs/kernel_test_program.h"
#include "tools/programs/learn_metrics/learn_metrics_program.h"
#include "tools/programs/map_program.h"
#include "tools/programs/rank/rank_program.h"
#include "tools/programs/segment_images/segment_images_program.h"
#include "tools/programs/testing/program_outcome.h"

namespace structlab::tools {
namespace {

class Interruption : public ProgramTest {
 protected:
  std::string At(const std::string& name) const { return folder_ + "/" + name; }

  // Rows of normal numbers, behind tags that follow from their signs if the name ends in .svm.
  std::string PutRows(const std::string& name, int rows, int columns, uint64_t seed) const {
    common::RandomStream random(seed, "interruption");
    const bool has_tags = name.ends_with(".svm");
    std::ofstream file(At(name));
    for (int i = 0; i < rows; ++i) {
      std::string tags, features;
      for (int j = 0; j < columns; ++j) {
        const double value = random.Normal();
        if (value > 0 && j < 8) tags.append(tags.empty() ? "" : ",").append(std::to_string(j + 1));
        if (has_tags) features.append(" ").append(std::to_string(j + 1)).append(":");
        if (!has_tags && j > 0) features += ",";
        features += std::to_string(value);
      }
      file << (has_tags ? tags : "") << features << "\n";
    }
    return At(name);
  }

  // Interrupts a program at two moments. It must end within two seconds of processor time (other work on the
  // machine does not count) and leave no file. A program that is done before the second moment may succeed.
  void ExpectToEndSoon(ProgramFunction* program, const std::string& name, const std::string& command) const {
    SCOPED_TRACE(command);
    for (const int milliseconds : {20, 300}) {
      SCOPED_TRACE(milliseconds);
      std::filesystem::remove(At("out"));
      const double begin = common::ThreadSeconds();
      const Outcome outcome = RunProgramInterruptedAfter(program, Words(command), milliseconds);
      EXPECT_LT(common::ThreadSeconds() - begin, 0.001 * milliseconds + 2);
      if (outcome.status == 0 && milliseconds > 20) break;
      EXPECT_EQ(outcome.status, 130) << outcome.messages;
      EXPECT_TRUE(outcome.messages.ends_with(name + ": interrupted: nothing is written\n"))
          << outcome.messages;
      EXPECT_FALSE(std::filesystem::exists(At("out")));
    }
  }

  // Splits at blanks; names of files stand in braces.
  std::vector<std::string> Words(std::string command) const {
    for (size_t brace; (brace = command.find('{')) != command.npos;) {
      command.replace(brace, 1, folder_ + "/");
      command.erase(command.find('}'), 1);
    }
    std::vector<std::string> words;
    std::istringstream stream(command);
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }
};

TEST_F(Interruption, EndsKernelTest) {
  PutRows("x.csv", 400, 3, 1);
  PutRows("y.csv", 400, 3, 2);
  PutRows("z.csv", 400, 3, 3);
  const std::string files = "--x={x.csv} --y={y.csv} --permutations=1000000 --out={out} ";
  for (const std::string more : {"--statistic=hsic", "--statistic=hsnic", "--statistic=coco",
                                 "--statistic=aggregated", "--z={z.csv}"}) {
    ExpectToEndSoon(RunKernelTest, "kernel_test", files + more);
  }
}

// Eigenvalues and inverses of whole matrices take many seconds.
TEST_F(Interruption, EndsDecompositionsOfWholeMatrices) {
  PutRows("x.csv", 1500, 3, 1);
  PutRows("y.csv", 1500, 3, 2);
  PutRows("z.csv", 1500, 3, 3);
  for (const std::string more : {"--statistic=coco", "--statistic=hsnic", "--z={z.csv}"}) {
    ExpectToEndSoon(RunKernelTest, "kernel_test", "--x={x.csv} --y={y.csv} --out={out} " + more);
  }
  ExpectToEndSoon(RunKernelPca, "kernel_pca", "{x.csv} --components=1500 --out={out}");
}

TEST_F(Interruption, EndsKernelPca) {
  PutRows("rows.csv", 3000, 20, 1);
  for (const std::string more : {"--components=60 --kernel=gaussian:gamma=0.05",
                                 "--clusters=40 --components=5 --kernel=gaussian:gamma=0.05"}) {
    ExpectToEndSoon(RunKernelPca, "kernel_pca", "{rows.csv} --out={out} " + more);
  }
}

TEST_F(Interruption, EndsJointSvm) {
  PutRows("rows.svm", 3000, 30, 1);
  for (const std::string more :
       {"--c=1e6 --option=gap=1e-12 --option=passes=1000000",
        "--c=1e6 --option=gap=1e-12 --option=passes=1000000 --input-kernel=gaussian:gamma=0.1",
        "--input-kernel=gaussian:gamma=0.1 --output-kernel=polynomial --c=1,10,100,1000 --option=gap=1e-12 "
        "--option=passes=1000000",
        "--learner=one_vs_rest --c=1e6 --option=gap=1e-12 --option=passes=1000000", "--learner=tagprop",
        "--learner=perceptron --option=passes=1000000"}) {
    ExpectToEndSoon(RunJointSvm, "joint_svm", "train {rows.svm} --save={out} " + more);
  }
}

TEST_F(Interruption, EndsRank) {
  common::RandomStream random(1, "interruption of rank");
  std::ofstream file(At("ranked.csv"));
  file << "label,a,b,c,d\n";
  for (int i = 0; i < 6000; ++i) {
    file << random.UniformIndex(2);
    for (int c = 0; c < 4; ++c) file << "," << random.Normal();
    file << "\n";
  }
  file.close();
  ExpectToEndSoon(
      RunRank, "rank",
      "train --data={ranked.csv} --model={out} --quiet --kernel=gaussian --kernel-features=3000 --gamma=10");
}

// Two images with bumps, of which one is shifted, and their label maps.
TEST_F(Interruption, EndsLearnMetrics) {
  registration::Geometry grid;
  grid.size = {30, 28, 26};
  for (const auto& [name, shift] : {std::pair("fixed", 0.0), std::pair("moving", 2.0)}) {
    registration::Image image(grid);
    registration::LabelMap labels(grid, 0);
    for (int64_t v = 0; v < grid.num_voxels(); ++v) {
      const registration::Point p =
          grid.PointOf(grid.IndexAt(v).cast<double>()) - registration::Point(shift, 0, 0);
      const double value =
          std::sin(p[0] / 2.5) + std::sin(p[1] / 2 + p[2] / 5) + std::cos(p[2] / 2.2 - p[0] / 6);
      image.values[v] = static_cast<float>(100 * value);
      labels.values[v] = value > 0.5 ? 1 : 0;
    }
    registration::WriteImage(image, At(std::string(name).append(".nii")));
    registration::WriteLabels(labels, At(std::string(name).append("-labels.nii")));
  }
  std::string pairs = "fixed\tmoving\tfixed_labels\tmoving_labels\n";
  for (int i = 0; i < 8; ++i) pairs += "fixed.nii\tmoving.nii\tfixed-labels.nii\tmoving-labels.nii\n";
  std::ofstream(At("pairs.tsv")) << pairs;
  ExpectToEndSoon(RunLearnMetrics, "learn_metrics", "--pairs={pairs.tsv} --out={out} --quiet --threads=1");
}

// Large images, so that reading them and their first model take longer than the interrupts.
TEST_F(Interruption, EndsSegmentImages) {
  common::RandomStream random(1, "interruption");
  for (const char* folder : {"images", "masks"}) std::filesystem::create_directory(At(folder));
  for (int i = 0; i < 4; ++i) {
    graphical_models::Image image = graphical_models::UniformImage(400, 300, 1), mask = image;
    for (uint8_t& value : image.values) value = static_cast<uint8_t>(random.UniformIndex(256));
    for (size_t pixel = 0; pixel < 200; ++pixel) mask.values[pixel] = 255;
    const std::string name = std::to_string(i) + ".png";
    graphical_models::WritePng(At("images/" + name), image);
    graphical_models::WritePng(At("masks/" + name), mask);
  }
  const std::string files = "train --images={images} --masks={masks} --model={out} --max-side=0 ";
  for (const std::string more : {"--units=pixels --words=200", "--units=superpixels --features=bias"}) {
    ExpectToEndSoon(RunSegmentImages, "segment_images", files + more);
  }
}

// A stream that sets the flag a while after its first line.
class InterruptingStream {
 public:
  explicit InterruptingStream(int milliseconds)
      : thread_([this, milliseconds] {
          has_begun_.wait(false);
          std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
          flag_ = true;
        }) {
    cookie_io_functions_t functions = {};
    functions.write = [](void* cookie, const char* text, size_t size) {
      return static_cast<InterruptingStream*>(cookie)->Write(text, size);
    };
    stream_ = fopencookie(this, "w", functions);
    setvbuf(stream_, nullptr, _IOLBF, 0);
  }
  ~InterruptingStream() {
    std::fclose(stream_);
    Begin();
  }
  InterruptingStream(const InterruptingStream&) = delete;
  InterruptingStream& operator=(const InterruptingStream&) = delete;

  std::FILE* stream() { return stream_; }
  const std::atomic<bool>& flag() const { return flag_; }
  const std::string& text() const { return text_; }

 private:
  ssize_t Write(const char* text, size_t size) {
    text_.append(text, size);
    Begin();
    return static_cast<ssize_t>(size);
  }
  void Begin() {
    has_begun_ = true;
    has_begun_.notify_all();
  }

  std::atomic<bool> flag_ = false, has_begun_ = false;
  std::string text_;
  std::FILE* stream_;
  std::jthread thread_;
};

// A grid whose pairs share a table, which map notes when the model is read, so that the interrupt comes while
// it computes the order in which the variables would be eliminated.
TEST_F(Interruption, EndsMapWhileItChoosesAMethod) {
  constexpr int kSide = 250, kVariables = kSide * kSide;
  std::string header = "grid " + std::to_string(kVariables) + " 2 ", functions;
  int count = 0;
  for (int v = 0; v < kVariables; ++v) {
    for (const int other : {v % kSide == kSide - 1 ? kVariables : v + 1, v + kSide}) {
      if (other >= kVariables) continue;
      functions.append(count == 0 ? "-2 " : "2 ")
          .append(std::to_string(v))
          .append(" ")
          .append(std::to_string(other));
      functions += count == 0 ? " 1 2\n0 0 0\n1 1 0\n" : " 0 -1\n";
      ++count;
    }
  }
  header.append(std::to_string(count)).append(" 1000000\n");
  for (int v = 0; v < kVariables; ++v) header += v % 1000 == 999 ? "2\n" : "2 ";
  std::ofstream(At("grid.wcsp")) << header << "\n" << functions;
  InterruptingStream messages(100);
  std::FILE* const nothing = std::fopen("/dev/null", "w");
  const double begin = common::ThreadSeconds();
  EXPECT_EQ(RunMap({At("grid.wcsp"), "--out=" + At("out")}, nothing, messages.stream(), messages.flag()),
            130);
  std::fclose(nothing);
  EXPECT_NE(messages.text().find(" functions share a table"), std::string::npos) << messages.text();
  EXPECT_TRUE(messages.text().ends_with("map: interrupted before the search began: nothing is written\n"))
      << messages.text();
  EXPECT_FALSE(std::filesystem::exists(At("out")));
  EXPECT_LT(common::ThreadSeconds() - begin, 10);  // reading, 0.1 seconds of choosing, and 2 seconds
}

}  // namespace
}  // namespace structlab::tools
