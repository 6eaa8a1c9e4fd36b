// An experiment package: one paper's cases, claims and figures, collected from its sections.
//
// experiments/example_experiment/needle.cc is a section: a function that plans cases, each with what it
// computes, and states claims and figures as rules over what they record.
//
// Texts and facts stand in files beside the sections: about.md, reported.tsv, claims.tsv, settings.tsv,
// columns.tsv (experiments/README.md says what is in them).
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/harness/decide/claims.h"
#include "experiments/harness/report/figure.h"
#include "experiments/harness/report/model.h"
#include "experiments/harness/run/select.h"
#include "experiments/harness/run/store.h"

namespace structlab::harness {

// The files of a package's folder, as texts; empty where the folder has no such file.
struct PackageTexts {
  std::string_view about = {}, reported = {}, claims = {}, settings = {}, benchmarks = {}, columns = {};
};

class Package {
 public:
  // Throws common::Error(kData) with file and line for a text that cannot be read.
  Package(std::string name, const PackageTexts& texts);

  // Called by the generated program: `fill` is the function of the section's file, `digest` that of its code.
  void AddSection(const std::string& section, const std::string& digest,
                  const std::function<void(Package&)>& fill);
  // Called by the generated program: the digest of the library that registers the methods of this pattern.
  void AddMethodLibrary(const std::string& pattern, const std::string& digest);

  // What sections call.
  void Plan(std::function<void(Planner&)> plan) { plans_.emplace_back(section_, std::move(plan)); }
  void Claim(const std::string& id, const Rule& rule) { Claim(id, "", rule); }
  void Claim(const std::string& id, const std::string& part, const Rule& rule,
             std::vector<std::string> data = {}) {
    claims_.push_back({id, part, rule.WithEffectsOf(*columns_), std::move(data)});
  }
  // A part that asks for more than the source says: a correct rival, another decoder, an equal strength. The
  // question is a phrase, "against a correct rival", which several parts may share.
  void Stricter(const std::string& id, const std::string& question, const std::string& part,
                const Rule& rule) {
    claims_.push_back({id, part, rule.WithEffectsOf(*columns_), {}, question});
  }
  // A part that the source states and that cannot be tested, with the reason; the rule, if any, is for the
  // printed numbers.
  void NotTested(const std::string& id, const std::string& part, const std::string& reason,
                 const Rule& of_print = All(std::vector<Rule>())) {
    claims_.push_back({id, part, of_print.WithEffectsOf(*columns_), {}, "", reason});
  }
  void Figure(const std::string& id, FigureRule rule) { figures_.emplace_back(id, std::move(rule)); }
  // Figures that no rule describes, with their titles and captions.
  void FurtherFigures(std::function<std::vector<harness::Figure>(const Results&)> draw) {
    further_figures_ = std::move(draw);
  }
  void Data(DatasetSource source);
  // A library, with its version, that the numbers depend on.
  void Library(Fact version) { libraries_.push_back(std::move(version)); }
  // The comment on a row that differs from the source; empty for none.
  void Comment(std::function<std::string(const ResultRow&, const Results&)> comment) {
    comment_ = std::move(comment);
  }
  // Sentences for the page that depend on the results, after those of about.md.
  void Conclude(std::function<std::vector<std::string>(const Results&)> conclude) {
    conclude_ = std::move(conclude);
  }

  const std::string& name() const { return name_; }
  const About& about() const { return about_; }
  const std::vector<ReportedRow>& reported_rows() const { return reported_rows_; }
  const std::vector<ReportedClaim>& reported_claims() const { return reported_claims_; }
  const std::vector<ClaimRule>& claims() const { return claims_; }
  const std::vector<std::pair<std::string, FigureRule>>& figures() const { return figures_; }
  const std::vector<RecordedBenchmark>& benchmarks() const { return benchmarks_; }
  const std::vector<DatasetSource>& datasets() const { return datasets_; }
  const std::vector<Fact>& libraries() const { return libraries_; }
  const CodeDigests& code() const { return code_; }
  const Columns& columns() const { return *columns_; }

  // The settings of a profile, with those of --set.
  Settings SettingsOf(const Flags& flags) const;
  // The cases of a run, one a seed. `settings` must outlive them. Throws as ExpandCases.
  std::vector<Case> CasesOf(const Settings& settings, const Flags& flags) const;
  KnownNames NamesOf(const Settings& settings, const std::vector<Case>& cases) const;
  // Is the case needed for this table, figure or claim?
  bool Serves(const Case& c, const std::string& name) const;

  // Rows, claims and figures of some results.
  std::vector<harness::Figure> FiguresOf(const Results& results) const;
  std::vector<ResultRow> RowsOf(const Results& results, const std::vector<harness::Figure>& figures) const;
  std::vector<ClaimRow> ClaimRowsOf(const Results& results) const;
  std::vector<std::string> ConclusionsOf(const Results& results) const;
  // The claims decided on the record by the rules of now; none without a record. Throws as ParseRecord.
  std::vector<ClaimRow> RecordedClaims() const;
  // The rows of the record, whose numbers about.md quotes; likewise.
  std::vector<ResultRow> RecordedRows() const;

  // What is wrong with the package, one line each:
  //  - a claim of claims.tsv without a rule or reason; a rule or caption without its claim or figure
  //  - a figure without a caption; a same_as or figure column of reported.tsv that names nothing
  //  - a rule or figure about values that no column declares; a rule that no planned case can decide
  //  - a column that no planned case fills; a plan that throws; more than five conclusions
  std::vector<std::string> Problems() const;

 private:
  // The values of all claims and figures, with whose they are: "claim B1 'part'".
  void ForAllRead(const std::function<void(const std::string& what, const Values&)>& visit) const;
  // What is asked of the results of the record; empty without a record.
  template <typename Ask>
  auto OfRecord(Ask ask) const -> decltype(ask(std::declval<const Results&>()));

  std::string name_;
  About about_;
  std::vector<ReportedRow> reported_rows_;
  std::vector<ReportedClaim> reported_claims_;
  std::vector<SettingDeclaration> settings_;
  std::vector<RecordedBenchmark> benchmarks_;
  std::vector<std::pair<std::string, std::function<void(Planner&)>>> plans_;  // section and function
  std::string section_;                                                       // that is being added
  std::vector<ClaimRule> claims_;
  std::vector<std::pair<std::string, FigureRule>> figures_;
  std::vector<DatasetSource> datasets_;
  std::vector<Fact> libraries_;
  std::function<std::string(const ResultRow&, const Results&)> comment_;
  std::function<std::vector<std::string>(const Results&)> conclude_;
  std::function<std::vector<harness::Figure>(const Results&)> further_figures_;
  CodeDigests code_;
  std::shared_ptr<const Columns> columns_;
};

// The package that a program or test is linked with; generated (package.bzl).
Package MakePackage();

// The program of a package. --help prints the flags, the files it writes and what its exit status means.
int PackageMain(const Package& package, int argc, char** argv);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_PACKAGE_H_
