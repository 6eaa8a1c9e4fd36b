#include "structured_learning/localization/detection/training_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "common/error.h"
#include "common/stop_point.h"
#include "structured_learning/localization/search/point_grid.h"

namespace structlab::structured_learning {
namespace {

// A model and each plane of its training have a number for each word: 2 MiB each.
constexpr int kMaxWords = 1 << 18;

std::optional<WordImage> ReadWords(const LocalizationSource& source, const LocalizationModel& model, int i) {
  if (source.points) return source.points(i);
  const std::optional<graphical_models::Image> image = source.image(i);
  if (!image) return std::nullopt;
  return WordsOf(*image, *model.book, source.name(i));
}

WordBook LearnBook(const LocalizationSource& source, const LocalizationTrainingOptions& options) {
  const auto read = [&](int i) {
    std::optional<graphical_models::Image> image = source.image(i);
    if (options.step) options.step("words");
    return image;
  };
  return LearnWordBook(source.size, read, WordOptionsOf(options));
}

}  // namespace

WordBookOptions WordOptionsOf(const LocalizationTrainingOptions& options) {
  WordBookOptions words = options.words;
  words.seed = options.run.seed;
  return words;
}

TrainingImages ReadTrainingImages(const LocalizationSource& source,
                                  const LocalizationTrainingOptions& options) {
  TrainingImages images;
  images.model.cells = options.cells;
  images.model.kernel = options.kernel;
  images.model.max_overlap = options.max_overlap;
  if (source.image) images.model.book = LearnBook(source, options);
  for (int i = 0; i < source.size; ++i) {
    common::StopPoint();
    if (std::optional<WordImage> words = ReadWords(source, images.model, i)) {
      const std::string name = source.name(i);
      const CellGrid grid(words->width, words->height, options.cells);
      std::vector<PixelBox> objects = source.objects(i), on_cells;
      for (const PixelBox& box : objects) {
        CheckBox(box, words->width, words->height, name);
        on_cells.push_back(grid.NearestCells(box));
      }
      images.num_objects += static_cast<int>(objects.size());
      if (NumWords(*words) > kMaxWords) {
        common::ThrowDataError(name, fmt::format("words below {}", kMaxWords),
                               std::to_string(NumWords(*words) - 1), "number the words that are used");
      }
      images.model.num_words = std::max(images.model.num_words, NumWords(*words));
      WordImage cells = grid.OnCells(*std::move(words));
      cells.points.shrink_to_fit();
      const PointGrid used(cells, name);  // refuses what could not be searched
      images.on_cells.push_back({name, std::move(cells), std::move(on_cells)});
      images.grids.push_back(grid);
      images.objects.push_back(std::move(objects));
    }
    if (options.step) options.step(fmt::format("image {} of {}", i + 1, source.size));
  }
  if (images.model.book) images.model.num_words = images.model.book->num_words();
  images.model.num_words = std::max(images.model.num_words, 1);
  if (images.on_cells.empty()) common::ThrowDataError("images", "at least one", "none");
  if (images.num_objects == 0) {
    common::ThrowDataError("boxes", "an image with an object", "none",
                           "give the true boxes of the objects; without them there is nothing to learn");
  }
  return images;
}

}  // namespace structlab::structured_learning
