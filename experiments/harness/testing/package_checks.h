// What must hold of every package, for its test.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_

#include <string>
#include <vector>

#include "experiments/harness/package.h"

namespace structlab::harness {

// The one call in the test of a package: defines these tests of MakePackage().
//
//   Package.IsSound                  its texts, rules, figures and plans fit together (Package::Problems)
//   Package.RulesDecideMadeUpValues  each rule holds on values that satisfy it, fails on values that violate
//                                    it, and is not tested without values
//   Package.RunsItsSmokeProfile      on generated data; every value belongs to one reported row; the same
//                                    rows at any --jobs and --threads; rules and figures are about what this
//                                    run or the record has, where there is one
//   Package.RecordDecidesTheClaims   the record has every planned case, items of every seed that has values,
//                                    everything in the table where the case would record it now, and its
//                                    verdicts are those of claims_expected.tsv
//   Package.QuotesRecordedNumbers    each quote of about.md names one recorded number (report/quotes.h)
#define STRUCTLAB_TEST_PACKAGE(package_name)                                                  \
  TEST(Package, IsSound) {                                                                    \
    EXPECT_EQ(::structlab::harness::MakePackage().Problems(), std::vector<std::string>());    \
  }                                                                                           \
  TEST(Package, RulesDecideMadeUpValues) {                                                    \
    ::structlab::harness::ExpectRulesDecideMadeUpValues(::structlab::harness::MakePackage()); \
  }                                                                                           \
  TEST(Package, RunsItsSmokeProfile) {                                                        \
    ::structlab::harness::ExpectSmokeRun(::structlab::harness::MakePackage(),                 \
                                         "experiments/" package_name "/" package_name);       \
  }                                                                                           \
  TEST(Package, RecordDecidesTheClaims) {                                                     \
    ::structlab::harness::ExpectRecordDecidesClaims(::structlab::harness::MakePackage());     \
  }                                                                                           \
  TEST(Package, QuotesRecordedNumbers) {                                                      \
    ::structlab::harness::ExpectQuotesAreRecorded(::structlab::harness::MakePackage());       \
  }

void ExpectRulesDecideMadeUpValues(const Package& package);
void ExpectSmokeRun(const Package& package, const std::string& program);
void ExpectRecordDecidesClaims(const Package& package);
void ExpectQuotesAreRecorded(const Package& package);

// The rows are the same, except for times and memory, with 1, 2 and 4 jobs and threads: three runs of the
// profile smoke on generated data. `arguments` may leave cases out. Returns the output folder of the last
// run; nothing if one failed.
std::string ExpectSameResultsWithAnyJobsAndThreads(const std::string& program,
                                                   const std::vector<std::string>& arguments = {});

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PACKAGE_CHECKS_H_
