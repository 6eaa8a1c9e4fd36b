#include "experiments/regularization_path/explain.h"

namespace structlab::regularization_path {

std::vector<std::string> Departures() {
  return {
      "Algorithm 17 as printed returns a negative or useless step where the rest of the gap already covers "
      "all "
      "smaller lambdas, and loops forever. The bound on the gap then holds for every smaller lambda, so the "
      "path "
      "ends there.",
      "Section 5.6.2 calls the first model good for every lambda at or below the first one. The inequality "
      "it is "
      "derived from is proportional to 1/lambda: the model is good at and above it, which is what we use.",
      "'20 values equally spaced in [1e-4, 1e3]' is read as equally spaced logarithms: with equally spaced "
      "values all but one lambda would be above 50, and the printed totals of passes could not come about.",
      "The loss of a word is not given. We take the share of its wrong letters: the printed numbers of "
      "breakpoints of the heuristic variants grow with ln(1/kappa1)/kappa2 times the largest loss, and fit a "
      "largest loss of 1.",
      "The end of the path is not given. We stop at the smallest lambda of the grid.",
      "The start puts each word at a loss maximiser 'selected randomly': any labeling without a right "
      "letter. We "
      "draw it; start=lowest takes the lowest labels instead.",
      "When to look at the sum of the last seen block gaps is not given. We look after every oracle call: "
      "the "
      "printed 0.51 passes a breakpoint of the heuristic variant at kappa1 = 0.95 exclude once a pass.",
      "Printed passes are fractional and do not say what counts. We count every oracle call of the "
      "optimiser, "
      "those of exact gaps included, but not the two passes of the start of a path; the count without exact "
      "gaps "
      "stands beside it (passes_without_gap_passes).",
      "The step on a block, equation 2.80, lacks a factor 1/n in the source; the later equations have it.",
  };
}

std::string Explain(const harness::ResultRow&, const harness::Results&) { return ""; }

}  // namespace structlab::regularization_path
