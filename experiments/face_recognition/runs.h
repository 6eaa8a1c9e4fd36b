// What the cases do, one function a part of the package. All methods run on one thread.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_RUNS_H_

#include "experiments/harness/run/case.h"

namespace structlab::face_recognition {

// Tables 3.1, 3.2 and 3.4, Figure 3.4: one method on one split, at all dimensions.
void RunRecognition(const harness::Case& c, harness::Recorder& record);
// A dimension that there is not.
void RunNotApplicable(const harness::Case& c, harness::Recorder& record);
// Table 3.3: both methods, at all dimensions that are compared at equal times, query by query in turn.
void RunEqualTimes(const harness::Case& c, harness::Recorder& record);
// Times of a set's methods with codes, query by query in turn.
void RunTimes(const harness::Case& c, harness::Recorder& record);
// How many times faster HASH-OMP is than RANDOM-l1 (section 3.4.1).
void RunSpeedup(const harness::Case& c, harness::Recorder& record);
// Figures 3.1 and 3.3, and the page of pictures.
void RunPictures(const harness::Case& c, harness::Recorder& record);
// Figure 3.2.
void RunHashMatrix(const harness::Case& c, harness::Recorder& record);

// Calls the one that the case's parameters name.
void Run(const harness::Case& c, harness::Recorder& record);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_RUNS_H_
