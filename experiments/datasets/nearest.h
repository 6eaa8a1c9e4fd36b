// What was probably meant by a name that does not exist.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_NEAREST_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_NEAREST_H_

#include <string>
#include <string_view>
#include <vector>

namespace structlab::datasets {

// The known names with commas between them, ordered by how many letters must be inserted, removed or
// replaced to make `name` of them (those as near as each other stay in their order).
std::string NearestFirst(std::string_view name, std::vector<std::string> known);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_NEAREST_H_
