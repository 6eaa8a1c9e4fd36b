#include "experiments/hashing/package.h"

#include "experiments/harness/run/program.h"
#include "experiments/hashing/cases.h"
#include "experiments/hashing/claims.h"
#include "experiments/hashing/conclusions.h"
#include "experiments/hashing/corpora.h"
#include "experiments/hashing/explain.h"
#include "experiments/hashing/figures.h"
#include "experiments/hashing/protocol.h"
#include "experiments/hashing/rows.h"
#include "experiments/hashing/runs.h"
#include "experiments/hashing/source.h"

namespace structlab::hashing {
namespace {

const char* kIntroduction =
    "A hash kernel maps the features of any number, words, pairs of a word and a class, subgraphs, to bins "
    "of a table of fixed size, without a dictionary, and is linear there. The chapter learns texts, very "
    "many topics and graphs with it, and compares it with exact features, with random projections, with "
    "neighbours and clusters of samples, and with kernels of graphs.\n\n"

    "Its large collections are not to be had, so that memory and collisions are measured on generated "
    "texts of their sizes, and errors, times and sizes of files on real collections beside them, too: 20 "
    "newsgroups, Reuters R8 and a "
    "sample of RCV1. The graphs are the source's own.\n\n"

    "Beyond the source: simulations of both theorems, the growth of the vocabulary, five more sets of "
    "graphs, and the kernel of Weisfeiler and Lehman as today's yardstick.";

std::vector<harness::Claim> Claims() {
  std::vector<harness::Claim> claims = TextClaims();
  for (const auto& more : {TopicClaims(), GraphClaims(), TheoryClaims()}) {
    claims.insert(claims.end(), more.begin(), more.end());
  }
  return claims;
}

}  // namespace

harness::Experiment MakeExperiment() {
  harness::Experiment experiment;
  experiment.name = "hashing";
  experiment.title = "Hash kernels: text, very many classes, graphs";
  experiment.source =
      "Qinfeng Shi, Hash Kernels and Structured Learning (thesis, 2011), chapter 2: Tables 2.1 to 2.9, "
      "Figures 2.1 and 2.2, theorems 2 and 3";
  experiment.introduction = kIntroduction;
  experiment.reported_tsv = kReported;
  experiment.claims_tsv = kReportedClaims;
  experiment.benchmarks_tsv = kBenchmarks;
  experiment.rows = Rows();
  experiment.claims = Claims();
  experiment.datasets = DatasetSources();
  experiment.settings = Settings();
  experiment.methods = KnownMethods();
  experiment.departures = Departures();
  experiment.libraries = {
      harness::LibraryVersion("Random123", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_RANDOM123_VERSION)),
      harness::LibraryVersion("libsvm", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_LIBSVM_VERSION)),
      harness::LibraryVersion("nauty", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_NAUTY_VERSION))};
  experiment.plan = Plan;
  experiment.run = Run;
  experiment.draw = Draw;
  experiment.conclude = Conclude;
  experiment.explain = Explain;
  return experiment;
}

}  // namespace structlab::hashing
