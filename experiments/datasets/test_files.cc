#include "experiments/datasets/test_files.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace structlab::datasets {

std::string EmptyFolder(std::string_view name) {
  const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / info->test_suite_name() / info->name() / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder.string();
}

std::string WriteTestFile(const std::string& content) {
  const std::string path = EmptyFolder("file") + "/data";
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string Gzip(std::string_view content) {
  constexpr int kGzipFormat = 15 + 16;
  z_stream stream = {};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, kGzipFormat, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string compressed(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(compressed.data());
  stream.avail_out = static_cast<uInt>(compressed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  compressed.resize(stream.total_out);
  deflateEnd(&stream);
  return compressed;
}

std::string FormatOcrLetters(const OcrLetters& letters) {
  std::string text;
  int id = 0;
  for (size_t w = 0; w < letters.words.size(); ++w) {
    const OcrWord& word = letters.words[w];
    for (int position = 1; position <= word.length; ++position) {
      const auto letter = static_cast<size_t>(id++);
      text += std::to_string(id) + "\t" + static_cast<char>('a' + letters.labels[letter]) + "\t";
      text += (position == word.length ? "-1" : std::to_string(id + 1)) + "\t" + std::to_string(w + 1) + "\t";
      text += std::to_string(position) + "\t" + std::to_string(word.fold) + "\t";
      for (size_t i = 0; i < kOcrPixels; ++i) {
        text += letters.pixels[letter * kOcrPixels + i] == 0 ? "0\t" : "1\t";
      }
      text += "\n";
    }
  }
  return text;
}

std::string FormatUspsDigits(const UspsDigits& digits) {
  std::string text;
  for (int image = 0; image < digits.size(); ++image) {
    text += std::to_string(digits.labels[image]) + ".0000 ";
    for (const float grey : digits.Pixels(image)) text += std::to_string(grey) + " ";
    text += "\n";
  }
  return text;
}

OcrLetters TinyOcrLetters() {
  OcrLetters letters;
  letters.words = {{.first_letter = 0, .length = 3, .fold = 3}, {.first_letter = 3, .length = 1, .fold = 0}};
  letters.labels = {2, 0, 1, 25};
  for (size_t i = 0; i < 4 * kOcrPixels; ++i) letters.pixels.push_back(i % 3 == 0 || i % 7 == 0);
  return letters;
}

UspsDigits TinyUspsDigits() {
  UspsDigits digits;
  digits.labels = {9, 0, 4};
  // Multiples of 1/64, so that six decimal places hold them exactly.
  for (int i = 0; i < 3 * kUspsPixels; ++i) digits.pixels.push_back(static_cast<float>(i % 129 - 64) / 64);
  return digits;
}

common::Error ErrorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const common::Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return common::Error(common::ErrorKind::kUsage, {.what = "none"});
}

}  // namespace structlab::datasets
