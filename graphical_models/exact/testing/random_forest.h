// Random factor graphs without cycles.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_RANDOM_FOREST_H_
#define STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_RANDOM_FOREST_H_

#include "common/random_stream.h"
#include "graphical_models/model/factor_graph.h"

namespace structlab::graphical_models {

// Up to 6 variables of up to 3 labels and 8 factors of up to 3 variables each, in random order; some have no
// neighbour. Entries are integers from -20 to 20, or +infinity with the given probability. The same stream
// gives the same graph; the function advances it.
FactorGraph RandomForest(double infinite_probability, common::RandomStream& random);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_EXACT_TESTING_RANDOM_FOREST_H_
