#include "experiments/datasets/penguin_input.h"

#include "common/number.h"
#include "experiments/datasets/mrf_denoising.h"
#include "experiments/datasets/resolve.h"

namespace structlab::datasets {

harness::DatasetSource PenguinInputSource(const std::string& package) {
  return {.name = kPenguinInput, .resolve = [package](const std::string& data_folder) {
            harness::Dataset found = SourceOf("mrf-denoising", package).resolve(data_folder);
            found.name = kPenguinInput;
            const Spoiling spoiling;
            found.checksums.push_back({"noise", "deviation " + common::FormatDouble(spoiling.noise) +
                                                    ", seed " + std::to_string(spoiling.seed)});
            found.checksums.push_back({"bar", std::to_string(spoiling.rows) + " rows from row " +
                                                  std::to_string(spoiling.first_row)});
            if (found.origin == harness::DataOrigin::kReal) {
              found.origin = harness::DataOrigin::kSubstitute;
              found.note = "the clean penguin with noise and a missing bar of ours; " + found.note;
            }
            return found;
          }};
}

}  // namespace structlab::datasets
