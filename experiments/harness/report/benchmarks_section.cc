// The section about speed and memory: what tools/bench measured beside its yardsticks.
#include <optional>
#include <string>
#include <vector>

#include "common/number.h"
#include "experiments/harness/report/benchmark_words.h"
#include "experiments/harness/report/package_sections.h"
#include "experiments/harness/report/page_frame.h"

namespace structlab::harness {
namespace {

std::string Exact(const std::optional<double>& value) { return value ? common::FormatDouble(*value) : ""; }

common::Table BenchmarksTable(const std::vector<RecordedBenchmark>& rows) {
  common::Table table;
  table.columns = {"benchmark", "value", "unit",   "yardstick", "yardstick_value", "ratio", "target", "met",
                   "threads",   "note",  "commit", "date",      "processor"};
  for (const RecordedBenchmark& row : rows) {
    table.rows.push_back({row.benchmark, common::FormatDouble(row.value), row.unit, row.yardstick,
                          Exact(row.yardstick_value), Exact(row.ratio), row.target,
                          row.is_met ? (*row.is_met ? "yes" : "no") : "", std::to_string(row.threads),
                          row.note, row.commit, row.date, row.processor});
  }
  return table;
}

void WriteNumberCell(const std::string& text, const std::optional<double>& value, HtmlWriter* html) {
  html->Element("td", text, {{"class", "number"}, {"data-value", Exact(value)}});
}

void WriteBenchmark(const RecordedBenchmark& row, size_t index, HtmlWriter* html) {
  html->Open("tr", {{"data-line", std::to_string(index)}});
  html->Open("th", {{"scope", "row"}}).Element("code", row.benchmark).Close("th");
  WriteNumberCell(ReadableWithUnit(row.value, row.unit), row.value, html);
  html->Element("td", row.yardstick, {{"class", "words"}});
  WriteNumberCell(ReadableWithUnit(row.yardstick_value, row.unit), row.yardstick_value, html);
  WriteNumberCell(ReadableWithUnit(row.ratio, "×"), row.ratio, html);
  html->Element("td", MarkOf(row),
                {{"class", !row.is_met   ? "mark"
                           : *row.is_met ? "mark holds"
                                         : "mark fails"}});
  html->Element("td", std::to_string(row.threads), {{"class", "number"}});
  html->Element("td", row.note, {{"class", "words"}});
  html->Element("td", row.date, {{"class", "keep"}});
  html->Close("tr");
}

}  // namespace

void WriteBenchmarks(const PackageReport& package, HtmlWriter* html) {
  const std::vector<RecordedBenchmark>& rows = package.benchmarks;
  if (rows.empty()) return;
  html->Element("h2", "Speed and memory", {{"id", "speed"}});
  html->Element("p", HowMeasured(rows), {{"class", "note"}});
  const TableBox box = {.id = "benchmarks",
                        .caption = std::to_string(rows.size()) + " benchmarks",
                        .copy = BenchmarksTable(rows),
                        .sortable = true};
  OpenTable(box, html);
  WriteHead({"Benchmark", "Ours", "Yardstick", "Its value", "Ratio", "Target", "Threads", "Note", "Measured"},
            html);
  html->Open("tbody");
  for (size_t i = 0; i < rows.size(); ++i) WriteBenchmark(rows[i], i, html);
  html->Close("tbody");
  CloseTable(box, html);
}

}  // namespace structlab::harness
