#include "common/text_input.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "common/file.h"
#include "common/testing/message_of.h"
#include "common/testing/named_pipe.h"

namespace structlab::common {
namespace {

std::string Path() {
  return testing::TempDir() + "/" + testing::UnitTest::GetInstance()->current_test_info()->name();
}

std::string Write(std::string_view content) {
  WriteFileAtomically(Path(), content);
  return Path();
}

std::string Gzip(std::string_view content) {
  const std::string path = Path() + ".gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
  EXPECT_EQ(gzclose(file), Z_OK);
  return ReadFile(path);
}

// As much of the text as the beginning of a gzip file tells, by zlib alone.
std::string ReadableText(std::string beginning, size_t most) {
  std::string text(most, '\0');
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(beginning.data());
  stream.avail_in = static_cast<uInt>(beginning.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  inflate(&stream, Z_NO_FLUSH);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

std::vector<std::string> LinesOf(const std::string& path, size_t max_line_bytes = 1 << 20) {
  TextInput input(path, max_line_bytes);
  std::vector<std::string> lines;
  for (std::string_view line; input.Next(&line);) {
    lines.emplace_back(line);
    EXPECT_EQ(input.line_number(), static_cast<int64_t>(lines.size()));
  }
  EXPECT_EQ(input.line_number(), static_cast<int64_t>(lines.size()));
  std::string_view line;
  EXPECT_FALSE(input.Next(&line));
  return lines;
}

// Without the folder of the test in front.
template <class Action>
std::string MessageAfterPath(const Action& action) {
  const std::string message = MessageOf(action);
  return message.starts_with(Path()) ? message.substr(Path().size()) : message;
}

// Lines of many lengths, some around the sizes of the buffers; long enough for several of them.
std::string ManyLines() {
  std::string text;
  for (size_t i = 0; i < 3000; ++i) {
    for (size_t j = (i * i) % 997; j > 0; --j) text += static_cast<char>('a' + (i * j) % 26);
    text += '\n';
    if (i % 500 == 0) text += std::string(65'535 + i / 500, 'x') + "\n";
  }
  return text;
}

std::string Join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(TextInput, SplitsLines) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(LinesOf(Write("")), Lines{});
  EXPECT_EQ(LinesOf(Write("\n")), Lines{""});
  EXPECT_EQ(LinesOf(Write("a\nb\n")), (Lines{"a", "b"}));
  EXPECT_EQ(LinesOf(Write("a\n\nb")), (Lines{"a", "", "b"}));
  EXPECT_EQ(LinesOf(Write("a\r\nb\rc\r\n\r\n")), (Lines{"a", "b\rc", ""}));
  EXPECT_EQ(LinesOf(Write("\x1f")), Lines{"\x1f"});
  EXPECT_EQ(LinesOf(Write("a\r\nb\r")), (Lines{"a", "b"}));
}

TEST(TextInput, LeavesOutTheByteOrderMarkInFrontOfTheText) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(LinesOf(Write("\xef\xbb\xbf"
                          "a\n\xef\xbb\xbf"
                          "b\n")),
            (Lines{"a",
                   "\xef\xbb\xbf"
                   "b"}));
  EXPECT_EQ(LinesOf(Write(Gzip("\xef\xbb\xbf\r\na"))), (Lines{"", "a"}));
  EXPECT_EQ(LinesOf(Write("\xef\xbb\xbf")), Lines{""});
  EXPECT_EQ(LinesOf(Write("\xef\xbb"
                          "a")),
            Lines{"\xef\xbb"
                  "a"});
}

TEST(TextInput, ReadsPlainAndGzipAlike) {
  const std::string text = ManyLines();
  EXPECT_EQ(Join(LinesOf(Write(text))), text);
  EXPECT_EQ(Join(LinesOf(Write(Gzip(text)))), text);
  EXPECT_EQ(LinesOf(Write(Gzip(""))), std::vector<std::string>{});
}

TEST(TextInput, ReadsSeveralMembersAsOne) {
  EXPECT_EQ(LinesOf(Write(Gzip("a\nb") + Gzip("") + Gzip("c\n"))), (std::vector<std::string>{"a", "bc"}));
}

TEST(TextInput, NamesThePlace) {
  TextInput input(Write("a\nb\n"));
  EXPECT_EQ(input.line_number(), 0);
  std::string_view line;
  input.Next(&line);
  input.Next(&line);
  EXPECT_EQ(input.Where(), Path() + ":2");
  EXPECT_EQ(input.Where(7), Path() + ":2:7");
}

TEST(TextInput, RefusesLongLines) {
  EXPECT_EQ(LinesOf(Write("12345\r\n12345\n12345"), 5),
            (std::vector<std::string>{"12345", "12345", "12345"}));
  const std::string message = ": expected a line of at most 5 bytes, found a longer one";
  EXPECT_EQ(MessageAfterPath([] { LinesOf(Write("a\n123456\n"), 5); }), ":2" + message);
  EXPECT_EQ(MessageAfterPath([] { LinesOf(Write("a\n123456"), 5); }), ":2" + message);
  EXPECT_EQ(MessageAfterPath([] { LinesOf(Write("a\n1234567890"), 5); }), ":2" + message);
  // A small gzip file of one line of 50 MB is refused after the first megabyte.
  std::string long_line;
  long_line.resize(50'000'000, 'x');
  const std::string bomb = Gzip(long_line);
  EXPECT_EQ(MessageAfterPath([&] { LinesOf(Write(bomb)); }),
            ":1: expected a line of at most 1048576 bytes, found a longer one");
}

// Lines that were skipped are shown as "-".
std::vector<std::string> LinesPassing(const std::string& path, size_t max_line_bytes) {
  TextInput input(path, max_line_bytes, BadLines::kSkip);
  std::vector<std::string> lines;
  for (std::string_view line; input.Next(&line);) {
    const size_t nul = input.nul_column();
    lines.push_back(input.WasTooLong() ? "-" : nul > 0 ? "nul " + std::to_string(nul) : std::string(line));
    EXPECT_TRUE(!(input.WasTooLong() || nul > 0) || line.empty());
    EXPECT_EQ(input.line_number(), static_cast<int64_t>(lines.size()));
  }
  return lines;
}

TEST(TextInput, PassesOverLongLines) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(LinesPassing(Write("123456\n12345\r\n123456\r\n\n1234567"), 5),
            (Lines{"-", "12345", "-", "", "-"}));
  // Around the sizes in which a file is read, at its end with and without a line feed, and NUL bytes in what
  // nobody looks at.
  for (const size_t size : {65'530u, 65'535u, 65'536u, 65'537u, 131'072u, 200'000u, 1'000'000u}) {
    SCOPED_TRACE(size);
    const std::string longer(size, size % 2 == 0 ? 'x' : '\0');
    for (const std::string& text :
         {"a\n" + longer + "\nb\n" + longer, "a\n" + longer + "\r\nb\n" + longer + "\n"}) {
      EXPECT_EQ(LinesPassing(Write(text), 50), (Lines{"a", "-", "b", "-"}));
      EXPECT_EQ(LinesPassing(Write(Gzip(text)), 65'000), (Lines{"a", "-", "b", "-"}));
    }
  }
  EXPECT_EQ(Join(LinesPassing(Write(ManyLines()), 1 << 20)), ManyLines());
}

TEST(TextInput, PassesOverLinesWithNulBytes) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(LinesPassing(Write(std::string_view("a\nbc\0d\0\n\0\r\nb\n\0\0", 15)), 5),
            (Lines{"a", "nul 3", "nul 1", "b", "nul 1"}));
  // Too long comes first.
  EXPECT_EQ(LinesPassing(Write(std::string_view("bc\0d\0e\na", 8)), 5), (Lines{"-", "a"}));
}

// Damage is reported at its place in the whole line, even if the buffer has dropped the beginning of the
// line.
TEST(TextInput, NamesThePlaceInALineThatItPassesOver) {
  const std::string text = "a\n" + ManyLines();
  std::string line = text;
  std::ranges::replace(line.begin() + 2, line.end(), '\n', ' ');
  const std::string whole = Gzip(line), cut = whole.substr(0, whole.size() / 2);
  const size_t column = ReadableText(cut, line.size()).size() - 2 + 1;
  EXPECT_GT(column, 200'000u);
  EXPECT_EQ(MessageAfterPath([&] { LinesPassing(Write(cut), 1000); }),
            ":2:" + std::to_string(column) +
                ": expected the rest of the gzip data, found the end of the file; fetch the file again");
}

TEST(TextInput, RefusesNulBytes) {
  EXPECT_EQ(MessageAfterPath([] { LinesOf(Write(std::string_view("a\nbc\0d\n", 7))); }),
            ":2:3: expected text, found a NUL byte; if it is UTF-16: iconv -f UTF-16 -t UTF-8");
}

TEST(TextInput, NamesTheLineAndColumnWhereGzipIsCutShort) {
  const std::string text = ManyLines();
  const std::string whole = Gzip(text);
  for (size_t size = 2; size < whole.size(); size += 1 + size / 16) {
    SCOPED_TRACE(size);
    Write(whole.substr(0, size));
    TextInput input(Path());
    std::string seen;
    const std::string message = MessageAfterPath([&] {
      for (std::string_view line; input.Next(&line);) seen += std::string(line) + "\n";
    });
    // The first missing character: zlib gives all that it can.
    const std::string readable = ReadableText(whole.substr(0, size), text.size());
    const size_t begin = readable.rfind('\n') + 1;  // 0 if there is none
    EXPECT_EQ(seen, readable.substr(0, begin));
    std::string expected = ":";
    expected += std::to_string(std::count(seen.begin(), seen.end(), '\n') + 1);
    expected += ":";
    expected += std::to_string(readable.size() - begin + 1);
    expected += ": expected the rest of the gzip data, found the end of the file; fetch the file again";
    EXPECT_EQ(message, expected);
  }
}

// Every wrong bit is found, at the latest by the checksum, except the bits of the header that mean nothing.
TEST(TextInput, RefusesDamagedGzip) {
  const std::string text = "first line\nsecond line\nthird line of some length\n";
  const std::string whole = Gzip(text);
  constexpr size_t kHeader = 10;  // magic, method, flags, 4 bytes of time, 2 of the machine
  for (size_t bit = 8 * 2; bit < 8 * whole.size(); ++bit) {
    SCOPED_TRACE(bit);
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    Write(damaged);
    const bool harmless = bit / 8 >= 4 && bit / 8 < kHeader;
    // The last byte of the compressed data, in front of 8 bytes of checksum and size, is filled up with bits
    // that mean nothing.
    if (bit / 8 == whole.size() - 9 && MessageAfterPath([] { LinesOf(Path()); }) == "no error") {
      EXPECT_EQ(Join(LinesOf(Path())), text);
      continue;
    }
    if (harmless || bit == 8 * 3) {  // bit 0 of the flags says 'probably text'
      EXPECT_EQ(Join(LinesOf(Path())), text);
    } else {
      const std::string message = MessageAfterPath([] { LinesOf(Path()); });
      EXPECT_TRUE(message.find("gzip data") != std::string::npos || message.find("NUL") != std::string::npos)
          << message;
      EXPECT_TRUE(message.starts_with(":")) << message;
    }
  }
}

TEST(TextInput, RefusesWhatFollowsGzip) {
  EXPECT_EQ(MessageAfterPath([] { LinesOf(Write(Gzip("a\nb\n") + "garbage")); }),
            ":3:1: expected the end of the file after the gzip data, found 'g'; fetch the file again");
  EXPECT_EQ(MessageAfterPath([] { LinesOf(Write(Gzip("a\nb\n") + std::string(512, '\0'))); }),
            ":3:1: expected the end of the file after the gzip data, found '\\x00'; if only zeros follow, "
            "unpack it "
            "with gunzip and pack it again");
}

TEST(TextInput, RefusesWhatCannotBeRead) {
  EXPECT_EQ(MessageAfterPath([] { TextInput("/none"); }), "/none: cannot be read: No such file or directory");
  EXPECT_EQ(MessageAfterPath([] { TextInput("/"); }), "/: is a folder, not a file");
}

constexpr std::chrono::milliseconds kNoTime(0), kAMoment(5);

TEST(TextInput, WaitsForNoStreamLongerThanItIsTold) {
  NamedPipe stream(Path());
  TextInput input(Path());  // nothing has come
  EXPECT_TRUE(input.is_stream());
  EXPECT_FALSE(input.WaitForLine(kAMoment));
  std::string_view line;
  stream.Send("first\nsec");
  EXPECT_TRUE(input.WaitForLine(kNoTime));
  ASSERT_TRUE(input.Next(&line));
  EXPECT_EQ(line, "first");
  EXPECT_FALSE(input.WaitForLine(kAMoment));
  EXPECT_FALSE(input.WaitForLine(kNoTime));
  EXPECT_EQ(input.line_number(), 1);
  stream.Send("ond\n\nthird");
  EXPECT_TRUE(input.WaitForLine(kNoTime));
  ASSERT_TRUE(input.Next(&line));
  EXPECT_EQ(line, "second");
  EXPECT_TRUE(input.WaitForLine(kNoTime));
  ASSERT_TRUE(input.Next(&line));
  EXPECT_EQ(line, "");
  EXPECT_FALSE(input.WaitForLine(kAMoment));
  stream.Close();
  EXPECT_TRUE(input.WaitForLine(kNoTime));  // the end of the stream ends the line
  ASSERT_TRUE(input.Next(&line));
  EXPECT_EQ(line, "third");
  EXPECT_TRUE(input.WaitForLine(kNoTime));
  EXPECT_FALSE(input.Next(&line));
  EXPECT_EQ(input.line_number(), 4);
}

TEST(TextInput, StreamsMayBeCompressed) {
  const std::string gzip = Gzip("one\ntwo\n");
  NamedPipe stream(Path());
  TextInput input(Path());
  EXPECT_FALSE(input.WaitForLine(kAMoment));
  stream.Send(gzip);
  stream.Close();
  std::string_view line;
  for (const char* expected : {"one", "two"}) {
    EXPECT_TRUE(input.WaitForLine(kAMoment));
    ASSERT_TRUE(input.Next(&line));
    EXPECT_EQ(line, expected);
  }
  EXPECT_TRUE(input.WaitForLine(kAMoment));
  EXPECT_FALSE(input.Next(&line));
}

TEST(TextInput, LinesOfStreamsAreBoundedToo) {
  NamedPipe stream(Path());
  TextInput input(Path(), 10);
  stream.Send("eleven bytes and more");
  EXPECT_TRUE(input.WaitForLine(kNoTime));
  std::string_view line;
  EXPECT_EQ(MessageOf([&] { input.Next(&line); }),
            Path() + ":1: expected a line of at most 10 bytes, found a longer one");
  stream.Close();
}

TEST(TextInput, FilesAreNotWaitedFor) {
  TextInput input(Write("a\nb"));
  EXPECT_FALSE(input.is_stream());
  int lines = 0;
  for (std::string_view line; input.WaitForLine(kNoTime) && input.Next(&line);) ++lines;
  EXPECT_EQ(lines, 2);
}

}  // namespace
}  // namespace structlab::common
