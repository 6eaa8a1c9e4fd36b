// Readers and writers of models, evidence and solutions in the formats of the UAI inference competitions.
#ifndef STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_UAI_FILE_H_
#define STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_UAI_FILE_H_

#include <span>
#include <string>
#include <vector>

#include "graphical_models/model/conditioning.h"
#include "graphical_models/model/factor_graph.h"
#include "graphical_models/model/labeling.h"

namespace structlab::graphical_models {

// All readers take plain and gzip files and throw common::Error: kEnvironment if the file cannot be read,
// kData at file:line:column for any fault in it. A # at the beginning of a word starts a comment up to the
// end of the line. Memory stays in proportion to the content; linear time. Deterministic, thread-safe.

// Reads a MARKOV or BAYES file; for both, the model is the product of all potentials.
//
//     const FactorGraph graph = ReadUai("grid.uai");
//     const MapResult result = ChooseMapMethod(graph).minimize(graph, {}, {});
//     WriteUaiSolution(result.labeling, "grid.uai.MPE");
//
// The product is maximised; the energies, which are minimised, are -log of the potentials. Potential 0
// becomes exactly +infinity, and 1 becomes 0. A factor without variables is added to the constant. Equal
// tables are not shared. Throws for potentials that are negative, NaN, infinite or underflow, tables whose
// size is not the product of the label counts, scopes that repeat a variable, and anything after the last
// table.
FactorGraph ReadUai(const std::string& path);

// Writes the potentials exp(-energy), and replaces the file at once (common/file.h). Each potential is the
// double whose -log is the energy, if there is one, so that what ReadUai gave is read back bit for bit.
// Otherwise it is the nearest double; its energy differs by at most 1e-15 relative to max(1, |energy|) or,
// above 708, where potentials lose digits, by exp(energy - 744.4). A constant other than 0 becomes factors
// without variables: one, or one for each 700 of it. Throws common::Error(kUsage) for a finite energy of a
// table outside -709.7..744.4, whose potential would not be a double, and for a constant above 7 10^8;
// kEnvironment if the file cannot be written.
void WriteUai(const FactorGraph& graph, const std::string& path);
std::string FormatUai(const FactorGraph& graph);

// Known labels: the number of observations, then for each a variable and its label. The number of samples may
// come first if it is 1; a file of several samples is refused. The number 0 alone means no observation.
// Variables and labels are checked against the graph.
std::vector<Observation> ReadUaiEvidence(const std::string& path, const FactorGraph& graph);
void WriteUaiEvidence(std::span<const Observation> evidence, const std::string& path);

// A solution: "MPE", the number of variables, and one label for each. If there are several solutions,
// separated by -BEGIN-, the last one is read, as the format specifies. The number of samples, 1, may come
// before the number of variables. The labeling is checked against the graph.
Labeling ReadUaiSolution(const std::string& path, const FactorGraph& graph);
void WriteUaiSolution(std::span<const Label> labeling, const std::string& path);
std::string FormatUaiSolution(std::span<const Label> labeling);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_UAI_FILE_H_
