#include "registration/volumes/overlap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/testing/message_of.h"
#include "common/testing/scratch_folder.h"
#include "registration/volumes/distance_transform.h"
#include "registration/volumes/landmark_file.h"
#include "registration/volumes/testing/random_volumes.h"

namespace structlab::registration {
namespace {

using common::ErrorKind;
using common::MessageOf;
using testing::HasSubstr;

TEST(DistanceTransform, EqualsBruteForce) {
  common::ThreadPool pool(2);
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    common::RandomStream random(seed, "mask");
    const Geometry geometry =
        seed % 4 == 0 ? ObliqueGeometry2D(19, 13, seed)
                      : ObliqueGeometry({1 + static_cast<int64_t>(random.UniformIndex(20)), 9, 7}, seed);
    Mask mask(geometry);
    const double share = random.Uniform(0, 0.1);
    for (uint8_t& value : mask.values) value = random.Uniform() < share ? 1 : 0;
    const Image found = DistanceTransform(mask, pool);
    for (size_t i = 0; i < mask.values.size(); ++i) {
      double nearest = std::numeric_limits<double>::infinity();
      const Point here = geometry.PointOf(geometry.IndexAt(static_cast<int64_t>(i)).cast<double>());
      for (size_t j = 0; j < mask.values.size(); ++j) {
        if (mask.values[j] == 0) continue;
        nearest = std::min(
            nearest,
            (geometry.PointOf(geometry.IndexAt(static_cast<int64_t>(j)).cast<double>()) - here).norm());
      }
      if (std::isinf(nearest)) {
        EXPECT_TRUE(std::isinf(found.values[i]));
      } else {
        EXPECT_NEAR(found.values[i], nearest, 1e-5 * (1 + nearest));
      }
    }
  }
}

TEST(DistanceTransform, HasTheSameBitsOnSeveralThreads) {
  common::ThreadPool one(1), four(4);
  Mask mask(ObliqueGeometry({40, 33, 21}, 1));
  common::RandomStream random(1, "mask");
  for (uint8_t& value : mask.values) value = random.Uniform() < 0.01 ? 1 : 0;
  EXPECT_EQ(DistanceTransform(mask, one).values, DistanceTransform(mask, four).values);
}

// Blobs, by labels that are constant on a coarse grid.
LabelMap Blobs(const Geometry& geometry, int32_t num_labels, uint64_t seed) {
  const LabelMap coarse = RandomLabels(ObliqueGeometry({4, 4, 4}, 1), num_labels, seed);
  LabelMap labels(geometry);
  for (size_t i = 0; i < labels.values.size(); ++i) {
    const VoxelIndex index = geometry.IndexAt(static_cast<int64_t>(i));
    labels.values[i] = coarse.at(index[0] / 3, index[1] / 3, index[2] / 3);
  }
  return labels;
}

std::vector<Point> BruteSurface(const LabelMap& labels, int32_t label) {
  std::vector<Point> surface;
  const VoxelIndex& size = labels.geometry.size;
  for (int64_t i = 0; i < labels.geometry.num_voxels(); ++i) {
    const VoxelIndex index = labels.geometry.IndexAt(i);
    if (labels.values[i] != label) continue;
    bool inner = true;
    for (int axis = 0; axis < labels.geometry.dimension; ++axis) {
      for (const int64_t step : {-1, 1}) {
        VoxelIndex other = index;
        other[axis] += step;
        inner &=
            other[axis] >= 0 && other[axis] < size[axis] && labels.at(other[0], other[1], other[2]) == label;
      }
    }
    if (!inner) surface.push_back(labels.geometry.PointOf(index.cast<double>()));
  }
  return surface;
}

std::vector<double> BruteDistances(const std::vector<Point>& from, const std::vector<Point>& to) {
  std::vector<double> distances;
  for (const Point& a : from) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Point& b : to) nearest = std::min(nearest, (a - b).norm());
    distances.push_back(nearest);
  }
  std::ranges::sort(distances);
  return distances;
}

double Percentile95(const std::vector<double>& sorted) {
  const double place = 0.95 * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(place);
  const double above = sorted[std::min(below + 1, sorted.size() - 1)];
  return sorted[below] + (place - std::floor(place)) * (above - sorted[below]);
}

TEST(Overlap, EqualsBruteForce) {
  common::ThreadPool pool(2);
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    const Geometry geometry =
        seed == 4 ? ObliqueGeometry2D(12, 11, seed) : ObliqueGeometry({12, 11, 10}, seed);
    const LabelMap a = Blobs(geometry, 3, seed), b = Blobs(geometry, 3, seed + 100);
    const Agreement found = CompareLabels(a, b, pool);
    ASSERT_EQ(found.labels.size(), 2u);
    double sum = 0;
    for (const LabelAgreement& one : found.labels) {
      const auto in_a = std::ranges::count(a.values, one.label),
                 in_b = std::ranges::count(b.values, one.label);
      int64_t common = 0;
      for (size_t i = 0; i < a.values.size(); ++i)
        common += a.values[i] == one.label && b.values[i] == one.label ? 1 : 0;
      EXPECT_EQ(one.num_reference, in_a);
      EXPECT_EQ(one.num_other, in_b);
      EXPECT_EQ(one.num_common, common);
      EXPECT_DOUBLE_EQ(one.dice, 2 * static_cast<double>(common) / static_cast<double>(in_a + in_b));
      const auto surface_a = BruteSurface(a, one.label), surface_b = BruteSurface(b, one.label);
      const auto from_a = BruteDistances(surface_a, surface_b), from_b = BruteDistances(surface_b, surface_a);
      double total = 0;
      for (const double d : from_a) total += d;
      for (const double d : from_b) total += d;
      EXPECT_NEAR(one.average_surface_distance, total / static_cast<double>(from_a.size() + from_b.size()),
                  1e-5);
      EXPECT_NEAR(one.hausdorff95, std::max(Percentile95(from_a), Percentile95(from_b)), 1e-5);
      sum += one.dice;
    }
    EXPECT_DOUBLE_EQ(found.mean_dice, sum / 2);
    EXPECT_EQ(found.num_in_one, 0);
  }
}

TEST(Overlap, OfAMapWithItselfIsPerfect) {
  common::ThreadPool pool(1);
  const LabelMap labels = Blobs(ObliqueGeometry({12, 11, 10}, 1), 4, 1);
  const Agreement found = CompareLabels(labels, labels, pool);
  EXPECT_EQ(found.mean_dice, 1);
  EXPECT_EQ(found.mean_average_surface_distance, 0);
  EXPECT_EQ(found.mean_hausdorff95, 0);
}

// A cube that is moved by two voxels of 2.1 mm.
TEST(Overlap, OfAShiftIsTheShift) {
  common::ThreadPool pool(1);
  LabelMap a(ObliqueGeometry({12, 12, 12}, 2)), b = a;
  for (int64_t i = 2; i < 8; ++i) {
    for (int64_t j = 2; j < 8; ++j) a.at(i, j, 3) = b.at(i, j, 5) = 7;
  }
  const Agreement found = CompareLabels(a, b, pool);
  EXPECT_EQ(found.labels[0].dice, 0);
  EXPECT_NEAR(found.labels[0].average_surface_distance, 4.2, 1e-5);
  EXPECT_NEAR(found.labels[0].hausdorff95, 4.2, 1e-5);
}

// The background counts like any label if it is asked for.
TEST(Overlap, ComparesTheBackgroundOnRequest) {
  common::ThreadPool pool(1);
  const LabelMap a = Blobs(ObliqueGeometry({11, 10, 9}, 3), 3, 1), b = Blobs(a.geometry, 3, 2);
  int64_t in_a = 0, in_b = 0, in_both = 0;
  for (size_t i = 0; i < a.values.size(); ++i) {
    in_a += a.values[i] == 0 ? 1 : 0;
    in_b += b.values[i] == 0 ? 1 : 0;
    in_both += a.values[i] == 0 && b.values[i] == 0 ? 1 : 0;
  }
  ASSERT_GT(in_both, 0);
  const LabelAgreement found = CompareLabels(a, b, pool, {.labels = {0}}).labels[0];
  EXPECT_EQ(found.num_reference, in_a);
  EXPECT_EQ(found.num_other, in_b);
  EXPECT_EQ(found.num_common, in_both);
  EXPECT_DOUBLE_EQ(found.dice, 2.0 * static_cast<double>(in_both) / static_cast<double>(in_a + in_b));
  // The same labels under another number have the same distances.
  LabelMap c = a, d = b;
  for (LabelMap* map : {&c, &d}) {
    for (int32_t& label : map->values) label = label == 0 ? 9 : label;
  }
  const LabelAgreement renamed = CompareLabels(c, d, pool, {.labels = {9}}).labels[0];
  EXPECT_EQ(found.average_surface_distance, renamed.average_surface_distance);
  EXPECT_EQ(found.hausdorff95, renamed.hausdorff95);
}

TEST(Overlap, LabelsOfOneMapHaveDiceZeroAndNoDistance) {
  common::ThreadPool pool(1);
  LabelMap a(ObliqueGeometry({4, 4, 4}, 2)), b = a;
  a.values[3] = b.values[3] = 1;
  a.values[9] = 2;
  b.values[8] = 5;
  const Agreement found = CompareLabels(a, b, pool);
  ASSERT_EQ(found.labels.size(), 3u);
  EXPECT_EQ(found.labels[1].label, 2);
  EXPECT_EQ(found.labels[1].dice, 0);
  EXPECT_TRUE(std::isnan(found.labels[1].hausdorff95));
  EXPECT_TRUE(std::isnan(found.labels[2].average_surface_distance));
  EXPECT_EQ(found.num_in_one, 2);
  EXPECT_DOUBLE_EQ(found.mean_dice, 1.0 / 3);
  EXPECT_EQ(found.mean_hausdorff95, 0);
  const Agreement chosen = CompareLabels(a, b, pool, {.distances = false, .labels = {9, 1, 1}});
  ASSERT_EQ(chosen.labels.size(), 2u);
  EXPECT_TRUE(std::isnan(chosen.labels[1].dice));
  EXPECT_TRUE(std::isnan(chosen.labels[0].hausdorff95));
  EXPECT_EQ(chosen.mean_dice, 1);
  EXPECT_EQ(chosen.num_in_one, 0);

  const LabelMap elsewhere(ObliqueGeometry({4, 4, 3}, 2));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { CompareLabels(a, elsewhere, pool); }),
              HasSubstr("label maps: expected 4x4x4 voxels of 0.8x1.3x2.1 mm"));
}

TEST(Landmarks, ErrorIsTheDistanceOfPairs) {
  const std::vector<Point> a = {{0, 0, 0}, {1, 1, 1}, {5, 0, 0}}, b = {{0, 3, 4}, {1, 1, 1}, {5, 0, 1}};
  const LandmarkError error = CompareLandmarks(a, b);
  EXPECT_EQ(error.distances, std::vector<double>({5, 0, 1}));
  EXPECT_EQ(error.mean, 2);
  EXPECT_EQ(error.median, 1);
  EXPECT_EQ(error.max, 5);
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { CompareLandmarks(a, {}); }),
              HasSubstr("expected 3 points in both files, found 0"));
  EXPECT_TRUE(std::isnan(CompareLandmarks({}, {}).mean));
}

class LandmarkFileTest : public testing::Test {
 protected:
  std::string Put(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() + "/" + name) << text;
    return folder_.path() + "/" + name;
  }
  const common::ScratchFolder folder_{"landmarks"};
};

TEST_F(LandmarkFileTest, ReadsCsvWithAndWithoutNames) {
  for (const std::string text : {"1,2,3\n-4,5.5,6\n", "x,y,z\n1,2,3\n-4,5.5,6",
                                 "# points\nlabel, Z ,y,x\r\np,3,2,1\r\n\nq,6,5.5,-4\n"}) {
    const std::vector<Landmark> found = ReadLandmarks(Put("a.csv", text));
    ASSERT_EQ(found.size(), 2u) << text;
    EXPECT_EQ(found[0].point, Point(1, 2, 3));
    EXPECT_EQ(found[1].point, Point(-4, 5.5, 6));
    EXPECT_EQ(found[1].name, text[0] == '#' ? "q" : "");
  }
  EXPECT_EQ(ReadLandmarks(Put("flat.csv", "1,2\n"))[0].point, Point(1, 2, 0));
  EXPECT_EQ(ReadLandmarks(Put("named.csv", "1,2,3,tip\n"))[0].name, "tip");
  // The first of four numbers may be an index.
  EXPECT_THAT(
      MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("f.csv", "0,1,2,3\n")); }),
      HasSubstr(
          "f.csv:1: expected two or three numbers, or three and a name, found 4 cells; name the columns"));
  for (const std::string text : {"", "\n", "x,y,z\n", "# nothing\n"}) {
    EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("empty.csv", text)); }),
                HasSubstr("empty.csv: expected at least one point, found none"));
  }
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("b.csv", "1,2,3\n1,a,3\n")); }),
              HasSubstr("b.csv:2: expected a number of mm as y, found 'a'"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("c.csv", "1\n")); }),
              HasSubstr("c.csv:1: expected a number of mm as y, found nothing"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("d.csv", "a,b,c\n1,2,3\n")); }),
              HasSubstr("columns named x, y and z"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("e.csv", "1,nan,3\n")); }),
              HasSubstr("found 'nan'"));
}

TEST_F(LandmarkFileTest, ReadsTheVariantsOfTables) {
  for (const std::string text :
       {"1;-2.5;3\n4;5;6\n", "1;-2,5;3\n4;5;6\n", "1\t-2.5\t3\n4\t5\t6\n", "1\t-2,5\t3\n4\t5\t6\n",
        "1 -2.5  3\n 4 5 6 \n", "\"1\",\"-2.5\",\"3\"\n4,5,6\n", "x;y;z\n1;-2,5;3\n4;5;6\n",
        "\"x\" \"y\" \"z\"\n1 -2.5 3\n4 5 6\n", "point\n2\n1 -2.5 3\n4 5 6\n"}) {
    const std::vector<Landmark> found = ReadLandmarks(Put("a.txt", text));
    ASSERT_EQ(found.size(), 2u) << text;
    EXPECT_EQ(found[0].point, Point(1, -2.5, 3)) << text;
    EXPECT_EQ(found[1].point, Point(4, 5, 6)) << text;
  }
  const std::vector<Landmark> named =
      ReadLandmarks(Put("b.csv", "label,x,y,z\n\"the \"\"left\"\" ear, top\",1,2,3\n\"b\" , 4,5,6\n"));
  EXPECT_EQ(named[0].name, "the \"left\" ear, top");
  EXPECT_EQ(named[1].name, "b");
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("c.csv", "\"a,1,2,3\n")); }),
              HasSubstr("c.csv:1: expected a second quotation mark"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("c.txt", "index\n1\n1 2 3\n")); }),
              HasSubstr("expected points in mm"));
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("c.txt", "point\n3\n1 2 3\n")); }),
              HasSubstr("expected 3 points, found 1"));
}

TEST_F(LandmarkFileTest, ReadsMarkupsOfSlicer) {
  const auto markups = [](const std::string& system, const std::string& points,
                          const std::string& more = "") {
    return R"({"@schema": "markups", "markups": [{"type": "Fiducial", "coordinateSystem": ")" + system +
           R"(", )" + more + R"( "controlPoints": [)" + points + "]}]}";
  };
  const std::string point =
      R"({"id": "1", "label": "F, 1", "position": [1, 2.5, -3], "positionStatus": "defined"})";
  for (const std::string system : {"LPS", "RAS"}) {
    const Landmark found = ReadLandmarks(Put("a.mrk.json", markups(system, point)))[0];
    EXPECT_EQ(found.point, system == "LPS" ? Point(1, 2.5, -3) : Point(-1, -2.5, -3));
    EXPECT_EQ(found.name, "F, 1");
  }
  EXPECT_EQ(
      ReadLandmarks(Put("mm.mrk.json", markups("LPS", point, R"("coordinateUnits": "mm",)")))[0].point[0], 1);
  const auto message = [&](const std::string& text) {
    return MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("b.mrk.json", text)); });
  };
  EXPECT_THAT(message(markups("IJK", point)),
              HasSubstr("coordinateSystem: expected the coordinate system LPS or RAS"));
  EXPECT_THAT(message(markups("LPS", point, R"("coordinateUnits": "cm",)")),
              HasSubstr("expected mm, found \"cm\""));
  EXPECT_THAT(message(markups("LPS", "")), HasSubstr("expected at least one point"));
  EXPECT_THAT(message(markups("LPS", R"({"label": "a", "position": [0, 0], "positionStatus": "defined"})")),
              HasSubstr("b.mrk.json: point 1: expected a position of three numbers"));
  EXPECT_THAT(
      message(markups("LPS", R"({"label": "a", "position": [0, 0, 0], "positionStatus": "undefined"})")),
      HasSubstr("found undefined; place the point, or remove it"));
  EXPECT_THAT(message("{\"markups\": ["), HasSubstr("expected markups of 3D Slicer in JSON"));
  for (const std::string text : {"[]", "{}", "1", R"({"markups": []})", R"({"markups": [1]})"})
    EXPECT_NE(message(text), "");
}

TEST_F(LandmarkFileTest, ReadsFcsvInItsCoordinateSystem) {
  const std::string rest =
      "# columns = "
      "id,x,y,z,ow,ox,oy,oz,vis,sel,lock,label,desc,associatedNodeID\n1,1,2,3,0,0,0,1,1,1,0,F-1,,\n";
  for (const std::string system : {"LPS", "1"}) {
    EXPECT_EQ(ReadLandmarks(Put("a.fcsv", "# CoordinateSystem = " + system + "\n" + rest))[0].point,
              Point(1, 2, 3));
  }
  for (const std::string system : {"RAS", "0"}) {
    const Landmark found = ReadLandmarks(Put("b.fcsv", "# CoordinateSystem = " + system + "\n" + rest))[0];
    EXPECT_EQ(found.point, Point(-1, -2, 3));
    EXPECT_EQ(found.name, "F-1");
  }
  EXPECT_THAT(MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("c.fcsv", rest)); }),
              HasSubstr("c.fcsv:2: expected a line \"# CoordinateSystem = LPS\""));
  EXPECT_THAT(
      MessageOf(ErrorKind::kData, [&] { ReadLandmarks(Put("d.fcsv", "# CoordinateSystem = IJK\n")); }),
      HasSubstr("d.fcsv:1: expected the coordinate system LPS or RAS, found 'IJK'"));
}

TEST_F(LandmarkFileTest, ReadsBackWhatIsWritten) {
  const std::vector<Landmark> landmarks = {
      {{0.1, -2, 1.0 / 3}, "nose"}, {{1e-9, 7, 3}, ""}, {{1, 2, 3}, "a, \"b\""}};
  for (const std::string name : {"x.csv", "x.fcsv"}) {
    const std::string path = folder_.path() + "/" + name;
    WriteLandmarks(landmarks, path);
    const std::vector<Landmark> found = ReadLandmarks(path);
    ASSERT_EQ(found.size(), 3u);
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(found[i].point, landmarks[i].point);
      EXPECT_EQ(found[i].name, landmarks[i].name);
    }
  }
  EXPECT_THAT(MessageOf(ErrorKind::kUsage,
                        [&] {
                          WriteLandmarks({{{0, 0, 0}, "a\nb"}}, folder_.path() + "/y.csv");
                        }),
              HasSubstr("names of landmarks without line breaks"));
}

}  // namespace
}  // namespace structlab::registration
