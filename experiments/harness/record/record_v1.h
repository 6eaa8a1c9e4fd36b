// The first form of a record, record.tsv: one table, in which pictures are text. It is read to write it anew
// (record_folder.h), and not written any more.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_V1_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_V1_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/results.h"

namespace structlab::harness {

// Reads record.tsv: one line a number and seed, with the columns case seed table dataset method setting
// metric unit value x y data protocol seconds cpu_seconds peak_rss_mb processor commit date. A curve has x
// and y in place of a value, each as common::PackNumbers; so has a picture, of the unit "picture". A refused
// case has one line with the metric "refused", and one without values and curves a line with the metric
// "nothing". Lines of a case stand together and agree in the columns that are about the case. Throws
// common::Error(kData) with name:line:column for a damaged line and for a record of another format. An empty
// text has no cases.
std::vector<FinishedCase> ParseRecordV1(std::string_view tsv, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RECORD_RECORD_V1_H_
