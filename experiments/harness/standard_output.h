// The end of what a program prints.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_STANDARD_OUTPUT_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_STANDARD_OUTPUT_H_

namespace structlab::harness {

// Writes out what has been printed. Throws common::Error(kEnvironment) if it, or something before it, could
// not be written (a full disk), but not where the reader of a pipe has read enough and closed it, as `head`
// does: results are in files. For programs that ignore SIGPIPE.
void FlushStandardOutput();

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_STANDARD_OUTPUT_H_
