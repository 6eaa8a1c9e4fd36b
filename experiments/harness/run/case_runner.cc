#include "experiments/harness/run/case_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "common/progress.h"
#include "experiments/harness/run/program.h"

namespace structlab::harness {
namespace {

std::vector<Fact> ProvenanceOf(const std::string& package, const Case& c, const RunOptions& options) {
  std::vector<Fact> facts = {{"package", package},
                             {"case", c.name},
                             {"seed", std::to_string(c.seed)},
                             {"dataset", c.dataset},
                             {"method", c.method},
                             {"setting", c.setting.Format()},
                             {"parameters", c.parameters.Format()},
                             {"protocol", std::string(NameOf(ProtocolOf(c)))},
                             {"origin", std::string(NameOf(OriginOf(c)))}};
  for (const Dataset& dataset : c.resolved) {
    facts.push_back({"data", fmt::format("{} ({}){}{}", dataset.name, NameOf(dataset.origin),
                                         dataset.path.empty() ? "" : " ", dataset.path)});
    for (const Fact& checksum : dataset.checksums) {
      facts.push_back({"checksum", fmt::format("{} {}", checksum.name, checksum.value)});
    }
  }
  facts.push_back({"jobs", std::to_string(options.jobs)});
  facts.push_back({"threads", std::to_string(c.threads)});
  facts.insert(facts.end(), options.provenance.begin(), options.provenance.end());
  return facts;
}

// In the case's own process: runs it and stores what it recorded.
void RunAndStore(const std::string& package, const Store& store, const RunOptions& options,
                 const CaseStatus& status, const common::ProcessResources& resources) {
  if (options.in_child) options.in_child();
  Recorder recorder(status.c);
  status.c.run(status.c.seed, recorder);
  resources.CheckBounds();
  store.Save(status.c.Key(), status.stamp,
             {.record = recorder.record(),
              .seconds = resources.Seconds(),
              .cpu_seconds = common::ProcessResources::CpuSeconds(),
              .peak_rss_mb = common::ProcessResources::PeakRssMegabytes(),
              .finished = FormatNow(),
              .provenance = ProvenanceOf(package, status.c, options)});
}

void TakeEnding(const common::ProcessEnding& ending, const std::string& name, common::ProgressLine& progress,
                CaseStatus& status) {
  using Kind = common::ProcessEnding::Kind;
  // The state for each kind and, where a bound is broken, the flag that changes it.
  static const std::map<Kind, std::pair<CaseState, const char*>> states = {
      {Kind::kDone, {CaseState::kDone, ""}},
      {Kind::kFailed, {CaseState::kFailed, ""}},
      {Kind::kTimedOut, {CaseState::kTimedOut, " (--timeout)"}},
      {Kind::kOutOfMemory, {CaseState::kOutOfMemory, " (--memory)"}}};
  const auto& [state, flag] = states.at(ending.kind);
  status.state = state;
  status.message = ending.message + flag;
  status.seconds = ending.seconds;
  if (ending.error && *ending.error != common::ErrorKind::kUsage) status.error = ending.error;
  if (state == CaseState::kDone) return;
  progress.Message(fmt::format("{}: {}: {}", name, NameOf(state), status.message));
  if (!ending.output.empty()) progress.Message(ending.output);
}

constexpr std::string_view kStale = "what is stored differs in ";

// Says, before the old numbers are gone, how many stored results are replaced.
void PrintWhatIsReplaced(const std::string& package, const std::vector<CaseStatus>& cases) {
  const auto is_replaced = [](const CaseStatus& status) {
    return status.selected && status.message.starts_with(kStale);
  };
  const auto stale = std::ranges::count_if(cases, is_replaced);
  if (stale == 0) return;
  std::fprintf(
      stderr, "%s: %td of %zu cases are stored but stale (%s) and run again; another --out keeps both\n",
      package.c_str(), stale, cases.size(), std::ranges::find_if(cases, is_replaced)->message.c_str());
}

// Once for each data set that a chosen case reads.
void PrintStandIns(const std::vector<CaseStatus>& cases, const std::string& data_folder) {
  std::set<std::string> printed;
  for (const CaseStatus& status : cases) {
    for (const Dataset& dataset : status.c.resolved) {
      if (!status.selected || dataset.origin != DataOrigin::kStandIn) continue;
      if (!printed.insert(dataset.name).second) continue;
      std::string text = "always a generated stand-in";
      if (dataset.supply != Supply::kNone) {
        text = fmt::format(
            "not found in {}; a generated stand-in takes its place (tools/fetch_data {} fetches the real "
            "data or says how to get it; --data-dir and STRUCTLAB_DATA name its folder)",
            data_folder, dataset.name);
      }
      std::fprintf(stderr, "%s: %s\n", dataset.name.c_str(), text.c_str());
    }
  }
}

// The data of a case that does not run but has a stored result, so that the result is shown only if it is of
// this data.
void FindDataOfStored(FoundData& data, std::set<std::string>& said, CaseStatus& status) {
  try {
    for (const std::string& name : status.c.data) status.c.resolved.push_back(data.Find(name));
  } catch (const common::Error& error) {
    status.c.resolved.clear();
    status.message = error.what();
    if (!said.insert(status.message).second) return;
    std::fprintf(stderr, "%s; no chosen case reads it, and stored results that do are left out\n",
                 error.what());
  }
}

}  // namespace

const Dataset& FoundData::Find(const std::string& name) {
  if (const auto damage = damaged_.find(name); damage != damaged_.end()) throw damage->second;
  const auto [found, is_new] = found_.try_emplace(name);
  if (!is_new) return found->second;
  const auto source = std::ranges::find(sources_, name, &DatasetSource::name);
  try {
    found->second = source->resolve(folder_);
  } catch (const common::Error& error) {
    damaged_.emplace(name, error);
    throw;
  }
  return found->second;
}

std::vector<CaseStatus> ResolveCases(std::vector<Case> cases,
                                     const std::function<bool(const Case&)>& is_selected,
                                     const CodeDigests& code, const Store& store, FoundData& data) {
  std::set<std::string> said;
  std::vector<CaseStatus> statuses;
  for (Case& c : cases) {
    CaseStatus& status = statuses.emplace_back();
    status.selected = is_selected(c);
    status.c = std::move(c);
    if (status.selected) {
      for (const std::string& name : status.c.data) status.c.resolved.push_back(data.Find(name));
    } else if (store.Contains(status.c.Key())) {
      FindDataOfStored(data, said, status);
    }
    status.stamp = StampOf(status.c, code);
  }
  PrintStandIns(statuses, data.folder());
  return statuses;
}

void CheckStored(const Store& store, const RunOptions& options, std::vector<CaseStatus>& cases) {
  for (CaseStatus& status : cases) {
    const Store::Found found = store.Check(status.c.Key(), status.stamp);
    switch (found.state) {
      case Store::State::kDone:
        status.state = options.fresh && status.selected ? CaseState::kNotRun : CaseState::kDone;
        break;
      case Store::State::kDamaged:
        std::fprintf(stderr, "%s; %s\n", found.message.c_str(),
                     status.selected ? "the case runs again" : "run the case again");
        status.message = found.message;
        if (status.selected) {
          status.damage = found.message;
        } else {
          status.error = common::ErrorKind::kData;
        }
        break;
      case Store::State::kStale:
        if (options.reuse && found.is_only_older_code) {
          status.state = CaseState::kDone;
          status.c.departures.push_back("stored by older code (--reuse): " + found.message);
        } else if (status.message.empty()) {
          status.message = found.message;
        }
        break;
      case Store::State::kAbsent:
        break;
    }
    if (status.state == CaseState::kNotRun && status.message.empty() && !status.selected) {
      status.message = "not selected by --only or --methods";
    }
  }
}

bool RunCases(const std::string& package, const Store& store, const RunOptions& options,
              std::vector<CaseStatus>& cases) {
  std::vector<size_t> to_run;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].selected && cases[i].state != CaseState::kDone) to_run.push_back(i);
  }
  if (to_run.empty()) return true;
  std::ranges::stable_sort(to_run, {}, [&](size_t i) { return cases[i].rank; });
  PrintWhatIsReplaced(package, cases);
  common::ProgressLine progress(package, static_cast<int64_t>(to_run.size()));
  std::vector<bool> ended(cases.size());
  const bool finished = common::RunInProcesses(
      to_run.size(), options.jobs, options.bounds,
      [&](size_t i, const common::ProcessResources& resources) {
        RunAndStore(package, store, options, cases[to_run[i]], resources);
      },
      [&](size_t i, const common::ProcessEnding& ending) {
        CaseStatus& status = cases[to_run[i]];
        ended[to_run[i]] = true;
        TakeEnding(ending, package + "/" + status.c.Key(), progress, status);
        progress.Advance(1, status.c.Key());
      },
      options.may_begin);
  for (const size_t i : to_run) {
    CaseStatus& status = cases[i];
    if (ended[i]) continue;
    // It may have been stored in the moment in which it was stopped. With --fresh what is stored may be old.
    const bool is_stored =
        !finished && !options.fresh && store.Check(status.c.Key(), status.stamp).state == Store::State::kDone;
    status.state = is_stored ? CaseState::kDone : CaseState::kNotRun;
    status.message = is_stored ? "" : finished ? "no time left (--budget)" : "interrupted";
  }
  return finished;
}

Results LoadResults(const Store& store, const Settings& settings, std::vector<CaseStatus>& cases) {
  std::vector<FinishedCase> finished;
  std::vector<Case> planned;
  for (CaseStatus& status : cases) {
    planned.push_back(status.c);
    if (status.state != CaseState::kDone) continue;
    FinishedCase& stored = finished.emplace_back(store.Load(status.c.Key()));
    stored.c = status.c;
    std::vector<std::string> messages = stored.record.notes;
    if (!status.damage.empty()) {
      messages.push_back("Stored anew; what was stored was damaged: " + status.damage);
    }
    status.message = fmt::format("{}", fmt::join(messages, " "));
    if (stored.record.refusal) {
      status.state = CaseState::kRefused;
      status.message = *stored.record.refusal;
    }
  }
  return Results(std::move(finished), settings.profile(), settings.values(), std::move(planned));
}

}  // namespace structlab::harness
