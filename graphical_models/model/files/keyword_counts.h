// Cost functions of the numbers of times that labels occur.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_COUNTS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_COUNTS_H_

#include <cstddef>
#include <optional>
#include <string>

#include "graphical_models/model/files/keyword_function.h"

namespace structlab::graphical_models {

// Reads salldiff, salldiffdp, walldiff; sgcc, sgccdp, wgcc; ssame, wsame, wsamegcc; samong, samongdp, wamong,
// wvaramong. Returns nothing for other keywords.
std::optional<KeywordFunction> ReadFunctionOfCounts(const std::string& keyword, size_t num_variables,
                                                    KeywordParameters& parameters);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_COUNTS_H_
