// Finds the candidate with the most right answers without asking every candidate every question.
#ifndef STRUCTLAB_COMMON_BEST_CANDIDATE_H_
#define STRUCTLAB_COMMON_BEST_CANDIDATE_H_

#include <functional>

namespace structlab::common {

struct Answer {
  bool is_right = false;
  double confidence = 0;  // finite; a larger value says that other candidates are likelier to be right, too
};

struct BestCandidate {
  int candidate = 0;  // the lowest index among equals
  int num_right = 0;  // number of right answers of this candidate, over all questions
};

// Returns the candidate (0 to candidates - 1, at least one) with the most right answers to the questions (0
// to questions - 1); the lowest index among equals. Example: choose a parameter by leave-one-out errors.
//
//     const BestCandidate best = FindBestCandidate(num_parameters, num_examples, [&](int parameter, int i) {
//       return Answer{.is_right = Predict(parameter, i) == labels[i]};
//     });
//
// Take it if a call of `answer(candidate, question)` is costly: each pair is asked at most once, and most bad
// candidates are asked only some of the questions. The result is exact:
//   1. The next to answer is the candidate with the fewest wrong answers so far.
//   2. If this candidate has no question left, it is returned: every other candidate already has at least as
//      many wrong answers.
//   3. Its next question is the one with the lowest mean confidence so far. If all candidates fail at the
//      same questions, this finds bad candidates early.
// The lowest index is taken among equals in 1 and 3. Deterministic. Time O(candidates + questions) an answer,
// memory O(candidates * questions).
BestCandidate FindBestCandidate(int candidates, int questions,
                                const std::function<Answer(int candidate, int question)>& answer);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BEST_CANDIDATE_H_
