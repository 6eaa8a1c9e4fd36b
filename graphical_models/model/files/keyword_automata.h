// Cost functions of automata: the labels of the variables form a word that an automaton reads.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_AUTOMATA_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_AUTOMATA_H_

#include <string>

#include "graphical_models/model/files/keyword_function.h"

namespace structlab::graphical_models {

// sregular and sregulardp: the cost times the minimum number of labels to replace (metric var), or to
// replace, remove or insert (metric edit), until the automaton accepts the word; kForbidden if it accepts no
// word.
KeywordFunction ReadRegular(const std::string& keyword, KeywordParameters& parameters);

// wregular: the minimum sum of the costs of a first state, the transitions and a last state; kForbidden if
// there is none.
KeywordFunction ReadWeightedRegular(KeywordParameters& parameters);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_KEYWORD_AUTOMATA_H_
