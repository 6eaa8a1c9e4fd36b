// Kernel CCA between two descriptions of real numerals: the partner of a row is looked for in the other one.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "common/parallel.h"
#include "experiments/datasets/load.h"
#include "experiments/datasets/resolve.h"
#include "experiments/harness/package.h"
#include "experiments/kernel_statistics/protocol.h"
#include "experiments/kernel_statistics/real_rows.h"
#include "experiments/kernel_statistics/retrieval.h"
#include "kernels/statistics/fitted_models.h"

namespace structlab::kernel_statistics {
namespace {

using datasets::MfeatTable;
using harness::Case;
using harness::Package;
using harness::Planner;
using harness::Recorder;

// Columns are standardised over the training rows; the mean of |row|^2 is 1, so that one eps suits both
// kernels.
Rows RowsOf(const MfeatTable& table, const std::vector<int>& which, int64_t train) {
  Rows rows(static_cast<Eigen::Index>(which.size()), table.columns);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const auto row = table.Row(which[i]);
    for (Eigen::Index c = 0; c < rows.cols(); ++c) rows(i, c) = row[c];
  }
  Standardize(train, rows);
  return rows / std::sqrt(static_cast<double>(table.columns));
}

// Share of queries whose first item has the same digit.
double SameDigit(const kernels::Ranking& ranking, const std::vector<uint8_t>& digits) {
  double same = 0;
  for (size_t i = 0; i < ranking.size(); ++i) {
    same += digits[ranking[i][0]] == digits[i] ? 1 : 0;
  }
  return same / static_cast<double>(ranking.size());
}

void RunRetrieval(const std::string& x_name, const std::string& y_name, const RetrievalOptions& options,
                  int64_t test, uint64_t seed, Recorder& record) {
  common::ThreadPool pool(record.threads());
  const std::string& folder = record.Data("mfeat").path;
  const MfeatTable x = datasets::LoadMfeatTable(folder, datasets::FindMfeatView(x_name));
  const MfeatTable y = datasets::LoadMfeatTable(folder, datasets::FindMfeatView(y_name));
  const std::vector<int> which = DrawIndices(x.size(), options.train + test, seed);
  const Views views = {.x = RowsOf(x, which, options.train), .y = RowsOf(y, which, options.train)};
  const Coordinates at = FitAndProject(views, options, pool);
  const kernels::Ranking ranking = kernels::RankByCosine(at.x.bottomRows(test), at.y.bottomRows(test));
  RecordQuality(ranking, record);
  std::vector<uint8_t> digits;
  for (size_t i = which.size() - static_cast<size_t>(test); i < which.size(); ++i) {
    digits.push_back(x.digits[which[i]]);
  }
  record.Value(kOurRetrieval, "first_has_the_same_digit", SameDigit(ranking, digits));
}

}  // namespace

void Numerals(Package& package) {
  package.Data(datasets::SourceOf("mfeat", "kernel_statistics"));
  package.Plan([](Planner& plan) {
    plan.data = {"mfeat"};
    const std::pair<const char*, const char*> pairs[] = {{"fac", "kar"}, {"pix", "fou"}, {"zer", "fou"}};
    for (const auto& views : pairs) {
      const std::string x_name = views.first, y_name = views.second;
      plan.dataset = "mfeat, " + x_name + " and " + y_name;
      for (const char* method : {kDegree1, kGaussian}) {
        for (const double eps : plan.Numbers("retrieval_eps")) {
          Case& c = plan.Add("retrieval/" + x_name + "-" + y_name, method, {{"eps", Text(eps)}});
          c.repeats = static_cast<int>(plan.Int("retrieval_seeds"));
          const int64_t test = c.Int("retrieval_test");
          const RetrievalOptions options = {.x_kernel = KernelText(method),
                                            .y_kernel = KernelText(method),
                                            .train = c.Int("retrieval_train"),
                                            .eps = eps,
                                            .directions = c.Int("retrieval_directions")};
          c.run = [=](uint64_t seed, Recorder& record) {
            RunRetrieval(x_name, y_name, options, test, seed, record);
          };
        }
      }
    }
  });
}

}  // namespace structlab::kernel_statistics
