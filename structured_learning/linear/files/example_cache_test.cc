#include "structured_learning/linear/files/example_cache.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "common/error.h"
#include "common/file.h"
#include "common/random_stream.h"

namespace structlab::structured_learning {
namespace {

const Facts kFacts = {{"data.path", "train.vw"}, {"input.format", "vw"}};
const std::vector<std::string> kLabels = {"spam", "", "no spam"};
const std::vector<std::string> kNotes = {"2 blank lines", "labels were joined"};

std::string Path() {
  return std::string(testing::TempDir())
      .append("/")
      .append(testing::UnitTest::GetInstance()->current_test_info()->name());
}

// Examples with 0 to 9 features and 0 to 2 labels.
ExampleBatch RandomBatch(common::RandomStream& random, int examples) {
  ExampleBatch batch;
  for (int i = 0; i < examples; ++i) {
    const size_t features = random.UniformIndex(10);
    const ExampleBatch::Room room = batch.FeatureRoom(features);
    for (size_t k = 0; k < features; ++k) {
      room.keys[k] = static_cast<uint32_t>(random.Bits());
      room.values[k] = static_cast<float>(random.Normal());
    }
    for (size_t labels = random.UniformIndex(3); labels > 0; --labels) {
      batch.AddLabel(static_cast<uint32_t>(random.UniformIndex(3)));
    }
    batch.AddExample(features, static_cast<float>(random.Normal()), static_cast<float>(random.Uniform(0, 2)));
  }
  return batch;
}

template <class T>
bool Equal(std::span<T> a, std::span<T> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

bool SameExamples(ExampleBatch& a, ExampleBatch& b) {
  const ExampleBatch::Arrays left = a.arrays(), right = b.arrays();
  return Equal(left.examples, right.examples) && Equal(left.keys, right.keys) &&
         Equal(left.values, right.values) && Equal(left.labels, right.labels);
}

std::vector<ExampleBatch> WriteRandomCache(int batches) {
  common::RandomStream random(1, "example-cache");
  std::vector<ExampleBatch> written;
  ExampleCacheWriter writer(Path(), kFacts);
  for (int i = 0; i < batches; ++i) {
    written.push_back(RandomBatch(random, static_cast<int>(random.UniformIndex(6))));
    writer.Add(written.back());
  }
  writer.Finish({kLabels, 7, "train.vw:3:5: expected a number", kNotes});
  return written;
}

TEST(ExampleCache, GivesBackTheBatchesAndTheNamesOfTheLabels) {
  std::vector<ExampleBatch> written = WriteRandomCache(40);
  ExampleCacheReader reader(Path(), kFacts);
  ExampleBatch batch;
  for (ExampleBatch& expected : written) {
    if (expected.size() == 0) continue;  // an empty batch writes nothing
    ASSERT_TRUE(reader.Next(batch));
    ASSERT_EQ(batch.size(), expected.size());
    EXPECT_TRUE(SameExamples(batch, expected));
  }
  EXPECT_FALSE(reader.Next(batch));
  EXPECT_EQ(reader.end().label_names, kLabels);
  EXPECT_EQ(reader.end().lines_skipped, 7);
  EXPECT_EQ(reader.end().first_mistake, "train.vw:3:5: expected a number");
  EXPECT_EQ(reader.end().notes, kNotes);
}

TEST(ExampleCache, IsNotThereBeforeItIsFinished) {
  {
    common::RandomStream random(1, "example-cache");
    ExampleCacheWriter writer(Path(), kFacts);
    ExampleBatch batch = RandomBatch(random, 3);
    writer.Add(batch);
  }
  EXPECT_THROW(ExampleCacheReader(Path(), kFacts), common::Error);
}

void ReadWholeCache() {
  ExampleCacheReader reader(Path(), kFacts);
  ExampleBatch batch;
  while (reader.Next(batch)) {
  }
}

// Any changed bit, missing or additional bytes.
TEST(ExampleCache, DamagedOnesAreRefused) {
  WriteRandomCache(3);
  const std::string content = common::ReadFile(Path());
  const auto is_refused = [](const std::string& damaged) {
    common::WriteFileAtomically(Path(), damaged, common::Durability::kNothing);
    EXPECT_THROW(ReadWholeCache(), common::Error);
  };
  for (size_t i = 0; i < content.size(); ++i) {
    SCOPED_TRACE(i);
    std::string damaged = content;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));
    is_refused(damaged);
    is_refused(content.substr(0, i));
  }
  is_refused(content + "x");
  common::WriteFileAtomically(Path(), content);
  ReadWholeCache();
}

// Correct checksums.
TEST(ExampleCache, ExamplesThatNoTextHasAreRefused) {
  const auto refuses = [](const std::function<void(ExampleBatch::Arrays)>& change) {
    ExampleBatch batch;
    const ExampleBatch::Room room = batch.FeatureRoom(2);
    for (uint32_t k = 0; k < 2; ++k) room.keys[k] = k, room.values[k] = 1;
    batch.AddLabel(2);
    batch.AddExample(2, 0.5f, 1);
    change(batch.arrays());
    ExampleCacheWriter writer(Path(), kFacts);
    writer.Add(batch);
    writer.Finish({kLabels});
    try {
      ReadWholeCache();
    } catch (const common::Error& error) {
      return std::string(error.what()).find("found examples that no reader produces") != std::string::npos;
    }
    return false;
  };
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(refuses([](ExampleBatch::Arrays) {}));
  EXPECT_TRUE(refuses([](ExampleBatch::Arrays arrays) { arrays.labels[0] = 3; }));
  EXPECT_TRUE(refuses([](ExampleBatch::Arrays arrays) { arrays.values[1] = std::nanf(""); }));
  EXPECT_TRUE(refuses([](ExampleBatch::Arrays arrays) { arrays.values[0] = -kInfinity; }));
  EXPECT_TRUE(refuses([](ExampleBatch::Arrays arrays) { arrays.examples[0].target = kInfinity; }));
  EXPECT_TRUE(refuses([](ExampleBatch::Arrays arrays) { arrays.examples[0].importance = -1; }));
  EXPECT_TRUE(refuses([](ExampleBatch::Arrays arrays) { arrays.examples[0].importance = std::nanf(""); }));
}

// The message must not advise to remove other data.
TEST(ExampleCache, AnotherFileIsRefused) {
  for (const std::string content : {"1 1:1\n", "", "structlab example", "structlab example caches\n"}) {
    common::WriteFileAtomically(Path(), content, common::Durability::kNothing);
    try {
      ReadWholeCache();
      ADD_FAILURE() << "read it";
    } catch (const common::Error& error) {
      EXPECT_EQ(error.what(),
                Path() + ": expected a cache of examples, found another file; give another name");
    }
  }
}

TEST(ExampleCache, OneOfAnotherVersionIsMadeAnew) {
  common::WriteFileAtomically(Path(), "structlab example cache\t1\n\n", common::Durability::kNothing);
  try {
    ReadWholeCache();
    ADD_FAILURE() << "read it";
  } catch (const common::Error& error) {
    EXPECT_EQ(std::string(error.what()),
              Path() +
                  ": expected a complete cache of examples, found a cache of another version; "
                  "remove the file; it is then made again");
  }
}

TEST(ExampleCache, OneCutInItsHeaderIsNotAnotherFile) {
  WriteRandomCache(1);
  const std::string content = common::ReadFile(Path());
  common::WriteFileAtomically(Path(), content.substr(0, content.find('\n') + 5),
                              common::Durability::kNothing);
  try {
    ReadWholeCache();
    ADD_FAILURE() << "read it";
  } catch (const common::Error& error) {
    EXPECT_EQ(error.what(),
              Path() +
                  ": expected a complete cache of examples, found the end of the file in its header; "
                  "remove the file; it is then made again");
  }
}

TEST(ExampleCache, OneOfOtherDataIsRefused) {
  WriteRandomCache(1);
  try {
    const ExampleCacheReader reader(Path(), {{"data.path", "test.vw"}, {"input.format", "vw"}});
    ADD_FAILURE() << "read it";
  } catch (const common::Error& error) {
    EXPECT_EQ(error.what(), Path() +
                                ": expected data.path 'test.vw', found 'train.vw'; remove the cache; it is "
                                "then made again");
  }
  EXPECT_THROW(ExampleCacheReader(Path(), {{"other", "fact"}}), common::Error);
  EXPECT_THROW(ExampleCacheWriter(Path(), {{"a\tb", "c"}}), common::Error);
  EXPECT_THROW(ExampleCacheWriter(Path(), {}).Finish({{"a\nb"}}), common::Error);
}

}  // namespace
}  // namespace structlab::structured_learning
