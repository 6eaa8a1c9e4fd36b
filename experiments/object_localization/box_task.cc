#include "experiments/object_localization/box_task.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "experiments/datasets/objects/manmade.h"
#include "experiments/datasets/objects/pasted_scenes.h"
#include "experiments/datasets/objects/weizmann_horses.h"
#include "experiments/object_localization/protocol.h"
#include "structured_learning/localization/words/word_book.h"

namespace structlab::object_localization {

using namespace structured_learning;

namespace {

struct Photo {
  graphical_models::Image image = {};
  std::vector<PixelBox> objects = {};
};

// One half of the horses and then of the other photographs, read one by one.
class PhotoHalf {
 public:
  PhotoHalf(const BoxTaskOptions& options, const std::string& horses, const std::string& manmade,
            bool is_test)
      : options_(options),
        horses_(horses),
        manmade_(manmade),
        grounds_(is_test ? datasets::ManmadePhotos::Test() : datasets::ManmadePhotos::Training()),
        is_test_(is_test) {}

  int size() const { return options_.num_horses / 2 + options_.num_others / 2; }

  Photo Read(int i) const {
    const int half = options_.num_horses / 2;
    // Other photographs come from the end of the list, grounds of scenes from its beginning.
    if (i >= half) return {.image = manmade_.Read(grounds_[grounds_.size() - 1 - (i - half)]).image};
    const int index = is_test_ ? horses_.size() / 2 + i : i;
    datasets::Horse horse = horses_.Read(index);
    if (options_.dataset == kScenes) {
      horse = datasets::PasteInto(manmade_.Read(grounds_[i]).image, horse, static_cast<uint64_t>(index));
    }
    return {.image = std::move(horse.image), .objects = {horse.box}};
  }

 private:
  const BoxTaskOptions& options_;
  datasets::Horses horses_;
  datasets::ManmadePhotos manmade_;
  std::vector<int> grounds_;
  bool is_test_;
};

BoxImages WordsOfAll(const PhotoHalf& photos, const WordBook& book, int cells) {
  BoxImages images;
  for (int i = 0; i < photos.size(); ++i) {
    const Photo photo = photos.Read(i);
    const CellGrid grid(photo.image.width, photo.image.height, cells);
    LocalizationImage image{.name = std::to_string(i), .words = grid.OnCells(WordsOf(photo.image, book))};
    for (const PixelBox& box : photo.objects) image.objects.push_back(grid.NearestCells(box));
    images.on_cells.push_back(std::move(image));
    images.grids.push_back(grid);
    images.sizes.push_back({0, 0, photo.image.width - 1, photo.image.height - 1});
    images.truths.push_back(photo.objects);
  }
  return images;
}

}  // namespace

BoxTask LoadBoxTask(const BoxTaskOptions& options, const std::string& horses_folder,
                    const std::string& manmade_folder, uint64_t seed) {
  const PhotoHalf train(options, horses_folder, manmade_folder, /*is_test=*/false);
  const PhotoHalf test(options, horses_folder, manmade_folder, /*is_test=*/true);
  WordBookOptions words;
  words.num_words = options.num_words;
  words.seed = seed;
  const WordBook book = LearnWordBook(
      train.size(), [&](int i) { return std::optional(train.Read(i).image); }, words);
  return {.train = WordsOfAll(train, book, options.cells),
          .test = WordsOfAll(test, book, options.cells),
          .num_words = book.num_words()};
}

harness::Picture DrawFinds(const BoxTaskOptions& options, const std::string& horses_folder,
                           const std::string& manmade_folder, const BoxTask& task,
                           const std::vector<FoundObject>& found) {
  constexpr int kShown = 6, kTile = 160, kGap = 6;
  const int shown = std::min(kShown, task.test.size());
  harness::Picture picture = {.width = shown * (kTile + kGap) - kGap, .height = kTile};
  picture.values.assign(static_cast<size_t>(picture.width) * kTile, 128);
  const PhotoHalf photos(options, horses_folder, manmade_folder, /*is_test=*/true);
  for (int i = 0; i < shown; ++i) {
    const graphical_models::Image image = photos.Read(i).image;
    const double scale = static_cast<double>(std::max(image.width, image.height)) / kTile;
    const auto is_on = [&](const PixelBox& box, int x, int y) {
      const int left = static_cast<int>(box.left / scale), right = static_cast<int>(box.right / scale);
      const int top = static_cast<int>(box.top / scale), bottom = static_cast<int>(box.bottom / scale);
      const bool is_inside = x >= left && x <= right && y >= top && y <= bottom;
      return is_inside && (x < left + 2 || x > right - 2 || y < top + 2 || y > bottom - 2);
    };
    for (int y = 0; y < kTile; ++y) {
      for (int x = 0; x < kTile; ++x) {
        const int from_x = static_cast<int>(x * scale), from_y = static_cast<int>(y * scale);
        if (from_x >= image.width || from_y >= image.height) continue;
        const auto color =
            graphical_models::ColorOf(image, static_cast<size_t>(from_y) * image.width + from_x);
        int grey = (color[0] + 2 * color[1] + color[2]) / 4;
        for (const PixelBox& box : task.test.truths[i]) grey = is_on(box, x, y) ? 255 : grey;
        if (found[i] && is_on(*found[i], x, y)) grey = 0;
        picture.values[static_cast<size_t>(y) * picture.width + i * (kTile + kGap) + x] =
            static_cast<uint8_t>(grey);
      }
    }
  }
  return picture;
}

BoxMeasures MeasureFinds(const BoxImages& images, const std::vector<FoundObject>& found,
                         const std::vector<int>& chosen) {
  std::vector<FoundInImage> all;
  for (const int i : chosen) {
    all.push_back({.truths = images.truths[i]});
    if (found[i]) all.back().found = {{*found[i], 1}};
  }
  return MeasureBoxes(all);
}

std::vector<FoundObject> MeanBoxes(const BoxTask& task) {
  double sums[4] = {}, count = 0;
  for (int i = 0; i < task.train.size(); ++i) {
    const double width = task.train.sizes[i].right + 1, height = task.train.sizes[i].bottom + 1;
    for (const PixelBox& box : task.train.truths[i]) {
      sums[0] += box.left / width, sums[1] += box.top / height;
      sums[2] += (box.right + 1) / width, sums[3] += (box.bottom + 1) / height;
      ++count;
    }
  }
  std::vector<FoundObject> boxes;
  for (int i = 0; i < task.test.size(); ++i) {
    const double width = task.test.sizes[i].right + 1, height = task.test.sizes[i].bottom + 1;
    const auto at = [&](int side, double length) {
      return static_cast<int>(std::lround(sums[side] / count * length));
    };
    boxes.push_back(PixelBox{at(0, width), at(1, height), at(2, width) - 1, at(3, height) - 1});
  }
  return boxes;
}

}  // namespace structlab::object_localization
