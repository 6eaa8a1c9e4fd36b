// Which of several candidates answers most questions rightly, without asking all of them everything.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_MOST_RIGHT_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_MOST_RIGHT_H_

#include <functional>

namespace structlab::face_recognition {

struct Answer {
  bool is_right = false;
  double sureness = 0;  // finite; the larger, the more likely others are right, too
};

struct MostRight {
  int candidate = 0;  // the first of equals
  int right = 0;      // its right answers, to all questions
};

// The candidate (0 to candidates - 1, at least one) that answers most of the questions (0 to questions - 1)
// rightly, the first of equals. `answer` gives a candidate's answer to a question, and is called at most once
// for each pair.
//
// Exact: the next to answer is always the candidate of fewest wrong answers so far, the first of equals, and
// one that is next with no question left has no more of them than any other can end with. Its next question
// is the one that others have answered least surely, on average, the first of equals: where all fail at the
// same ones, what cannot win is soon seen. Deterministic. O(candidates + questions) an answer.
MostRight FindMostRight(int candidates, int questions, const std::function<Answer(int, int)>& answer);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_MOST_RIGHT_H_
