// Claims D01 to D09 of the source.
#include <fmt/format.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/harness/package.h"
#include "experiments/parsimonious_labeling/protocol.h"

namespace structlab::parsimonious_labeling {
namespace {

using harness::AtMost;
using harness::ClaimOutcome;
using harness::Custom;
using harness::Less;
using harness::Package;
using harness::Pairs;
using harness::Percent;
using harness::Rule;
using harness::Values;
using harness::Verdict;

const std::vector<std::string> kShape = {"lattice_side", "window", "lattice_labels", "trees"};
const std::vector<std::string> kImages = {"image_width", "image_height", "trees", "reading", "house_cliques"};

// Over-smoothing is seen: twice as much would be a sight, a twentieth is the least that counts.
constexpr double kLeastSmoothing = 5;

Values Lattice(const char* metric, const char* lattice_case, const std::string& cases) {
  Values values = {.table = kOurLattices, .metric = metric, .dataset = kLattices, .cases = cases};
  return values.At("case", lattice_case);
}

constexpr const char* kAgainstCorrect = "against a correct rival";
constexpr const char* kAgainstLean = "in the time of a rival without the free nodes of its cut";
constexpr const char* kReleasedTrees = "with trees of the released recipe";

Pairs PairedOf(const Values& values, const char* rival_name, const harness::Results& results) {
  const Values ours = values.Of(kParsimonious), rival = values.Of(rival_name);
  return harness::Paired(ours.In(results), rival.In(results), ours, rival);
}

Rule OnLattices(const Rule& rule) { return rule.OnlyAtPaper(kShape).NotOfPrint(); }

// Ours below another at each weight, with the same lattices; times on the log scale. As stated where there is
// no question.
void LowerOnLattices(Package& package, const char* id, const std::string& question, const std::string& part,
                     const char* rival, const Values& energy, const Values& time,
                     const std::vector<double>& weights) {
  const auto add = [&](const std::string& asked, const std::string& what, const Rule& rule) {
    if (asked.empty()) {
      package.Claim(id, what + part, OnLattices(rule));
    } else {
      package.Stricter(id, asked, what + part, OnLattices(rule));
    }
  };
  add(question, "energy, ", Less(energy.Of(kParsimonious), energy.Of(rival)).AtEach("w_c", weights));
  // As we have it, the rival leaves out nodes of its cut that would save nothing: it is not the printed one.
  add(question.empty() ? kAgainstLean : question, "time, ",
      Less(time.Of(kParsimonious), time.Of(rival)).OnLog().AtEach("w_c", weights));
}

// As stated: the time beside that of a rival with the printed cut, and of one random tree where there is one.
void FasterThanThePrintedCut(Package& package, const char* id, const std::string& part,
                             const char* lattice_case, const std::string& truncation,
                             const std::vector<double>& weights) {
  Values time = {
      .table = kOurPrintedCut, .metric = "time", .dataset = kLattices, .cases = "lattices/printed-cut/"};
  time = time.At("case", lattice_case);
  if (!truncation.empty()) time = time.At("M", truncation);
  package.Claim(
      id, "time, " + part + ", the rival's printed cut",
      OnLattices(Less(time.Of(kParsimonious), time.Of(kPrintedCut)).OnLog().AtEach("w_c", weights)));
}

// On each lattice both methods give all pixels one label, and the same one.
Rule OneLabel(const Values& share, const Values& label, const char* rival) {
  const auto decide = [=](const harness::Results& results) -> ClaimOutcome {
    const Pairs shares = PairedOf(share, rival, results), labels = PairedOf(label, rival, results);
    const size_t lattices = shares.a.size();
    if (lattices == 0 || labels.a.size() != lattices) return {Verdict::kNotTested, "no lattices"};
    size_t same = 0;
    for (size_t i = 0; i < lattices; ++i) {
      same += shares.a[i] == 1 && shares.b[i] == 1 && labels.a[i] == labels.b[i];
    }
    const std::string counted = fmt::format("{} of {}", same, lattices);
    return {.verdict = same == lattices ? Verdict::kHolds : Verdict::kFails,
            .evidence = "the same label everywhere on " + counted + " lattices",
            .effect = counted};
  };
  return OnLattices(
      Custom("both methods give all pixels of each lattice one and the same label",
             {share.Of(kParsimonious), share.Of(rival), label.Of(kParsimonious), label.Of(rival)}, decide));
}

void LatticeClaims(Package& package) {
  const std::pair<const char*, const char*> kinds[] = {{"lattices/hierarchical/", kHierarchicalCase},
                                                       {"lattices/released-trees/", kReleasedTreesCase}};
  for (const auto& [cases, lattice_case] : kinds) {
    const bool is_ours = lattice_case == std::string(kHierarchicalCase);
    const std::string trees = is_ours ? "our trees" : "trees of the released recipe";
    const Values energy = Lattice("energy", lattice_case, cases), time = Lattice("time", lattice_case, cases);
    LowerOnLattices(package, "D01", kAgainstCorrect, trees + ", a correct rival", kCoOccurrence, energy, time,
                    WeightsBetween());
    LowerOnLattices(package, "D01", is_ours ? "" : kReleasedTrees, trees + ", the released rival", kReleased,
                    energy, time, WeightsBetween());
  }
  FasterThanThePrintedCut(package, "D01", "our trees", kHierarchicalCase, "", WeightsBetween());
  // Where no pixel leaves its label of least unary cost, energies are equal by construction (about.md).
  const std::tuple<double, std::vector<double>, std::vector<double>> coupled[] = {
      {5, {4, 5}, {3, 4, 5}}, {10, {2, 3, 4, 5}, {1, 2, 3, 4, 5}}, {20, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}};
  for (const auto& [truncation, weights, released_weights] : coupled) {
    const std::string at = std::string("M=").append(Text(truncation));
    const Values energy = Lattice("energy", kLinearCase, "lattices/linear/").At("M", truncation);
    const Values time = Lattice("time", kLinearCase, "lattices/linear/").At("M", truncation);
    LowerOnLattices(package, "D02", kAgainstCorrect, at + ", a correct rival", kCoOccurrence, energy, time,
                    weights);
    LowerOnLattices(package, "D02", "", at + ", the released rival", kReleased, energy, time,
                    released_weights);
    FasterThanThePrintedCut(package, "D02", at, kLinearCase, Text(truncation), released_weights);
  }
  const auto at_largest = [](const char* metric, const char* lattice_case, const char* cases) {
    return Lattice(metric, lattice_case, cases).At("w_c", kLargestWeight);
  };
  const auto hierarchical = [&](const char* metric) {
    return at_largest(metric, kHierarchicalCase, "lattices/hierarchical/");
  };
  // The released rival drew the figure.
  const auto one_label = [&](const std::string& part, const Values& share, const Values& label) {
    package.Claim("D03", part, OneLabel(share, label, kReleased));
    package.Stricter("D03", kAgainstCorrect, part + ", a correct rival",
                     OneLabel(share, label, kCoOccurrence));
  };
  one_label("hierarchical Pn Potts", hierarchical("share_of_most_frequent_label"),
            hierarchical("most_frequent_label"));
  for (const double truncation : {1.0, 5.0, 10.0, 20.0}) {
    const auto linear = [&](const char* metric) {
      return at_largest(metric, kLinearCase, "lattices/linear/").At("M", truncation);
    };
    one_label(std::string("truncated linear, M=").append(Text(truncation)),
              linear("share_of_most_frequent_label"), linear("most_frequent_label"));
  }
}

Values OfImage(const std::string& image, const char* metric, const char* method) {
  const bool is_stereo = image == "tsukuba" || image == "teddy";
  return {.table = is_stereo ? kOurStereo : kOurRestoration,
          .metric = metric,
          .method = method,
          .dataset = image,
          .cases = "images/" + image + "/"};
}

void ImageClaims(Package& package) {
  const std::pair<const char*, std::vector<std::string>> claims[] = {{"D04", {"tsukuba", "teddy"}},
                                                                     {"D07", {"penguin", "house"}}};
  for (const auto& [id, images] : claims) {
    for (const std::string& image : images) {
      const Values ours = OfImage(image, "full_energy", kParsimonious);
      package.Claim(id, image + ", the released rival",
                    Less(ours, OfImage(image, "full_energy", kReleased)).OnlyAtPaper(kImages).NotOfPrint());
      package.Stricter(
          id, kAgainstCorrect, image + ", a correct rival",
          Less(ours, OfImage(image, "full_energy", kCoOccurrence)).OnlyAtPaper(kImages).NotOfPrint());
    }
  }
  for (const std::string image : {"tsukuba", "teddy"}) {
    const Values ours = OfImage(image, "bad_pixels", kParsimonious).At("parameters", "source");
    for (const char* rival : {kAlphaExpansion, kTrws, kCoOccurrence, kReleased}) {
      const Rule fewer = Less(ours, OfImage(image, "bad_pixels", rival)).OnlyAtPaper(kImages).NotOfPrint();
      if (rival == std::string(kCoOccurrence)) {
        package.Stricter("D05", kAgainstCorrect, image + ", " + rival, fewer);
      } else {
        package.Claim("D05", image + ", " + rival, fewer);
      }
      if (rival == std::string(kReleased)) continue;
      Values own = OfImage(image, "bad_pixels", rival).At("parameters", "middlebury");
      own.cases = "own-parameters/" + image + "/";
      package.Stricter("D05", "against rivals with parameters of their own",
                       image + ", " + rival + " with parameters of its own",
                       Less(ours, own).OnlyAtPaper(kImages).NotOfPrint());
    }
  }
  const Values variation = {.table = kOurSmoothing, .metric = "total_variation", .dataset = "stereo"};
  Values by_sigma = variation, by_size = variation;
  by_sigma.cases = "smoothing/sigma=";
  by_size.cases = "smoothing/min_size=";
  package.Claim("D06", "sigma",
                Less(by_sigma.At("sigma", 1000), by_sigma.At("sigma", 5))
                    .ByAtLeast(Percent(kLeastSmoothing))
                    .OnlyAtPaper(kImages)
                    .NotOfPrint());
  package.Claim("D06", "superpixels",
                Less(by_size.At("superpixel_min_size", 5000), by_size.At("superpixel_min_size", 50))
                    .ByAtLeast(Percent(kLeastSmoothing))
                    .OnlyAtPaper(kImages)
                    .NotOfPrint());
}

void TheoryClaims(Package& package) {
  const std::pair<const char*, const char*> bounds[] = {
      {"theorem 1", "bounds/pn-potts"},
      {"theorem 1, pairwise Potts", "bounds/pairwise-potts"},
      {"theorem 2", "bounds/hierarchical"},
      {"theorem 3, diameter diversity", "bounds/diameter"},
      {"theorem 3, number of labels less one, repaired", "bounds/diversity"}};
  for (const auto& [part, cases] : bounds) {
    package.Claim("D08", std::string("no violation found: ").append(part),
                  AtMost({.table = kOurBounds, .metric = "largest_share_of_bound", .cases = cases}, 1)
                      .IndependentOfData()
                      .NotOfPrint());
  }
  // The optimum has no clique terms, so that any bound says: no more than the least energy.
  const Values energy = {
      .table = kCounterexamples, .metric = "energy", .dataset = "counterexample to theorem 3"};
  package.Claim("D08", "theorem 3, any diversity, as printed",
                AtMost(energy.Over({.table = kCounterexamples, .metric = "least_energy"}), 1)
                    .AtEach("heights", std::vector<std::string>{"tight", "geometric"})
                    .IndependentOfData()
                    .NotOfPrint());
  // Counts that follow from formulas are exact: any difference counts.
  for (const std::string of : {"nodes", "edges"}) {
    const auto count = [&](const std::string& metric) {
      return Values{.table = kOurMoves, .metric = of + metric, .cases = "moves"};
    };
    const auto fewer = [&](const Values& counts, const char* key, const std::vector<double>& at) {
      return Less(counts.Of(kParsimonious), counts.Of(kCoOccurrence))
          .AtEach(key, at)
          .ByAtLeast(harness::Absolute(0))
          .OnlyAtPaper({"moves_side"})
          .NotOfPrint();
    };
    const std::pair<std::string, std::pair<const char*, std::vector<double>>> sizes[] = {
        {", by size of the cliques", {"clique_size", {4, 16, 64, 256, 576, 1600}}},
        {", by labels", {"labels", {5, 10, 20, 40}}}};
    for (const auto& [by, at] : sizes) {
      package.Claim("D09", of + " of the printed cut" + by,
                    fewer(count("_of_the_printed_cut"), at.first, at.second));
      package.Stricter("D09", "as both are implemented here",
                       of + " of the cut, as both are implemented here" + by,
                       fewer(count("_per_move"), at.first, at.second));
    }
  }
  package.NotTested("D09", "cheaper than SoSPD", "SoSPD is not implemented here");
}

}  // namespace

void Claims(Package& package) {
  LatticeClaims(package);
  ImageClaims(package);
  TheoryClaims(package);
}

}  // namespace structlab::parsimonious_labeling
