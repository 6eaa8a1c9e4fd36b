#include "structured_learning/linear/texts/text_pieces.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kernels/hashing/murmur_hash.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::structured_learning {
namespace {

class Numbered : public TextStream {
 public:
  explicit Numbered(int documents) : documents_(documents) {}

  bool Next(TextDocument& document) override {
    if (next_ == documents_) return false;
    document = {static_cast<uint32_t>(next_ % 3),
                std::string("word\nn").append(std::to_string(next_)).append(" word")};
    ++next_;
    return true;
  }

 private:
  int documents_, next_ = 0;
};

TEST(TextPieces, HandOverEveryDocumentOnce) {
  for (const int documents : {1, kPieceDocuments, kPieceDocuments + 1, 3 * kPieceDocuments}) {
    SCOPED_TRACE(documents);
    const ScratchFolder scratch;
    Numbered texts(documents);
    ExampleBatch batch;
    int pieces = 0, met = 0;
    ForEachPiece(texts, scratch, [&](const std::string& path) {
      ++pieces;
      ReadPiece(path, TextParser(TextValues::kCounts, 5), 3, batch);
      for (size_t i = 0; i < batch.size(); ++i, ++met) {
        const ExampleView example = batch[i];
        EXPECT_EQ(example.labels[0], static_cast<uint32_t>(met % 3));
        std::map<uint32_t, float> counts;
        for (size_t k = 0; k < example.keys.size(); ++k) counts[example.keys[k]] = example.values[k];
        const std::map<uint32_t, float> expected = {
            {kernels::MurmurHash3("word", 5), 2.f},
            {kernels::MurmurHash3(std::string("n").append(std::to_string(met)), 5), 1.f}};
        EXPECT_EQ(counts, expected);
      }
    });
    EXPECT_EQ(met, documents);
    EXPECT_EQ(pieces, (documents + kPieceDocuments - 1) / kPieceDocuments);
  }
}

TEST(TextPieces, NoDocumentsAreNoPiece) {
  const ScratchFolder scratch;
  Numbered texts(0);
  ForEachPiece(texts, scratch, [](const std::string&) { ADD_FAILURE(); });
}

TEST(TextPieces, ValuesOfUnitLength) {
  const ScratchFolder scratch;
  Numbered texts(1);
  ForEachPiece(texts, scratch, [](const std::string& path) {
    ExampleBatch batch;
    ReadPiece(path, TextParser(TextValues::kUnitLength, 5), 3, batch);
    const double of_two = 1 + std::log(2.0), norm = std::hypot(of_two, 1.0);
    EXPECT_NEAR(batch[0].values[0], of_two / norm, 1e-6);
    EXPECT_NEAR(batch[0].values[1], 1 / norm, 1e-6);
  });
}

TEST(TextPieces, ExamplesInFilesAreReadBackToFiveDigits) {
  const ScratchFolder scratch;
  ExampleBatch batch;
  for (int i = 0; i < 200; ++i) {
    const ExampleBatch::Room room = batch.FeatureRoom(3);
    for (uint32_t k = 0; k < 3; ++k) {
      room.keys[k] = 1000 * k + static_cast<uint32_t>(i);
      room.values[k] = static_cast<float>(std::sin(i + k + 1.0));
    }
    batch.AddLabel(i % 2 == 0 ? 1 : 0);
    batch.AddExample(3, 0, 1);
  }
  for (const FileFormat format : {FileFormat::kSvmlight, FileFormat::kVwText}) {
    const std::string path = scratch.File("examples.gz");
    const double compressed = WriteExamples(batch, format, Packing::kGzip, path);
    EXPECT_EQ(compressed, static_cast<double>(std::filesystem::file_size(path)));
    // Both give the same examples.
    if (format == FileFormat::kVwText) {
      EXPECT_GT(WriteExamples(batch, format, Packing::kPlain, path), compressed);
    }
    const ParserOptions options = {.constant = false};
    ExampleBatch read;
    ReadPiece(path, format == FileFormat::kVwText ? MakeVwParser(options) : MakeSvmlightParser(options), 2,
              read);
    ASSERT_EQ(read.size(), batch.size());
    for (size_t i = 0; i < read.size(); ++i) {
      EXPECT_EQ(read[i].labels[0], batch[i].labels[0]);
      ASSERT_EQ(read[i].keys.size(), 3u);
      for (size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(read[i].keys[k], batch[i].keys[k]);
        EXPECT_NEAR(read[i].values[k], batch[i].values[k], 1e-5);
      }
    }
  }
}

// Sizes are those of gzip's default level; the file header does not contain the level, so this compares with
// zlib.
TEST(TextPieces, ExamplesAreCompressedAsUsual) {
  const ScratchFolder scratch;
  ExampleBatch batch;
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    const ExampleBatch::Room room = batch.FeatureRoom(1);
    room.keys[0] = static_cast<uint32_t>(i * i % 977);
    room.values[0] = 0.5f;
    batch.AddLabel(0);
    batch.AddExample(1, 0, 1);
    text.append("0 ").append(std::to_string(i * i % 977)).append(":0.5\n");
  }
  const std::string path = scratch.File("examples");
  ASSERT_EQ(WriteExamples(batch, FileFormat::kSvmlight, Packing::kPlain, path),
            static_cast<double>(text.size()));
  const double packed = WriteExamples(batch, FileFormat::kSvmlight, Packing::kGzip, path);
  const auto compressed = [&](int level) {
    std::vector<unsigned char> bytes(compressBound(text.size()));
    uLongf size = bytes.size();
    EXPECT_EQ(compress2(bytes.data(), &size, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                        level),
              Z_OK);
    return static_cast<double>(size);
  };
  // Header and trailer of a file are longer by 12 bytes.
  EXPECT_NEAR(packed, compressed(6) + 12, 2);
  EXPECT_GT(compressed(1), compressed(6) + 100);
}

TEST(ScratchFolder, IsGoneWithTheObject) {
  std::string path;
  {
    const ScratchFolder scratch;
    path = std::filesystem::path(scratch.File("x")).parent_path().string();
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace structlab::structured_learning
