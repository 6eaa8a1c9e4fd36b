// The readers of the formats of ReadRankingFile (ranking_file.h).
#ifndef STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_RANKING_READERS_H_
#define STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_RANKING_READERS_H_

#include <string>

#include "structured_learning/ranking/files/ranking_file.h"

namespace structlab::structured_learning {

RankingFile ReadRankingTable(const std::string& path, const RankingFileOptions& options);
RankingFile ReadRankingSvmlight(const std::string& path, const RankingFileOptions& options);
// `path` may end in a colon and the name of a dataset.
RankingFile ReadRankingHdf5(const std::string& path, const RankingFileOptions& options);

// The weight in a cell or an entry. Throws common::Error (data) at `where` unless it is finite and > 0.
double CheckedWeight(double weight, const std::string& where);

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_RANKING_FILES_RANKING_READERS_H_
