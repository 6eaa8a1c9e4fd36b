#include "experiments/harness/record/reruns.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <utility>

#include "common/digest.h"
#include "common/table.h"
#include "experiments/harness/record/record_tables.h"

namespace structlab::harness {
namespace {

const std::vector<std::string> kColumns = {"case", "seed", "recorded", "commit", "date"};

using CaseSeed = std::pair<std::string, uint64_t>;

}  // namespace

std::vector<Rerun> ParseReruns(std::string_view tsv, const std::string& name) {
  std::vector<Rerun> reruns;
  if (tsv.empty()) return reruns;
  const common::Table table = common::ParseTsv(tsv, name);
  for (const std::string& column : kColumns) table.Column(column);
  for (size_t row = 0; row < table.rows.size(); ++row) {
    reruns.push_back({.case_name = table.Text(row, "case"),
                      .seed = ReadSeed(table, row),
                      .recorded = table.Text(row, "recorded"),
                      .commit = table.Text(row, "commit"),
                      .date = table.Text(row, "date")});
  }
  return reruns;
}

std::string FormatReruns(const std::vector<Rerun>& reruns) {
  std::map<CaseSeed, const Rerun*> sorted;
  for (const Rerun& rerun : reruns) sorted[{rerun.case_name, rerun.seed}] = &rerun;
  common::Table table;
  table.comments = {
      " The last rerun of each recorded case that gave the recorded bits (tools/test --records)."};
  table.columns = kColumns;
  for (const auto& [key, rerun] : sorted) {
    table.rows.push_back(
        {rerun->case_name, std::to_string(rerun->seed), rerun->recorded, rerun->commit, rerun->date});
  }
  return common::FormatTsv(table);
}

std::vector<RecordedCase> RecordedCasesOf(const std::string& package, std::string_view cases_tsv,
                                          std::string_view reruns_tsv) {
  std::map<CaseSeed, Rerun> reruns;
  for (Rerun& rerun : ParseReruns(reruns_tsv, package + "/reruns.tsv")) {
    const CaseSeed key = {rerun.case_name, rerun.seed};
    reruns[key] = std::move(rerun);
  }
  std::vector<RecordedCase> cases;
  for (const FinishedCase& c : ParseRecordedCases(cases_tsv, package + "/record/" + kCasesFile)) {
    RecordedCase& recorded = cases.emplace_back(RecordedCase{.package = package,
                                                             .case_name = c.c.name,
                                                             .seed = c.c.seed,
                                                             .cpu_seconds = c.cpu_seconds,
                                                             .recorded = c.FactOf("commit"),
                                                             .rerun_date = {}});
    const auto rerun = reruns.find({c.c.name, c.c.seed});
    if (rerun != reruns.end() && rerun->second.recorded == recorded.recorded) {
      recorded.rerun_date = rerun->second.date;
    }
  }
  return cases;
}

std::vector<RecordedCase> ChooseReruns(std::vector<RecordedCase> cases, double cpu_seconds,
                                       const std::string& draw) {
  // The empty date of a case that was never run again is the smallest.
  std::map<std::tuple<std::string, std::string>, RecordedCase> sorted;
  for (RecordedCase& c : cases) {
    const std::string drawn =
        common::Sha256OfText(fmt::format("{}\n{}\n{}\n{}", draw, c.package, c.case_name, c.seed));
    std::string date = c.rerun_date;
    sorted.emplace(std::tuple(std::move(date), drawn), std::move(c));
  }
  std::vector<RecordedCase> chosen;
  for (auto& [key, c] : sorted) {
    if (c.cpu_seconds > cpu_seconds) continue;
    cpu_seconds -= c.cpu_seconds;
    chosen.push_back(std::move(c));
  }
  return chosen;
}

}  // namespace structlab::harness
