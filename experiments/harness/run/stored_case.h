// One case as an HDF5 file: what it recorded, where the numbers come from, what it took.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_STORED_CASE_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_STORED_CASE_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/run/recorder.h"

namespace structlab::harness {

struct StoredCase {
  Record record;
  double seconds = 0, cpu_seconds = 0, peak_rss_mb = 0;
  std::string finished;          // UTC, 2026-01-31T12:00:00Z
  std::vector<Fact> provenance;  // key, commit, command, settings, checksums, compiler, ...
};

// The bytes of the file. In it, all strings UTF-8, padded with zeros:
//   /provenance  compound {name, value}: key, commit, ...; then what the case took
//   /notes       compound {name, value}: "note" or "refusal" and its text
//   /values      compound {table, dataset, method, setting, metric, unit, value}
//   /curves      compound {table, dataset, method, setting, metric, begin, length}: rows of /points
//   /files       compound {name, value}: name and content
//   /points      doubles, n x 2 (x, y), compressed
//   /pictures    compound {table, dataset, method, setting, metric, name}: name of a dataset
//   /picture_0   uint8, height x width (grey) or height x width x 3 (RGB), an HDF5 image; and so on
// A part without rows is absent. Equal cases give equal bytes.
std::string EncodeCase(const StoredCase& stored);

// The inverse. `name` stands in errors. Throws common::Error(kData) if the bytes are no such file; only for
// bytes whose digest was right, since HDF5 itself can crash on damaged ones.
StoredCase DecodeCase(std::string_view bytes, const std::string& name);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_STORED_CASE_H_
