// Any bytes give a well-formed set or an Error.
#include <cstddef>
#include <cstdint>

#include "common/check.h"
#include "common/error.h"
#include "common/fuzz_file.h"
#include "experiments/datasets/ocr_letters.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using structlab::datasets::OcrLetters;
  using structlab::datasets::OcrWord;
  try {
    const OcrLetters letters = structlab::datasets::ReadOcrLetters(structlab::common::FuzzFile(data, size));
    int next_letter = 0;
    for (const OcrWord& word : letters.words) {
      STRUCTLAB_CHECK(word.first_letter == next_letter && word.length >= 1);
      STRUCTLAB_CHECK(word.fold >= 0 && word.fold < structlab::datasets::kOcrFolds);
      next_letter += word.length;
    }
    STRUCTLAB_CHECK(next_letter == letters.num_letters() && next_letter > 0);
    STRUCTLAB_CHECK(letters.pixels.size() == letters.labels.size() * structlab::datasets::kOcrPixels);
    for (const uint8_t label : letters.labels) STRUCTLAB_CHECK(label < structlab::datasets::kOcrClasses);
    for (const uint8_t pixel : letters.pixels) STRUCTLAB_CHECK(pixel <= 1);
  } catch (const structlab::common::Error&) {
  }
  return 0;
}
