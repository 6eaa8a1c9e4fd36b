#include "common/best_candidate.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/check.h"

namespace structlab::common {
namespace {

// The confidence of a question without answers. It affects how many questions are asked, but never the
// result.
constexpr double kInitialConfidence = 0.05;

struct Candidate {
  explicit Candidate(int questions) : is_open(static_cast<size_t>(questions), 1), open(questions) {}

  std::vector<char> is_open;  // for each question: 1 if not asked yet
  int open;                   // number of questions not asked yet
  int wrong = 0;
};

struct Question {
  double confidence = kInitialConfidence;  // sum over its answers and the initial one
  int answers = 1;

  double mean() const { return confidence / answers; }
};

// The open question with the least mean confidence.
size_t NextQuestion(const Candidate& candidate, const std::vector<Question>& questions) {
  size_t next = questions.size();
  for (size_t i = 0; i < questions.size(); ++i) {
    if (candidate.is_open[i] == 0) continue;
    if (next == questions.size() || questions[i].mean() < questions[next].mean()) next = i;
  }
  STRUCTLAB_CHECK(next < questions.size());
  return next;
}

}  // namespace

BestCandidate FindBestCandidate(int candidates, int questions,
                                const std::function<Answer(int, int)>& answer) {
  STRUCTLAB_CHECK(candidates > 0 && questions >= 0);
  std::vector<Candidate> all(candidates, Candidate(questions));
  std::vector<Question> asked(questions);
  for (;;) {
    const auto next = std::ranges::min_element(all, {}, &Candidate::wrong);
    const int name = static_cast<int>(next - all.begin());
    if (next->open == 0) return {name, questions - next->wrong};
    const size_t question = NextQuestion(*next, asked);
    next->is_open[question] = 0;
    --next->open;
    const Answer given = answer(name, static_cast<int>(question));
    asked[question].confidence += given.confidence;
    ++asked[question].answers;
    if (!given.is_right) ++next->wrong;
  }
}

}  // namespace structlab::common
