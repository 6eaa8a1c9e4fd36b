#include "experiments/face_recognition/package.h"

#include <vector>

#include "experiments/face_recognition/cases.h"
#include "experiments/face_recognition/claims.h"
#include "experiments/face_recognition/explain.h"
#include "experiments/face_recognition/face_data.h"
#include "experiments/face_recognition/figures.h"
#include "experiments/face_recognition/protocol.h"
#include "experiments/face_recognition/rows.h"
#include "experiments/face_recognition/runs.h"
#include "experiments/face_recognition/source.h"
#include "experiments/harness/run/program.h"

namespace structlab::face_recognition {
namespace {

const char* kIntroduction =
    "A face is written as a sum of few training faces, and belongs to the subject whose faces alone, with "
    "their coefficients in that sum, come nearest to it. The chapter finds the sum from a few numbers of "
    "which each adds and subtracts pixels that a hash function chooses, by l1 minimisation or by orthogonal "
    "matching pursuit, and compares it with random numbers, eigenfaces, fisherfaces, neighbours and support "
    "vector machines.\n\n"

    "Extended Yale B is smaller here than in the source, and AR may not be given away: in its place stand "
    "generated faces of its shape, and real ones with drawn sunglasses and scarves beside them.\n\n"

    "Beyond the source: ORL and Yale, the parts of the time, accuracy by time, and pictures of queries with "
    "their codes and residuals.";

std::vector<harness::Claim> Claims() {
  std::vector<harness::Claim> claims = AccuracyClaims();
  const std::vector<harness::Claim> of_times = TimeClaims();
  claims.insert(claims.end(), of_times.begin(), of_times.end());
  return claims;
}

}  // namespace

harness::Experiment MakeExperiment() {
  harness::Experiment experiment;
  experiment.name = "face_recognition";
  experiment.title = "Faces by hashing and sparse codes";
  experiment.source =
      "Qinfeng Shi, Hash Kernels and Structured Learning (thesis, 2011), chapter 3: Tables 3.1 to 3.4, "
      "Figures 3.1 to 3.4";
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
      harness::LibraryVersion("libsvm", STRUCTLAB_VERSION_TEXT(STRUCTLAB_SYSTEM_LIBSVM_VERSION))};
  experiment.plan = Plan;
  experiment.run = Run;
  experiment.draw = Draw;
  experiment.conclude = Conclude;
  experiment.explain = Explain;
  return experiment;
}

}  // namespace structlab::face_recognition
