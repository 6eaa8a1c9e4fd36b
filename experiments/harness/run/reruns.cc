#include "experiments/harness/run/reruns.h"

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include "common/digest.h"
#include "common/error.h"
#include "common/table.h"

namespace structlab::harness {
namespace {

const std::vector<std::string> kColumns = {"case", "seed", "recorded", "commit", "date"};

using CaseSeed = std::pair<std::string, uint64_t>;

uint64_t ReadSeed(const common::Table& table, size_t row) {
  const std::string& text = table.Text(row, "seed");
  uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc() || end != text.data() + text.size()) {
    common::ThrowDataError(table.Where(row, "seed"), "a seed", common::Quote(text));
  }
  return seed;
}

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

std::vector<RecordedCase> RecordedCasesOf(const std::string& package, std::string_view record_tsv,
                                          std::string_view reruns_tsv) {
  std::map<CaseSeed, Rerun> reruns;
  for (Rerun& rerun : ParseReruns(reruns_tsv, package + "/reruns.tsv")) {
    const CaseSeed key = {rerun.case_name, rerun.seed};
    reruns[key] = std::move(rerun);
  }
  std::vector<RecordedCase> cases;
  if (record_tsv.empty()) return cases;
  const common::Table table = common::ParseTsv(record_tsv, package + "/record.tsv");
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const CaseSeed key = {table.Text(row, "case"), ReadSeed(table, row)};
    // Lines of a case stand together.
    if (!cases.empty() && cases.back().case_name == key.first && cases.back().seed == key.second) continue;
    RecordedCase recorded = {.package = package,
                             .case_name = key.first,
                             .seed = key.second,
                             .cpu_seconds = table.Number(row, "cpu_seconds"),
                             .recorded = table.Text(row, "commit"),
                             .rerun_date = {}};
    const auto rerun = reruns.find(key);
    if (rerun != reruns.end() && rerun->second.recorded == recorded.recorded) {
      recorded.rerun_date = rerun->second.date;
    }
    cases.push_back(std::move(recorded));
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
