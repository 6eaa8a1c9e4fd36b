// Models, evidence and solutions in the formats of the UAI inference competitions.
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
// kData at file:line:column for everything that is wrong in it. A # at the beginning of a word begins a
// comment, up to the end of the line. Memory stays in proportion to the content,
// time is linear. Deterministic, thread-safe.

// A file that begins with MARKOV, or BAYES, of which the product is the same. It holds potentials whose
// product is maximised; the energies, which are minimised, are their -log. Potential 0 becomes +infinity
// exactly, and 1 becomes 0. Refused: potentials that are negative, NaN, infinite or underflow, tables whose
// size is not the product of the label counts, scopes that repeat a variable, and anything after the last
// table. A factor without variables becomes part of the constant. Equal tables are not shared.
FactorGraph ReadUai(const std::string& path);

// The potentials exp(-energy), whole file at once, safely (common/file.h). Each is the double whose -log is
// the energy if there is one, so that what ReadUai gave is read back to the same bits; otherwise the nearest
// one, whose energy differs by at most 1e-15 relative to max(1, |energy|), or above 708, where potentials
// lose digits, by exp(energy - 744.4). A constant that is not 0 is written as a factor without variables, or
// one for each 700 of it. Throws common::Error(kUsage) for a finite energy of a table outside -709.7..744.4,
// whose potential would not be a double, for a constant above 7 10^8, and kEnvironment if the file cannot be
// written.
void WriteUai(const FactorGraph& graph, const std::string& path);
std::string FormatUai(const FactorGraph& graph);

// Known labels: a number of observations and as many pairs of variable and label; in front may stand 1, the
// number of samples; a file of several is refused. The number 0 alone means no observation. Variables and
// labels are checked against the graph.
std::vector<Observation> ReadUaiEvidence(const std::string& path, const FactorGraph& graph);
void WriteUaiEvidence(std::span<const Observation> evidence, const std::string& path);

// The solution "MPE", number of variables, one label each. Of several solutions, which -BEGIN- separates, the
// last is read, as the format says; in front of the number may stand 1, the number of samples. The labeling
// is checked against the graph.
Labeling ReadUaiSolution(const std::string& path, const FactorGraph& graph);
void WriteUaiSolution(std::span<const Label> labeling, const std::string& path);
std::string FormatUaiSolution(std::span<const Label> labeling);

}  // namespace structlab::graphical_models

#endif  // STRUCTLAB_GRAPHICAL_MODELS_MODEL_FILES_UAI_FILE_H_
