// Random records of cases, for tests of what is stored, and their comparison bit by bit.
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RANDOM_RECORD_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RANDOM_RECORD_H_

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "common/random_stream.h"
#include "experiments/harness/run/recorder.h"

namespace structlab::harness {

// One in four is a number that is easily lost: NaN, an infinity, -0, the smallest denormal and others.
inline double RandomNumber(common::RandomStream& random) {
  using Limits = std::numeric_limits<double>;
  const double odd[] = {Limits::quiet_NaN(),  Limits::infinity(), -Limits::infinity(), -0.0,
                        Limits::denorm_min(), -Limits::min() / 3, Limits::max(),       0.1 + 0.2};
  return random.UniformIndex(4) == 0 ? odd[random.UniformIndex(8)]
                                     : std::exp(9 * random.Normal()) * random.Normal();
}

inline std::vector<double> RandomNumbers(common::RandomStream& random, uint64_t max_count) {
  std::vector<double> numbers(random.UniformIndex(max_count + 1));
  for (double& number : numbers) number = RandomNumber(random);
  return numbers;
}

// Noise or two levels, so that some compress well; some are too small to be compressed.
inline Picture RandomPicture(common::RandomStream& random) {
  Picture picture;
  picture.width = 1 + static_cast<int>(random.UniformIndex(90));
  picture.height = 1 + static_cast<int>(random.UniformIndex(90));
  picture.channels = random.UniformIndex(2) == 0 ? 1 : 3;
  picture.values.resize(static_cast<size_t>(picture.width * picture.height * picture.channels));
  const uint64_t levels = random.UniformIndex(2) == 0 ? 2 : 256;
  for (uint8_t& value : picture.values) value = static_cast<uint8_t>(random.UniformIndex(levels));
  return picture;
}

// Values and curves under keys with signs that files treat specially; some cases record nothing, some refuse.
inline Record RandomRecord(common::RandomStream& random, bool with_pictures_and_files) {
  Case c{.name = "n", .dataset = "data set \xc3\xa4", .method = "a\tb\\n#"};
  Recorder recorder(c);
  if (random.UniformIndex(8) == 0) {
    recorder.Refuse("no");
    return recorder.record();
  }
  for (uint64_t i = random.UniformIndex(6); i > 0; --i) {
    recorder.Value(
        "table " + std::to_string(i), "metric", RandomNumber(random),
        {.setting = Setting{{"k", std::to_string(i)}, {"text", "a=b, c"}}, .unit = i % 2 == 0 ? "s" : ""});
  }
  for (uint64_t i = random.UniformIndex(4); i > 0; --i) {
    const std::vector<double> x = RandomNumbers(random, 500);
    std::vector<double> y = x;
    for (double& number : y) number = RandomNumber(random);
    recorder.Curve("figure", "curve " + std::to_string(i), x, y);
  }
  if (!with_pictures_and_files) return recorder.record();
  for (uint64_t i = random.UniformIndex(3); i > 0; --i)
    recorder.Picture("figure", std::to_string(i), RandomPicture(random));
  for (uint64_t i = random.UniformIndex(3); i > 0; --i)
    recorder.Note("a note\twith \"signs\"\n" + std::to_string(i));
  for (uint64_t i = random.UniformIndex(3); i > 0; --i) {
    recorder.File("file" + std::to_string(i), std::string(random.UniformIndex(5000), 'm') + "\n");
  }
  return recorder.record();
}

// The payload of a NaN is not kept.
inline bool IsSame(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

inline bool IsSame(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return IsSame(x, y); });
}

inline void ExpectSame(const Record& a, const Record& b) {
  ASSERT_EQ(a.values.size(), b.values.size());
  for (size_t i = 0; i < a.values.size(); ++i) {
    EXPECT_EQ(a.values[i].key, b.values[i].key);
    EXPECT_EQ(a.values[i].key.setting.Format(), b.values[i].key.setting.Format());
    EXPECT_EQ(a.values[i].unit, b.values[i].unit);
    EXPECT_TRUE(IsSame(a.values[i].value, b.values[i].value))
        << a.values[i].value << " " << b.values[i].value;
  }
  ASSERT_EQ(a.curves.size(), b.curves.size());
  for (size_t i = 0; i < a.curves.size(); ++i) {
    EXPECT_EQ(a.curves[i].key, b.curves[i].key);
    EXPECT_TRUE(IsSame(a.curves[i].x, b.curves[i].x) && IsSame(a.curves[i].y, b.curves[i].y));
  }
  ASSERT_EQ(a.pictures.size(), b.pictures.size());
  for (size_t i = 0; i < a.pictures.size(); ++i) {
    EXPECT_EQ(a.pictures[i].key, b.pictures[i].key);
    EXPECT_TRUE(a.pictures[i].picture == b.pictures[i].picture);
  }
  EXPECT_EQ(a.notes, b.notes);
  EXPECT_EQ(a.refusal.has_value(), b.refusal.has_value());
  EXPECT_EQ(a.files, b.files);
}

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_RUN_RANDOM_RECORD_H_
