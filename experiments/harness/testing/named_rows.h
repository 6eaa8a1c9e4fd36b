// The tables that a run leaves behind, cell by cell.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_NAMED_ROWS_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_NAMED_ROWS_H_

#include <map>
#include <string>
#include <vector>

namespace structlab::harness {

// Columns to cells.
using NamedRow = std::map<std::string, std::string>;

// The rows of a TSV file, such as a run's results.tsv or claims.tsv. Throws what common::ReadTsv throws.
//
//   for (const NamedRow& row : ReadNamedRows(out + "/results.tsv")) sum += std::stod(row.at("value"));
std::vector<NamedRow> ReadNamedRows(const std::string& path);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_TESTING_NAMED_ROWS_H_
