#include "experiments/harness/package.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "common/error.h"
#include "experiments/harness/record_file.h"

namespace structlab::harness {
namespace {

void AddUnique(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

Package::Package(std::string name, const PackageTexts& texts)
    : Package(name, ParseAbout(texts.about, name + "/about.md"),
              ParseReported(texts.reported, name + "/reported.tsv"),
              ParseReportedClaims(texts.claims, name + "/claims.tsv"),
              ParseSettings(texts.settings, name + "/settings.tsv"),
              ParseBenchmarks(texts.benchmarks, name + "/benchmarks.tsv")) {}

Package::Package(std::string name, About about, std::vector<ReportedRow> rows,
                 std::vector<ReportedClaim> claims, std::vector<SettingDeclaration> settings,
                 std::vector<RecordedBenchmark> benchmarks)
    : name_(std::move(name)),
      about_(std::move(about)),
      reported_rows_(std::move(rows)),
      reported_claims_(std::move(claims)),
      settings_(std::move(settings)),
      benchmarks_(std::move(benchmarks)) {}

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
  const auto known = std::make_shared<KnownKeys>();
  for (const ReportedRow& row : reported_rows_) known->source.push_back(row.key);
  std::set<std::string> names;
  for (const Case& c : cases) names.insert(c.name);
  try {
    for (const FinishedCase& recorded : ReadRecord(name_)) {
      if (names.contains(recorded.c.name)) known->Add(recorded.c.name, recorded.record);
    }
  } catch (const common::Error&) {
    // Who needs the record says what is damaged: --help and --list do not.
  }
  for (Case& c : cases) c.known = known;
  return cases;
}

KnownNames Package::NamesOf(const Settings& settings, const std::vector<Case>& cases) const {
  KnownNames names;
  names.packages = {name_};
  for (const ReportedRow& row : reported_rows_) AddUnique(names.tables, row.key.table);
  for (const ReportedClaim& claim : reported_claims_) AddUnique(names.claims, claim.id);
  for (const auto& [id, rule] : figures_) names.figures.push_back(id);
  for (const Case& c : cases) {
    names.cases.push_back(name_ + "/" + c.Key());
    AddUnique(names.methods, c.method);
    for (const std::string& served : c.serves) {
      if (std::ranges::find(names.claims, served) == names.claims.end()) AddUnique(names.tables, served);
    }
  }
  for (const SettingDeclaration& declaration : settings.declarations()) {
    names.settings.push_back(name_ + "." + declaration.name);
  }
  return names;
}

bool Package::Serves(const Case& c, const std::string& name) const {
  if (std::ranges::find(c.serves, name) != c.serves.end()) return true;
  if (c.states_its_protocol && !c.serves.empty()) return false;
  return std::ranges::any_of(claims_,
                             [&](const auto& claim) { return claim.id == name && claim.Needs(c); }) ||
         std::ranges::any_of(
             figures_, [&](const auto& figure) { return figure.first == name && figure.second.Needs(c); }) ||
         std::ranges::any_of(reported_rows_, [&](const ReportedRow& row) {
           return row.key.table == name && CouldMake(c, row.key);
         });
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

std::vector<ClaimRow> Package::RecordedClaims() const {
  const std::vector<FinishedCase> record = ReadRecord(name_);
  if (record.empty()) return {};
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = SettingsOf(flags);
  return ClaimRowsOf(ResultsOf(record, CasesOf(settings, flags), settings));
}

std::vector<ResultRow> Package::RecordedRows() const {
  const std::vector<FinishedCase> record = ReadRecord(name_);
  if (record.empty()) return {};
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = SettingsOf(flags);
  return RowsOf(ResultsOf(record, CasesOf(settings, flags), settings), {});
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
  // A number of a table of the source has a row there, so that a metric without one is a slip of the pen.
  ForAllRead([&](const std::string& what, const Values& values) {
    const auto is_of_table = [&](const ReportedRow& row) { return row.key.table == values.table; };
    const auto is_of_metric = [&](const ReportedRow& row) {
      return is_of_table(row) && row.key.metric == values.metric;
    };
    if (std::ranges::any_of(reported_rows_, is_of_table) &&
        std::ranges::none_of(reported_rows_, is_of_metric)) {
      add("{} is about {} of '{}', which reported.tsv does not have there", what, values.metric,
          values.table);
    }
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
        if (!has_case && claim.not_tested.empty()) add("claim {} '{}' is about no case of the profile paper", claim.id, claim.part);
      }
    } catch (const common::Error& error) {
      add("the plan of the profile {} throws: {}", NameOf(profile), error.what());
    }
  }
  return problems;
}

std::vector<std::string> Package::UnrecordedValues(const Results& results) const {
  std::vector<std::string> problems;
  if (results.planned().empty()) return problems;
  // The record also tells of cases that a smaller profile does not plan.
  KnownKeys known = *results.planned().front().known;
  for (const FinishedCase& finished : ReadRecord(name_)) known.Add(finished.c.name, finished.record);
  const auto& recorded = known.recorded;
  const auto is_recorded = [&](const Values& values, const auto& is_meant) {
    const auto found = recorded.find(values.metric);
    return found != recorded.end() && std::ranges::any_of(found->second, [&](const auto& of_case) {
             return std::ranges::any_of(of_case.second, is_meant);
           });
  };
  ForAllRead([&](const std::string& what, const Values& values) {
    const auto has_table = [&](const RowKey& key) {
      return values.table.empty() || values.table == key.table;
    };
    if (values.metric.empty() || is_recorded(values, has_table)) return;
    problems.push_back(
        fmt::format("{} is about {} of '{}', which no case records", what, values.metric, values.table));
  });
  for (const auto& [id, rule] : figures_) {
    for (const std::string& method : rule.methods) {
      const auto has_method = [&](const RowKey& key) { return key.method == method; };
      const auto shows_it = [&](const Values& values) { return is_recorded(values, has_method); };
      if (std::ranges::any_of(rule.Shown(), shows_it)) continue;
      problems.push_back(fmt::format("figure {} names {}, for which no case records its values", id, method));
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
