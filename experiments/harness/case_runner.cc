#include "experiments/harness/case_runner.h"

#include <algorithm>
#include <cstdio>

#include "common/progress.h"
#include "experiments/harness/provenance.h"
#include "experiments/harness/report/model_names.h"

namespace structlab::harness {
namespace {

std::vector<Fact> ProvenanceOf(const Experiment& experiment, const Case& c, const RunOptions& options) {
  std::vector<Fact> facts = {{"package", experiment.name},
                             {"case", c.name},
                             {"seed", std::to_string(c.seed)},
                             {"dataset", c.dataset},
                             {"method", c.method},
                             {"setting", c.setting.Format()},
                             {"parameters", c.parameters.Format()},
                             {"protocol", std::string(NameOf(ProtocolOf(c)))},
                             {"origin", std::string(NameOf(OriginOf(c)))}};
  for (const std::string& departure : c.departures) facts.push_back({"departure", departure});
  for (const Dataset& dataset : c.resolved) {
    facts.push_back({"data", dataset.name + " (" + std::string(NameOf(dataset.origin)) + ")" +
                                 (dataset.path.empty() ? "" : " " + dataset.path)});
    for (const Fact& checksum : dataset.checksums) {
      facts.push_back({"checksum", checksum.name + " " + checksum.value});
    }
  }
  facts.push_back({"jobs", std::to_string(options.jobs)});
  facts.push_back({"threads", std::to_string(c.threads)});
  facts.insert(facts.end(), experiment.libraries.begin(), experiment.libraries.end());
  facts.insert(facts.end(), options.provenance.begin(), options.provenance.end());
  return facts;
}

// In the case's own process: runs it and stores what it recorded.
void RunAndStore(const Experiment& experiment, const Store& store, const RunOptions& options,
                 const CaseStatus& status, const ProcessSelf& self) {
  if (options.in_child) options.in_child();
  Recorder recorder(status.c);
  experiment.run(status.c, recorder);
  self.CheckBounds();
  store.Save(status.c.Key(), status.fingerprint,
             {.record = recorder.record(),
              .seconds = self.Seconds(),
              .cpu_seconds = ProcessSelf::CpuSeconds(),
              .peak_rss_mb = ProcessSelf::PeakRssMegabytes(),
              .finished = FormatNow(),
              .provenance = ProvenanceOf(experiment, status.c, options)});
}

CaseState StateOf(ProcessEnding::Kind kind) {
  switch (kind) {
    case ProcessEnding::Kind::kDone:
      return CaseState::kDone;
    case ProcessEnding::Kind::kFailed:
      return CaseState::kFailed;
    case ProcessEnding::Kind::kTimedOut:
      return CaseState::kTimedOut;
    case ProcessEnding::Kind::kOutOfMemory:
      return CaseState::kOutOfMemory;
  }
  return CaseState::kFailed;
}

void TakeEnding(const ProcessEnding& ending, const std::string& name, common::ProgressLine& progress,
                CaseStatus& status) {
  status.state = StateOf(ending.kind);
  status.message = ending.message;
  status.seconds = ending.seconds;
  if (ending.error && *ending.error != common::ErrorKind::kUsage) status.error = ending.error;
  if (status.state == CaseState::kDone) return;
  progress.Message(name + ": " + std::string(NameOf(status.state)) + ": " + ending.message);
  if (!ending.output.empty()) progress.Message(ending.output);
}

constexpr char kStale[] = "what is stored is of another program, setting or data";

// Before the old numbers are gone.
void SayWhatIsReplaced(const std::string& package, const std::vector<CaseStatus>& cases) {
  const auto stale = std::count_if(cases.begin(), cases.end(), [](const CaseStatus& status) {
    return status.selected && status.message == kStale;
  });
  if (stale == 0) return;
  std::fprintf(stderr,
               "%s: of %zu cases %td are stored of another program, setting or data and run again; "
               "another --out keeps both\n",
               package.c_str(), cases.size(), stale);
}

}  // namespace

void CheckStored(const Store& store, bool fresh, std::vector<CaseStatus>& cases) {
  for (CaseStatus& status : cases) {
    const Store::Found found = store.Check(status.c.Key(), status.fingerprint);
    switch (found.state) {
      case Store::State::kDone:
        status.state = fresh && status.selected ? CaseState::kNotRun : CaseState::kDone;
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
        if (status.message.empty()) status.message = kStale;
        break;
      case Store::State::kAbsent:
        break;
    }
    if (status.state == CaseState::kNotRun && status.message.empty() && !status.selected) {
      status.message = "not selected by --only or --methods";
    }
  }
}

bool RunCases(const Experiment& experiment, const Store& store, const RunOptions& options,
              std::vector<CaseStatus>& cases) {
  std::vector<size_t> to_run;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].selected && cases[i].state != CaseState::kDone) to_run.push_back(i);
  }
  if (to_run.empty()) return true;
  SayWhatIsReplaced(experiment.name, cases);
  common::ProgressLine progress(experiment.name, static_cast<int64_t>(to_run.size()));
  const bool finished = RunInProcesses(
      to_run.size(), options.jobs, options.bounds,
      [&](size_t i, const ProcessSelf& self) {
        RunAndStore(experiment, store, options, cases[to_run[i]], self);
      },
      [&](size_t i, const ProcessEnding& ending) {
        CaseStatus& status = cases[to_run[i]];
        TakeEnding(ending, experiment.name + "/" + status.c.Key(), progress, status);
        progress.Advance(1, status.c.Key());
      });
  if (finished) return true;
  for (const size_t i : to_run) {
    CaseStatus& status = cases[i];
    if (status.state != CaseState::kNotRun) continue;
    // It may have been stored in the moment in which it was stopped. With --fresh what is stored may be old.
    const bool is_stored =
        !options.fresh && store.Check(status.c.Key(), status.fingerprint).state == Store::State::kDone;
    status.state = is_stored ? CaseState::kDone : CaseState::kNotRun;
    status.message = is_stored ? "" : "interrupted";
  }
  return false;
}

Results LoadResults(const Store& store, Profile profile, const Setting& settings,
                    std::vector<CaseStatus>& cases) {
  std::vector<FinishedCase> finished;
  for (CaseStatus& status : cases) {
    if (status.state != CaseState::kDone) continue;
    StoredCase stored = store.Load(status.c.Key());
    status.message.clear();
    for (const std::string& note : stored.record.notes) {
      status.message += (status.message.empty() ? "" : " ") + note;
    }
    if (!status.damage.empty()) {
      status.message += (status.message.empty() ? "" : " ") +
                        ("Stored anew, since what was stored was damaged: " + status.damage);
    }
    if (stored.record.refusal) {
      status.state = CaseState::kRefused;
      status.message = *stored.record.refusal;
    }
    finished.push_back({.c = status.c,
                        .record = std::move(stored.record),
                        .seconds = stored.seconds,
                        .cpu_seconds = stored.cpu_seconds,
                        .peak_rss_mb = stored.peak_rss_mb,
                        .finished = std::move(stored.finished),
                        .provenance = std::move(stored.provenance)});
  }
  return Results(std::move(finished), profile, settings);
}

}  // namespace structlab::harness
