// The ways to write the strength of regularisation: lambda, C, with 1/n and without. The only place that
// converts.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_H_

namespace structlab::structured_learning {

// Every learner of this library minimises, over n samples with hinges xi_i,
//   P_lambda(w) = lambda/2 |w|^2 + (1/n) sum_i xi_i.
// These are the objectives that papers and programs print, and the P_lambda that each of them is a multiple
// of, so that it has the same minimiser. (Dokania 2016, 5.1 and 4.2.1, says only that lambda is 'inversely
// proportional to C'.)
enum class PrintedObjective {
  kLambdaMean,  // lambda/2 |w|^2 + (1/n) sum xi  (Dokania 2016, 2.36, 5.3)              lambda, 1 x P
  // dlib's structural trainers, too: their risk is the mean over the samples.
  kMeanC,  // 1/2 |w|^2 + (C/n) sum xi       (Dokania 2016, 4.1)                    1/C,    C x P
  kSumC,   // 1/2 |w|^2 + C sum xi           (4.4, 4.9, 4.15 with n = 1; SVM^light)        1/(nC), nC x P
  kSumCUnhalved,  // |w|^2 + C sum xi               (joint SVM)                     2/(nC), nC x P
};

// P_lambda, and by what to multiply it to get the printed objective.
struct Regularization {
  double lambda;
  double factor;
};

// `strength` is the printed lambda or C. Throws common::Error (usage) unless it is finite and > 0 and n >= 1.
Regularization FromPrinted(PrintedObjective objective, double strength, int n);

// The printed lambda or C that has the same minimiser as P_lambda: the inverse of FromPrinted. Same errors.
double ToPrinted(PrintedObjective objective, double lambda, int n);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_H_
