#include "experiments/harness/package.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "common/error.h"
#include "common/table_rows.h"
#include "experiments/harness/record_file.h"

namespace structlab::harness {
namespace {

void AddUnique(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Throws where a column says of a printed metric another unit or direction than reported.tsv.
void CheckUnit(const ReportedRow& row, const std::vector<Column>& columns, const std::string& package) {
  for (const Column& column : columns) {
    if (column.kind != ColumnKind::kValue || column.table != row.key.table || column.metric != row.key.metric)
      continue;
    const auto check = [&](bool agrees, const char* what, const std::string& expected,
                           const std::string& found) {
      if (agrees) return;
      common::ThrowDataError(
          fmt::format("{}/columns.tsv: {} of '{}' of '{}'", package, what, column.metric, column.table),
          common::Quote(expected) + " as in reported.tsv", common::Quote(found));
    };
    check(row.unit.empty() || row.unit == column.unit, "unit", row.unit, column.unit);
    check(!row.higher_is_better || row.higher_is_better == column.higher_is_better, "higher_is_better",
          common::FormatCell(row.higher_is_better), common::FormatCell(column.higher_is_better));
  }
}

}  // namespace

Package::Package(std::string name, const PackageTexts& texts)
    : name_(std::move(name)),
      about_(ParseAbout(texts.about, name_ + "/about.md")),
      reported_rows_(ParseReported(texts.reported, name_ + "/reported.tsv")),
      reported_claims_(ParseReportedClaims(texts.claims, name_ + "/claims.tsv")),
      settings_(ParseSettings(texts.settings, name_ + "/settings.tsv")),
      benchmarks_(ParseBenchmarks(texts.benchmarks, name_ + "/benchmarks.tsv")) {
  std::vector<Column> columns = ParseColumns(texts.columns, name_ + "/columns.tsv");
  std::vector<PrintedRow> printed;
  for (const ReportedRow& row : reported_rows_) {
    printed.push_back({row.key, row.value.has_value()});
    CheckUnit(row, columns, name_);
  }
  columns_ = std::make_shared<const Columns>(std::move(columns), std::move(printed));
}

void Package::AddSection(const std::string& section, const std::string& digest,
                         const std::function<void(Package&)>& fill) {
  code_.sections.emplace(section, digest);
  section_ = section;
  fill(*this);
}

void Package::AddMethodLibrary(const std::string& pattern, const std::string& digest) {
  code_.methods.emplace_back(pattern, digest);
}

void Package::Data(DatasetSource source) {
  if (std::ranges::find(datasets_, source.name, &DatasetSource::name) == datasets_.end()) {
    datasets_.push_back(std::move(source));
  }
}

Settings Package::SettingsOf(const Flags& flags) const {
  Settings settings(name_, settings_, flags.profile);
  for (const SetFlag& set : flags.set) {
    if (set.package == name_) settings.Change(set.setting, set.value);
  }
  return settings;
}

std::vector<Case> Package::CasesOf(const Settings& settings, const Flags& flags) const {
  Planner planner(settings);
  for (const auto& [section, plan] : plans_) {
    planner.section = section;
    planner.dataset.clear();
    planner.data.clear();
    plan(planner);
  }
  std::vector<Case> cases = ExpandCases(name_, planner, flags, datasets_);
  for (Case& c : cases) c.columns = columns_;
  return cases;
}

KnownNames Package::NamesOf(const Settings& settings, const std::vector<Case>& cases) const {
  KnownNames names;
  names.packages = {name_};
  for (const ReportedRow& row : reported_rows_) AddUnique(names.tables, row.key.table);
  for (const Column& column : columns_->all()) AddUnique(names.tables, column.table);
  for (const ReportedClaim& claim : reported_claims_) AddUnique(names.claims, claim.id);
  for (const auto& [id, rule] : figures_) names.figures.push_back(id);
  for (const Case& c : cases) {
    names.cases.push_back(name_ + "/" + c.Key());
    AddUnique(names.methods, c.method);
  }
  for (const SettingDeclaration& declaration : settings.declarations()) {
    names.settings.push_back(name_ + "." + declaration.name);
  }
  return names;
}

bool Package::Serves(const Case& c, const std::string& name) const {
  const auto fills = [&](const Column& column) { return column.table == name && column.IsFilledBy(c); };
  const auto needs = [&](const ClaimRule& claim) { return claim.id == name && claim.Needs(c); };
  const auto shows = [&](const auto& figure) { return figure.first == name && figure.second.Needs(c); };
  const auto makes = [&](const ReportedRow& row) { return row.key.table == name && CouldMake(c, row.key); };
  const bool is_of_source =
      std::ranges::any_of(reported_rows_, [&](const auto& row) { return row.key.table == name; });
  return (is_of_source ? std::ranges::any_of(reported_rows_, makes)
                       : std::ranges::any_of(columns_->all(), fills)) ||
         std::ranges::any_of(claims_, needs) || std::ranges::any_of(figures_, shows);
}

std::vector<Figure> Package::FiguresOf(const Results& results) const {
  std::vector<harness::Figure> figures;
  for (const auto& [id, rule] : figures_) {
    harness::Figure& figure = figures.emplace_back(rule.Draw(id, results));
    const About::Caption* caption = about_.Find(id);
    if (caption == nullptr) continue;
    figure.title = caption->title;
    figure.caption = caption->text;
  }
  if (further_figures_) std::ranges::move(further_figures_(results), std::back_inserter(figures));
  for (harness::Figure& figure : figures) {
    std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
  }
  std::erase_if(figures,
                [](const harness::Figure& figure) { return figure.series.empty() && figure.panels.empty(); });
  return figures;
}

std::vector<ResultRow> Package::RowsOf(const Results& results,
                                       const std::vector<harness::Figure>& figures) const {
  std::vector<ResultRow> rows = JoinRows(name_, reported_rows_, results, FactsOf(figures));
  if (comment_) {
    for (ResultRow& row : rows) row.comment = comment_(row, results);
  }
  return rows;
}

std::vector<ClaimRow> Package::ClaimRowsOf(const Results& results) const {
  return DecideClaims(name_, claims_, reported_claims_, reported_rows_, results);
}

std::vector<std::string> Package::ConclusionsOf(const Results& results) const {
  std::vector<std::string> conclusions = about_.conclusions;
  if (conclude_ && !results.cases().empty()) {
    for (std::string& sentence : conclude_(results)) conclusions.push_back(std::move(sentence));
  }
  return conclusions;
}

template <typename Ask>
auto Package::OfRecord(Ask ask) const -> decltype(ask(std::declval<const Results&>())) {
  const std::vector<FinishedCase> record = ReadRecord(name_);
  if (record.empty()) return {};
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = SettingsOf(flags);
  return ask(ResultsOf(record, CasesOf(settings, flags), settings));
}

std::vector<ClaimRow> Package::RecordedClaims() const {
  return OfRecord([&](const Results& results) { return ClaimRowsOf(results); });
}

std::vector<ResultRow> Package::RecordedRows() const {
  return OfRecord([&](const Results& results) { return RowsOf(results, {}); });
}

std::vector<std::string> Package::Problems() const {
  std::vector<std::string> problems;
  const auto add = [&]<typename... T>(fmt::format_string<T...> problem, T&&... parts) {
    problems.push_back(fmt::format(problem, std::forward<T>(parts)...));
  };
  if (about_.title.empty() || about_.source.empty()) add("about.md has no title or no source");
  if (about_.conclusions.size() > 5) add("about.md has more than five conclusions");
  std::set<std::string> claim_ids, parts, figure_ids;
  for (const ReportedClaim& claim : reported_claims_) {
    claim_ids.insert(claim.id);
    const bool has_rule = std::ranges::find(claims_, claim.id, &ClaimRule::id) != claims_.end();
    if (has_rule && !claim.not_tested.empty())
      add("claim {} has a rule and a reason not to test it", claim.id);
    if (!has_rule && claim.not_tested.empty())
      add("claim {} has no rule and no reason in not_tested", claim.id);
  }
  for (const ClaimRule& claim : claims_) {
    if (!claim_ids.contains(claim.id)) add("claims.tsv has no claim {}", claim.id);
    const bool is_new = parts.insert(claim.id + "\n" + claim.part).second;
    if (!is_new) add("claim {} '{}' stands twice", claim.id, claim.part);
  }
  for (const auto& [id, rule] : figures_) {
    if (!figure_ids.insert(id).second) add("figure {} stands twice", id);
    if (about_.Find(id) == nullptr) add("about.md has no caption for figure {}", id);
  }
  for (const About::Caption& caption : about_.figures) {
    if (!figure_ids.contains(caption.id))
      add("about.md has a caption for {}, which is no figure", caption.id);
  }
  ForAllRead([&](const std::string& what, const Values& values) {
    const auto is_declared = [&](const Column& column) {
      return column.metric == values.metric &&
             (values.table.empty() || IsTableOrBeside(values.table, column.table));
    };
    if (values.metric.empty() || std::ranges::any_of(columns_->all(), is_declared)) return;
    add("{} is about {} of '{}', which columns.tsv does not declare", what, values.metric, values.table);
  });
  for (const ReportedRow& row : reported_rows_) {
    const std::string key = Describe(row.key);
    if (!row.figure.empty() && !figure_ids.contains(row.figure)) {
      add("reported.tsv: {} names figure {}, which does not exist", key, row.figure);
    }
    const auto is_same = [&](const ReportedRow& other) { return IsRepetition(row, other.key); };
    if (!row.same_as.empty() && std::ranges::none_of(reported_rows_, is_same)) {
      add("reported.tsv: {} is the same as no row of {}", key, row.same_as);
    }
  }
  for (const Profile profile : {Profile::kSmoke, Profile::kQuick, Profile::kPaper}) {
    try {
      const Flags flags = FlagsOf(profile);
      const Settings settings = SettingsOf(flags);
      const std::vector<Case> cases = CasesOf(settings, flags);
      if (profile != Profile::kPaper) continue;
      for (const ClaimRule& claim : claims_) {
        const bool has_case = std::ranges::any_of(cases, [&](const Case& c) { return claim.Needs(c); });
        if (!has_case && claim.not_tested.empty())
          add("claim {} '{}' is about no case of the profile paper", claim.id, claim.part);
      }
      for (const Column& column : columns_->all()) {
        const bool is_filled =
            std::ranges::any_of(cases, [&](const Case& c) { return column.IsFilledBy(c); });
        if (!is_filled)
          add("columns.tsv: no case of the profile paper fills {} of '{}'", column.metric, column.table);
      }
    } catch (const common::Error& error) {
      add("the plan of the profile {} throws: {}", NameOf(profile), error.what());
    }
  }
  return problems;
}

void Package::ForAllRead(const std::function<void(const std::string& what, const Values&)>& visit) const {
  for (const ClaimRule& claim : claims_) {
    if (!claim.not_tested.empty()) continue;
    const std::string what = fmt::format("claim {} '{}'", claim.id, claim.part);
    for (const Values& values : claim.rule.Reads()) visit(what, values);
  }
  for (const auto& [id, rule] : figures_) {
    for (const Values& values : rule.Shown()) visit("figure " + id, values);
  }
}

}  // namespace structlab::harness
