// Cost functions of words: the labels of the variables, as an automaton reads them.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_AUTOMATA_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_AUTOMATA_H_

#include <string>

#include "graphical_models/model/files/keyword_function.h"

namespace structlab::graphical_models {

// sregular and sregulardp: the cost times how many labels must be replaced (metric var), or replaced, removed
// or inserted (metric edit), until the automaton accepts the word; kForbidden if it accepts none.
KeywordFunction ReadRegular(const std::string& keyword, KeywordParameters& parameters);

// wregular: the least sum of the costs of a first state, transitions and a last state; kForbidden without.
KeywordFunction ReadWeightedRegular(KeywordParameters& parameters);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_AUTOMATA_H_
