#include "experiments/harness/report/results_page.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "experiments/harness/report/benchmark_words.h"
#include "experiments/harness/report/comparison.h"
#include "experiments/harness/report/model_names.h"
#include "experiments/harness/report/pivot.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/summary.h"

namespace structlab::harness {
namespace {

// Markdown that shows the text itself, in one line, inside or outside of a table.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : CleanText(text)) {
    if (c == '\n' || c == '\t') {
      escaped += ' ';
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '&') {
      escaped += "&amp;";
    } else {
      if (std::string_view("\\`*_[]|#~!$").find(c) != std::string_view::npos) escaped += '\\';
      escaped += c;
    }
  }
  return escaped;
}

// Words of a file name as a code span, so that a long command is not broken up by escapes.
std::string Code(std::string_view text) {
  std::string clean = CleanText(text);
  std::replace(clean.begin(), clean.end(), '\n', ' ');
  std::replace(clean.begin(), clean.end(), '`', '\'');
  return "`" + clean + "`";
}

std::string TableLine(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string TableHead(const std::vector<std::string>& headings) {
  return TableLine(headings) + TableLine(std::vector<std::string>(headings.size(), "---"));
}

// As far as the counts go.
PackageReport AsReport(const Measured& measured) {
  PackageReport package;
  package.name = measured.package;
  package.rows = measured.rows;
  package.claims = measured.claims;
  std::set<std::tuple<std::string, std::string, std::string, Setting, std::string>> reported;
  for (const ResultRow& row : measured.rows) {
    if (!row.is_reported_row) continue;
    reported.emplace(row.table, row.dataset, row.method, row.setting, row.metric);
    if (row.figure.empty() || row.figure == kNotDrawn) continue;
    package.figures.emplace_back().id = row.figure;
  }
  package.reported_rows = static_cast<int>(reported.size());
  return package;
}

std::string DataCounts(const Summary& summary) {
  std::string text;
  const auto add = [&](DataOrigin data, int rows) {
    if (rows == 0) return;
    if (!text.empty()) text += ", ";
    text += MarkOf(data) + ' ' + std::to_string(rows);
  };
  add(DataOrigin::kReal, summary.real);
  add(DataOrigin::kSubstitute, summary.substitute);
  add(DataOrigin::kStandIn, summary.stand_in);
  return text;
}

// "113 of 115; 2 cut; 1 not applicable": by the source's protocol, then by others, then what cannot be.
std::string RegeneratedRows(const Summary& summary) {
  std::string text = std::to_string(summary.regenerated) + " of " + std::to_string(summary.reported);
  if (summary.cut > 0) text += "; " + std::to_string(summary.cut) + " cut";
  if (summary.changed > 0) text += "; " + std::to_string(summary.changed) + " changed";
  if (summary.not_applicable > 0) text += "; " + std::to_string(summary.not_applicable) + " not applicable";
  return text;
}

std::string Overview(const std::vector<Measured>& packages) {
  std::string text = TableHead({"package", "reported rows regenerated", "numbers that agree, of compared",
                                "differ: explained", "unexplained", "results by data", "claims: hold", "fail",
                                "undecided", "not tested", "measured"});
  for (const Measured& measured : packages) {
    const Summary summary = Summarise(AsReport(measured));
    std::string link = "[";
    link += Escape(measured.package) + "](#" + measured.package + ")";
    text += TableLine({link, RegeneratedRows(summary), CountOnComparison(summary),
                       std::to_string(summary.explained), std::to_string(summary.unexplained),
                       DataCounts(summary), std::to_string(summary.holds), std::to_string(summary.fails),
                       std::to_string(summary.undecided), std::to_string(summary.not_tested),
                       Escape(measured.origin.date)});
  }
  return text;
}

// Comparisons one below the other, many of them folded.
std::string Evidence(std::string_view evidence) {
  const std::vector<std::string_view> comparisons = SplitEvidence(evidence);
  std::string text;
  for (const std::string_view comparison : comparisons) {
    if (!text.empty()) text += "<br>";
    text += Escape(comparison);
  }
  if (comparisons.size() <= kShownComparisons) return text;
  return "<details><summary>" + std::to_string(comparisons.size()) + " comparisons</summary>" + text +
         "</details>";
}

// Folded below a claim's verdict.
std::string Rule(const std::string& rule) {
  if (rule.empty()) return "";
  return "<details><summary>rule</summary>" + Escape(rule) + "</details>";
}

// The statement stands in the claim's first row; those of its parts follow.
std::string Claims(const std::vector<ClaimRow>& claims) {
  std::string text = "### Claims\n\n" + TableHead({"claim", "verdict", "statement", "evidence"});
  const ClaimRow* before = nullptr;
  for (const ClaimRow& claim : claims) {
    const bool is_said = before != nullptr && before->id == claim.id && before->statement == claim.statement;
    before = &claim;
    std::string verdict = MarkOf(claim.verdict);
    if (claim.data && claim.data != DataOrigin::kReal) verdict += " (" + MarkOf(claim.data) + ")";
    const std::string id = claim.part.empty() ? claim.id : claim.id + ", " + claim.part;
    text += TableLine({Escape(id), verdict + Rule(claim.rule), is_said ? "" : Escape(claim.statement),
                       Evidence(claim.evidence)});
  }
  return text + "\n";
}

// What must stand beside a number: whose data, whose protocol, how it compares.
std::string Remarks(const ResultRow& row) {
  const Comparison comparison = Compare(row);
  std::string text;
  const auto add = [&](const std::string& remark) {
    if (remark.empty()) return;
    if (!text.empty()) text += "; ";
    text += remark;
  };
  if (row.data != DataOrigin::kReal) add(MarkOf(row.data));  // adds nothing where nothing was run
  if (row.protocol != Protocol::kPaper) add(std::string(NameOf(row.protocol)) + " protocol");
  if (comparison.agreement == Agreement::kOtherProtocol) {
    // Said above; the difference is not judged.
    if (comparison.percent) add(ReadablePercent(*comparison.percent));
  } else if (comparison.difference) {
    std::string words = MarkOf(row, comparison);
    if (comparison.percent) {
      words.insert(std::min(words.find(','), words.size()),
                   " (" + ReadablePercent(*comparison.percent) + ")");
    }
    add(words);
  }
  return text;
}

std::string Seeds(int n) { return n == 1 ? "1 seed" : std::to_string(n) + " seeds"; }

// How many seeds are behind our numbers, if as many behind all of them.
std::optional<int> CommonSeeds(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  std::set<int> numbers;
  for (const std::vector<size_t>& line : pivot.cells) {
    for (const size_t cell : line) {
      if (cell != Pivot::kNone && rows[cell].value) numbers.insert(rows[cell].n);
    }
  }
  return numbers.size() == 1 ? std::optional(*numbers.begin()) : std::nullopt;
}

std::string Ours(const ResultRow& row) {
  return row.value ? "**" + ReadableOurs(row) + "**" : WordsWithoutOurs(row);
}

std::string PivotCell(const ResultRow& row, bool name_seeds) {
  std::string cell = Ours(row);
  if (row.value && name_seeds) cell += " (" + Seeds(row.n) + ")";
  if (row.reported) cell += "<br>" + ReadableTheirs(row) + " reported";
  const std::string remarks = Remarks(row);
  return remarks.empty() ? cell : cell + "<br>" + remarks;
}

std::string FormatPivot(const Pivot& pivot, const std::vector<ResultRow>& rows) {
  const std::optional<int> seeds = CommonSeeds(pivot, rows);
  std::string scope = Escape(pivot.scope);
  if (seeds) scope += (scope.empty() ? "" : "; ") + Seeds(*seeds);
  std::string text = scope.empty() ? "" : scope + "\n\n";
  std::vector<std::string> headings = {"method"};
  for (size_t column = 0; column < pivot.columns.size(); ++column) {
    std::string heading = Escape(HeadingOf(pivot, column));
    if (!pivot.column_notes[column].empty())
      heading.append("<br>").append(Escape(pivot.column_notes[column]));
    headings.push_back(heading);
  }
  text += TableHead(headings);
  for (size_t method = 0; method < pivot.methods.size(); ++method) {
    std::vector<std::string> cells = {Escape(pivot.methods[method])};
    for (const size_t cell : pivot.cells[method]) {
      cells.push_back(cell == Pivot::kNone ? "" : PivotCell(rows[cell], !seeds));
    }
    text += TableLine(cells);
  }
  const std::vector<std::string> reasons = WhyNotApplicable(pivot, rows);
  if (!reasons.empty()) text += "\n";
  for (const std::string& reason : reasons) text += "- " + Escape(reason) + "\n";
  return text + "\n";
}

std::string FormatRows(const std::vector<size_t>& indices, const std::vector<ResultRow>& rows) {
  const bool has_dataset =
      std::any_of(indices.begin(), indices.end(), [&](size_t index) { return !rows[index].dataset.empty(); });
  std::vector<std::string> headings = {"method", "setting", "metric", "ours", "seeds", "reported", "remarks"};
  if (has_dataset) headings.insert(headings.begin(), "data set");
  std::string text = TableHead(headings);
  for (const size_t index : indices) {
    const ResultRow& row = rows[index];
    std::string metric = Escape(row.metric);
    if (!row.unit.empty()) metric += " (" + Escape(row.unit) + ")";
    std::vector<std::string> cells = {Escape(row.method),
                                      Escape(row.setting.Format()),
                                      metric,
                                      Ours(row),
                                      row.value ? std::to_string(row.n) : "",
                                      ReadableTheirs(row),
                                      row.is_applicable ? Remarks(row) : Escape(row.missing)};
    if (has_dataset) cells.insert(cells.begin(), Escape(row.dataset));
    text += TableLine(cells);
  }
  return text + "\n";
}

// The pivots of the table, then the rows with a number that are in none of them.
std::string FormatTable(const SourceTable& table, const std::vector<ResultRow>& rows) {
  std::string text = "#### " + Escape(table.name) + "\n\n";
  std::set<size_t> shown;
  for (const Pivot& pivot : MakePivots(rows, table)) {
    text += FormatPivot(pivot, rows);
    for (const std::vector<size_t>& line : pivot.cells) shown.insert(line.begin(), line.end());
  }
  std::vector<size_t> others;
  size_t without_number = 0, not_run = 0;
  std::set<std::string> reasons;
  for (const size_t row : table.rows) {
    if (!rows[row].value && !rows[row].reported) {
      ++(rows[row].data ? without_number : not_run);
      if (!rows[row].data) reasons.insert(rows[row].missing.empty() ? "not run" : rows[row].missing);
    } else if (shown.count(row) == 0) {
      others.push_back(row);
    }
  }
  if (!others.empty()) text += FormatRows(others, rows);
  if (without_number > 0) {
    text += std::to_string(without_number) + (without_number == 1 ? " row has" : " rows have") +
            " no number: see the figures of the report.\n\n";
  }
  if (not_run > 0) {
    text += std::to_string(not_run) + (not_run == 1 ? " row has" : " rows have") +
            " no number, here or in print: ";
    for (const std::string& reason : reasons) {
      text.append(reason == *reasons.begin() ? "" : "; ").append(Escape(reason));
    }
    text += "\n\n";
  }
  return text;
}

// What was left out or done otherwise, each reason once.
std::string Departures(const Measured& measured) {
  std::string text;
  std::set<std::string> seen;
  const auto add = [&](const std::string& departure) {
    if (seen.insert(departure).second) text += "- " + Escape(departure) + "\n";
  };
  for (const std::string& departure : measured.departures) add(departure);
  for (const ResultRow& row : measured.rows) {
    for (const std::string& departure : row.departures) add(departure);
  }
  return text.empty() ? "" : "### Where the protocol is not the source's\n\n" + text + "\n";
}

// "85 rows differ: 3 explained, 82 unexplained"
std::string CountsOfDifferences(const Summary& summary) {
  const int all = summary.explained + summary.unexplained;
  return std::to_string(all) + (all == 1 ? " row differs: " : " rows differ: ") + WordsOnDifferences(summary);
}

// Why numbers differ from the source's, row by row; those without a word about it too.
std::string Explanations(const Measured& measured) {
  std::string text;
  for (const ResultRow& row : measured.rows) {
    if (!IsDifference(Compare(row).agreement)) continue;
    text += TableLine({Escape(row.table), Escape(row.method), Escape(row.setting.Format()),
                       Escape(row.metric), Escape(ReadableExplanation(row.explanation))});
  }
  if (text.empty()) return "";
  return "### Why numbers differ from the source\n\n<details><summary>" +
         CountsOfDifferences(Summarise(AsReport(measured))) + "</summary>\n\n" +
         TableHead({"table", "method", "setting", "metric", "explanation"}) + text + "\n</details>\n\n";
}

// What tools/bench measured and kept.
std::string Benchmarks(const std::vector<RecordedBenchmark>& rows) {
  if (rows.empty()) return "";
  std::string text = "### Speed and memory\n\n" + Escape(HowMeasured(rows)) + "\n\n" +
                     TableHead({"benchmark", "ours", "yardstick", "its value", "ratio", "target", "note"});
  for (const RecordedBenchmark& row : rows) {
    text += TableLine({Escape(row.benchmark), Escape(ReadableWithUnit(row.value, row.unit)),
                       Escape(row.yardstick), Escape(ReadableWithUnit(row.yardstick_value, row.unit)),
                       Escape(ReadableWithUnit(row.ratio, "×")), Escape(MarkOf(row)), Escape(row.note)});
  }
  return text + "\n";
}

// Paragraphs with an empty line between them.
std::string Introduction(const std::string& introduction) {
  std::string text;
  for (size_t begin = 0; begin < introduction.size();) {
    const size_t end = std::min(introduction.find("\n\n", begin), introduction.size());
    if (end > begin) text += Escape(introduction.substr(begin, end - begin)) + "\n\n";
    begin = end + 2;
  }
  return text;
}

// As on the package's page of the report.
std::string Conclusions(const std::vector<std::string>& conclusions) {
  if (conclusions.empty()) return "";
  std::string text = "### What the results come to\n\n";
  for (const std::string& paragraph : conclusions) text += Escape(paragraph) + "\n\n";
  return text;
}

bool HasNotApplicable(const std::vector<Measured>& packages) {
  return std::any_of(packages.begin(), packages.end(), [](const Measured& measured) {
    return std::any_of(measured.rows.begin(), measured.rows.end(),
                       [](const ResultRow& row) { return !row.is_applicable; });
  });
}

std::string FormatPackage(const Measured& measured) {
  const MeasuredOrigin& origin = measured.origin;
  std::string text = "## " + Escape(measured.package) + "\n\n" + Introduction(measured.introduction);
  const std::string duration =
      origin.duration.empty() ? "" : " in " + Escape(origin.duration) + " from the first case to the last";
  text += "Measured " + Escape(origin.date) + " at commit " + Code(origin.commit) + " on " +
          Escape(origin.processor) + duration + " by\n" + Code(origin.command) + ".\n\n";
  text += Conclusions(measured.conclusions);
  if (!measured.claims.empty()) text += Claims(measured.claims);
  text += Benchmarks(measured.benchmarks);
  text += Departures(measured);
  text += Explanations(measured);
  if (!measured.rows.empty()) text += "### Tables\n\n";
  for (const SourceTable& table : GroupByTable(measured.rows)) text += FormatTable(table, measured.rows);
  return text;
}

}  // namespace

std::string FormatResultsPage(const std::vector<Measured>& packages) {
  std::string text =
      "<!-- Generated from the packages' measured*.tsv; do not edit. To write it again:\n"
      "     bazel run //experiments/harness/report:write_results_page -->\n\n"
      "# Results\n\n"
      "What full runs found, as recorded by `--record` beside each package. ";
  if (packages.empty()) return text + "None has been recorded yet.\n";
  text += AgreementRule() + " " + ExplanationRule() + " ";
  text +=
      "Data is ● real (the source's own), ◑ substitute (real data of the same kind) "
      "or ⚠ stand-in (generated); a claim that fails is a result like any other. "
      "Figures are not kept here: the command below a package's heading writes them, "
      "with the whole page of the package, to `results/report/index.html`.\n\n";
  text += Overview(packages) + "\n";
  if (HasNotApplicable(packages)) {
    text +=
        "Not applicable are reported rows whose method refuses what the row asks of it, with the reason "
        "beside them: they count among the reported rows, and as neither regenerated nor failed.\n\n";
  }
  for (const Measured& measured : packages) text += FormatPackage(measured);
  while (text.size() > 1 && text[text.size() - 2] == '\n') text.pop_back();
  return text;
}

}  // namespace structlab::harness
