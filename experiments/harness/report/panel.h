// The pictures of figures, as files beside the package's page.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PANEL_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PANEL_H_

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/harness/report_model.h"

namespace structlab::harness {

// FileNameFor(figure.id), '+', the number of the panel from 1, ".png". No other file of a figure has this
// name: FileNameFor gives none with a '+'.
std::string PanelFileName(const Figure& figure, size_t panel);

// The panel in words, for errors: "panel 2 of figure_4 (ground truth)".
std::string DescribePanel(const Figure& figure, size_t panel);

// Writes each figure's pictures into the folder, which exists. Throws common::Error if a picture is none
// (kUsage, EncodePng) or a file cannot be written (kEnvironment).
void WritePanels(const std::vector<Figure>& figures, const std::string& folder);

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_PANEL_H_
