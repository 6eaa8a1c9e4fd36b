// What a program's exit status says about its run.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_EXIT_STATUS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_EXIT_STATUS_H_

namespace structlab::harness {

enum ExitStatus : int {
  kAllWell = 0,
  kCaseFailed = 1,  // the others still ran
  kWrongUsage = 2,
  kDamaged = 3,      // environment or data
  kClaimFailed = 4,  // only with --strict
  kInterrupted = 130,
};

// Of two parts of a run, the status that the whole has: interrupted before wrong usage, damaged, a failed
// case, a failed claim. Any other status, as of a crash, counts as damaged.
inline ExitStatus FirstThatApplies(int a, int b) {
  for (const ExitStatus status : {kInterrupted, kWrongUsage}) {
    if (a == status || b == status) return status;
  }
  const auto known = [](int status) {
    return status == kAllWell || status == kCaseFailed || status == kClaimFailed;
  };
  if (!known(a) || !known(b)) return kDamaged;
  for (const ExitStatus status : {kCaseFailed, kClaimFailed}) {
    if (a == status || b == status) return status;
  }
  return kAllWell;
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_EXIT_STATUS_H_
