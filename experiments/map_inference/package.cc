#include "experiments/map_inference/package.h"

#include "experiments/datasets/resolve.h"
#include "experiments/map_inference/cases.h"
#include "experiments/map_inference/claims.h"
#include "experiments/map_inference/conclusions.h"
#include "experiments/map_inference/figures.h"
#include "experiments/map_inference/instances.h"
#include "experiments/map_inference/protocol.h"
#include "experiments/map_inference/source.h"

namespace structlab::map_inference {
namespace {

const char* kIntroduction =
    "A discrete energy can be minimised in many ways, and which one is best depends on the form of the "
    "energy, on the time there is, and on whether a proof is wanted. Here the minimisers that the "
    "program map knows by name run with their usual options on the same instances (the page of "
    "parsimonious labeling has those for cliques): the small example of the format WCSP; grids of two labels "
    "of the UAI-2012 competition; of "
    "toulbar2's collection radio links (celar6sub0, scen06), warehouses (cap131), a protein (1aho), "
    "satellite pictures (404), surfaces (GeomSurf) and a pedigree; and, by the pairwise energies of "
    "Dokania 2016, section 3.6.2, the disparities of three pairs of images and two images to restore "
    "(the penguin with noise and a missing bar of ours). auto is what the program map does when it is "
    "not told otherwise: it chooses by the form of the model. Variables of one label are left out "
    "before a method begins, as that program does.\n\n"

    "Values are energies of the labelings found, the lower the better, inf where all of them are "
    "forbidden by an infinite cost; the upper bound of a WCSP file, from which on costs are forbidden "
    "as well, is left out, so that values above it can be compared, too. Lower bounds say how much "
    "better any labeling can be. Potentials of UAI files count as -log, costs of the others as they "
    "are. Distances are shares: above_minimum that of the value from the proved minimum; "
    "above_best_known, where none is proved, that from the least that is known, which a longer search "
    "may improve: the best that the solver toulbar2 found within a minute (scen06: twelve) or, on ten "
    "instances, what subgraph-descent found below that, in an earlier record or by the program map; "
    "above_bound that from the method's own lower bound, as a share of the value. "
    "Minima are proved by toulbar2, but those of "
    "the two plain grids of 20 x 20 by elimination of rows, whose energies it confirmed. All these are "
    "kept in references.tsv with who found them and with labelings, the energies being our evaluation "
    "of these. What is known of images is what trws found, run by the programs stereo and denoise until "
    "it ended, and of the penguin what subgraph-descent found in eight minutes, with bounds of trws and "
    "without a labeling; that of tsukuba trws proved.\n\n"

    "A method that does not take an instance says why; no instance here is a forest, or small enough for "
    "brute-force. Simulated annealing is no method of its own but a part of subgraph-descent. Images are "
    "taken as they are by methods that "
    "have a form for them, by others as tables of costs, one for each weight that pairs of neighbours "
    "have, where reading those of all pairs is at most 5 * 10^8 costs.";

}  // namespace

harness::Experiment MakeExperiment() {
  harness::Experiment experiment;
  experiment.name = kPackage;
  experiment.title = "Minimisers of discrete energies, compared";
  experiment.source =
      "instances of the UAI-2012 competition and of toulbar2; there is no published table of this comparison";
  experiment.introduction = kIntroduction;
  experiment.reported_tsv = kReported;
  experiment.claims_tsv = kReportedClaims;
  experiment.benchmarks_tsv = kBenchmarks;
  experiment.claims = Claims();
  for (const char* data : {kMrfBenchmarks, kStereo, kDenoising}) {
    experiment.datasets.push_back(datasets::SourceOf(data, kPackage));
  }
  experiment.settings = Settings();
  experiment.methods = Methods();
  experiment.departures = {
      "a method that the time limit stopped has no rows, since where it stood depends on the machine: its "
      "case says where that was, and figures, conclusions and claims take it from the curves",
      "times are of one thread by the clock on the wall, from the energy in memory to the labeling, with "
      "as many cases side by side as --jobs says"};
  experiment.plan = Plan;
  experiment.run = Run;
  experiment.draw = Draw;
  experiment.conclude = Conclude;
  return experiment;
}

}  // namespace structlab::map_inference
