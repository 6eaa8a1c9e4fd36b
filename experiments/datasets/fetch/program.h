// The program tools/fetch_data.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_PROGRAM_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_PROGRAM_H_

#include <atomic>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "experiments/datasets/catalogue.h"

namespace structlab::datasets {

// Runs it with the arguments that follow the program's name, on a catalogue. Returns the exit status: 130
// interrupted, 2 wrong usage, 3 if a data set could not be fetched or placed (the others still are), else 0.
// Results go to `out`, messages to `messages`. `interrupted` may be set by a signal handler.
int RunFetchData(const std::vector<std::string>& arguments, std::span<const Dataset> catalogue,
                 std::FILE* out, std::FILE* messages, const std::atomic<bool>* interrupted);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_PROGRAM_H_
