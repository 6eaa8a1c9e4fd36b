// Processor time along the trace of a minimiser.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CPU_WATCH_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CPU_WATCH_H_

#include <vector>

#include "common/run_control.h"
#include "common/thread_clock.h"

namespace structlab::parsimonious_labeling {

// Reads the clock at every point of a minimiser's trace.
class CpuWatch {
 public:
  bool operator()(const common::TracePoint&) {
    seconds_.push_back(common::ThreadSeconds() - start_);
    return true;
  }

  // Since the watch was made, one a point.
  const std::vector<double>& seconds() const { return seconds_; }
  double now() const { return common::ThreadSeconds() - start_; }

 private:
  double start_ = common::ThreadSeconds();
  std::vector<double> seconds_;
};

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CPU_WATCH_H_
