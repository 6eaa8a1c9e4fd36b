// The numbers do not depend on how many cases and threads run at once, on the real words and digits: at sizes
// where the threads share the work of a model among many groups, which the stand-ins of invariance_test do
// not reach.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "experiments/datasets/real_folder.h"
#include "experiments/harness/testing/named_rows.h"
#include "experiments/harness/testing/program_run.h"

namespace structlab::regularization_path {
namespace {

// Short paths, on all words of the fold that trains and on more digits than a sum has chunks.
harness::RunOutcome RunOnRealData(const std::string& data, const std::string& out, const std::string& count) {
  return harness::RunFake(
      {"--profile=quick", "--out=" + out, "--jobs=" + count, "--threads=" + count, "--repeats=1",
       "--only=regularization_path/short/rp-bcfw-heu-g/kappa1=0.95,"
       "regularization_path/beyond/usps/rp-bcfw-std-g",
       "--set=regularization_path.lambda_min=1", "--set=regularization_path.max_images=2000",
       "--set=regularization_path.n_lambda=4", "--set=regularization_path.grid_low=1"},
      {.program = "experiments/regularization_path/regularization_path",
       .environment = {{"STRUCTLAB_DATA", data}}});
}

TEST(RegularizationPath, DoesNotDependOnJobsAndThreadsOnRealData) {
  STRUCTLAB_SKIP_UNLESS_THERE(datasets::RealFolder("ocr-letters", "regularization_path"));
  STRUCTLAB_SKIP_UNLESS_THERE(datasets::RealFolder("usps", "regularization_path"));
  const char* const data = std::getenv("STRUCTLAB_DATA");
  ASSERT_NE(data, nullptr);
  std::string expected;
  for (const std::string count : {"1", "2", "4"}) {
    SCOPED_TRACE(count);
    const std::string out = harness::FreshFolder("real" + count);
    const harness::RunOutcome run = RunOnRealData(data, out, count);
    ASSERT_EQ(run.status, 0) << run.errors;
    int of_words = 0, of_digits = 0;
    for (const harness::NamedRow& row : harness::ReadNamedRows(out + "/results.tsv")) {
      if (row.at("value").empty()) continue;
      EXPECT_NE(row.at("data"), "stand-in") << row.at("metric");
      (row.at("method") == "RP-BCFW-HEU-G" ? of_words : of_digits) += 1;
    }
    EXPECT_GT(of_words, 0);
    EXPECT_GT(of_digits, 0);
    const std::string results = harness::ComparableResults(out);
    if (expected.empty()) expected = results;
    EXPECT_EQ(results, expected);
  }
}

}  // namespace
}  // namespace structlab::regularization_path
