// Files of samples to rank: svmlight with queries, tables with named columns, HDF5.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_RANKING_FILE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_RANKING_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "structured_learning/ranking/average_precision/ranking_data.h"

namespace structlab::structured_learning {

// The samples of a file, in its order.
struct RankingFile {
  std::string path;
  RankingRows rows;
  std::vector<std::string> feature_names = {};  // empty for svmlight and HDF5
  std::optional<int> first_index = {};          // of svmlight: 0 or 1
  // A text for each sample, or nothing if the file has none of this kind.
  std::vector<std::string> labels = {}, queries = {}, ids = {}, groups = {};
  std::vector<double> weights = {};     // of the query of each sample; > 0 and finite
  std::vector<int64_t> lines = {};      // line of each sample; empty for HDF5
  std::vector<std::string> notes = {};  // what was left out or converted: a sentence each

  int num_samples() const { return static_cast<int>(NumRows(rows)); }
  // "file:line", or "file, row 7" (from 1) for HDF5.
  std::string Where(int sample) const;
};

struct RankingFileOptions {
  // Names of columns, or of datasets of an HDF5 file. A default name is used only if the file has it; a name
  // that is given must be there. An empty name means the default, of which the first one that exists counts.
  std::string label = {};                 // default: label, relevance
  std::string query = {};                 // default: query, qid
  std::string id = {};                    // default: id
  std::string weight = {};                // no default
  std::string group = {};                 // no default: what links samples, such as an image or a thread
  std::vector<std::string> ignored = {};  // columns of a table that are not features
  // Only for tables: the names of the columns to read as features, in this order, as a model needs them.
  // Other columns are ignored.
  std::vector<std::string> features = {};
  // Only for svmlight: the index of the first feature and the number of features, as a model needs them.
  // Features beyond the number are left out with a note.
  std::optional<int> first_index = {};
  std::optional<int64_t> num_features = {};
  bool needs_labels = true;
  bool needs_features = true;  // if not, a table may have no column of numbers besides the named ones
};

// Reads samples. The end of the name selects the format; text files may end in .gz, too.
// - .csv .tsv .txt: the first line names the columns, separated by comma, semicolon, tab or blanks. All
//   columns without another use are features and hold numbers. Lines that begin with # or % and have another
//   number of cells than the first line are comments. Labels, queries and ids are any texts.
// - .svm .svmlight .libsvm .letor: lines "label qid:3 1:0.5 2:1 # comment". Queries may be any texts and come
//   in any order. A comment "docid = NAME", as in LETOR, gives the id. Indices increase within a line; they
//   count from 0 if a 0 occurs, otherwise from 1. Rows with a quarter of their entries become dense.
// - .h5 .hdf5: the dataset "features", or the only one with two dimensions, after a colon another one
//   (file.h5:group/data), with a row for each sample; labels are the dataset "label" (numbers), unless labels
//   are not needed and not named. Queries, weights, ids and groups are read only if they are named.
//
//     const RankingFile file = ReadRankingFile("train.csv", {});
//     const GroupedSamples grouped = GroupSamples(file, RelevanceOf(file, {}));
//     const AveragePrecisionProblem problem(std::make_shared<RankingData>(grouped.data));
//
// Throws common::Error: kEnvironment if the file cannot be read; kUsage for another ending, and for named
// features of a format that is no table; kData at
// file:line:column for a cell that is missing or not a finite number, a line with another number of cells, a
// column that is missing (with the nearest names), a file without samples, features of different forms than
// named, weights that are not finite and > 0 and, with 4096 numbers for each entry and row, for features with
// such high indices that a model of them would fill the memory. Stop points. Memory: the numbers, and the
// texts.
RankingFile ReadRankingFile(const std::string& path, const RankingFileOptions& options);

// The path without the dataset after the colon.
std::string PathOfRankingFile(const std::string& path);

// Which labels are relevant. At most one may be given.
struct RelevanceRule {
  std::optional<std::string> positive = {};  // this label
  std::optional<double> relevant_from = {};  // numbers of at least this grade
  std::string label_flag = "labels";         // for messages: the flags to choose by
};

// 1 for relevant samples, else 0. Without a rule the labels are 0 and 1, -1 and 1, or false and true. Throws
// common::Error: kUsage if both are given; kData for other labels, which are listed with the remedy; for a
// positive label that no sample has; and, at the line, for labels that are no numbers with relevant_from.
std::vector<uint8_t> RelevanceOf(const RankingFile& file, const RelevanceRule& rule);

// The samples in queries. A query whose samples are not consecutive in the file is one query.
struct GroupedSamples {
  RankingData data;
  std::vector<int> sample_of;  // number in the file of each row of the data
};
// `relevance` may be empty: then all labels are 0. Throws common::Error (data) at the line if samples of a
// query have different weights.
GroupedSamples GroupSamples(const RankingFile& file, const std::vector<uint8_t>& relevance);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_RANKING_FILE_H_
