// Handwritten words, letter by letter: the value type, and the reader of `letter.data`
// (Kassel 1995; Taskar, Guestrin, Koller 2003).
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace structlab::datasets {

inline constexpr int kOcrClasses = 26;
inline constexpr int kOcrRows = 16;
inline constexpr int kOcrColumns = 8;
inline constexpr int kOcrPixels = kOcrRows * kOcrColumns;
inline constexpr int kOcrFolds = 10;

// A word is a run of consecutive letters.
struct OcrWord {
  int first_letter;  // index into the letters of the set
  int length;        // >= 1
  int fold;          // 0..9

  bool operator==(const OcrWord&) const = default;
};

// All words of the set, in the order of the file. 129 bytes a letter.
//
//   for (const OcrWord& word : letters.words) {
//     const std::span<const uint8_t> labels = letters.Labels(word);  // word.length of them
//     const std::span<const uint8_t> pixels = letters.Pixels(word);  // word.length x 128
//   }
struct OcrLetters {
  std::vector<OcrWord> words;
  std::vector<uint8_t> labels;  // one a letter: 0 = a, ..., 25 = z
  std::vector<uint8_t> pixels;  // 128 a letter, 0 or 1, row by row (16 rows of 8)

  int num_letters() const { return static_cast<int>(labels.size()); }

  std::span<const uint8_t> Labels(const OcrWord& word) const {
    return std::span(labels).subspan(word.first_letter, word.length);
  }
  std::span<const uint8_t> Pixels(const OcrWord& word) const {
    return std::span(pixels).subspan(static_cast<size_t>(word.first_letter) * kOcrPixels,
                                     static_cast<size_t>(word.length) * kOcrPixels);
  }

  bool operator==(const OcrLetters&) const = default;
};

// Reads `letter.data`, plain or gzip: one letter a line,
//
//   id  letter  next_id  word_id  position  fold  p_0_0 ... p_15_7
//
// each of the 134 fields followed by a tab. Ids count from 1, next_id is id + 1 or, at the end of a
// word, -1; word ids and positions count from 1. Throws common::Error (data) with file, line and
// column at the first field that is not so, at a word that changes its fold or is cut off by the end
// of the file, and at a file without letters. Linear time; deterministic; thread-safe.
OcrLetters ReadOcrLetters(const std::string& path);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_OCR_LETTERS_H_
