// How a method that may be anyone's refuses a problem.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REFUSAL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REFUSAL_H_

#include <optional>
#include <type_traits>

#include "common/error.h"
#include "experiments/harness/recorder.h"

namespace structlab::harness {

// What `method()` returns. Nothing if it throws common::Error of wrong usage, by which a registered method
// says that it does not take the problem: the case then refuses, with the error as its reason. Any other
// error passes through.
//
//   const std::optional<Outcome> outcome = RunUnlessRefused(record, [&] { return method.run(problem); });
//   if (!outcome) return;
template <class Method>
std::optional<std::invoke_result_t<Method&>> RunUnlessRefused(Recorder& record, Method&& method) {
  try {
    return method();
  } catch (const common::Error& error) {
    if (error.kind() != common::ErrorKind::kUsage) throw;
    record.Refuse(error.what());
    return std::nullopt;
  }
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REFUSAL_H_
