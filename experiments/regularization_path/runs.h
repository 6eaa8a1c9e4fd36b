// What the cases do, one function a part of the package. Where they measure models, by oracle passes and
// predictions, they do so on the case's threads; the optimisers run on one.
#ifndef STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_RUNS_H_
#define STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_RUNS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/harness/case.h"
#include "experiments/harness/recorder.h"
#include "experiments/regularization_path/protocol.h"
#include "structured_learning/optimization/regularization_path/path_method.h"

namespace structlab::regularization_path {

// What every method is asked for: the grid, epsilon and, where the case has one, kappa1. `options` are those
// that the method declares; others are left out.
structured_learning::PathRequest RequestOf(const harness::Case& c, const Protocol& protocol,
                                           const std::vector<common::OptionDeclaration>& options);

// For the reader of the page, of an outcome that is not complete: how the optimiser ended where it did not
// reach its tolerance, and how far down the grid the method came.
std::string IncompleteNote(const structured_learning::PathMethodOutcome& outcome,
                           const std::vector<double>& asked, const std::vector<double>& reached);

// In place of what is said of whole paths, where one ended above the grid's smallest lambda: how far it came.
void RecordPart(const structured_learning::PathMethodOutcome& outcome, size_t models,
                harness::Recorder& record);

// The same where there is a model for every lambda, and some are not as near the optimum as asked for.
void RecordUnconverged(const structured_learning::PathMethodOutcome& outcome, double min_test_loss,
                       harness::Recorder& record);

// One method on the words, at one kappa1: its rows of Tables 5.1 to 5.4 and curves of Figures 5.1 to 5.3.
void RunMethod(const harness::Case& c, harness::Recorder& record);
// The true gap at the breakpoints of one heuristic path: how large at most, and whether above epsilon.
void RunSampling(const harness::Case& c, harness::Recorder& record);
// The sizes of the two sides of the source's split.
void RunStatistics(const harness::Case& c, harness::Recorder& record);
// Section 5.5.2 (D28): both gaps, each by its definition, during SSVM-B.
void RunBox(const harness::Case& c, harness::Recorder& record);
// Sections 5.6.1 and 5.6.2 (D29): exact gaps at the first lambda of a path and at random ones.
void RunCertificate(const harness::Case& c, harness::Recorder& record);
// The path of one method with a validation fold: which lambda it picks, and how good that model is.
void RunValidation(const harness::Case& c, harness::Recorder& record);
// One method on handwritten digits, a multiclass problem.
void RunDigits(const harness::Case& c, harness::Recorder& record);

// Calls the one that the case's parameters name.
void Run(const harness::Case& c, harness::Recorder& record);

}  // namespace structlab::regularization_path

#endif  // STRUCTLAB_EXPERIMENTS_REGULARIZATION_PATH_RUNS_H_
