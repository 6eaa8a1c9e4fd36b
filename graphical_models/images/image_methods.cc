#include "graphical_models/images/image_methods.h"

#include <utility>
#include <vector>

#include "common/method_list.h"
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

std::vector<ImageMethod> OwnMethods() {
  return {
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
         return MinimizeTrws(pairwise, TrwsOptions{.stop = options.stop, .threads = options.threads});
       }},
      {"fast-pd", false, "expansions by a primal-dual scheme; a lower bound",
       [](const Grid& pairwise, const CliqueEnergy&, const ImageMethodOptions& options) {
         return MinimizeFastPd(pairwise, FastPdOptions{.stop = options.stop, .bounds_each_iteration = true});
       }},
  };
}

using Methods = common::MethodList<ImageMethod, &ImageMethod::minimize>;

Methods& AllMethods() {
  static Methods methods("method", OwnMethods());
  return methods;
}

}  // namespace

std::span<const ImageMethod> ImageMethods() { return AllMethods().All(); }

bool RegisterImageMethod(ImageMethod method) {
  AllMethods().Add(std::move(method));
  return true;
}

const ImageMethod& FindImageMethod(const std::string& name) { return AllMethods().Find(name); }

}  // namespace structlab::graphical_models
