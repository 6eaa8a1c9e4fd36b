#include "structured_learning/localization/detection/cell_grid.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "structured_learning/localization/search/random_word_images.h"

namespace structlab::structured_learning {
namespace {

TEST(CellGrid, HasAboutSquareCells) {
  for (const auto& [width, height, cells, columns, rows] :
       {std::array{320, 240, 32, 32, 24}, std::array{240, 320, 32, 24, 32}, std::array{300, 10, 20, 20, 1},
        std::array{300, 2, 20, 20, 1}, std::array{12, 7, 32, 12, 7}, std::array{500, 400, 0, 500, 400},
        std::array{1, 1, 32, 1, 1}}) {
    const CellGrid grid(width, height, cells);
    EXPECT_EQ(grid.columns(), columns) << width << " x " << height;
    EXPECT_EQ(grid.rows(), rows) << width << " x " << height;
  }
}

TEST(CellGrid, WithACellForEachPixelChangesNothing) {
  const WordImage image = RandomWordImage(5, {.max_side = 20});
  const CellGrid grid(image.width, image.height, 100);
  EXPECT_EQ(grid.OnCells(image), image);
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const PixelBox box = RandomBox(seed, image.width, image.height);
    EXPECT_EQ(grid.NearestCells(box), box);
    EXPECT_EQ(grid.PixelsOf(box), box);
  }
}

// Each pixel is in the cell whose pixels contain it, and cells cover the image without overlap.
TEST(CellGrid, CellsPartitionTheImage) {
  for (const auto& [width, height, cells] :
       {std::array{37, 23, 8}, std::array{100, 64, 7}, std::array{9, 31, 30}, std::array{320, 240, 32}}) {
    const CellGrid grid(width, height, cells);
    int next = 0;
    for (int column = 0; column < grid.columns(); ++column) {
      const PixelBox pixels = grid.PixelsOf({column, 0, column, grid.rows() - 1});
      EXPECT_EQ(pixels.left, next);
      EXPECT_GE(pixels.right, pixels.left);
      EXPECT_EQ(pixels.top, 0);
      EXPECT_EQ(pixels.bottom, height - 1);
      for (int x = pixels.left; x <= pixels.right; ++x) {
        const WordImage one{width, height, {{static_cast<uint16_t>(x), 0, 3}}};
        const WordImage on_cells = grid.OnCells(one);
        EXPECT_EQ(on_cells.points[0], (WordPoint{static_cast<uint16_t>(column), 0, 3}));
        EXPECT_EQ(on_cells.width, grid.columns());
      }
      next = pixels.right + 1;
    }
    EXPECT_EQ(next, width);
  }
}

TEST(CellGrid, NearestCellsHaveTheNearestBorders) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    const int width = 40 + static_cast<int>(seed % 37), height = 30 + static_cast<int>(seed % 23);
    const CellGrid grid(width, height, 9);
    const PixelBox box = RandomBox(seed, width, height), cells = grid.NearestCells(box);
    ASSERT_LE(cells.left, cells.right);
    ASSERT_LE(cells.top, cells.bottom);
    ASSERT_GE(cells.left, 0);
    ASSERT_LT(cells.right, grid.columns());
    EXPECT_EQ(grid.NearestCells(grid.PixelsOf(cells)), cells);
    if (cells.left == cells.right) continue;
    const auto distance = [&](int column) {
      return std::abs(static_cast<double>(column) * width / grid.columns() - box.left);
    };
    for (int column = 0; column <= grid.columns(); ++column) {
      EXPECT_LE(distance(cells.left), distance(column) + 1e-9);
    }
  }
}

}  // namespace
}  // namespace structlab::structured_learning
