#include "experiments/datasets/ocr_letters.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "common/error.h"
#include "common/text_input.h"
#include "experiments/datasets/field_cursor.h"

namespace structlab::datasets {
namespace {

constexpr size_t kLongestLine = 1024;  // a letter takes 288 bytes at most
constexpr const char kLine[] = "134 fields, each followed by a tab";

// Where the reader stands in the file's own numbering.
struct Progress {
  int letters = 0;   // read so far, so the id of the last one
  int word_id = 0;   // of the last letter
  int position = 0;  // of the last letter in its word
  int fold = 0;      // of the last letter
  bool in_word = false;
};

// The next field, which must be the decimal number `expected`.
void ReadExactly(FieldCursor& cursor, int expected, const char* name) {
  char digits[16];
  const char* const end = std::to_chars(digits, digits + sizeof digits, expected).ptr;
  if (cursor.Field('\t') != std::string_view(digits, static_cast<size_t>(end - digits))) {
    cursor.Refuse(fmt::format("{} {}", name, expected));
  }
}

uint8_t ReadLabel(FieldCursor& cursor) {
  const std::string_view field = cursor.Field('\t');
  if (field.size() != 1 || field[0] < 'a' || field[0] > 'z') cursor.Refuse("a letter, a to z");
  return static_cast<uint8_t>(field[0] - 'a');
}

// Whether the letter is the last of its word.
bool ReadNextId(FieldCursor& cursor, int id) {
  const std::string_view field = cursor.Field('\t');
  if (field == "-1") return true;
  if (field != std::to_string(id + 1)) {
    cursor.Refuse(fmt::format("next_id {}, or -1 at the end of a word", id + 1));
  }
  return false;
}

int ReadFold(FieldCursor& cursor, const Progress& progress) {
  const std::string_view field = cursor.Field('\t');
  if (field.size() != 1 || field[0] < '0' || field[0] > '9') cursor.Refuse("a fold, 0 to 9");
  const int fold = field[0] - '0';
  if (progress.in_word && fold != progress.fold) {
    cursor.Refuse(fmt::format("fold {} as in the rest of the word", progress.fold));
  }
  return fold;
}

void ReadPixels(FieldCursor& cursor, std::vector<uint8_t>& pixels) {
  const std::string_view text = cursor.rest();
  const size_t begin = pixels.size();
  pixels.resize(begin + kOcrPixels);
  for (size_t i = 0; i < kOcrPixels; ++i) {
    const bool whole = text.size() >= 2 * i + 2;
    if (!whole || (text[2 * i] != '0' && text[2 * i] != '1') || text[2 * i + 1] != '\t') {
      cursor.Skip(std::min(2 * i, text.size()));
      if (cursor.at_end()) cursor.RefuseHere(kLine, '\t');
      cursor.RefuseHere(fmt::format("pixel {}, 0 or 1, and a tab", i), '\t');
    }
    pixels[begin + i] = static_cast<uint8_t>(text[2 * i] - '0');
  }
  cursor.Skip(2 * kOcrPixels);
}

void ReadLetter(FieldCursor cursor, Progress& progress, OcrLetters& letters) {
  const int id = ++progress.letters;
  ReadExactly(cursor, id, "id");
  letters.labels.push_back(ReadLabel(cursor));
  const bool last = ReadNextId(cursor, id);
  if (!progress.in_word) {
    ++progress.word_id;
    progress.position = 0;
  }
  ReadExactly(cursor, progress.word_id, "word_id");
  ReadExactly(cursor, ++progress.position, "position");
  progress.fold = ReadFold(cursor, progress);
  ReadPixels(cursor, letters.pixels);
  cursor.ExpectEnd(kLine);
  progress.in_word = !last;
  if (last) {
    letters.words.push_back(
        {.first_letter = id - progress.position, .length = progress.position, .fold = progress.fold});
  }
}

}  // namespace

OcrLetters ReadOcrLetters(const std::string& path) {
  common::TextInput input(path, kLongestLine);
  OcrLetters letters;
  Progress progress;
  std::string_view line;
  while (input.Next(&line)) ReadLetter(FieldCursor(input, line), progress, letters);
  if (progress.letters == 0) common::ThrowDataError(path, "at least one letter", "an empty file");
  if (progress.in_word) {
    common::ThrowDataError(input.Where(), fmt::format("the rest of word {}", progress.word_id),
                           "the end of the file");
  }
  return letters;
}

}  // namespace structlab::datasets
