// One query face, from its pixels to its subject, through 300 hashed measurements: half of Extended Yale B is
// the dictionary, 1205 atoms, the other half are queries. As many hash functions as bins, the slowest of the
// published settings; at most 50 atoms, or a residual of 0.05; one thread, processor time.
//
// What bounds the pursuit: it reads 1.2 MB of places of pixels, 2.9 MB of atoms for their inner products with
// the query and, with 50 atoms, 12 MB of the inner products of the directions before (1205 numbers for each,
// once for each later one): 16 MB from the second and third caches, 0.3 ms at 50 GB/s.
// The recorded run (experiments/face_recognition/benchmarks.tsv), with 42 atoms on average: 0.45 ms.
//
// What bounds l1 minimisation: a step with k atoms present reads k columns of the Gram matrix, 9.6 KB each,
// and solves with its k x k factor. The yardstick does this and nothing else, on columns that stand side by
// side, as many times as the path has steps, with k rising evenly to as many as it has in the end. The
// recorded run takes 12.4 ms, 2.1 times that; the rest is the search for the next step and the exact
// residuals.
#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "common/benchmark_main.h"
#include "common/benchmark_row.h"
#include "common/check.h"
#include "common/random_stream.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/run/model.h"
#include "kernels/sparse/hashed_measurements.h"
#include "kernels/sparse/l1_minimization.h"
#include "kernels/sparse/sparse_recognition.h"

namespace structlab::kernels {
namespace {

constexpr int kBins = 300;
constexpr int kQueries = 100;  // that are timed, the same by both methods

struct Split {
  Eigen::MatrixXd training, queries;  // an image a column
  std::vector<int> training_labels, query_labels;
};

// Half of the images of each subject, at random.
Split HalfSplit(const datasets::Faces& faces) {
  common::RandomStream stream(1, "face benchmark");
  std::vector<int> training, queries;
  for (int begin = 0; begin < faces.size();) {
    int end = begin;
    while (end < faces.size() && faces.subjects[end] == faces.subjects[begin]) {
      ++end;
    }
    const std::vector<int> order = stream.Permutation(end - begin);
    for (size_t i = 0; i < order.size(); ++i) {
      (i < order.size() / 2 ? training : queries).push_back(begin + order[i]);
    }
    begin = end;
  }
  // Queries of all subjects stand among the first that are timed.
  std::vector<int> mixed;
  for (const int i : stream.Permutation(static_cast<int>(queries.size()))) {
    mixed.push_back(queries[i]);
  }
  const auto matrix = [&](const std::vector<int>& images, std::vector<int>& labels) {
    Eigen::MatrixXd columns(int64_t{faces.rows} * faces.columns, static_cast<Eigen::Index>(images.size()));
    for (size_t i = 0; i < images.size(); ++i) {
      labels.push_back(faces.subjects[images[i]]);
      const std::span<const uint8_t> pixels = faces.Pixels(images[i]);
      for (size_t j = 0; j < pixels.size(); ++j) {
        columns(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = pixels[j];
      }
    }
    return columns;
  };
  Split split;
  split.training = matrix(training, split.training_labels);
  split.queries = matrix(mixed, split.query_labels);
  return split;
}

// How long a path was, and how many atoms it had in the end.
struct PathShape {
  int steps, atoms;
};

// What a path of this shape cannot do without.
double L1Arithmetic(const Dictionary& dictionary, const PathShape& path) {
  const Eigen::MatrixXd& gram = dictionary.gram();
  const Eigen::MatrixXd factor = Eigen::MatrixXd::Identity(path.atoms, path.atoms);
  Eigen::VectorXd sum;
  double all = 0;
  for (int step = 1; step <= path.steps; ++step) {
    const Eigen::Index k = 1 + (static_cast<Eigen::Index>(step) * (path.atoms - 1)) / path.steps;
    Eigen::VectorXd direction = Eigen::VectorXd::Ones(k);
    const auto lower = factor.topLeftCorner(k, k).triangularView<Eigen::Lower>();
    lower.solveInPlace(direction);
    lower.transpose().solveInPlace(direction);
    sum.noalias() = gram.leftCols(k) * direction;
    all += sum[0];
  }
  return all;
}

class Queries {
 public:
  explicit Queries(const Split& split)
      : split_(split),
        hash_(static_cast<int>(split.training.rows()), kBins, kBins, 1),
        recognizer_(hash_.Apply(split.training), split.training_labels) {}

  const SparseRecognizer& recognizer() const { return recognizer_; }

  template <class Recognize>
  void Run(const Recognize& recognize) {
    right_ = atoms_ = 0;
    for (int q = 0; q < kQueries; ++q) {
      const Eigen::VectorXd measured = hash_.Apply(split_.queries.col(q));
      const Recognition recognition = recognize(measured);
      right_ += recognition.label == split_.query_labels[q] ? 1 : 0;
      atoms_ += static_cast<double>(recognition.code.atoms.size());
    }
    right_ /= kQueries;
    atoms_ /= kQueries;
  }
  void RunPursuits() {
    Run([&](const Eigen::VectorXd& x) { return recognizer_.ByPursuit(x, {}); });
  }
  void RunL1() {
    Run([&](const Eigen::VectorXd& x) { return recognizer_.ByL1(x, {}); });
  }
  std::vector<PathShape> L1Paths() const {
    std::vector<PathShape> paths;
    for (int q = 0; q < kQueries; ++q) {
      const Eigen::VectorXd measured = hash_.Apply(split_.queries.col(q));
      const L1Solution solution = MinimizeL1(recognizer_.dictionary(), measured, {});
      STRUCTLAB_CHECK(solution.ending == common::Ending::kOptimal);
      paths.push_back({solution.steps, static_cast<int>(solution.code.atoms.size())});
    }
    return paths;
  }

  std::string Note(const harness::Dataset& found) const {
    char text[160];
    std::snprintf(text, sizeof(text),
                  "%s data, %d atoms, %d queries, %.0f atoms a code, %.1f %% right; CPU time",
                  std::string(harness::NameOf(found.origin)).c_str(), recognizer_.dictionary().size(),
                  kQueries, atoms_, 100 * right_);
    return text;
  }

 private:
  const Split& split_;
  const HashedMeasurements hash_;
  const SparseRecognizer recognizer_;
  double right_ = 0, atoms_ = 0;  // of the last run
};

void Measure(const common::BenchmarkSelection& selection) {
  const std::string of_pursuit = "hash_omp_query", of_l1 = "hash_l1_query";
  if (!selection.Contains(of_pursuit) && !selection.Contains(of_l1)) return;
  const harness::Dataset found = datasets::ResolveFromEnvironment("faces", "face_recognition");
  const Split split = HalfSplit(datasets::LoadFaces(found.path, datasets::FaceSet::kExtendedYaleB));
  if (selection.Contains(of_pursuit)) {
    Queries queries(split), others(split);
    const common::PairedSeconds seconds =
        common::InterleavedMedians([&] { queries.RunPursuits(); }, [&] { others.RunL1(); }, 9);
    common::PrintBenchmarkRow({.benchmark = of_pursuit,
                               .value = 1e3 * seconds.ours / kQueries,
                               .unit = "ms",
                               .yardstick = "our l1 minimisation, hashing included",
                               .yardstick_value = 1e3 * seconds.yardstick / kQueries,
                               .note = queries.Note(found)});
  }
  if (selection.Contains(of_l1)) {
    Queries queries(split);
    const std::vector<PathShape> paths = queries.L1Paths();
    double sum = 0, steps = 0;
    for (const PathShape& path : paths) steps += static_cast<double>(path.steps) / kQueries;
    const auto arithmetic = [&] {
      for (const PathShape& path : paths) sum += L1Arithmetic(queries.recognizer().dictionary(), path);
    };
    const common::PairedSeconds seconds = common::InterleavedMedians([&] { queries.RunL1(); }, arithmetic, 9);
    STRUCTLAB_CHECK(!std::isnan(sum));
    char yardstick[80];
    std::snprintf(yardstick, sizeof(yardstick), "its columns and factors alone, of %.0f steps", steps);
    common::PrintBenchmarkRow({.benchmark = of_l1,
                               .value = 1e3 * seconds.ours / kQueries,
                               .unit = "ms",
                               .yardstick = yardstick,
                               .yardstick_value = 1e3 * seconds.yardstick / kQueries,
                               .note = queries.Note(found)});
  }
}

const common::BenchmarkRegistration registration(Measure);

}  // namespace
}  // namespace structlab::kernels
