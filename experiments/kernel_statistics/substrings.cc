// Texts compared by all their substrings of one length: exactly, and hashed into few bins.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "kernels/functions/gram.h"
#include "kernels/functions/hashed_substrings.h"
#include "kernels/functions/spectrum_kernel.h"
#include "kernels/functions/vector_kernel.h"
#include "kernels/hashing/hashed_feature_map.h"
#include "kernels/statistics/kernel_ridge.h"

namespace structlab::kernel_statistics {
namespace {

using datasets::TextDocument;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;
using SparseRows = kernels::SparseRowsOf<double>;

struct Texts {
  std::vector<std::string> texts;
  std::vector<uint32_t> classes;
};

Texts Draw(const std::vector<TextDocument>& documents, int64_t count, uint64_t seed) {
  Texts drawn;
  for (const int i : DrawIndices(static_cast<int>(documents.size()), count, seed)) {
    drawn.texts.push_back(documents[i].text);
    drawn.classes.push_back(documents[i].label);
  }
  return drawn;
}

// Kernels of texts as vectors of length 1.
struct Kernels {
  Eigen::MatrixXd train, cross;  // of training texts; of test texts by training texts
};

Kernels KernelsOf(const SparseRows& train, const SparseRows& test, common::ThreadPool& pool) {
  const auto kernel = kernels::NormalizedKernel<double>(kernels::LinearKernel<double>());
  return {.train = kernels::GramMatrix<double>(*kernel, train, pool),
          .cross = kernels::CrossGram<double>(*kernel, test, train, pool)};
}

// Share of test texts whose class has the largest output of kernel ridge regression on 0 and 1.
double Accuracy(const Kernels& kernels, const Texts& train, const Texts& test, int classes,
                const std::vector<double>& lambdas) {
  Eigen::MatrixXd targets = Eigen::MatrixXd::Zero(kernels.train.rows(), classes);
  for (size_t i = 0; i < train.classes.size(); ++i)
    targets(static_cast<Eigen::Index>(i), train.classes[i]) = 1;
  const kernels::RidgeFit fit = kernels::FitKernelRidge(kernels.train, targets, lambdas);
  const Eigen::MatrixXd outputs = kernels.cross * fit.coefficients;
  double right = 0;
  for (size_t i = 0; i < test.classes.size(); ++i) {
    Eigen::Index best = 0;
    outputs.row(static_cast<Eigen::Index>(i)).maxCoeff(&best);
    right += best == test.classes[i] ? 1 : 0;
  }
  return right / static_cast<double>(test.classes.size());
}

struct TextSettings {
  int64_t length, train, test;
  std::vector<double> lambdas, bits;
};

// Both parts of the collection, and the kernels of exact substrings.
struct TextTask {
  Texts train, test;
  int classes;
  kernels::SpectrumFeatures features;
  Kernels exact;
};

TextTask MakeTask(const TextSettings& settings, uint64_t seed, common::ThreadPool& pool, Recorder& record) {
  const datasets::TextCollection all = datasets::LoadReutersR8(record.Data("reuters-r8").path);
  TextTask task = {.train = Draw(all.train, settings.train, seed),
                   .test = Draw(all.test, settings.test, seed),
                   .classes = static_cast<int>(all.classes.size()),
                   .features = kernels::SpectrumFeatures(static_cast<int>(settings.length)),
                   .exact = {}};
  const SparseRows train = task.features.Learn(task.train.texts);
  SparseRows test = task.features.Apply(task.test.texts);
  task.exact = KernelsOf(train, test, pool);
  return task;
}

void RunExact(const TextSettings& settings, uint64_t seed, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TextTask task = MakeTask(settings, seed, pool, record);
  const double accuracy = Accuracy(task.exact, task.train, task.test, task.classes, settings.lambdas);
  // Whatever the number of bins, so that figures have a line to compare with.
  for (const double bits : settings.bits) {
    record.Value(kOurTexts, "accuracy", accuracy,
                 {.setting = {{{"length", std::to_string(settings.length)}, {"bits", Text(bits)}}}});
  }
  record.Value(kOurTextSets, "substrings", static_cast<double>(task.features.num_substrings()));
  const uint32_t largest = [&] {
    std::vector<int64_t> sizes(task.classes);
    for (const uint32_t label : task.train.classes) ++sizes[label];
    return static_cast<uint32_t>(std::ranges::max_element(sizes) - sizes.begin());
  }();
  const auto hits = static_cast<double>(std::ranges::count(task.test.classes, largest));
  record.Value(kOurTextSets, "share_of_largest_class", hits / static_cast<double>(task.test.classes.size()));
}

void RunHashed(const TextSettings& settings, const kernels::HashingOptions& options, uint64_t seed,
               Recorder& record) {
  common::ThreadPool pool(record.threads());
  const TextTask task = MakeTask(settings, seed, pool, record);
  const auto length = static_cast<int>(settings.length);
  const Kernels hashed = KernelsOf(kernels::HashedSubstrings(task.train.texts, length, options),
                                   kernels::HashedSubstrings(task.test.texts, length, options), pool);
  record.Value(kOurTexts, "accuracy",
               Accuracy(hashed, task.train, task.test, task.classes, settings.lambdas));
  record.Value(kOurTexts, "mean_deviation_of_kernel", (hashed.train - task.exact.train).cwiseAbs().mean());
}

}  // namespace

void Substrings(Package& package) {
  package.Data(datasets::SourceOf("reuters-r8", "kernel_statistics"));
  package.Plan([](Planner& plan) {
    plan.data = {"reuters-r8"};
    plan.dataset = "Reuters R8";
    for (const int64_t length : plan.Ints("substring_lengths")) {
      const auto settings_of = [&](Case& c) {
        c.repeats = static_cast<int>(plan.Int("text_seeds"));
        return TextSettings{.length = length,
                            .train = c.Int("train_texts"),
                            .test = c.Int("test_texts"),
                            .lambdas = c.Numbers("text_lambda"),
                            .bits = c.Numbers("hash_bits")};
      };
      Case& exact = plan.Add("substrings", kExactSubstrings, {{"length", std::to_string(length)}});
      const TextSettings settings = settings_of(exact);
      exact.run = [=](uint64_t seed, Recorder& record) { RunExact(settings, seed, record); };
      for (const double bits : settings.bits) {
        for (const char* method : {kHashedSubstrings, kSignedSubstrings}) {
          Case& c =
              plan.Add("substrings", method, {{"length", std::to_string(length)}, {"bits", Text(bits)}});
          settings_of(c);
          const bool is_signed = method == kSignedSubstrings;
          c.run = [=](uint64_t seed, Recorder& record) {
            RunHashed(settings, {.bits = static_cast<int>(bits), .is_signed = is_signed}, seed, record);
          };
        }
      }
    }
  });
}

}  // namespace structlab::kernel_statistics
