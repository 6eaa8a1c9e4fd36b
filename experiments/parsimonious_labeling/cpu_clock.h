// The time that methods take, as the processor counts it: that of one thread, whatever else runs beside it.
#ifndef STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CPU_CLOCK_H_
#define STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CPU_CLOCK_H_

#include <time.h>

#include <vector>

#include "graphical_models/model/trace_recorder.h"

namespace structlab::parsimonious_labeling {

// Seconds of the calling thread, from any beginning.
inline double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Reads the clock at every point of a minimiser's trace.
class CpuWatch : public graphical_models::TraceObserver {
 public:
  void See(const graphical_models::TracePoint&) override { seconds_.push_back(CpuSeconds() - start_); }

  // Since the watch was made, one a point.
  const std::vector<double>& seconds() const { return seconds_; }
  double now() const { return CpuSeconds() - start_; }

 private:
  double start_ = CpuSeconds();
  std::vector<double> seconds_;
};

}  // namespace structlab::parsimonious_labeling

#endif  // STRUCTLAB_EXPERIMENTS_PARSIMONIOUS_LABELING_CPU_CLOCK_H_
