#include "common/best_candidate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "common/random_stream.h"

namespace structlab::common {
namespace {

using Answers = std::vector<std::vector<bool>>;  // of each candidate, to each question

double ConfidenceOf(bool is_right) { return is_right ? 0.2 : -0.2; }

// Questions are equally hard or easy for all candidates, and candidates are good or bad.
Answers RandomAnswers(int candidates, int questions, double hard, uint64_t seed) {
  RandomStream random(seed, "answers");
  std::vector<double> hardness;
  for (int question = 0; question < questions; ++question) {
    hardness.push_back(random.Uniform() < hard ? random.Uniform() : 0);
  }
  Answers answers;
  for (int candidate = 0; candidate < candidates; ++candidate) {
    const double badness = random.Uniform(0.5, 1);
    std::vector<bool> of_one;
    for (const double of_question : hardness) of_one.push_back(random.Uniform() >= badness * of_question);
    answers.push_back(of_one);
  }
  return answers;
}

BestCandidate BruteForce(const Answers& answers) {
  BestCandidate best = {.candidate = 0, .num_right = -1};
  for (size_t candidate = 0; candidate < answers.size(); ++candidate) {
    int right = 0;
    for (const bool answer : answers[candidate]) right += answer;
    if (right > best.num_right) best = {static_cast<int>(candidate), right};
  }
  return best;
}

// Also checks that no question is asked twice. Returns the number of questions asked.
int ExpectBruteForce(const Answers& answers, const std::function<double(bool)>& confidence = ConfidenceOf) {
  const int candidates = static_cast<int>(answers.size()), questions = static_cast<int>(answers[0].size());
  std::vector<std::vector<int>> asked(answers.size(), std::vector<int>(answers[0].size()));
  int count = 0;
  const BestCandidate found = FindBestCandidate(candidates, questions, [&](int candidate, int question) {
    const auto c = static_cast<size_t>(candidate), q = static_cast<size_t>(question);
    EXPECT_EQ(++asked[c][q], 1);
    ++count;
    return Answer{answers[c][q], confidence(answers[c][q])};
  });
  const BestCandidate expected = BruteForce(answers);
  EXPECT_EQ(found.candidate, expected.candidate);
  EXPECT_EQ(found.num_right, expected.num_right);
  return count;
}

TEST(FindBestCandidate, EqualsCountingAllAnswers) {
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    RandomStream random(seed, "sizes");
    const int candidates = 1 + static_cast<int>(random.UniformIndex(6));
    const int questions = 1 + static_cast<int>(random.UniformIndex(12));
    const Answers answers = RandomAnswers(candidates, questions, random.Uniform(), seed);
    ExpectBruteForce(answers);
    // A misleading confidence changes only the number of questions asked.
    ExpectBruteForce(answers, [&](bool) { return random.Uniform(-1, 1); });
  }
}

// The first candidate finds the questions at which all fail, and the best one answers all questions; the
// others answer no easy question. The hard questions are last; the best candidate fails at all of them except
// one.
TEST(FindBestCandidate, OthersAnswerOnlyWhatAllFailAt) {
  constexpr size_t kCandidates = 20, kQuestions = 500, kHard = 10, kBest = 7;
  Answers answers(kCandidates, std::vector<bool>(kQuestions, true));
  for (std::vector<bool>& of_one : answers) std::fill(of_one.end() - kHard, of_one.end(), false);
  answers[kBest].back() = true;
  EXPECT_LE(ExpectBruteForce(answers), static_cast<int>(2 * kQuestions + kCandidates * kHard));
}

TEST(FindBestCandidate, StopsAtTheFirstThatIsAlwaysRight) {
  EXPECT_EQ(ExpectBruteForce(Answers(5, std::vector<bool>(7, true))), 7);
}

TEST(FindBestCandidate, WithoutQuestionsAllAreEqual) {
  const BestCandidate found = FindBestCandidate(3, 0, [](int, int) { return Answer(); });
  EXPECT_EQ(found.candidate, 0);
  EXPECT_EQ(found.num_right, 0);
}

}  // namespace
}  // namespace structlab::common
