#include "experiments/harness/testing/program_run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "common/check.h"
#include "common/file.h"

namespace structlab::harness {
namespace {

namespace fs = std::filesystem;

RunSetup Completed(RunSetup setup) {
  if (setup.program.empty()) setup.program = "fake";
  if (setup.program.find('/') == setup.program.npos) {
    setup.program.insert(0, "experiments/harness/testing/");
  }
  STRUCTLAB_CHECK(fs::exists(setup.program));
  setup.environment.emplace("STRUCTLAB_DATA", "");
  return setup;
}

}  // namespace

StartedFake::StartedFake(const std::vector<std::string>& arguments, RunSetup setup)
    : StartedProgram(arguments, Completed(std::move(setup))) {}

RunOutcome RunFake(const std::vector<std::string>& arguments, const RunSetup& setup) {
  return StartedFake(arguments, setup).Wait();
}

std::string PageOf(const std::string& out) { return common::ReadFile(out + "/report/fake/index.html"); }

std::map<std::string, size_t> ReportFiles(const std::string& out) {
  using namespace std::string_literals;
  static const std::map<std::string, std::string> ends = {
      {".html", "</html>"}, {".svg", "</svg>"}, {".png", "IEND\xAE\x42\x60\x82"s}};
  std::map<std::string, size_t> files;
  if (!fs::exists(out + "/report")) return files;
  for (const auto& entry : fs::recursive_directory_iterator(out + "/report")) {
    const auto end = ends.find(entry.path().extension().string());
    const bool is_being_drawn = entry.path().parent_path().filename().string().starts_with(".drawing_");
    if (!entry.is_regular_file() || is_being_drawn || end == ends.end()) continue;
    std::string content = common::ReadFile(entry.path().string());
    while (content.ends_with('\n')) content.pop_back();
    files[entry.path().string()] = content.ends_with(end->second) ? content.size() : 0;
  }
  return files;
}

std::string ComparableRows(common::Table table) {
  const auto unit = static_cast<size_t>(table.Column("unit"));
  const auto metric = static_cast<size_t>(table.Column("metric"));
  // Times, estimates from times, and ratios of times; and what processes took.
  std::erase_if(table.rows, [&](const std::vector<std::string>& row) {
    return row[metric] == "peak_memory" || row[unit] == "s" || row[unit] == "ms" || row[unit] == "days" ||
           row[unit] == "x";
  });
  for (const char* column : {"seconds", "cpu_seconds", "peak_rss_mb"}) {
    for (auto& row : table.rows) row[table.Column(column)].clear();
  }
  return common::FormatTsv(table);
}

std::string ComparableResults(const std::string& out) {
  return ComparableRows(common::ReadTsv(out + "/results.tsv"));
}

std::string CellOf(const std::string& out, const std::string& column, const std::string& method,
                   const std::string& setting, const std::string& metric) {
  for (const NamedRow& row : ReadNamedRows(out + "/results.tsv")) {
    const bool is_it =
        row.at("method") == method && row.at("setting") == setting && row.at("metric") == metric;
    if (is_it) return row.at(column);
  }
  return "absent";
}

std::map<std::string, std::string> ListCases(const std::string& out, std::vector<std::string> arguments) {
  const std::string folder = "--out=" + out;
  if (std::ranges::find(arguments, folder) == arguments.end()) arguments.push_back(folder);
  arguments.push_back("--list");
  const common::Table table = common::ParseTsv("case\tstate\n" + RunFake(arguments).output, "--list");
  std::map<std::string, std::string> states;
  for (const std::vector<std::string>& row : table.rows) states[row[0]] = row[1];
  return states;
}

std::vector<NamedRow> ReadNamedRows(const std::string& path) {
  const common::Table table = common::ReadTsv(path);
  std::vector<NamedRow> rows;
  for (const std::vector<std::string>& cells : table.rows) {
    NamedRow& row = rows.emplace_back();
    for (size_t column = 0; column < cells.size(); ++column) row[table.columns[column]] = cells[column];
  }
  return rows;
}

}  // namespace structlab::harness
