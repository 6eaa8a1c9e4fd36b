#include "graphical_models/images/image_methods.h"

#include <utility>
#include <vector>

#include "common/method_list.h"
#include "graphical_models/approximate/fast_pd.h"
#include "graphical_models/approximate/trws.h"
#include "graphical_models/model/checked_result.h"
#include "graphical_models/model/rounding.h"
#include "graphical_models/moves/alpha_expansion.h"
#include "graphical_models/moves/co_occurrence_expansion.h"
#include "graphical_models/moves/parsimonious/parsimonious_labeling.h"

namespace structlab::graphical_models {
namespace {

using common::OptionValues;
using common::RunControl;
using Grid = GridEnergy<int32_t>;

MoveOptions MovesOf(const RunControl& run) {
  MoveOptions moves;
  moves.run = run;
  return moves;
}

std::vector<ImageMethod> OwnMethods() {
  return {
      {.name = "parsimonious",
       .uses_cliques = true,
       .summary = "hierarchical moves along random trees of labels, refined",
       .options = ParsimoniousDeclarations(),
       .bytes_per_label = 8,
       .minimize =
           [](const Grid& pairwise, const CliqueEnergy& cliques, const RunControl& run,
              const OptionValues& values) {
             return ParsimoniousLabeling(pairwise, cliques, ParsimoniousOptionsOf(run, values));
           }},
      {.name = "co-occurrence",
       .uses_cliques = true,
       .summary = "expansion moves with an over-estimate of the cost of cliques",
       .bytes_per_label = 8,
       .minimize =
           [](const Grid& pairwise, const CliqueEnergy& cliques, const RunControl& run, const OptionValues&) {
             return CoOccurrenceExpansion(pairwise, cliques, MovesOf(run));
           }},
      {.name = "alpha-expansion",
       .uses_cliques = false,
       .summary = "moves to one label at a time by minimum cuts",
       .bytes_per_label = 8,
       .minimize = [](const Grid& pairwise, const CliqueEnergy&, const RunControl& run,
                      const OptionValues&) { return AlphaExpansion(pairwise, MovesOf(run)); }},
      {.name = "trws",
       .uses_cliques = false,
       .summary = "sequential tree-reweighted message passing; a lower bound",
       .minimize = [](const Grid& pairwise, const CliqueEnergy&, const RunControl& run,
                      const OptionValues&) { return MinimizeTrws(pairwise, TrwsOptions{.run = run}); }},
      {.name = "fast-pd",
       .uses_cliques = false,
       .summary = "expansions by a primal-dual scheme; a lower bound",
       .minimize =
           [](const Grid& pairwise, const CliqueEnergy&, const RunControl& run, const OptionValues&) {
             return MinimizeFastPd(pairwise, FastPdOptions{.run = run, .bounds_each_iteration = true});
           }},
  };
}

// What MinimizeChecked needs of the sum of both energies, or of the pairwise energy if `cliques` is null.
Minimized MinimizedOf(const Grid& pairwise, const CliqueEnergy* cliques) {
  const auto of_cliques = [cliques](const Labeling& labeling) {
    return cliques == nullptr ? 0 : cliques->Energy(labeling);
  };
  return {
      .num_variables = pairwise.num_variables(),
      .num_labels = [&pairwise](int) { return pairwise.num_labels(); },
      .energy = [&pairwise, of_cliques](
                    const Labeling& labeling) { return pairwise.Energy(labeling) + of_cliques(labeling); },
      .rounding =
          [&pairwise, cliques, of_cliques](const Labeling& labeling) {
            constexpr double kRoundingOfCliques = 1e-9;  // relative, for a sum of terms >= 0
            const Rounding rounding = RoundingOf(pairwise);
            const double largest = rounding.max_error + kRoundingOfCliques * of_cliques(labeling);
            const bool is_exact = cliques == nullptr && rounding.unit > 0;
            return SumRounding{.energy = is_exact ? 0 : largest, .bound = largest};
          }};
}

// Wraps the function of a method: it gets values of all its options, and its results are checked.
ImageMethod WithCheckedResults(ImageMethod method) {
  if (!method.minimize) return method;
  method.minimize = [name = method.name, declarations = method.options, uses_cliques = method.uses_cliques,
                     minimize = std::move(method.minimize)](const Grid& pairwise, const CliqueEnergy& cliques,
                                                            const RunControl& run,
                                                            const OptionValues& options) {
    const OptionValues own = options.For(name, declarations);
    return MinimizeChecked(name, MinimizedOf(pairwise, uses_cliques ? &cliques : nullptr),
                           [&] { return minimize(pairwise, cliques, run, own); });
  };
  return method;
}

std::vector<ImageMethod> OwnCheckedMethods() {
  std::vector<ImageMethod> methods;
  for (ImageMethod& method : OwnMethods()) methods.push_back(WithCheckedResults(std::move(method)));
  return methods;
}

using Methods = common::MethodList<ImageMethod, &ImageMethod::minimize>;

Methods& AllMethods() {
  static Methods methods("method", OwnCheckedMethods());
  return methods;
}

}  // namespace

std::span<const ImageMethod> ImageMethods() { return AllMethods().All(); }

bool RegisterImageMethod(ImageMethod method) {
  AllMethods().Add(WithCheckedResults(std::move(method)));
  return true;
}

const ImageMethod& FindImageMethod(const std::string& name) { return AllMethods().Find(name); }

}  // namespace structlab::graphical_models
