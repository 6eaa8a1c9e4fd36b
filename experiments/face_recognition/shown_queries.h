// Which queries the page of pictures shows.
#ifndef STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_SHOWN_QUERIES_H_
#define STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_SHOWN_QUERIES_H_

#include <string>
#include <vector>

#include "kernels/sparse/sparse_recognition.h"

namespace structlab::face_recognition {

struct ShownQuery {
  std::string name;  // "typical", "least sure" or "wrong"
  int query;

  bool operator==(const ShownQuery&) const = default;
};

// Of the rightly recognised queries the one in the middle by how sure they are, and the least sure one if
// there are two; then the first wrong one. Sure is whose second least residual is far above the least.
// `labels` has the subject of each query; at least two subjects have residuals.
std::vector<ShownQuery> ChooseShown(const std::vector<kernels::Recognition>& recognitions,
                                    const std::vector<int>& labels);

}  // namespace structlab::face_recognition

#endif  // STRUCTLAB_EXPERIMENTS_FACE_RECOGNITION_SHOWN_QUERIES_H_
