// Results for other programs (JSON), and tables for papers (LaTeX).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "common/statistics.h"
#include "experiments/harness/report/tables.h"

namespace structlab::harness {
namespace {

// The mean of n numbers with this deviation, as far as an interval of it needs to know.
std::optional<common::Interval> IntervalOf(const ResultRow& row) {
  if (row.n < 2 || !row.std || !std::isfinite(*row.value) || !std::isfinite(*row.std)) return std::nullopt;
  // Student's interval depends on n, mean and deviation only: any numbers with these have it.
  std::vector<double> numbers(static_cast<size_t>(row.n), *row.value);
  const double step = *row.std * std::sqrt((row.n - 1) / 2.0);
  numbers[0] -= step;
  numbers[1] += step;
  return common::StudentInterval(numbers, 0.95);
}

nlohmann::ordered_json JsonOf(const ResultRow& row, const std::string& date, const std::string& commit) {
  nlohmann::ordered_json object = {{"task", row.package},
                                   {"dataset", row.dataset},
                                   {"method", row.method},
                                   {"metric", row.metric},
                                   {"value", *row.value}};
  object["interval"] = nullptr;
  if (const auto interval = IntervalOf(row)) object["interval"] = {interval->low, interval->high};
  object["data"] = row.data ? NameOf(*row.data) : "";
  object["protocol"] = NameOf(row.protocol);
  object["unit"] = row.unit;
  object["setting"] = nlohmann::ordered_json::object();
  for (const auto& [key, value] : row.setting.values()) object["setting"][key] = value;
  object["date"] = date;
  object["commit"] = commit;
  return object;
}

std::string EscapeLatex(std::string_view text) {
  // clang-format off
  static constexpr std::pair<std::string_view, std::string_view> kCommands[] = {
      {"&", "\\&"}, {"%", "\\%"}, {"$", "\\$"}, {"#", "\\#"}, {"_", "\\_"}, {"{", "\\{"}, {"}", "\\}"},
      {"~", "\\textasciitilde{}"}, {"^", "\\textasciicircum{}"}, {"\\", "\\textbackslash{}"},
      {"<", "\\textless{}"}, {">", "\\textgreater{}"}, {"|", "\\textbar{}"}, {"\n", " "}, {"\t", " "},
      {"\u2212", "$-$"}, {"\u00b1", "$\\pm$"}, {"\u00d7", "$\\times$"}};
  // clang-format on
  std::string escaped;
  while (!text.empty()) {
    const auto command =
        std::ranges::find_if(kCommands, [&](const auto& c) { return text.starts_with(c.first); });
    if (command == std::end(kCommands)) {
      escaped += text.front();
      text.remove_prefix(1);
    } else {
      escaped += command->second;
      text.remove_prefix(command->first.size());
    }
  }
  return escaped;
}

}  // namespace

std::string ResultsJson(const std::vector<DatedResults>& results) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const DatedResults& dated : results) {
    for (const ResultRow& row : dated.rows) {
      if (row.value) array.push_back(JsonOf(row, dated.date, dated.commit));
    }
  }
  // Bytes that are no UTF-8 become U+FFFD.
  return array.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string LatexTable(const common::Table& table, const std::string& caption) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (size_t i = 0; i < cells.size(); ++i) text.append(i == 0 ? "" : " & ").append(EscapeLatex(cells[i]));
    return text.append(" \\\\\n");
  };
  std::string text = fmt::format(
      "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{l{}}}\n\\toprule\n{}\\midrule\n",
      EscapeLatex(caption), std::string(table.columns.size() - 1, 'r'), line(table.columns));
  for (const auto& row : table.rows) text += line(row);
  return text.append("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
}

}  // namespace structlab::harness
