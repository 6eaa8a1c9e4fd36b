// Files for the tests of readers: well-formed ones, and damage.
#ifndef STRUCTLAB_EXPERIMENTS_DATASETS_TEST_FILES_H_
#define STRUCTLAB_EXPERIMENTS_DATASETS_TEST_FILES_H_

#include <functional>
#include <string>
#include <string_view>

#include "common/error.h"
#include "experiments/datasets/ocr_letters.h"
#include "experiments/datasets/usps.h"

namespace structlab::datasets {

// A new empty folder below TEST_TMPDIR, the running test's own.
std::string EmptyFolder(std::string_view name);

// Writes a file below TEST_TMPDIR and returns its path.
std::string WriteTestFile(const std::string& content);

// As gzip -9 would.
std::string Gzip(std::string_view content);

// In the format of the readers.
std::string FormatOcrLetters(const OcrLetters& letters);
std::string FormatUspsDigits(const UspsDigits& digits);

// Two words, "cab" in fold 3 and "z" in fold 0, whose pixels differ.
OcrLetters TinyOcrLetters();
// Three images with grey values from -1 to 1.
UspsDigits TinyUspsDigits();

// The error that `action` throws; fails the test if it throws none.
common::Error ErrorOf(const std::function<void()>& action);

}  // namespace structlab::datasets

#endif  // STRUCTLAB_EXPERIMENTS_DATASETS_TEST_FILES_H_
