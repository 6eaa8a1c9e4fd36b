// The candidate that answers most questions correctly, found without asking all of them everything.
#ifndef STRUCTLAB_COMMON_BEST_CANDIDATE_H_
#define STRUCTLAB_COMMON_BEST_CANDIDATE_H_

#include <functional>

namespace structlab::common {

struct Answer {
  bool is_right = false;
  double confidence = 0;  // finite; the larger, the likelier other candidates are right, too
};

struct BestCandidate {
  int candidate = 0;  // the first of equals
  int num_right = 0;  // its right answers to all questions
};

// The candidate (0 to candidates - 1, at least one) with most right answers to the questions (0 to
// questions - 1), the first of equals. `answer(candidate, question)` is called at most once for each pair.
//
// Exact: the next to answer is always the candidate with fewest wrong answers so far (the first of equals).
// If it has no question left, every other candidate has at least as many wrong answers already. Its next
// question is the one that was answered with the least mean confidence, the first of equals: where all
// candidates fail at the same questions, losers are found early. Deterministic. O(candidates + questions) an
// answer.
BestCandidate FindBestCandidate(int candidates, int questions,
                                const std::function<Answer(int candidate, int question)>& answer);

}  // namespace structlab::common

#endif  // STRUCTLAB_COMMON_BEST_CANDIDATE_H_
