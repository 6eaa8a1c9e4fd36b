// Converts the strength of regularisation between lambda and C, with 1/n and without. No other file converts.
//
//     // A paper uses 1/2 |w|^2 + C sum_i xi_i with C = 10:
//     const double lambda = FromPrinted(PrintedObjective::kSumC, 10, problem.size()).lambda;
//     const LearningResult result = Bcfw(problem, lambda, {});
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_H_

namespace structlab::structured_learning {

// Every learner of optimization/ minimises, over n samples with hinges xi_i,
//   P_lambda(w) = lambda/2 |w|^2 + (1/n) sum_i xi_i.
// The values below are the objectives that papers and programs print. Each is a multiple of a P_lambda and so
// has the same minimiser; the comments give lambda and the factor. (Dokania 2016, 5.1 and 4.2.1, says only
// that lambda is 'inversely proportional to C'.)
enum class PrintedObjective {
  // lambda/2 |w|^2 + (1/n) sum xi (Dokania 2016, 2.36, 5.3). lambda: itself, factor: 1.
  kLambdaMean,
  // 1/2 |w|^2 + (C/n) sum xi (Dokania 2016, 4.1; dlib's structural trainers, whose risk is the mean over the
  // samples). lambda: 1/C, factor: C.
  kMeanC,
  // 1/2 |w|^2 + C sum xi (Dokania 2016, 4.4, 4.9, 4.15 with n = 1; SVM^light). lambda: 1/(nC), factor: nC.
  kSumC,
  // |w|^2 + C sum xi (joint SVM). lambda: 2/(nC), factor: nC.
  kSumCUnhalved,
};

// The lambda of P_lambda, and the factor by which P_lambda must be multiplied to get the printed objective.
struct Regularization {
  double lambda;
  double factor;
};

// `strength` is the printed lambda or C. Throws common::Error (usage) unless it is finite and > 0 and n >= 1.
Regularization FromPrinted(PrintedObjective objective, double strength, int n);

// The printed lambda or C whose objective has the same minimiser as P_lambda: the inverse of FromPrinted.
// Throws the same errors.
double ToPrinted(PrintedObjective objective, double lambda, int n);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_REGULARIZATION_H_
