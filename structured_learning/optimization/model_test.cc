#include "structured_learning/optimization/model.h"

#include <sys/stat.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "common/digest.h"
#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"
#include "common/testing/message_of.h"
#include "gtest/gtest.h"

namespace structlab::structured_learning {
namespace {

const ProblemFacts kFacts = {{"classes", "3"}, {"problem", "multiclass"}};

LinearModel Example() {
  return {.weights = DenseVector{{0.1, -0.0, 1e-310, -1.0 / 3}}, .lambda = 0.7, .problem = kFacts};
}

std::string Refusal(std::string_view text) {
  return common::MessageOf(common::ErrorKind::kData, [&] { ParseModel(text, "letters.model"); });
}

// A body with its correct digest.
std::string Signed(const std::string& body) { return body + "sha256\t" + common::Sha256OfText(body) + "\n"; }

std::string TemporaryPath(const std::string& name) {
  return std::string(std::getenv("TEST_TMPDIR")) + "/" + name;
}

TEST(Model, ReadsBackToTheSameBits) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "model test");
    LinearModel model;
    model.weights.resize(static_cast<int>(random.UniformIndex(50)));
    // Any bits that are a finite number.
    for (double& weight : model.weights) {
      do {
        weight = std::bit_cast<double>(random.Bits());
      } while (!std::isfinite(weight));
    }
    model.lambda = random.Exponential();
    model.problem = {{"odd\tname\\", "a\nvalue\r"}, {"seed", std::to_string(seed)}, {"empty", ""}};
    const LinearModel read = ParseModel(FormatModel(model), "model");
    ASSERT_EQ(read.weights.size(), model.weights.size());
    for (int j = 0; j < read.weights.size(); ++j) {
      EXPECT_EQ(std::bit_cast<uint64_t>(read.weights[j]), std::bit_cast<uint64_t>(model.weights[j]));
    }
    EXPECT_EQ(read.lambda, model.lambda);
    EXPECT_EQ(read.problem, model.problem);
  }
}

TEST(Model, IsReadableText) {
  const std::string body =
      "structlab linear model\t1\nfact\tclasses\t3\nfact\tproblem\tmulticlass\nlambda\t0.7\ndimension\t4\n"
      "0.1\n-0\n1e-310\n-0.3333333333333333\n";
  EXPECT_EQ(FormatModel(Example()), Signed(body));
}

TEST(Model, EveryTruncationIsRefused) {
  const std::string text = FormatModel(Example());
  for (size_t length = 0; length < text.size(); ++length) {
    EXPECT_NE(Refusal(text.substr(0, length)), "no error") << "cut after " << length << " bytes";
  }
}

TEST(Model, EveryFlippedBitIsRefused) {
  const std::string text = FormatModel(Example());
  for (size_t position = 0; position < text.size(); ++position) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = text;
      damaged[position] = static_cast<char>(damaged[position] ^ (1 << bit));
      EXPECT_NE(Refusal(damaged), "no error") << "bit " << bit << " of byte " << position;
    }
  }
}

TEST(Model, SaysWhatIsWrongInOneLine) {
  EXPECT_EQ(Refusal("PNG\n"),
            "letters.model:1:1: expected 'structlab linear model' and its version, found 'PNG'; this is not "
            "a model "
            "that was saved here");
  const std::string text = FormatModel(Example());
  EXPECT_NE(Refusal(text.substr(0, 100)).find("expected a last line 'sha256' with a digest"),
            std::string::npos);
  std::string damaged = text;
  damaged[damaged.find("0.1")] = '1';
  EXPECT_NE(Refusal(damaged).find("letters.model: expected content with the SHA-256 digest"),
            std::string::npos);
  std::string newer = text;
  newer[newer.find("\t1\n") + 1] = '2';
  EXPECT_NE(Refusal(newer).find("letters.model:1:24: expected version 1 of the format, found '2'"),
            std::string::npos);
}

TEST(Model, ContentWithTheRightDigestIsCheckedToo) {
  const std::string start = "structlab linear model\t1\n", end = "lambda\t1\ndimension\t1\n2\n";
  EXPECT_EQ(Refusal(Signed(start + end)), "no error");
  EXPECT_EQ(Refusal(Signed(start + "lambda\t1\ndimension\t9000000000000\n2\n")),
            "letters.model:5:1: expected weight 1 of 9000000000000, found the end of the file");
  EXPECT_EQ(Refusal(Signed(start + "lambda\tx\ndimension\t1\n2\n")),
            "letters.model:2:8: expected a number, found 'x'");
  EXPECT_EQ(Refusal(Signed(start + "lambda\t1\ndimension\t3\n1\n2\n3\n4\n")),
            "letters.model:3:11: expected a dimension equal to the number of weights, found '3'");
  for (const std::string& body : {
           "fact\tb\t1\nfact\ta\t1\n" + end,            // not in order
           "fact\ta\t1\nfact\ta\t2\n" + end,            // twice
           "fact\ta\n" + end,                           // without value
           "fact\ta\t\\x\n" + end,                      // unknown escape
           "fact\ta\t\\\n" + end,                       // cut escape
           std::string("dimension\t1\n2\n"),            // no lambda
           std::string("lambda 1\ndimension\t1\n2\n"),  // no tab
           std::string("lambda\tnan\ndimension\t1\n2\n"),
           std::string("lambda\t1\ndimension\t1\ninf\n"),
           std::string("lambda\t1\ndimension\t1\n2x\n"),
           std::string("lambda\t1\ndimension\t-1\n"),
           std::string("lambda\t1\ndimension\t2\n2\n"),
           std::string("lambda\t1\ndimension\t1\n2\n3\n"),
           std::string("lambda\t1\ndimension\t1\n2"),
       }) {
    EXPECT_NE(Refusal(Signed(start + body)), "no error") << body;
  }
}

TEST(Model, IsRefusedForAnotherProblem) {
  const std::string path = TemporaryPath("letters.model");
  SaveModel(Example(), path);
  EXPECT_EQ(LoadModel(path, kFacts, 4).weights, Example().weights);
  const auto refusal = [&](const ProblemFacts& facts, int dimension) {
    return common::MessageOf(common::ErrorKind::kData, [&] { LoadModel(path, facts, dimension); });
  };
  const std::string remedy = "; the model was learned for another problem";
  EXPECT_EQ(refusal({{"classes", "4"}, {"problem", "multiclass"}}, 4),
            path + ": expected a model for classes=4, found classes=3" + remedy);
  EXPECT_EQ(refusal({{"classes", "3"}, {"pixels", "128"}, {"problem", "multiclass"}}, 4),
            path + ": expected a model for pixels=128, found no pixels" + remedy);
  EXPECT_EQ(refusal({{"classes", "3"}}, 4),
            path + ": expected a model without problem, found problem=multiclass" + remedy);
  EXPECT_EQ(refusal(kFacts, 5), path + ": expected 5 weights, found 4" + remedy);
}

TEST(Model, AModelThatIsNotFiniteIsNotSaved) {
  const std::string path = TemporaryPath("not_finite.model");
  LinearModel model = Example();
  model.weights[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(SaveModel(model, path), common::Error);
  model = Example();
  model.lambda = std::numeric_limits<double>::infinity();
  EXPECT_THROW(SaveModel(model, path), common::Error);
  struct stat status;
  EXPECT_NE(stat(path.c_str(), &status), 0);
}

TEST(Model, AFailedSaveLeavesTheOldModel) {
  const std::string path = TemporaryPath("kept.model");
  SaveModel(Example(), path);
  LinearModel broken = Example();
  broken.weights[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(SaveModel(broken, path), common::Error);
  EXPECT_EQ(common::ReadFile(path), FormatModel(Example()));
  EXPECT_THROW(SaveModel(Example(), path + "/below_a_file"), common::Error);
  EXPECT_THROW(LoadModel(TemporaryPath("absent.model"), kFacts, 4), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
