#include "experiments/harness/report/panel.h"

#include "common/file.h"
#include "experiments/harness/report/plain_text.h"
#include "experiments/harness/report/png_file.h"

namespace structlab::harness {

std::string PanelFileName(const Figure& figure, size_t panel) {
  return FileNameFor(figure.id).append("+").append(std::to_string(panel + 1)).append(".png");
}

std::string DescribePanel(const Figure& figure, size_t panel) {
  return std::string("panel ")
      .append(std::to_string(panel + 1))
      .append(" of ")
      .append(figure.id)
      .append(" (")
      .append(figure.panels[panel].caption)
      .append(")");
}

void WritePanels(const std::vector<Figure>& figures, const std::string& folder) {
  for (const Figure& figure : figures) {
    for (size_t i = 0; i < figure.panels.size(); ++i) {
      // A torn picture after a power cut is seen to be one, and the next run writes it again.
      common::WriteFileAtomically(folder + "/" + PanelFileName(figure, i),
                                  EncodePng(figure.panels[i].picture, DescribePanel(figure, i)),
                                  common::Durability::kNothing);
    }
  }
}

}  // namespace structlab::harness
