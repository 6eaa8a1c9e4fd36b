#include "experiments/harness/package.h"

#include <fmt/format.h>

#include <algorithm>
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

void Package::Plan(std::function<void(Planner&)> plan) { plans_.emplace_back(section_, std::move(plan)); }
void Package::Claim(const std::string& id, Rule rule) { Claim(id, "", std::move(rule)); }
void Package::Claim(const std::string& id, const std::string& part, Rule rule,
                    std::vector<std::string> data) {
  claims_.push_back({id, part, std::move(rule), std::move(data)});
}
void Package::Figure(const std::string& id, FigureRule rule) { figures_.emplace_back(id, std::move(rule)); }
void Package::FurtherFigures(std::function<std::vector<harness::Figure>(const Results&)> draw) {
  further_figures_ = std::move(draw);
}
void Package::Data(DatasetSource source) {
  if (std::ranges::find(datasets_, source.name, &DatasetSource::name) == datasets_.end()) {
    datasets_.push_back(std::move(source));
  }
}
void Package::Library(Fact version) { libraries_.push_back(std::move(version)); }
void Package::Comment(std::function<std::string(const ResultRow&, const Results&)> comment) {
  comment_ = std::move(comment);
}
void Package::Conclude(std::function<std::vector<std::string>(const Results&)> conclude) {
  conclude_ = std::move(conclude);
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
  return ExpandCases(name_, planner, flags, datasets_);
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
  if (c.states_its_protocol && !c.serves.empty()) return std::ranges::find(c.serves, name) != c.serves.end();
  if (std::ranges::find(c.serves, name) != c.serves.end()) return true;
  if (IsNeededFor(claims_, name, c)) return true;
  for (const auto& [id, rule] : figures_) {
    if (id == name && rule.Needs(c)) return true;
  }
  return std::ranges::any_of(
      reported_rows_, [&](const ReportedRow& row) { return row.key.table == name && CouldMake(c, row.key); });
}

std::vector<Figure> Package::FiguresOf(const Results& results) const {
  std::vector<harness::Figure> figures;
  for (const auto& [id, rule] : figures_) {
    harness::Figure figure = rule.Draw(id, results);
    std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
    if (figure.series.empty() && figure.panels.empty()) continue;
    figure.id = id;
    if (const About::Caption* caption = about_.Find(id)) {
      figure.title = caption->title;
      figure.caption = caption->text;
    }
    figures.push_back(std::move(figure));
  }
  if (!further_figures_) return figures;
  for (harness::Figure& figure : further_figures_(results)) {
    std::erase_if(figure.series, [](const Series& series) { return series.x.empty(); });
    if (!figure.series.empty() || !figure.panels.empty()) figures.push_back(std::move(figure));
  }
  return figures;
}

std::vector<ResultRow> Package::RowsOf(const Results& results,
                                       const std::vector<harness::Figure>& figures) const {
  std::vector<ResultRow> rows = JoinRows(name_, reported_rows_, results, FactsOf(figures), exact_rows_);
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
  if (recorded_claims_) return recorded_claims_();
  const std::vector<RecordedCase> record = ReadRecord(name_);
  if (record.empty()) return {};
  const Flags flags = FlagsOf(Profile::kPaper);
  const Settings settings = SettingsOf(flags);
  return ClaimRowsOf(ResultsOf(record, CasesOf(settings, flags), settings));
}

std::vector<std::string> Package::Problems() const {
  std::vector<std::string> problems;
  const auto add = [&](std::string problem) { problems.push_back(std::move(problem)); };
  if (about_.title.empty() || about_.source.empty()) add("about.md has no title or no source");
  if (about_.conclusions.size() > 5) add("about.md has more than five conclusions");
  std::set<std::string> claim_ids, parts, figure_ids;
  for (const ReportedClaim& claim : reported_claims_) {
    claim_ids.insert(claim.id);
    const bool has_rule = std::ranges::find(claims_, claim.id, &ClaimRule::id) != claims_.end();
    if (has_rule == !claim.not_tested.empty()) {
      add(fmt::format(
          "claim {} has {}", claim.id,
          has_rule ? "a rule and a reason not to test it" : "no rule and no reason in not_tested"));
    }
  }
  for (const ClaimRule& claim : claims_) {
    if (claim_ids.count(claim.id) == 0) add(fmt::format("claims.tsv has no claim {}", claim.id));
    if (!parts.insert(claim.id + "\n" + claim.part).second)
      add(fmt::format("claim {} '{}' stands twice", claim.id, claim.part));
  }
  for (const auto& [id, rule] : figures_) {
    if (!figure_ids.insert(id).second) add(fmt::format("figure {} stands twice", id));
    if (about_.Find(id) == nullptr) add(fmt::format("about.md has no caption for figure {}", id));
  }
  for (const About::Caption& caption : about_.figures) {
    if (figure_ids.count(caption.id) == 0)
      add(fmt::format("about.md has a caption for {}, which is no figure", caption.id));
  }
  for (const ReportedRow& row : reported_rows_) {
    if (!row.figure.empty() && figure_ids.count(row.figure) == 0) {
      add(fmt::format("reported.tsv: {} names figure {}, which does not exist", Describe(row.key),
                      row.figure));
    }
    const bool has_same =
        row.same_as.empty() || std::ranges::any_of(reported_rows_, [&](const ReportedRow& other) {
          return other.key.table == row.same_as && other.key.metric == row.key.metric &&
                 other.key.method == row.key.method && other.key.setting.Contains(row.key.setting);
        });
    if (!has_same)
      add(fmt::format("reported.tsv: {} is the same as no row of {}", Describe(row.key), row.same_as));
  }
  for (const Profile profile : {Profile::kSmoke, Profile::kQuick, Profile::kPaper}) {
    Flags flags;
    flags.profile = profile;
    try {
      const Settings settings = SettingsOf(flags);
      const std::vector<Case> cases = CasesOf(settings, flags);
      if (profile != Profile::kPaper) continue;
      for (const ClaimRule& claim : claims_) {
        if (std::ranges::none_of(cases, [&](const Case& c) { return claim.rule.Needs(c); })) {
          add(fmt::format("claim {} '{}' is about no case of the profile paper", claim.id, claim.part));
        }
      }
    } catch (const common::Error& error) {
      add(fmt::format("the plan of the profile {} throws: {}", NameOf(profile), error.what()));
    }
  }
  return problems;
}

}  // namespace structlab::harness
