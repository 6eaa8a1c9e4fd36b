#include "structured_learning/linear/examples/example_reader.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>
#include <string>

#include "common/error.h"
#include "common/testing/named_pipe.h"
#include "structured_learning/linear/examples/raw_text_line.h"
#include "structured_learning/linear/examples/read_text.h"
#include "structured_learning/linear/examples/svmlight_line.h"
#include "structured_learning/linear/examples/vw_line.h"

namespace structlab::structured_learning {
namespace {

std::string ManyLines(int lines) {
  std::string content;
  for (int i = 0; i < lines; ++i) {
    content.append(std::to_string(i % 3)).append(" | ").append(std::to_string(i)).append(":0.5 99999:1\n");
  }
  return content;
}

// Each line is available when it arrives; if none arrives, the reader returns to its caller.
TEST(ExampleReader, StreamsAreNotWaitedForToFillABatch) {
  const std::string path = testing::TempDir() + "/pipe";
  common::NamedPipe pipe(path);
  LabelNames labels;
  ExampleReader reader(path, MakeVwParser({}), &labels);
  ExampleBatch batch;
  EXPECT_TRUE(reader.Next(batch));
  EXPECT_EQ(batch.size(), 0u);
  pipe.Send("a | 1\nb | 2\na |");
  EXPECT_TRUE(reader.Next(batch));
  ASSERT_EQ(batch.size(), 2u);
  EXPECT_EQ(batch[1].keys[0], 2u);
  EXPECT_TRUE(reader.Next(batch));
  EXPECT_EQ(batch.size(), 0u);
  pipe.Send(" 3\n");
  EXPECT_TRUE(reader.Next(batch));
  ASSERT_EQ(batch.size(), 1u);
  EXPECT_EQ(batch[0].keys[0], 3u);
  pipe.Close();
  EXPECT_FALSE(reader.Next(batch));
}

TEST(ExampleReader, BatchesEndWhereTheyAreFull) {
  LabelNames labels;
  ExampleReader reader(WriteTestFile(ManyLines(1000)), MakeVwParser({}), &labels, {.batch_features = 40});
  int examples = 0;
  for (ExampleBatch batch; reader.Next(batch);) {
    EXPECT_LE(batch.size(), 10u);
    for (size_t i = 0; i < batch.size(); ++i, ++examples) {
      EXPECT_EQ(batch[i].keys[0], static_cast<uint32_t>(examples));
      EXPECT_EQ(batch[i].keys.size(), 3u);
      EXPECT_EQ(labels.name(batch[i].labels[0]), std::to_string(examples % 3));
    }
  }
  EXPECT_EQ(examples, 1000);
}

// Examples without features must not let a batch grow for ever.
TEST(ExampleReader, EmptyExamplesFillABatchToo) {
  std::string content;
  for (int i = 0; i < 100; ++i) content += "1 |\n";
  LabelNames labels;
  ExampleReader reader(WriteTestFile(content), MakeVwParser({.constant = false}), &labels,
                       {.batch_features = 8});
  ExampleBatch batch;
  ASSERT_TRUE(reader.Next(batch));
  EXPECT_EQ(batch.size(), 8u);
}

TEST(ExampleReader, SkippedLinesAreCountedAndLeaveNothingBehind) {
  const std::string content = "a 1:1\nnew 2:x\nb,c 1:1\nb 3:1 3:2\na 4:1\n\nb 5:1\n";
  const std::string path = WriteTestFile(content);
  LabelNames labels;
  ExampleReader reader(path, MakeSvmlightParser({.constant = false}), &labels,
                       {.on_mistake = OnMistake::kSkip});
  const std::vector<ReadExample> examples = ReadAll(reader, labels);
  ASSERT_EQ(examples.size(), 3u);
  EXPECT_EQ(examples[2].labels, std::vector<std::string>{"b"});
  EXPECT_EQ(examples[2].features.at(0).first, 5u);
  EXPECT_EQ(labels.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(reader.lines_skipped(), 3);
  EXPECT_EQ(reader.blank_lines(), 1);
  EXPECT_EQ(reader.first_mistake(), path + ":2:7: expected a finite number of at most 3.4e38, found 'x'");
}

// Looking at all labels for each skipped line would take minutes.
TEST(ExampleReader, SkippedLinesAreForgottenAtOnceAmongManyLabels) {
  constexpr int kLabels = 200'000, kBad = 50'000;
  std::string content;
  for (int i = 0; i < kLabels; ++i) content.append("label").append(std::to_string(i)).append(" 1:1\n");
  for (int i = 0; i < kBad; ++i) content.append("bad").append(std::to_string(i)).append(" 1:x\n");
  LabelNames labels;
  ExampleReader reader(WriteTestFile(content), MakeSvmlightParser({}), &labels,
                       {.on_mistake = OnMistake::kSkip});
  for (ExampleBatch batch; reader.Next(batch);) continue;
  EXPECT_EQ(reader.lines_skipped(), kBad);
  EXPECT_EQ(labels.size(), size_t{kLabels});
  EXPECT_EQ(labels.Find("bad7"), std::nullopt);
}

// The caller can be interrupted.
TEST(ExampleReader, SkippedLinesEndABatchToo) {
  std::string content;
  for (int i = 0; i < 10'000; ++i) content += "a 1:x\n";
  LabelNames labels;
  ExampleReader reader(WriteTestFile(content + "a 1:1\n"), MakeSvmlightParser({}), &labels,
                       {.on_mistake = OnMistake::kSkip, .batch_lines = 1000});
  ExampleBatch batch;
  ASSERT_TRUE(reader.Next(batch));
  EXPECT_EQ(batch.size(), 0u);
  EXPECT_EQ(reader.lines_skipped(), 1000);
  EXPECT_EQ(ReadAll(reader, labels).size(), 1u);
  EXPECT_EQ(reader.lines_skipped(), 10'000);
}

TEST(ExampleReader, ReadsTheRestWhateverABatchHolds) {
  LabelNames labels;
  ExampleReader reader(WriteTestFile("a | x\n" + std::string(5000, '\n') + "b | y\nc | z\n"),
                       MakeVwParser({}), &labels, {.batch_features = 1, .batch_lines = 10});
  ExampleBatch batch;
  ASSERT_TRUE(reader.Next(batch));
  EXPECT_EQ(batch.size(), 1u);
  reader.ReadRest(batch);
  ASSERT_EQ(batch.size(), 2u);
  EXPECT_EQ(labels.name(batch[1].labels[0]), "c");
  reader.ReadRest(batch);
  EXPECT_EQ(batch.size(), 0u);
}

TEST(ExampleReader, LinesWithNulBytesAreSkippedLikeOthers) {
  const std::string path = WriteTestFile(std::string_view("a 1:1\na 1\0:1\nb 2:1\n", 19));
  LabelNames labels;
  ExampleReader reader(path, MakeSvmlightParser({}), &labels, {.on_mistake = OnMistake::kSkip});
  EXPECT_EQ(ReadAll(reader, labels).size(), 2u);
  EXPECT_EQ(reader.lines_skipped(), 1);
  EXPECT_EQ(reader.first_mistake(),
            path + ":2:4: expected text, found a NUL byte; if it is UTF-16: iconv -f UTF-16 -t UTF-8");
}

TEST(ExampleReader, ReadsGzipAndRefusesOneCutShort) {
  const std::string path = WriteTestFile("") + ".gz";
  const std::string content = ManyLines(20'000);
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  ASSERT_EQ(gzclose(file), Z_OK);
  LabelNames labels;
  ExampleReader whole(path, MakeVwParser({}), &labels);
  EXPECT_EQ(ReadAll(whole, labels).size(), 20'000u);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  for (const OnMistake on_mistake : {OnMistake::kStop, OnMistake::kSkip}) {
    LabelNames names;
    ExampleReader cut(path, MakeVwParser({}), &names, {.on_mistake = on_mistake});
    EXPECT_THROW(ReadAll(cut, names), common::Error);
  }
}

TEST(ExampleReader, ALineBeyondTheLimitIsRefusedOrSkipped) {
  const std::string path = WriteTestFile("2 | a\n1 | " + std::string(3000, 'x') + "\n3 | b\n");
  const std::string message = path + ":2: expected a line of at most 2000 bytes, found a longer one";
  LabelNames labels;
  ExampleReader stopping(path, MakeVwParser({}), &labels, {.max_line_bytes = 2000});
  try {
    ReadAll(stopping, labels);
    ADD_FAILURE() << "read it";
  } catch (const common::Error& error) {
    EXPECT_EQ(error.what(), message);
  }
  LabelNames names;
  ExampleReader skipping(path, MakeVwParser({}), &names,
                         {.on_mistake = OnMistake::kSkip, .max_line_bytes = 2000});
  EXPECT_EQ(ReadAll(skipping, names).size(), 2u);
  EXPECT_EQ(names.names(), (std::vector<std::string>{"2", "3"}));
  EXPECT_EQ(skipping.lines_skipped(), 1);
  EXPECT_EQ(skipping.first_mistake(), message);
}

TEST(ExampleReader, BinaryDataAndMissingFilesAreErrors) {
  const std::string garbage("\x01\x02\xff\x00zzz\n\xfe|\n", 11);
  EXPECT_EQ(MessageFor(garbage, MakeVwParser({})),
            ":1:4: expected text, found a NUL byte; if it is UTF-16: iconv -f UTF-16 -t UTF-8");
  // Otherwise each line would be a new label.
  const std::string binary = "\x01\x02\xff",
                    message = ":1:1: expected a label without control characters, found ";
  const ParserOptions any = {.labels = LabelKind::kAny};
  EXPECT_EQ(MessageFor(binary + "\n", MakeSvmlightParser(any)), message + "'\\x01\\x02\\xff'");
  EXPECT_EQ(MessageFor(binary + " | a\n", MakeVwParser(any)),
            ":1:1: expected a line without control characters, found '\\x01'");
  EXPECT_EQ(MessageFor("\x7f\ta\n", MakeRawTextParser(any, {.encoding = TextEncoding::kLatin1})),
            message + "'\\x7f'");
  LabelNames labels;
  EXPECT_THROW(ExampleReader("/nonexistent/file", MakeVwParser({}), &labels), common::Error);
}

// The rest of a line in the buffer must not become part of the next, shorter one.
TEST(ExampleReader, LinesDoNotSeeEachOther) {
  const std::vector<ReadExample> examples = ReadText(
      "1 1:123456789 2:987654321\n1 1:1\n1 1:12345678 2:1\n1 1:5", MakeSvmlightParser({.constant = false}));
  ASSERT_EQ(examples.size(), 4u);
  EXPECT_EQ(examples[1].features.size(), 1u);
  EXPECT_EQ(examples[1].features[0].second, 1.f);
  EXPECT_EQ(examples[3].features[0].second, 5.f);
}

std::vector<std::unique_ptr<LineParser>> AllParsers() {
  std::vector<std::unique_ptr<LineParser>> parsers;
  const ParserOptions options = {.constant = false};
  parsers.push_back(MakeSvmlightParser(options));
  parsers.push_back(MakeVwParser(options));
  parsers.push_back(MakeRawTextParser(options, {}));
  return parsers;
}

// An example with two features in each format.
const char* const kLines[] = {"7 1:1 2:1", "7 | g h", "7\tg h"};

// The examples are the same for all line endings; blank lines are counted.
TEST(ExampleReader, EndsOfLinesAreNoPartOfThem) {
  for (size_t format = 0; format < 3; ++format) {
    const std::string line = kLines[format];
    const auto read = [&](const std::string& content, int64_t* blank_lines) {
      LabelNames labels;
      ExampleReader reader(WriteTestFile(content), std::move(AllParsers()[format]), &labels);
      const std::vector<ReadExample> examples = ReadAll(reader, labels);
      *blank_lines = reader.blank_lines();
      return examples;
    };
    int64_t blank_lines = 0;
    const std::vector<ReadExample> plain = read(line + "\n", &blank_lines);
    ASSERT_EQ(plain.size(), 1u);
    ASSERT_EQ(plain[0].features.size(), 2u);
    EXPECT_EQ(blank_lines, 0);
    for (const std::string end : {"\n", "\r\n", "\r\r\n", "\xc2\x85\n", " \n", " \r\r\n"}) {
      for (const std::string begin : {"", "\xef\xbb\xbf"}) {
        const std::vector<ReadExample> examples =
            read(begin + line + end + end + line + end + "  " + end + line, &blank_lines);
        ASSERT_EQ(examples.size(), 3u) << format << testing::PrintToString(end);
        EXPECT_EQ(blank_lines, 2) << format << testing::PrintToString(end);
        for (const ReadExample& example : examples) {
          EXPECT_EQ(example.labels, plain[0].labels);
          EXPECT_EQ(example.features, plain[0].features) << format << testing::PrintToString(end);
        }
      }
    }
  }
}

// A file with only carriage returns would be one example, and control characters would be parts of names.
TEST(ExampleReader, NoControlCharacterIsLearned) {
  for (size_t format = 0; format < 3; ++format) {
    const std::string line = kLines[format];
    EXPECT_EQ(
        MessageFor(line + "\r" + line + "\r", std::move(AllParsers()[format])),
        std::string(":1:")
            .append(std::to_string(line.size() + 1))
            .append(": expected a line that ends in a line feed, found a carriage return within it; replace "
                    "them by line feeds: tr '\\r' '\\n'"));
  }
  for (const std::string bad : {"\x01", "\x0b", "\x7f", "\xc2\x85", "\xc2\x9f"}) {
    EXPECT_EQ(MessageFor("7 | g" + bad + "h\n", MakeVwParser({})).substr(0, 45),
              ":1:6: expected a line without control charact");
  }
}

}  // namespace
}  // namespace structlab::structured_learning
