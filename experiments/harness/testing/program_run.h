// Runs programs of packages, and reads what they leave behind.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PROGRAM_RUN_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PROGRAM_RUN_H_

#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "common/table.h"
#include "common/testing/started_program.h"

namespace structlab::harness {

using common::FreshFolder;
using common::RunOutcome;
using common::RunSetup;
using common::SleepMilliseconds;
using common::WaitForFile;
using common::WriteText;

// What a run of `fake` without data says first: run in the test's own folder, it looks into data/.
inline constexpr const char* kStandInLine =
    "tiny: not found in data; a generated stand-in takes its place (tools/fetch_data tiny fetches the real "
    "data or says how to get it; --data-dir and STRUCTLAB_DATA name its folder)\n";

// A program that was started, without STRUCTLAB_DATA unless the set-up gives it. The program is `fake` by
// default, one of this folder by its name, or a path from the checkout.
struct StartedFake : common::StartedProgram {
  explicit StartedFake(const std::vector<std::string>& arguments, RunSetup setup = {});
};

RunOutcome RunFake(const std::vector<std::string>& arguments, const RunSetup& setup = {});

// Has the outcome of a run this status, and this text in its errors?
MATCHER_P2(Ended, status, text, "") {
  *result_listener << "ended with " << arg.status << ": " << arg.errors;
  return arg.status == status && arg.errors.find(text) != std::string::npos;
}

// The page of the package fake.
std::string PageOf(const std::string& out);
// Every page, drawing and picture of the report with its size, except what gnuplot is drawing; 0 for one that
// is not there to its end.
std::map<std::string, size_t> ReportFiles(const std::string& out);

// results.tsv without what may differ: the columns for times and memory, and the rows whose unit is a time.
std::string ComparableResults(const std::string& out);
// The same of such a table.
std::string ComparableRows(common::Table results);

// The value of one row of results.tsv, as text; "absent" if there is no such row.
std::string CellOf(const std::string& out, const std::string& column, const std::string& method,
                   const std::string& setting, const std::string& metric);

// What --list says of each case: "stored" or "to run".
std::map<std::string, std::string> ListCases(const std::string& out, std::vector<std::string> arguments = {});

// Columns to cells.
using NamedRow = std::map<std::string, std::string>;
// The rows of a TSV file, such as results.tsv. Throws what common::ReadTsv throws.
std::vector<NamedRow> ReadNamedRows(const std::string& path);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_PROGRAM_RUN_H_
