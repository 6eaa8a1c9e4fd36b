// The built-in minimisers (map_methods.h), before their results are checked.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_METHODS_OWN_MAP_METHODS_H_
#define STRUCTLAB_GRAPHICAL_MODELS_METHODS_OWN_MAP_METHODS_H_

#include <vector>

#include "graphical_models/methods/map_methods.h"

namespace structlab::graphical_models {

// Exact ones first.
std::vector<MapMethod> BuiltInMapMethods();

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_METHODS_OWN_MAP_METHODS_H_
