// A downloaded file in the packing that its name promises.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_REPACK_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_REPACK_H_

#include <string>

namespace structlab::datasets {

// Moves the file `from`, gzip or plain (told apart by its content), to `to`, gzip if that name ends in .gz
// and plain if not; repacked only if it must be. Both are on one file system. On return `to` is on the disk
// (fsync) and `from` is gone. Throws common::Error: environment if it cannot be written, data if the gzip
// is damaged; `from` is then untouched. The same content always gives the same bytes.
void MoveRepacked(const std::string& from, const std::string& to);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_FETCH_REPACK_H_
