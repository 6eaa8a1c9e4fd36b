#include "graphical_models/images/image_methods.h"

#include <vector>

#include "common/error.h"
#include "common/nearest_names.h"
#include "graphical_models/approximate/fast_pd.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/moves/alpha_expansion.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::graphical_models {
namespace {

using Grid = GridEnergy<int32_t>;

MoveOptions MovesOf(const ImageMethodOptions& options) {
  MoveOptions moves;
  moves.stop = options.stop;
  return moves;
}

const std::vector<ImageMethod>& All() {
  static const std::vector<ImageMethod> methods = {
      {"parsimonious", true, "hierarchical moves along random trees of labels, refined",
       [](const Grid& pairwise, const CliqueEnergy& cliques, const ImageMethodOptions& options) {
         return ParsimoniousLabeling(pairwise, cliques,
                                     ParsimoniousOptions{.stop = options.stop,
                                                         .trees = options.trees,
                                                         .seed = options.seed,
                                                         .refine = options.refine,
                                                         .threads = options.threads});
       }},
      {"co-occurrence", true, "expansion moves that over-estimate what cliques cost",
       [](const Grid& pairwise, const CliqueEnergy& cliques, const ImageMethodOptions& options) {
         return CoOccurrenceExpansion(pairwise, cliques, MovesOf(options));
       }},
      {"alpha-expansion", false, "moves to one label at a time by minimum cuts",
       [](const Grid& pairwise, const CliqueEnergy&, const ImageMethodOptions& options) {
         return AlphaExpansion(pairwise, MovesOf(options));
       }},
      {"trws", false, "sequential tree-reweighted message passing; a lower bound",
       [](const Grid& pairwise, const CliqueEnergy&, const ImageMethodOptions& options) {
         return MinimizeTrws(pairwise, TrwsOptions{.stop = options.stop});
       }},
      {"fast-pd", false, "expansions by a primal-dual scheme; a lower bound",
       [](const Grid& pairwise, const CliqueEnergy&, const ImageMethodOptions& options) {
         return MinimizeFastPd(pairwise, FastPdOptions{.stop = options.stop});
       }},
  };
  return methods;
}

}  // namespace

std::span<const ImageMethod> ImageMethods() { return All(); }

const ImageMethod& FindImageMethod(const std::string& name) {
  std::vector<std::string> known;
  for (const ImageMethod& method : All()) {
    if (method.name == name) return method;
    known.push_back(method.name);
  }
  common::ThrowUsageError("method", "one of " + common::ListNearest(name, known, known.size()),
                          common::Quote(name));
}

}  // namespace structlab::graphical_models
